"""Which FOR each NEXT belongs to, where that can be known before the program runs.

The stack of loops is followed along every way through the blocks, within one subroutine at a time: a subroutine cannot
see the loops of its caller. Where ways meet with different stacks, what lies below what they share is unknown. If every
NEXT finds its FOR, no loop needs a block on the stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msxkit.basic_type import INTEGER
from msxkit.carrying import Trait
from msxkit.program.model import (
    Block,
    Branch,
    Choose,
    Do,
    Exchange,
    Fail,
    Go,
    GoWhere,
    Instruction,
    Keep,
    LeaveIfFound,
    LeaveIfNone,
    NoLine,
    SetVariable,
    StepLoop,
    Target,
)
from msxkit.program.operation import Operation
from msxkit.program.operations import Op
from msxkit.program.values import Load, NumberConstant, Temporary, Value, VariableName

#: A place in the program: offset of a block, number of the instruction.
LoopPlace = tuple[int, int]


@dataclass
class ForLoop:
    """A FOR.

    Attributes:
        body: The offset behind the FOR.
    """

    place: LoopPlace
    variable: VariableName
    body: int
    limit: Temporary
    step: Temporary

    @property
    def label(self) -> str:
        """The name of its limit and step in the code."""
        return f"for_{self.place[0]}_{self.place[1]}"

    def constants(self, blocks: Mapping[int, Block]) -> tuple[int | None, int | None]:
        """Limit and step where they are integer constants."""
        kept = {
            part.number: part.value for part in blocks[self.place[0]].instructions if isinstance(part, Keep)
        }
        return _whole(kept[self.limit.number]), _whole(kept[self.step.number])


def _whole(value: Value) -> int | None:
    """Return the number of an integer constant."""
    return value.number if isinstance(value, NumberConstant) and isinstance(value.number, int) else None


@dataclass(frozen=True)
class _Stack:
    """The loops of a subroutine, the innermost last.

    Attributes:
        open: Whether there may be more below.
    """

    loops: tuple[LoopPlace, ...] = ()
    open: bool = False

    def merged(self, other: _Stack) -> _Stack:
        if self == other:
            return self
        shared = 0
        limit = min(len(self.loops), len(other.loops))
        while shared < limit and self.loops[-1 - shared] == other.loops[-1 - shared]:
            shared += 1
        return _Stack(self.loops[len(self.loops) - shared :], open=True)


class Loops:
    """The loops of a program.

    Attributes:
        fixed: Whether every NEXT is known to belong to the FOR that `steps` names.
        begins: The loop of each FOR.
        steps: The FOR of each NEXT that is ever reached with one.
    """

    def __init__(self, blocks: Mapping[int, Block], start: int) -> None:
        self._blocks = blocks
        self.begins: dict[LoopPlace, ForLoop] = {}
        self.steps: dict[LoopPlace, ForLoop] = {}
        self.fixed = True
        for block in blocks.values():
            for index, part in enumerate(block.instructions):
                if isinstance(part, Do) and (begun := Op.BEGIN_LOOP.of(part)):
                    place = (block.offset, index)
                    self.begins[place] = ForLoop(place, *begun)
        self._resumes = resumes(blocks)
        self._failing, self._free = _failing(blocks) if self._resumes else (set(), set())
        self._states: dict[tuple[int, frozenset[LoopPlace]], _Stack] = {}
        self._waiting: list[tuple[int, _Stack, frozenset[LoopPlace]]] = [(start, _Stack(), frozenset())]
        for block in blocks.values():
            for part in block.instructions:
                for offset in handlers(part):
                    self._waiting.append((offset, _Stack(open=True), frozenset()))
        while self._waiting and self.fixed:
            self._follow(*self._waiting.pop())

    def _visit(self, target: Target | None, stack: _Stack, outer: frozenset[LoopPlace]) -> None:
        if isinstance(target, int):
            self._waiting.append((target, stack, outer))

    def _follow(self, offset: int, stack: _Stack, outer: frozenset[LoopPlace]) -> None:
        """Follow one block.

        Args:
            outer: The loops of the callers.
        """
        key = (offset, outer)
        known = self._states.get(key)
        merged = stack if known is None else known.merged(stack)
        if merged == known:
            return
        self._states[key] = merged
        if len(self._states) > 200 + 20 * len(self._blocks):
            self.fixed = False
        block = self._blocks.get(offset)
        if block is None:
            return
        if self._resumes and _may_fail_away(block):
            # RETURN that finds no subroutine has dropped the loops.
            self._visit(block.following, _Stack() if returns(block) else merged, outer)
        here: _Stack | None = merged
        calls = None
        for index, part in enumerate(block.instructions):
            place = (offset, index)
            if here is None:
                return
            if place in self._failing and (not isinstance(part, LeaveIfFound) or self._can_overflow(here)):
                # RESUME NEXT goes on behind a FOR that has not begun, or a NEXT whose loop is still there.
                self._visit(block.following, here, outer)
            if place in self.begins:
                here = self._begin(self.begins[place], here, outer)
            elif isinstance(part, StepLoop) or (
                isinstance(part, LeaveIfFound) and part.operation is Op.STEP_INNERMOST
            ):
                before, here = here, self._step(place, part, here, outer)
                if here is None and self._resumes:
                    self._visit(block.following, before, outer)
            elif isinstance(part, LeaveIfNone) and not isinstance(part.otherwise, Operation):
                self._visit(part.otherwise, here, outer)
            elif isinstance(part, Choose):
                self._choose(part, here, outer)
            elif isinstance(part, Do) and (called := Op.CALL_SUBROUTINE.of(part)):
                (calls,) = called
            elif isinstance(part, Do) and Trait.CLEARS in part.operation.traits:
                here = _Stack()
            elif isinstance(part, Do) and part.operation is Op.RETURN:
                here = _Stack(open=True)
        if here is not None:
            self._leave(block, here, outer, calls)

    def _choose(self, part: Choose, here: _Stack, outer: frozenset[LoopPlace]) -> None:
        for target in part.targets:
            if part.back is None:
                self._visit(target, here, outer)
            else:
                self._visit(target, _Stack(), outer | set(here.loops))

    def _leave(self, block: Block, here: _Stack, outer: frozenset[LoopPlace], calls: int | None) -> None:
        """Note where a block leads to.

        Args:
            calls: Where RETURN comes back to, behind GOSUB.
        """
        end = block.end
        if isinstance(end, Go):
            if calls is None:
                self._visit(end.target, here, outer)
            else:
                self._visit(end.target, _Stack(), outer | set(here.loops))
                self._visit(calls, here, outer)
        elif isinstance(end, Branch):
            self._visit(end.then, here, outer)
            self._visit(end.otherwise, here, outer)

    def _can_overflow(self, stack: _Stack) -> bool:
        return any(self.begins[place].variable in self._free for place in stack.loops[-1:])

    def _begin(self, loop: ForLoop, stack: _Stack, outer: frozenset[LoopPlace]) -> _Stack:
        if loop.place in outer:
            self.fixed = False  # its limit is needed twice at a time
        loops = list(stack.loops)
        for index in range(len(loops) - 1, -1, -1):
            if loops[index] == loop.place:
                del loops[index:]
                break
        return _Stack((*loops, loop.place), stack.open)

    def _step(
        self, place: LoopPlace, part: Instruction, stack: _Stack, outer: frozenset[LoopPlace]
    ) -> _Stack | None:
        loops = list(stack.loops)
        while loops:
            loop = self.begins[loops[-1]]
            if not isinstance(part, StepLoop) or loop.variable == part.variable:
                if self.steps.setdefault(place, loop) is not loop:
                    self.fixed = False
                self._visit(loop.body, _Stack(tuple(loops), stack.open), outer)
                return _Stack(tuple(loops[:-1]), stack.open)
            loops.pop()
        if stack.open:
            self.fixed = False
        return None


def resumes(blocks: Mapping[int, Block]) -> bool:
    """Return whether the program goes on behind errors."""
    ends = (block.end for block in blocks.values())
    return any(isinstance(end, GoWhere) and end.operation is Op.RESUME_NEXT for end in ends)


def _may_fail_away(block: Block) -> bool:
    """Return whether an error in a statement leads to another place than the statement does without one."""
    end = block.end
    if isinstance(end, Go):
        return end.target != block.following and (bool(block.instructions) or isinstance(end.target, NoLine))
    if isinstance(end, Branch):
        targets = isinstance(end.then, NoLine) or isinstance(end.otherwise, NoLine)
        return targets or bool(block.instructions) or not end.condition.is_pure
    return isinstance(end, Fail) or end.operation is Op.RETURN


def returns(block: Block) -> bool:
    """Return whether a block has a RETURN."""
    parts = (*block.instructions, block.end)
    return any(isinstance(part, Do | GoWhere) and part.operation is Op.RETURN for part in parts)


def _failing(blocks: Mapping[int, Block]) -> tuple[set[LoopPlace], set[object]]:
    """Return the FOR and NEXT that an error can stop, in a program that goes on behind errors; and variables that can
    overflow.
    """
    # An integer that is counted beyond 16 bits is an error: only where something else than FOR sets it.
    begun = {
        (block.offset, loop[0])
        for block in blocks.values()
        for part in block.instructions
        if isinstance(part, Do) and (loop := Op.BEGIN_LOOP.of(part))
    }
    free = {
        place
        for block in blocks.values()
        for part in block.instructions
        for place in _changed(part)
        if (block.offset, place) not in begun
    }
    found = set()
    for block in blocks.values():
        kept = [part.value for part in block.instructions if isinstance(part, Keep)]
        first = [part.value for part in block.instructions if isinstance(part, SetVariable)]
        begins = [index for index, part in enumerate(block.instructions) if _is_loop(part)]
        if begins and not (
            all(isinstance(value, NumberConstant) for value in kept)
            and all(isinstance(value, NumberConstant | Load) for value in first)
        ):
            found.add((block.offset, begins[0]))
            free |= {variable for offset, variable in begun if offset == block.offset}
    for block in blocks.values():
        for index, part in enumerate(block.instructions):
            if isinstance(part, LeaveIfFound) or (
                isinstance(part, StepLoop) and part.variable.type is INTEGER and part.variable in free
            ):
                found.add((block.offset, index))
    return found, {place for place in free if isinstance(place, VariableName) and place.type is INTEGER}


def _is_loop(part: Instruction) -> bool:
    return isinstance(part, Do) and part.operation is Op.BEGIN_LOOP


def _changed(part: Instruction) -> Iterator[object]:
    if isinstance(part, SetVariable):
        yield part.variable
    elif isinstance(part, Exchange):
        yield from (part.first, part.second)


def handlers(part: Instruction) -> Iterator[int]:
    """Yield the places that errors and events lead to from an instruction on."""
    if isinstance(part, Do):
        if handled := Op.ON_ERROR.of(part):
            yield from (offset for offset in handled if offset is not None)
        if trapped := Op.ON_DEVICE.of(part):
            yield from (offset for offset in trapped[2] if offset is not None)


__all__ = ["ForLoop", "Loops", "NoLine", "handlers", "resumes"]
