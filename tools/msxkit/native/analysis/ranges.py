"""What is known about the numbers of a program before it runs: which are always whole, and how large they can be.

Every assignment of the whole program is looked at until nothing changes any more. A variable whose limits keep moving
(`N=N+1`) is unknown; the variable of a loop with known limits is not. So `FOR I=1 TO 8:A(I)=I*3` needs no decimal
arithmetic although no type was declared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from msxkit.basic_type import INTEGER, STRING
from msxkit.carrying import Trait
from msxkit.native.analysis.interval import INTEGERS, Interval, interval_of
from msxkit.native.analysis.loops import Loops
from msxkit.native.analysis.places import BlockStarts, State
from msxkit.node_type import nodes_in
from msxkit.program.model import Block, Do, Exchange, Instruction, Keep, SetElement, SetVariable
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, Call, Value, VariableName

#: Rounds after which what still changes is unknown.
_ROUNDS = 8
Name = VariableName | ArrayName
ZERO = Interval(0, 0)


class Ranges:
    """The numbers of a program.

    Attributes:
        data: What READ can give as a number; None: not known.

    Args:
        changeable: Whether a debugger may change variables: nothing is known about them then.
    """

    def __init__(
        self, blocks: Mapping[int, Block], loops: Loops, data: Interval | None, *, changeable: bool = False
    ) -> None:
        self._blocks = blocks
        #: What a name holds that nothing has been found out about.
        self._start = None if changeable else ZERO
        self._data = data
        #: What each variable and array holds; it begins with 0. None: not known. `_given`: without the steps of loops.
        self._names: dict[Name, Interval | None] = {}
        self._given: dict[Name, Interval | None] = {}
        self._temporaries: dict[tuple[int, int], Interval | None] = {}
        self._fixed = loops.fixed
        self._loops_known = loops
        self._loops: dict[VariableName, list[tuple[Interval | None, Interval | None]]] = {}
        #: Loop variables that no step takes out of 16 bits.
        self.safe: set[VariableName] = set()
        #: Of the DEF FN that is looked at: they hide variables.
        self.parameters: frozenset[VariableName] = frozenset()
        self._block = 0
        self._round = 0
        #: What is known about variables where the program is being followed, beyond `_names`.
        self._state: State = {}
        self._places: BlockStarts | None = None
        self._pointed = {
            name for block in blocks.values() for name in pointers((block.instructions, block.end))
        }
        for name in self._pointed:
            self._given[name] = self._names[name] = None
        self._changed = True
        while self._changed:
            self._changed = False
            self._round += 1
            for variable in self._loops:
                self._loops[variable] = []
            for block in blocks.values():
                self._follow(block)
            self._count()

    def follow_places(self, start: int) -> None:
        """Find out what is known at each place of the program, which begins at a block."""
        held = frozenset(name for name in self._pointed if isinstance(name, VariableName))
        self._places = BlockStarts(self._blocks, self._loops_known, start, self._of_state, held)
        for block in self._blocks.values():
            self.enter(block)
            for part in block.instructions:
                if isinstance(part, Keep):
                    self._temporaries[block.offset, part.number] = self.of(part.value)
                self.passed(part)

    def _of_state(self, value: Value, state: State, offset: int) -> Interval | None:
        """Return the limits of a value in a block, where variables are as a state says."""
        self._block, self._state = offset, state
        found = self.of(value)
        self._state = {}
        return found

    def enter(self, block: Block | None) -> None:
        """Begin a block: temporaries are those of this block from here on. None: the body of a function."""
        self._state = {}
        if block is not None:
            self._block = block.offset
            if self._places is not None:
                self._state = dict(self._places.before.get(block.offset, {}))

    def passed(self, part: Instruction) -> None:
        """Note that an instruction of the block has been carried out."""
        if self._places is not None:
            state, offset = self._state, self._block
            self._places.follow(part, state, offset)
            self._block, self._state = offset, state

    def kept(self, offset: int, value: Value) -> Interval | None:
        """Return the limits of what another block keeps."""
        here, self._block = self._block, offset
        found = self.of(value)
        self._block = here
        return found

    def of(self, value: Value) -> Interval | None:
        """Return the limits of a number; None: not known, or a string."""
        if value.is_string:
            return None
        found = interval_of(value, self)
        if value.type is INTEGER:
            return INTEGERS if found is None else found.within(INTEGERS)
        return found

    def fits(self, value: Value) -> bool:
        """Return whether a number is known to be an integer of 16 bits."""
        if value.type is INTEGER:
            return True
        found = self.of(value)
        return found is not None and found.is_integer

    def ever(self, name: VariableName) -> Interval | None:
        """Return what a variable can hold anywhere, one step behind a loop included."""
        found = self._known(name)
        return found.within(INTEGERS) if found is not None and name.type is INTEGER else found

    # What `interval_of` asks

    def variable(self, name: VariableName) -> Interval | None:
        """Return what a variable can hold."""
        if name in self.parameters:
            return INTEGERS if name.type is INTEGER else None
        known = self._known(name)
        here = self._state.get(name)
        if here is None or known is None or not known.is_integer:
            # What is not known to be an integer everywhere does not lie in memory as one.
            return known
        low, high = math.ceil(max(here.low, known.low)), math.floor(min(here.high, known.high))
        return Interval(low, high) if low <= high else known

    def array(self, name: ArrayName) -> Interval | None:
        """Return what the elements of an array can hold."""
        return self._known(name)

    def temporary(self, number: int) -> Interval | None:
        """Return what a temporary of the present block can hold."""
        return self._temporaries.get((self._block, number))

    @property
    def data(self) -> Interval | None:
        """What READ can give as a number."""
        return self._data

    def _known(self, name: Name) -> Interval | None:
        found = self._names.get(name, self._start)
        return INTEGERS if found is None and name.type is INTEGER else found

    # Following the program

    def _follow(self, block: Block) -> None:
        self._block = block.offset
        for part in block.instructions:
            match part:
                case Keep():
                    self._temporaries[block.offset, part.number] = self.of(part.value)
                case SetVariable():
                    self._assign(part.variable, self.of(part.value))
                case SetElement():
                    self._assign(part.array, self.of(part.value))
                case Exchange():
                    first, second = _name(part.first), _name(part.second)
                    self._assign(first, self._known(second))
                    self._assign(second, self._known(first))
                case Do() if begun := Op.BEGIN_LOOP.of(part):
                    variable, _, limit, step = begun
                    self._loops.setdefault(variable, []).append((self.of(limit), self.of(step)))
                case Do() if Trait.KEEPS not in part.operation.traits:
                    for argument in part.arguments:
                        if isinstance(argument, VariableName | ArrayName):
                            self._assign(argument, None)

    def _assign(self, name: Name, given: Interval | None) -> None:
        if name.type is STRING:
            return
        known = self._given.get(name, self._start)
        joined = None if known is None or given is None else known.joined(given)
        if joined != known:
            self._given[name] = joined if self._round <= _ROUNDS else None
            self._changed = True
        if name not in self._loops:
            self._names[name] = self._given.get(name, self._start)

    def _count(self) -> None:
        """Count what the steps of loops add: at most one step beyond the largest value or limit for each of
        its loops.
        """
        self.safe.clear()
        for variable, loops in self._loops.items():
            reached = self._reached(variable, loops)
            known = self._names.get(variable, self._start)
            joined = None if reached is None or known is None else known.joined(reached)
            if joined != known:
                self._names[variable] = joined if self._round <= _ROUNDS else None
                self._changed = True
            if joined is not None and joined.is_integer:
                self.safe.add(variable)

    def _reached(
        self, variable: VariableName, loops: list[tuple[Interval | None, Interval | None]]
    ) -> Interval | None:
        base = self._given.get(variable, self._start)
        if base is None or not self._fixed:
            return None
        low, high, down, up = base.low, base.high, 0.0, 0.0
        whole = base.whole
        for limit, step in loops:
            if limit is None or step is None:
                return None
            whole = whole and step.whole
            if step.high > 0:
                high = max(high, limit.high)
                up += step.high
            if step.low < 0:
                low = min(low, limit.low)
                down += step.low
        return Interval(low + down, high + up, whole)


def _name(place: VariableName | tuple[ArrayName, int]) -> Name:
    return place if isinstance(place, VariableName) else place[0]


def pointers(part: object) -> Iterator[Name]:
    """Yield the variables and arrays whose address an instruction asks for."""
    calls = (node for node in nodes_in(part) if isinstance(node, Call))
    return (pointed[0] for call in calls if (pointed := Op.POINTER.of(call)))
