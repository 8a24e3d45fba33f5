"""Programs as people have them on a disk of today: files and images that are dropped on a page."""

from __future__ import annotations

from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.media.programs import find_program


def load(name: str, data: bytes) -> tuple[Program, dict[str, bytes]]:
    """Return the program in a .bas, .asc, .dsk, .cas, .wav or .rom, and the files beside it.

    Raise `MsxError` that says what is wrong with the file.
    """
    found = find_program(data, name, lenient=True, first=True)
    if not found.program.lines:
        raise ProgramError(f"{name}: it has no line of a BASIC program; each begins with its number")
    return found.program, found.files
