"""What memory a cartridge has for arrays, strings and machine code, and what of a program has no room there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msxkit.machine.work_area import WORK_AREA
from msxkit.native.asm.linker import LinkedImage
from msxkit.native.emit.program import ConstantClear, Dimension
from msxkit.native.emit.written_files import room_of

#: The end of the RAM of a machine without disk drives, and what CLEAR keeps of it for strings.
TOP, _STRINGS = int(WORK_AREA), 200
#: The first address that CLEAR takes.
_PAGE = 0x8000
#: What CLEAR keeps free below the strings for subroutines and loops.
_STACKS = 0x100


def free_at_start(image: LinkedImage) -> int:
    """Return what FRE(0) returns at the start of a program."""
    return _end(image) - _STRINGS - image.ram_end


def _end(image: LinkedImage) -> int:
    """Return where memory ends at the start: below that of files."""
    return memory_end(image) - room_of(image.symbols)


def memory_end(image: LinkedImage) -> int:
    """Return where memory ends at the start, that of files included: it lies below what CLEAR will keep free."""
    return min(TOP, image.symbols["STORE_TOP"]) if room_of(image.symbols) else TOP


def too_much(
    image: LinkedImage, dimensions: Iterable[Dimension], clears: Iterable[ConstantClear]
) -> Iterator[str]:
    """Yield what cannot fit into memory: DIMs and CLEARs of constants."""
    free = free_at_start(image)
    for dimension in dimensions:
        if dimension.size > free:
            yield (
                f"line {dimension.line}: DIM {dimension.array} needs {dimension.size} bytes, and {free} "
                "are free at the start: it ends with Out of memory"
            )
    yield from filter(None, (_cannot_be(clear, image) for clear in clears))


def _cannot_be(clear: ConstantClear, image: LinkedImage) -> str:
    """Return what a CLEAR wants and does not get: enough memory, or free memory where it says. Nothing if it does."""
    space, start, end = clear.space or 0, image.ram_end + _STACKS, _end(image)
    if clear.top is not None and _PAGE <= clear.top <= image.ram_start:
        return (
            f"line {clear.line}: CLEAR cannot keep memory from {clear.top:04X}h on free: that of this cartridge begins "
            f"at {image.ram_start:04X}h. POKE and USR do not reach memory below it, and BLOAD there ends with Out of "
            "memory"
        )
    if clear.top is not None:
        end = min(end, clear.top)
    if start + space <= end:
        return ""
    return (
        f"line {clear.line}: CLEAR needs {space} bytes from {start:04X}h on, where memory ends at {end:04X}h: "
        "it ends with Out of memory"
    )
