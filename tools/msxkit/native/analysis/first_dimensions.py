"""Which DIMs surely find their array missing, in a program that handles errors.

There DIM of an array that has a place of its own cannot fail. The array is missing where the run cannot have come by
anything else that names it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msxkit.carrying import Trait
from msxkit.native.analysis.loops import handlers, resumes, returns
from msxkit.native.analysis.reached import behind, leads
from msxkit.node_type import nodes_in
from msxkit.program.model import Block, Choose, Do, FunctionBody, GoWhere, LeaveIfFound, StepLoop
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op, with_trait
from msxkit.program.values import ArrayName

#: Statements that name arrays in texts.
_MACROS = with_trait(Trait.MACROS)
_RESUMES = (Op.RESUME_SAME, Op.RESUME_NEXT, Op.RESUME_AT)


class HandlerPaths:
    """Where the run of a program with handlers of errors can go.

    Attributes:
        handlers: Where ON ERROR leads to.
        guarded: The blocks that the run can come to when there is a handler.
        resumes: Whether it goes on behind errors.
    """

    def __init__(self, blocks: Mapping[int, Block]) -> None:
        self._blocks = blocks
        self.resumes = resumes(blocks)
        self._repeats = any(_has(block, Op.RESUME_SAME) for block in blocks.values())
        handling = {block.offset for block in blocks.values() if _has(block, Op.ON_ERROR)}
        self.handlers, self._traps = set[int](), set[int]()
        self._backs, self._bodies = set[int](), set[int]()
        for block in blocks.values():
            for part in block.instructions:
                (self.handlers if block.offset in handling else self._traps).update(handlers(part))
                if isinstance(part, Choose) and part.back is not None:
                    self._backs.add(part.back)
                elif isinstance(part, Do):
                    self._backs.update(Op.CALL_SUBROUTINE.of(part) or ())
                    if begun := Op.BEGIN_LOOP.of(part):
                        self._bodies.add(begun[1])
        self.guarded = handling | behind(self._blocks, handling, self._every)

    def first(
        self, arrays: Collection[ArrayName], functions: Collection[FunctionBody]
    ) -> frozenset[ArrayName]:
        """Return those of the arrays of which every DIM surely finds them missing."""
        # RETURN of a handler goes on in the program, and a later RESUME at any place of it.
        level = behind(self._blocks, self.handlers, self._within) | self.handlers
        if any(returns(self._blocks[offset]) for offset in level & self._blocks.keys()):
            return frozenset()
        inside = {*self.handlers, *self._traps}
        inside |= behind(self._blocks, inside, self._handled)
        named = {offset: frozenset(_arrays(block)) for offset, block in self._blocks.items()}
        macros = {offset for offset, block in self._blocks.items() if _has(block, *_MACROS)}
        taken = frozenset(_arrays(tuple(functions))).union(*(named[at] for at in inside & named.keys()))
        if macros & inside:
            return frozenset()
        return frozenset(
            array
            for array in arrays
            if array not in taken
            and self._is_first(array, {at for at, names in named.items() if array in names} | macros)
        )

    def _is_first(self, array: ArrayName, places: set[int]) -> bool:
        made = {at: count for at in places if (count := _made(self._blocks[at], array))}
        return max(made.values()) == 1 and not made.keys() & behind(self._blocks, places, self._every)

    def _onward(self, block: Block) -> Iterator[object]:
        yield from leads(block)
        if any(isinstance(part, StepLoop | LeaveIfFound) for part in block.instructions):
            yield from self._bodies

    def _every(self, block: Block) -> Iterator[object]:
        """Yield where a block leads to, but not where RESUME goes on behind a block that has failed, or events come:
        these are ways from that block.
        """
        yield from self._onward(block)
        yield from self.handlers
        yield from self._traps
        if self.resumes:
            yield block.following
        if self._repeats:
            yield block.statement
        if returns(block):
            yield from self._backs

    def _handled(self, block: Block) -> Iterator[object]:
        """Yield where a block of a handler leads to within it."""
        if not _has(block, *_RESUMES):
            yield from self._onward(block)
            if self._traps and self.resumes:
                yield block.following

    def _within(self, block: Block) -> Iterator[object]:
        """Yield where a block of a handler leads to, but for subroutines that return."""
        called = [
            to
            for part in block.instructions
            if isinstance(part, Do)
            for to in Op.CALL_SUBROUTINE.of(part) or ()
        ]
        choices = [part for part in block.instructions if isinstance(part, Choose) and part.back is not None]
        left = {target for part in choices for target in part.targets}
        if called:
            yield from called
        elif not _has(block, *_RESUMES):
            yield from (target for target in self._onward(block) if target not in left)


def _has(block: Block, *operations: AnyOperation) -> bool:
    return any(
        isinstance(part, Do | GoWhere) and part.operation in operations
        for part in (*block.instructions, block.end)
    )


def _made(block: Block, array: ArrayName) -> int:
    """Return how often a block has DIM of an array."""
    made = [Op.DIMENSION.of(part) for part in block.instructions if isinstance(part, Do)]
    return sum(each is not None and each[0] == array for each in made)


def _arrays(part: object) -> Iterator[ArrayName]:
    """Yield the arrays that a part of the program names."""
    return (node for node in nodes_in(part) if isinstance(node, ArrayName))
