"""Programs in files that users drop on a page: program files, disks, tapes, cartridges."""

from __future__ import annotations

from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.language.source import is_modern
from msxkit.media.programs import find_program


def load(name: str, data: bytes, encoding: str = "auto") -> tuple[Program, dict[str, bytes], str]:
    """Return the program in a .bas, .asc, .dsk, .cas, .wav or .rom, the files beside it, and its name among the files
    of a disk (empty if it did not come from one).

    Raise `MsxError` that says what is wrong with the file.
    """
    found = find_program(data, name, encoding=encoding, lenient=not is_modern(name), first=True)
    if not found.program.lines:
        raise ProgramError(f"{name}: it has no BASIC lines; each begins with its number")
    main = found.name.removeprefix(f"{name}:")
    return found.program, found.files, main if found.is_disk and main in found.files else ""
