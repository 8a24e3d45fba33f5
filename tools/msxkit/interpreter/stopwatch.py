"""What each statement of a run costs on the machine, in T-states, the interrupts in between included.

The cost of a statement comes from `machine.cost`; here is what depends on the run: where variables lie in their table,
which way a statement went, what was printed, and of what numbers functions were taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from msxkit.basictype import DOUBLE, INTEGER, BasicType
from msxkit.decimal14 import Number, format_number
from msxkit.interpreter.arrays import Array
from msxkit.language import tree
from msxkit.language.parser import parse
from msxkit.machine.clock import Clock
from msxkit.machine.cost import mathpack, names
from msxkit.machine.cost.flow import STEP_ADDED, STEP_SHIFTED, UNNAMED_INTEGER
from msxkit.machine.cost.lines import LineTable
from msxkit.machine.cost.machines import costs_of
from msxkit.machine.cost.printing import BLANK, ROW, end_of_run
from msxkit.machine.cost.reading import search_data
from msxkit.machine.cost.statement import EMPTY, StatementCost
from msxkit.machine.cost.statements import StatementWalk
from msxkit.machine.model import Model
from msxkit.machine.video.textscreen import TextScreen
from msxkit.program.layout import Layout, Line
from msxkit.program.model import Block, Branch, Choose, Go, LeaveIfFound, Step
from msxkit.program.operations import Op

#: Functions whose cost depends on what they are taken of.
_FUNCTIONS = {
    Op.SINE: "SIN",
    Op.COSINE: "COS",
    Op.TANGENT: "TAN",
    Op.ARCTANGENT: "ATN",
    Op.LOGARITHM: "LOG",
    Op.EXPONENTIAL: "EXP",
    Op.SQUARE_ROOT: "SQR",
    Op.RANDOM: "RND",
}
#: The keyboard is read at every third interrupt.
_KEYBOARD_EVERY = 3
#: Statements that are recorded one by one; a run of any length fills no memory.
RECORDS_KEPT = 1_000_000


class Stopwatch:
    """Times the statements of one run.

    records: [line, offset of the statement in the program text, T-states until the next one], in the order of the
    run; the first million of them. lines: T-states of each line.
    value: what a variable's Python name stands for; None if it does not exist. data: the line behind which READ looks
    for its next item, and the line in which that is. loop: the variable of the innermost loop.
    """

    def __init__(
        self,
        model: Model,
        clock: Clock,
        screen: TextScreen,
        value: Callable[[str], object | None],
        data: Callable[[], tuple[int, int]],
        loop: Callable[[], str | None],
    ) -> None:
        self.records: list[tuple[int, int, int]] = []
        self.lines: Counter[int] = Counter()
        self._last: int | None = None
        self._costs = costs_of(model)
        self._clock = clock
        self._screen = screen
        self._value = value
        self._data = data
        self._loop = loop
        self._loops: dict[int, str] = {}
        self._statements: dict[int, tuple[Line, tree.Statement, StatementCost]] = {}
        self._seen: set[int] = set()
        self._layout: Layout | None = None
        self._known: set[tuple[int, int]] = set()
        self._variables: list[names.Key] = []
        self._arrays: list[names.Key] = []
        self._extra = 0
        self._interrupts = 0
        if not clock.state.t_states:
            clock.state.due = self._costs.phase

    # The program

    def program(self, layout: Layout) -> None:
        """Another program."""
        self._layout = layout
        self._statements.clear()
        self._seen.clear()
        self._known.clear()
        self.clear()

    def clear(self) -> None:
        """RUN, CLEAR: no variable exists."""
        self._variables.clear()
        self._arrays.clear()

    def _line(self, line: Line, types: Iterable[BasicType]) -> None:
        """The statements of a line, by the offsets at which the run comes to them."""
        assert self._layout is not None
        self._seen.add(line.start)
        text = line.stored.stored
        table = LineTable([each.number for each in self._layout.lines])
        walk = StatementWalk(self._costs, text, tuple(types), table, line.number)
        for statement in parse(line.stored.tokens):
            for node in tree.walk(statement):
                if isinstance(node, tree.Statement) and not isinstance(node, tree.Else):
                    found = line, node, walk.cost(node)
                    self._statements[line.start + walk.begin(node)] = found
                    self._statements[line.start + node.start] = found

    # A statement

    def spent(self, block: Block, target: int | None, types: Iterable[BasicType]) -> None:
        """A block has run, and the run goes on at `target` (None: it ended). Its time passes."""
        assert self._layout is not None
        line = self._layout.line_at(block.offset)
        extra, self._extra = self._extra, 0
        if line is None or line is self._layout.direct:
            self._pass(extra)
            return
        if line.start not in self._seen:
            self._line(line, types)
        found = self._statements.get(block.offset) if block.first else None
        if found is None:
            self._add(self._pass(extra + EMPTY * block.first))
            return
        _, node, cost = found
        tail = cost.tail if target == self._layout.after(line) else None
        total = cost.total + extra + self._search(cost) + self._way(block, cost, target)
        if isinstance(node, tree.Next):
            total += self._step(node)
        if cost.tail is not None:
            total -= cost.tail.cost
        offset = block.offset
        if isinstance(node, tree.Remark) and node.apostrophe and self.records:
            self._add(self._pass(EMPTY))
            total -= EMPTY
            offset += 1
        if cost.words and target in (targets := self._targets(block)):
            # The machine carries out the GOTO or GOSUB of ON as a statement of its own.
            self._record(line.number, offset, self._pass(cost.head))
            offset = line.start + cost.words[targets.index(target)]
            total -= cost.head
        self._record(line.number, offset, self._pass(total))
        if tail is not None:
            self._record(line.number, line.start + tail.offset, self._pass(tail.cost))
        if isinstance(node, tree.Erase):
            self._arrays[:] = [key for key in self._arrays if self._array(key) is not None]
        elif isinstance(node, tree.Clear | tree.Run):
            self.clear()

    def ended(self, block: Block | None, message: str, line: int | None, types: Iterable[BasicType]) -> None:
        """The run has ended, in a block if not behind the program. message, line: of an error, and that it names."""
        if block is not None:
            self.spent(block, None, types)
        self._add(self._pass(end_of_run(message, line, self._screen.column > 0)))

    def _record(self, line: int, offset: int, t_states: int) -> None:
        """A statement has taken its time."""
        self._last = line
        self.lines[line] += t_states
        if len(self.records) < RECORDS_KEPT:
            self.records.append((line, offset, t_states))

    def _add(self, t_states: int) -> None:
        """The statement before took longer."""
        if self._last is None:
            return
        self.lines[self._last] += t_states
        if len(self.records) < RECORDS_KEPT:
            line, offset, before = self.records[-1]
            self.records[-1] = line, offset, before + t_states

    def _pass(self, t_states: int) -> int:
        """Time passes; gives it with the interrupts that came."""
        clock = self._clock
        total = 0
        while t_states:
            before = clock.state.interrupts
            clock.spend(t_states)
            total += t_states
            t_states = 0
            for _ in range(clock.state.interrupts - before):
                scans = self._interrupts % _KEYBOARD_EVERY == self._costs.first_scan
                t_states += self._costs.interrupt + self._costs.keys * scans
                self._interrupts += 1
        return total

    def _way(self, block: Block, cost: StatementCost, target: int | None) -> int:
        """What the way that a statement took adds."""
        way = 0
        for index, other in enumerate(self._targets(block)):
            if other == target and index < len(cost.ways):
                way = index + 1
                break
        first = cost.ways[way - 1].first if way else cost.first
        total = cost.ways[way - 1].cost if way else 0
        if first and (block.offset, way) not in self._known:
            self._known.add((block.offset, way))
            total += first
        return total

    @staticmethod
    def _targets(block: Block) -> list[object]:
        """Where the ways of a statement lead."""
        if isinstance(block.end, Branch):
            return [block.end.then]
        last = block.instructions[-1] if block.instructions else None
        if isinstance(last, Choose):
            return list(last.targets)
        if isinstance(last, Step | LeaveIfFound) and isinstance(block.end, Go):
            return [block.end.target]
        return []

    def _step(self, node: tree.Next) -> int:
        """What NEXT adds by the type and value of the loop's variable."""
        name = self._loop() or self._loops.get(node.start)
        if name is None:
            return 0
        self._loops[node.start] = name
        if name[-1] == INTEGER.letter:
            return 0 if node.variables else UNNAMED_INTEGER + STEP_ADDED[INTEGER] - STEP_ADDED[DOUBLE]
        value = self._value(name)
        large = isinstance(value, int | Decimal) and not -10 < Decimal(value) < 10
        return STEP_SHIFTED if large else 0

    # Variables

    def _search(self, cost: StatementCost) -> int:
        total = 0
        for key, target in cost.uses.variables:
            total += names.search(key, self._variables)
            if key in self._variables:
                continue
            if self._exists(key) or target:
                total += names.create(key[1], self._array_bytes())
                self._variables.append(key)
            else:
                total += names.ABSENT
        for key in cost.uses.arrays:
            total += names.search_array(key, self._arrays)
            array = self._array(key)
            if key not in self._arrays and array is not None and array.tops is not None:
                total += names.create_array(_elements(array), key[1], len(array.tops))
                self._arrays.append(key)
        return total

    def _exists(self, key: names.Key) -> bool:
        return self._value(f"v{key[0]}{key[1].letter}") is not None

    def _array(self, key: names.Key) -> Array | None:
        found = self._value(f"a{key[0]}{key[1].letter}")
        return found if isinstance(found, Array) and found.tops is not None else None

    def _array_bytes(self) -> int:
        total = 0
        for key in self._arrays:
            array = self._array(key)
            if array is not None and array.tops is not None:
                total += array.bytes_for(array.tops)
        return total

    # What operations add

    def metered(self, operations: dict[Op, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
        """The operations whose time depends on what they are given, so that it is counted."""
        costs: dict[Op, Callable[..., int]] = {
            Op.DIVIDE: mathpack.divide,
            Op.POWER: mathpack.power,
            Op.PRINT_STRING: self._characters,
            Op.PRINT_NUMBER: self._number,
            Op.PRINT_COMMA: lambda *_: self._blanks(14 - self._screen.column % 14),
            Op.PRINT_TAB: lambda column: self._blanks(column - self._screen.column),
            Op.PRINT_SPACES: self._blanks,
            Op.PRINT_LINE: self._row,
            Op.READ_NUMBER: self._read,
            Op.READ_STRING: self._read,
            Op.CLEAR_SCREEN: lambda *_: self._of_mode(self._costs.clear),
            Op.SCREEN_MODE: lambda mode: self._costs.screen[mode] if mode < len(self._costs.screen) else 0,
            Op.BEEP: lambda *_: self._costs.beep,
        }
        for operation, name in _FUNCTIONS.items():
            costs[operation] = lambda x, name=name: mathpack.function(name, x)
        return {op.name: self._counted(operations[op], cost) for op, cost in costs.items()}

    def _counted(self, function: Callable[..., Any], cost: Callable[..., int]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            before = cost(*arguments)
            found = function(*arguments)
            self._extra += before
            return found

        return run

    def _of_mode(self, costs: tuple[int, ...]) -> int:
        mode = self._screen.video.screen.mode
        return costs[mode] if mode < len(costs) else 0

    def _characters(self, text: str) -> int:
        return len(text) * self._of_mode(self._costs.character)

    def _row(self) -> int:
        screen = self._screen
        return ROW + (self._of_mode(self._costs.scroll) if screen.state.y >= screen.rows else 0)

    def _number(self, x: Number) -> int:
        return self._characters(format_number(x) + " ")

    def _read(self) -> int:
        """READ looks for the next DATA."""
        assert self._layout is not None
        first, last = self._data()
        lines = self._layout.lines
        return search_data(line.stored.stored for line in lines if first < line.number <= last)

    def _blanks(self, count: Number) -> int:
        return max(0, int(count)) * BLANK


def _elements(array: Array) -> int:
    count = 1
    for top in array.tops or ():
        count *= top + 1
    return count
