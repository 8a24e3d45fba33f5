"""Which arrays have a place of their own, and where in the program they are certain to be there.

An array of which every DIM has the same constants, and that is never erased, always lies at the same address. Behind
its DIM an element needs no search: DIM is followed along every way through the program. Nothing but CLEAR and RUN takes
an array away, and both forget subroutines, loops and handlers. So RETURN, NEXT and RESUME come back to a place that
knows no more than it did when it was left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import prod

from msxkit.carrying import Trait
from msxkit.native.analysis.first_dimensions import HandlerPaths
from msxkit.native.analysis.loops import handlers, returns
from msxkit.native.analysis.reached import behind
from msxkit.program.model import (
    Block,
    Branch,
    Choose,
    Do,
    FunctionBody,
    Go,
    Instruction,
    LeaveIfNone,
    Raise,
)
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, NumberConstant, Value

ArraySet = frozenset[ArrayName]
NONE: ArraySet = frozenset()


class Dimensions:
    """The arrays of a program that have a place of their own.

    Attributes:
        counts: How many elements each has in each dimension.
    """

    def __init__(
        self,
        blocks: Mapping[int, Block],
        functions: Collection[FunctionBody],
        start: int,
        *,
        handles: bool,
        room: int,
    ) -> None:
        self._blocks = blocks
        self.counts = _fixed(blocks, room)
        self._ways = HandlerPaths(blocks) if handles and self.counts else None
        #: Arrays of which no DIM can fail.
        self._first = NONE if self._ways is None else self._ways.first(self.counts, functions)
        self._here: ArraySet = NONE
        #: What is certain at the start of each block; not in it: never reached.
        self._before: dict[int, ArraySet] = {start: NONE}
        self._returns: dict[int, frozenset[int]] = {}
        changed = bool(self.counts)
        while changed:
            changed = False
            for offset in blocks:
                if offset in self._before:
                    changed |= self._follow(blocks[offset])

    def enter(self, block: Block | None) -> None:
        """Begin a block, or (None) the body of a function, which may be called from anywhere."""
        self._here = NONE if block is None else self._before.get(block.offset, NONE)

    def of(self, array: ArrayName, dimensions: int) -> tuple[int, ...] | None:
        """Return the counts of an array that is certain to be there, if it has so many dimensions."""
        if array not in self._here:
            return None
        counts = self.counts[array]
        return counts if len(counts) == dimensions else None

    # Following the program

    def _follow(self, block: Block) -> bool:
        """Follow one block. Return whether that has changed anything."""
        before = self._before[block.offset]
        behind = self._behind(block, before)
        changed = False
        if self._ways is not None and (known := self._at_failure(block, before)) is not None:
            if self._ways.resumes:
                changed |= self._reach(block.following, known)
            if block.offset in self._ways.guarded:
                for handler in self._ways.handlers:
                    changed |= self._reach(handler, known)
        for part in block.instructions:
            for target, known in self._leads(part, before, behind):
                changed |= self._reach(target, known)
        for target, known in self._ends(block, behind):
            changed |= self._reach(target, known)
        return changed

    def _reach(self, target: object, known: ArraySet) -> bool:
        if not isinstance(target, int) or target not in self._blocks:
            return False
        old = self._before.get(target)
        new = known if old is None else old & known
        self._before[target] = new
        return new != old

    def _at_failure(self, block: Block, before: ArraySet) -> ArraySet | None:
        """Return what is certain where a block fails; None: it cannot."""
        for part in block.instructions:
            if isinstance(part, Do) and (made := Op.DIMENSION.of(part)) and made[0] in self._first:
                before |= {made[0]}
            elif not (isinstance(part, Do) and Trait.SAFE in part.operation.traits):
                return before
        return None if isinstance(block.end, Go) and isinstance(block.end.target, int) else before

    def _behind(self, block: Block, before: ArraySet) -> ArraySet:
        for part in block.instructions:
            if isinstance(part, Do):
                if Trait.CLEARS in part.operation.traits:
                    before = NONE
                elif (made := Op.DIMENSION.of(part)) and made[0] in self.counts:
                    before |= {made[0]}
            elif isinstance(part, Raise):
                break
        return before

    def _leads(
        self, part: Instruction, before: ArraySet, behind: ArraySet
    ) -> Iterator[tuple[object, ArraySet]]:
        if isinstance(part, LeaveIfNone):
            yield part.otherwise, before
        elif isinstance(part, Choose):
            for target in part.targets:
                yield target, before
                if part.back is not None and (back := self._back(target, before)) is not None:
                    yield part.back, back
        if not (isinstance(part, Do) and part.operation is Op.ON_ERROR):
            for offset in handlers(part):
                yield offset, before & behind

    def _ends(self, block: Block, behind: ArraySet) -> Iterator[tuple[object, ArraySet]]:
        end = block.end
        if isinstance(end, Branch):
            yield end.then, behind
            yield end.otherwise, behind
        elif isinstance(end, Go):
            yield end.target, behind
            for called in _calls(block):
                if (back := self._back(end.target, behind)) is not None:
                    yield called, back

    def _back(self, target: object, before: ArraySet) -> ArraySet | None:
        """Return what is certain behind a call of a subroutine; None: it has not been seen to return."""
        if not isinstance(target, int):
            return before
        if target not in self._returns:
            self._returns[target] = frozenset(self._find_returns(target))
        ends = [
            self._behind(self._blocks[offset], self._before[offset])
            for offset in self._returns[target]
            if offset in self._before
        ]
        return before | frozenset.intersection(*ends) if ends else None

    def _find_returns(self, start: int) -> Iterator[int]:
        """Yield the blocks with the RETURN of a subroutine."""

        def onward(block: Block) -> Iterator[int]:
            yield from _onward(block)
            if self._ways is not None and self._ways.resumes:
                yield block.following

        return (
            offset
            for offset in {start, *behind(self._blocks, [start], onward)} & self._blocks.keys()
            if returns(self._blocks[offset])
        )


def _onward(block: Block) -> Iterator[int]:
    """Yield where a block leads to within its subroutine."""
    found: list[object] = [*_calls(block)]
    end = block.end
    if isinstance(end, Branch):
        found += [end.then, end.otherwise]
    elif isinstance(end, Go) and not found:
        found.append(end.target)
    for part in block.instructions:
        if isinstance(part, LeaveIfNone):
            found.append(part.otherwise)
        elif isinstance(part, Choose):
            found += part.targets if part.back is None else (part.back,)
    yield from (target for target in found if isinstance(target, int))


def _calls(block: Block) -> Iterator[int]:
    """Yield where RETURN comes back to, behind a GOSUB."""
    for part in block.instructions:
        if isinstance(part, Do) and (called := Op.CALL_SUBROUTINE.of(part)):
            yield called[0]


def _fixed(blocks: Mapping[int, Block], room: int) -> dict[ArrayName, tuple[int, ...]]:
    """Return the counts of the arrays that always have the same place, as many as there is room for."""
    shapes: dict[ArrayName, set[tuple[int, ...] | None]] = {}
    for block in blocks.values():
        for part in block.instructions:
            if isinstance(part, Do) and (made := Op.DIMENSION.of(part)):
                shapes.setdefault(made[0], set()).add(_counts(made[1].values))
            elif isinstance(part, Do) and (erased := Op.ERASE.of(part)):
                shapes.setdefault(erased[0], set()).add(None)
    found: dict[ArrayName, tuple[int, ...]] = {}
    for array, shape in shapes.items():
        (counts, *others) = shape
        if others or counts is None:
            continue
        size = prod(counts) * array.type.size
        if size <= room:
            found[array] = counts
            room -= size
    return found


def _counts(values: tuple[Value, ...]) -> tuple[int, ...] | None:
    counts = []
    for value in values:
        if not isinstance(value, NumberConstant) or not isinstance(value.number, int):
            return None
        if not 0 <= value.number < 32767:
            return None
        counts.append(value.number + 1)
    return tuple(counts)
