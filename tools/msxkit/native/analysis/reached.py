"""Which blocks a run can ever come to: a cartridge has no prompt, at which somebody could type GOTO."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msxkit.carrying import Trait
from msxkit.native.analysis.loops import handlers, resumes
from msxkit.program.model import (
    Block,
    Branch,
    Choose,
    Do,
    Go,
    LeaveIfNone,
    Target,
)
from msxkit.program.operations import OF_STATEMENT, Op


def reached(blocks: Mapping[int, Block], start: int, *, debugged: bool = False) -> frozenset[int]:
    """Return the offsets of the blocks that a program can come to, whatever its conditions say.

    Args:
        debugged: A debugger can go on behind STOP.
    """
    behind_errors = resumes(blocks)

    def onward(block: Block) -> Iterator[Target]:
        yield from leads(block)
        if (debugged and _stops(block)) or (behind_errors and _may_fail(block)):
            yield block.following

    return frozenset(behind(blocks, [start], onward) | {start})


def behind(
    blocks: Mapping[int, Block], starts: Iterable[int], onward: Callable[[Block], Iterable[object]]
) -> set[int]:
    """Return the blocks that come behind some, which may be among them.

    Args:
        onward: Returns where a block leads to.
    """
    waiting, found = [blocks[offset] for offset in starts if offset in blocks], set[int]()
    while waiting:
        for target in onward(waiting.pop()):
            if isinstance(target, int) and target in blocks and target not in found:
                found.add(target)
                waiting.append(blocks[target])
    return found


def leads(block: Block) -> Iterator[Target]:
    """Yield where a block leads to."""
    for part in block.instructions:
        if isinstance(part, Do) and Trait.ENDS in part.operation.traits:
            return
        yield from handlers(part)
        if isinstance(part, LeaveIfNone):
            yield from (place for place in (part.otherwise, *part.arguments) if isinstance(place, int))
        elif isinstance(part, Choose):
            yield from part.targets
            if part.back is not None:
                yield part.back
        elif isinstance(part, Do):
            if called := Op.CALL_SUBROUTINE.of(part):
                yield called[0]
            elif begun := Op.BEGIN_LOOP.of(part):
                yield begun[1]
    end = block.end
    if isinstance(end, Go):
        yield end.target
    elif isinstance(end, Branch):
        yield from (end.then, end.otherwise)


def _stops(block: Block) -> bool:
    return any(isinstance(part, Do) and part.operation is OF_STATEMENT["STOP"] for part in block.instructions)


def _may_fail(block: Block) -> bool:
    """Return whether an error can come up in a block. It cannot in END, and in GOTO of a line that is there."""
    ended = all(
        isinstance(part, Do) and (Trait.ENDS | Trait.SAFE) in part.operation.traits
        for part in block.instructions
    )
    return not (ended and isinstance(block.end, Go) and isinstance(block.end.target, int))
