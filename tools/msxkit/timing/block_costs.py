"""What each block of a run costs: what depends on the run.

A block that has never run is timed around it, because its variables may lie nowhere yet and its line numbers have not
been looked up. As soon as its cost cannot change any more, which is mostly after the first time, the loop adds it as a
number. The way that a statement takes (IF, ON, NEXT), what its operations are given, and the values that it had add to
that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, Protocol

from msxkit.basic_type import HEADER_BYTES, BasicType
from msxkit.language import tree
from msxkit.language.flow import clears
from msxkit.machine.clock import ClockState
from msxkit.machine.costs import costs_of
from msxkit.machine.model import Model
from msxkit.program.layout import TEXT_BASE, Layout, MemoryLine
from msxkit.program.model import Block, Branch, Choose, Go, LeaveIfFound, StepLoop
from msxkit.stop_reason import Halted, Pause
from msxkit.timing import names
from msxkit.timing.lines import LineTable
from msxkit.timing.stack import STARTS
from msxkit.timing.statement import EMPTY, CostedText, Priced, StatementCost
from msxkit.timing.statements import statement_cost
from msxkit.timing.walk import Weighed

#: So often the values of a block are weighed; then it costs what it cost on average.
_LOOKS = 1000
#: TIME, and where it is nothing but a draw: RND(-TIME).
_TIME, _DRAW = b"\xcb", b"\xff\x88(\xf2\xcb"
#: PLAY: when its notes begin and end depends on the time as well.
_PLAY = b"\xc1"
CostCode = Callable[[], int]


class TimedVariables(Protocol):
    """What the costs ask of the variables of a run."""

    @property
    def globals(self) -> dict[str, Any]:
        """The globals of compiled code, among which its variables are."""

    def has(self, name: str, type_: BasicType) -> bool:
        """Return whether a simple variable exists."""

    def tops(self, name: str, type_: BasicType) -> tuple[int, ...] | None:
        """Return the highest subscripts of an array, None if it does not exist."""

    def array_bytes(self) -> int:
        """Return the memory of the arrays."""


class CostedLine(Protocol):
    """A compiled line."""

    @property
    def blocks(self) -> Sequence[Block]:
        """Its blocks."""

    @property
    def costs(self) -> Mapping[int, Priced]:
        """What its statements cost, by the offsets at which the run comes to them."""


#: How many times faster compiled statements are, at a guess: nobody has measured XBASIC.
_TURBO = 10


@dataclass
class CostState:
    """What the costs of blocks depend on.

    Attributes:
        variables, arrays: Their keys, in the order in which the machine made them.
        known: The ways of statements whose line number has been looked up, by the offset of the block and the number of
            the way.
        weighed: How often the values of a block were weighed, and the T-states that they added, by its offset.
        turbo: Whether statements are compiled ones, of CALL TURBO ON.
    """

    variables: list[names.NameKey] = field(default_factory=list)
    arrays: list[names.NameKey] = field(default_factory=list)
    known: dict[tuple[int, int], bool] = field(default_factory=dict)
    weighed: dict[int, list[int]] = field(default_factory=dict)
    turbo: bool = False


class WayCosts(dict[tuple[int, int], int]):
    """Offset of a block and number of a way -> what that way adds; compiled code looks here.

    Attributes:
        missing: Returns what a way adds that is not in the table yet.
    """

    def __init__(self, missing: Callable[[tuple[int, int]], int]) -> None:
        super().__init__()
        self._find = missing

    def __missing__(self, key: tuple[int, int]) -> int:
        return self._find(key)


class _Entry(NamedTuple):
    """A block of the run.

    Attributes:
        code: Its function, which keeps the values that are weighed.
        plain: Returns the function of the block at an offset that keeps none.
        priced: The statement that the block begins, with its cost.
    """

    block: Block
    code: CostCode
    plain: Callable[[int], CostCode]
    priced: Priced | None
    line: MemoryLine


class BlockCosts:
    """The costs of one machine's blocks.

    Attributes:
        code, fixed: Function and cost of each offset, which the loop goes by; both stay the same list.
        exact: Whether the values of statements are weighed, as in programs with TIME or PLAY.
    """

    def __init__(
        self,
        state: CostState,
        model: Model,
        clock: ClockState,
        variables: TimedVariables,
        code: list[CostCode],
        timing: bool = False,
    ) -> None:
        self.state = state
        self.fixed: list[int] = []
        self.ways = WayCosts(self._way)
        self._code = code
        self._model = model
        self._clock = clock
        self._variables = variables
        self._timing = timing
        self.exact = timing
        self._blocks: dict[int, _Entry] = {}
        self._layout: Layout | None = None
        self._lines: LineTable | None = None

    @property
    def generation(self) -> int:
        """The generation of the machine, on which costs depend."""
        return self._model.generation

    @property
    def error(self) -> int:
        """The cost of every error that ends a run."""
        return costs_of(self._model).error

    # The program

    def begin(self, layout: Layout) -> None:
        """Begin with no block compiled; the places of code are those of this program."""
        self._layout = layout
        self.exact = self._timing or any(_tells_time(line.stored.stored) for line in layout.lines)
        self._lines = LineTable([line.number for line in layout.lines])
        self._variables.globals[STARTS] = frozenset(line.start for line in layout.lines)
        self.fixed[:] = [0] * len(self._code)
        self.ways.clear()
        self._blocks.clear()

    def clear(self) -> None:
        """Forget all variables, as RUN and CLEAR do."""
        self.state.turbo = False
        self.state.variables.clear()
        self.state.arrays.clear()
        self._time_again()

    def turbo(self, on: bool) -> None:
        """Count statements as compiled ones from now on, or no longer."""
        self.state.turbo = on
        self.ways.clear()
        self._time_again()

    def _time_again(self) -> None:
        for entry in self._blocks.values():
            self._install(entry)

    def add(
        self,
        line: MemoryLine,
        compiled: CostedLine,
        code: Callable[[int], CostCode],
        plain: Callable[[int], CostCode],
    ) -> None:
        """Add the blocks of a line.

        Args:
            code, plain: See `_Entry`; `code` returns the function of the block at an offset, too.
        """
        for block in compiled.blocks:
            priced = compiled.costs.get(block.offset) if block.first else None
            entry = self._blocks[block.offset] = _Entry(block, code(block.offset), plain, priced, line)
            self._install(entry)

    def priced(self, line: MemoryLine, types: Sequence[BasicType]) -> dict[int, Priced]:
        """Return the statements of a line, by the offsets at which the run comes to them."""
        assert self._lines is not None
        costs = costs_of(self._model)
        text = CostedText(costs, line.stored.stored, types, self._lines, line.number, line.start)
        found: dict[int, Priced] = {}
        for statement in line.stored.statements:
            for node in tree.walk(statement):
                if isinstance(node, tree.Statement) and not isinstance(node, tree.Else):
                    priced = node, statement_cost(text, node)
                    found[line.start + text.begin(node)] = found[line.start + node.start] = priced
        return found

    def statement(self, block: Block) -> Priced | None:
        """Return the statement that a block begins, with its cost; None if it begins none."""
        entry = self._blocks.get(block.offset)
        return entry.priced if entry is not None else None

    def body(self, offset: int) -> int:
        """Return what a call adds for the function that the DEF FN at an offset has made."""
        entry = self._blocks.get(offset)
        return entry.priced[1].body if entry is not None and entry.priced is not None else 0

    # A block

    def _install(self, entry: _Entry) -> None:
        block, code, plain, priced, line = entry
        offset = block.offset
        if priced is None:
            self.fixed[offset] = EMPTY * block.first
            self._code[offset] = code
            return
        node, cost = priced
        total = cost.total
        if cost.tail is not None and not self._passes_tail(line, _usual(block)):
            total -= cost.tail.cost
        if self.state.turbo:
            self.fixed[offset], self._code[offset] = total // _TURBO, self._onwards(code)
            return
        if self.exact:
            looks, more = self.state.weighed.get(offset, (0, 0))
            if looks >= _LOOKS:
                total += more // looks
                code = plain(offset)
            elif cost.weighed or cost.before is not None:
                code = self._weighing(offset, code, plain, cost)
        again = bool(cost.uses.variables or cost.uses.arrays or cost.first or clears(node)) or isinstance(
            node, tree.Erase
        )
        self.fixed[offset] = total
        self._code[offset] = self._timed(block, code, node, cost, total) if again else code

    def _onwards(self, code: CostCode) -> CostCode:
        """Return a function that takes back no time: what the operands of a block cost less than usual counts for the
        interpreter's whole cost.
        """
        clock = self._clock

        def run() -> int:
            begun = clock.spent
            target = code()
            clock.spent = max(clock.spent, begun)
            return target

        return run

    def _weighing(
        self, offset: int, code: CostCode, plain: Callable[[int], CostCode], cost: StatementCost
    ) -> CostCode:
        """Return a function that runs a block and weighs its values, often enough to know their average."""
        looks = self.state.weighed.setdefault(offset, [0, 0])
        values = self._variables.globals
        clock, fixed, functions = self._clock, self.fixed, self._code

        def count(before: int) -> None:
            more = before + weigh(cost.weighed, values)
            clock.spent += more
            looks[0] += 1
            looks[1] += more
            if looks[0] >= _LOOKS and functions[offset] is run:
                fixed[offset] += looks[1] // looks[0]
                functions[offset] = plain(offset)

        def run() -> int:
            before = 0 if cost.before is None else cost.before(values)
            try:
                target = code()
            except (Pause, Halted):  # it will start again
                raise
            except BaseException:
                count(before)
                raise
            count(before)
            return target

        return run

    def _passes_tail(self, line: MemoryLine, target: object) -> bool:
        assert self._layout is not None
        return target == self._layout.after(line)

    def _timed(
        self, block: Block, code: CostCode, node: tree.Statement, cost: StatementCost, total: int
    ) -> CostCode:
        """Return the function that runs a block until its cost is known.

        Args:
            total: What is known of it, which the loop adds.
        """
        offset = block.offset
        clock, fixed, functions = self._clock, self.fixed, self._code
        otherwise = block.end.otherwise if isinstance(block.end, Branch) else None

        def run() -> int:
            target: int | None = None
            made = self._made(cost) if isinstance(node, tree.Let) else 0
            clock.spent += made
            try:
                target = code()
            except (Pause, Halted):
                clock.spent -= made
                raise
            except BaseException:
                clock.spent += self._search(cost)[0] - made
                raise
            search, grown = self._search(cost)
            clock.spent += search - made
            usual = otherwise is None or target == otherwise
            if cost.first and usual and (offset, 0) not in self.state.known:
                self.state.known[offset, 0] = True
                clock.spent += cost.first
            if isinstance(node, tree.Erase):
                self.state.arrays[:] = [
                    key for key in self.state.arrays if self._variables.tops(*key) is not None
                ]
                self._time_again()
            elif clears(node):
                self.clear()
            elif not grown and (not cost.first or (offset, 0) in self.state.known) and self._finds(cost):
                # A search that finds nothing is not fixed here: another block may create the variable.
                fixed[offset] = total + search
                functions[offset] = code
            return target

        return run

    def _way(self, key: tuple[int, int]) -> int:
        """Return what a way adds; its line number is looked up the first time."""
        offset, way = key
        block, _, _, priced, line = self._blocks[offset]
        if priced is None or way > len(priced[1].ways):
            self.ways[key] = 0
            return 0
        _, cost = priced
        taken = cost.ways[way - 1]
        total = taken.cost
        if cost.tail is not None:
            total += cost.tail.cost * (
                self._passes_tail(line, targets(block)[way - 1]) - self._passes_tail(line, _usual(block))
            )
        if self.state.turbo:
            total //= _TURBO
        self.ways[key] = total
        if not taken.first or key in self.state.known:
            return total
        self.state.known[key] = True
        return total + taken.first

    # Variables

    def _made(self, cost: StatementCost) -> int:
        """Return the cost of making the variable of an assignment, which comes before its value is computed."""
        if cost.uses.variables:
            key, target = cost.uses.variables[0]
            if target and key not in self.state.variables:
                return names.create(key[1], self._variables.array_bytes(), self._arrays())
        return 0

    def _search(self, cost: StatementCost) -> tuple[int, bool]:
        """Return what the search for variables and arrays adds, and whether the tables have grown."""
        variables, arrays = self.state.variables, self.state.arrays
        total = 0
        grown = False
        for key, target in cost.uses.variables:
            total += names.search(key, variables)
            if key in variables:
                continue
            if self._variables.has(*key) or target:
                total += names.create(key[1], self._variables.array_bytes(), self._arrays())
                variables.append(key)
                grown = True
            else:
                total += names.ABSENT[key[1]]
        for key in cost.uses.arrays:
            total += names.search_array(key, arrays)
            if key in arrays:
                continue
            tops = self._variables.tops(*key)
            if tops is not None:
                total += names.create_array(prod(top + 1 for top in tops), key[1], len(tops))
                arrays.append(key)
                grown = True
        return total, grown

    def _arrays(self) -> int:
        """Return where the arrays begin (ARYTAB), after all simple variables, functions of DEF FN among them."""
        assert self._layout is not None
        simple = sum(type_.size + HEADER_BYTES for _, type_ in self.state.variables)
        return TEXT_BASE + len(self._layout.data) + simple

    def _finds(self, cost: StatementCost) -> bool:
        variables, arrays = self.state.variables, self.state.arrays
        return all(key in variables for key, _ in cost.uses.variables) and all(
            key in arrays for key in cost.uses.arrays
        )


def weigh(weighed: Sequence[Weighed], values: Mapping[str, Any]) -> int:
    """Return what the values of a statement change in its cost."""
    total = 0
    for part in weighed:
        try:
            values_of = [values[figure.name] if figure.name else figure.usual for figure in part.figures]
            total += part.cost(*values_of) - part.usual
        except LookupError:  # the statement failed before it had them
            total -= part.usual
    return total


def _usual(block: Block) -> object:
    """Return where a block leads when it takes none of its ways; None if that is not known."""
    if isinstance(block.end, Branch):
        return block.end.otherwise
    last = block.instructions[-1] if block.instructions else None
    if isinstance(block.end, Go) and not isinstance(last, StepLoop | LeaveIfFound):
        return block.end.target
    return None


def targets(block: Block) -> list[object]:
    """Return where the ways of a statement lead."""
    if isinstance(block.end, Branch):
        return [block.end.then]
    last = block.instructions[-1] if block.instructions else None
    if isinstance(last, Choose):
        return list(last.targets)
    return [block.end.target] * 9 if isinstance(block.end, Go) else [None] * 9


def _tells_time(line: bytes) -> bool:
    """Return whether a line may look at TIME, or do something at a moment of its own."""
    return line.count(_TIME) > line.count(_DRAW) or _PLAY in line
