"""Programs as people have them on a disk of today: files and images that are dropped on a page."""

from __future__ import annotations

import re

from msxkit.errors import MediaError, ProgramError
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import decode_program
from msxkit.media import cassette
from msxkit.media.cartridge import START
from msxkit.media.disk import Disk

#: The first bytes of a cartridge, and where its header points at the text of a BASIC program.
_ROM_HEADER = b"AB"
_ROM_TEXT = 8
#: Names that a disk starts by itself, before any other program on it.
_AUTOSTART = "AUTOEXEC.BAS"
_STARTS = re.compile(rb'[0-9]+ *RUN *"([^"]*)"?\s*\x1a?', re.IGNORECASE)


def load(name: str, data: bytes) -> tuple[Program, dict[str, bytes]]:
    """Return the program in a .bas, .asc, .dsk, .cas or .rom, and the files of the disk that came with it.

    Raise `MsxError` that says what is wrong with the file.
    """
    suffix = name.lower().rpartition(".")[2]
    files: dict[str, bytes] = {}
    if suffix == "dsk":
        program, files = _from_disk(name, data)
    elif suffix == "cas":
        program = _from_tape(name, data)
    elif suffix == "rom" or data[:2] == _ROM_HEADER:
        program = _from_cartridge(name, data)
    else:
        program = decode_program(data, name, lenient=True)
    if not program.lines:
        raise ProgramError(f"{name}: it has no line of a BASIC program; each begins with its number")
    return program, files


def _from_disk(name: str, data: bytes) -> tuple[Program, dict[str, bytes]]:
    disk = Disk.load(data)
    found = {entry.name.upper(): disk.read(entry).data for entry in disk.entries() if not entry.is_folder}
    programs = [file for file in found if file.endswith((".BAS", ".ASC"))]
    if not programs:
        raise MediaError(f"{name}: no .BAS or .ASC on this disk; it has {', '.join(found) or 'no files'}")
    first = min(programs, key=lambda file: (file != _AUTOSTART, not file.endswith(".BAS"), file))
    started = _STARTS.fullmatch(decode_program(found[first], name, lenient=True).listed())
    if started is not None:
        # A line that only starts another program is not what people want to see.
        other = started[1].decode("latin-1").upper()
        first = other if other in found else first
    return decode_program(found[first], f"{name}:{first}", lenient=True), found


def _from_tape(name: str, data: bytes) -> Program:
    for file in cassette.files(cassette.parse_cas(data)):
        if file.kind in (cassette.Kind.BASIC, cassette.Kind.ASCII):
            body = file.data
            if file.kind is cassette.Kind.BASIC:
                body = bytes((TOKENISED,)) + body
            return decode_program(body, f"{name}:{file.shown_name}", lenient=True)
    raise MediaError(f"{name}: no BASIC program on this tape")


def _from_cartridge(name: str, data: bytes) -> Program:
    """Return the program in a cartridge of a BASIC program: its header points at a zero, after which the
    program lies.
    """
    text = int.from_bytes(data[_ROM_TEXT : _ROM_TEXT + 2], "little")
    if data[:2] != _ROM_HEADER or not START < text < START + len(data):
        raise ProgramError(
            f"{name}: not a cartridge of a BASIC program; a ROM of machine code cannot run here, an emulator runs it"
        )
    return Program.from_bytes(bytes((TOKENISED,)) + data[text + 1 - START :], name, lenient=True)
