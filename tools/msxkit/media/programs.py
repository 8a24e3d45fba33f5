"""A BASIC program, whatever it comes in: a file of its own, a disk, a tape, a recording of one, or a cartridge."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msxkit.charset import decode
from msxkit.errors import MediaError, ProgramError, naming
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import decode_program
from msxkit.media import cassette
from msxkit.media.cartridge import START
from msxkit.media.disk import Disk

#: The first bytes of a cartridge, and where its header points at the text of a BASIC program.
_ROM_HEADER = b"AB"
_ROM_TEXT = 8
#: First byte of a file of BSAVE.
_BINARY = 0xFE
#: Names that a disk starts by itself, before any other program on it.
_AUTOSTART = "AUTOEXEC.BAS"
_STARTS = re.compile(rb'[0-9]+ *RUN *"([^"]*)"?\s*\x1a?', re.IGNORECASE)
_DISK_SIZES = tuple(size << 10 for size in (160, 180, 320, 360, 640, 720, 1440))
#: Other files, by their first bytes.
_OTHERS = (
    (b"PK\3\4", "a ZIP archive; unpack it first"),
    (b"\x1f\x8b", "compressed with gzip; unpack it first"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF document; copy the listing out of it as text"),
    (b"\x7fELF", "a program of this computer"),
)
#: Codes that no listing has, and the length of an excerpt in a message.
_CONTROLS = frozenset(range(32)) - frozenset(b"\1\t\n\f\r\x1a\x1b")
_EXCERPT = 24


@dataclass(frozen=True, slots=True)
class Found:
    """A program and where it was.

    Attributes:
        name: What messages call it, such as game.dsk:GAME.BAS.
        files: The files beside it on its disk or tape, by name in MSX codes.
        order: The names of those that follow the program on a tape, in order.
        is_disk: Whether it was on a disk image.
    """

    program: Program
    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    is_disk: bool = False


def find_program(
    data: bytes,
    name: str,
    *,
    file: str | None = None,
    encoding: str = "auto",
    lenient: bool = False,
    cut_numbers: bool = False,
    first: bool = False,
    dialect: str = "",
) -> Found:
    """Return the program in the bytes of a file. Raise `MsxError` that says what is wrong with it.

    Args:
        name: The file's name, for messages. Its ending counts too: dsk, wav, cas and rom say what the bytes are.
        file: Which program of a disk or tape, if not the one that it starts with.
        encoding, lenient, cut_numbers, dialect: As `decode_program` has them.
        first: Take the first of several programs on a disk that starts none.
    """
    ending = name.lower().rpartition(".")[2]
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and data[2:6].count(0) == 2:
        data = data.decode("utf-16", "replace").encode("utf-8")

    def load(found: bytes, called: str) -> Program:
        return decode_program(
            found, called, encoding, lenient=lenient, cut_numbers=cut_numbers, dialect=dialect
        )

    if is_disk(data) or ending == "dsk":
        key, files = _on_disk(data, name, file, first)
        called = f"{name}:{decode(key.encode('latin-1'))}"
        return Found(load(files[key], called), called, files, is_disk=True)
    if (blocks := _tape(data, name, ending)) is not None:
        chosen, files, order = _on_tape(blocks, name, file)
        called = f"{name}:{chosen.shown_name}"
        body = bytes((TOKENISED,)) * (chosen.kind is cassette.TapeFileKind.BASIC) + chosen.data
        return Found(load(body, called), called, files, order)
    if file is not None:
        raise MediaError(f"{name}: --file {file} names a file of a disk or tape, and this is neither")
    if ending == "rom" or (data[:2] == _ROM_HEADER and b"\0" in data[:16]):
        return Found(load(_in_cartridge(data, name), name), name)
    _require_program(data, name)
    return Found(load(data, name), name)


def is_disk(data: bytes) -> bool:
    """Return whether the bytes are the image of a disk."""
    whole = len(data) in _DISK_SIZES
    return whole and (data[:1] in (b"\xeb", b"\xe9") or data[512:513] >= b"\xf0")


def _on_disk(data: bytes, name: str, file: str | None, first: bool) -> tuple[str, dict[str, bytes]]:
    """Return which file is the program, and all files."""
    with naming(name, MediaError):
        disk = Disk.load(data)
    entries = [entry for entry in disk.entries() if not entry.is_folder and "/" not in entry.path]
    files = {entry.name.upper(): disk.read(entry).data for entry in entries}
    programs = [key for key, found in files.items() if _is_program(key, found)]
    if file is not None:
        wanted = file.upper()
        key = wanted if wanted in files else f"{wanted}.BAS"
        if key not in files:
            raise MediaError(f"{name}: there is no {file} on this disk; it has {_some(files)}")
        return key, files
    if not programs:
        raise MediaError(f"{name}: no BASIC program on this disk; it has {_some(files)}")
    if _AUTOSTART in files:
        # A line that only starts another program is not what people want to see.
        started = _STARTS.fullmatch(decode_program(files[_AUTOSTART], name, lenient=True).listed())
        other = started[1].decode("latin-1").upper().rpartition(":")[2] if started is not None else ""
        return (other if other in files else _AUTOSTART), files
    if len(programs) > 1 and not first:
        raise MediaError(
            f"{name}: no AUTOEXEC.BAS on this disk; choose a program with --file NAME: {_some(programs)}"
        )
    return min(programs, key=lambda key: (not key.endswith(".BAS"), key)), files


def _is_program(name: str, data: bytes) -> bool:
    return name.endswith((".BAS", ".ASC")) or data[:1] == bytes((TOKENISED,))


def _some(names: Iterable[str]) -> str:
    found = sorted(decode(name.encode("latin-1", "replace")) for name in names)
    more = f" and {len(found) - 8} more" if len(found) > 8 else ""
    return (", ".join(found[:8]) + more) if found else "no files"


def _tape(data: bytes, name: str, ending: str) -> Sequence[cassette.CassetteBlock] | None:
    """Return the blocks of a tape image or recording, None for anything else."""
    with naming(name, MediaError):
        if data[:4] == b"RIFF" or ending == "wav":
            return cassette.parse_wav(data)[0]
        if cassette.MAGIC in data[:64] or ending == "cas":
            return cassette.parse_cas(data)
    return None


def _on_tape(
    blocks: Sequence[cassette.CassetteBlock], name: str, file: str | None
) -> tuple[cassette.TapeFile, dict[str, bytes], tuple[str, ...]]:
    """Return the program, all files by name, and the names of those that follow the program, in order."""
    found = [each for each in cassette.files(blocks) if each.kind is not cassette.TapeFileKind.CUSTOM]
    programs = [
        each
        for each in found
        if each.kind is not cassette.TapeFileKind.BINARY
        and (file is None or each.shown_name.casefold() == file.casefold())
    ]
    if not programs:
        what = "BASIC program" if file is None else file
        raise MediaError(f"{name}: no {what} on this tape; it has {_some(_tape_name(f) for f in found)}")
    chosen = programs[0]
    behind = found[found.index(chosen) + 1 :]
    files = {_tape_name(each): _loadable(each) for each in found}
    return chosen, files, tuple(_tape_name(each) for each in behind)


def _tape_name(file: cassette.TapeFile) -> str:
    """Return the name as BASIC asks for it, in MSX codes."""
    return file.name.decode("latin-1").upper().strip() or "FILE"


def _loadable(file: cassette.TapeFile) -> bytes:
    """Return the bytes that the file has on a disk."""
    first = {cassette.TapeFileKind.BASIC: TOKENISED, cassette.TapeFileKind.BINARY: _BINARY}.get(file.kind)
    return file.data if first is None else bytes((first,)) + file.data


def _in_cartridge(data: bytes, name: str) -> bytes:
    """Return the program in a cartridge of a BASIC program: its header points at a zero, after which the program
    lies.
    """
    text = int.from_bytes(data[_ROM_TEXT : _ROM_TEXT + 2], "little")
    if data[:2] != _ROM_HEADER or not START < text < START + len(data) - 1:
        raise ProgramError(
            f"{name}: not a cartridge of a BASIC program; a ROM of machine code needs an emulator (msxkit openmsx run)"
        )
    return bytes((TOKENISED,)) + data[text + 1 - START :]


def _require_program(data: bytes, name: str) -> None:
    """Raise `ProgramError` for what is certainly neither a listing nor a tokenised program."""
    if data[:1] == bytes((_BINARY,)):
        raise ProgramError(f"{name}: machine code (BSAVE), not a BASIC program; BLOAD loads it")
    for first, what in _OTHERS:
        if data.startswith(first):
            raise ProgramError(f"{name}: not a BASIC program: it is {what}")
    if data[:1] == bytes((TOKENISED,)):
        return
    text = data.partition(b"\x1a")[0][:4096]
    if sum(code in _CONTROLS for code in text) * 50 > len(text):
        begin = data[:_EXCERPT].hex(" ").upper()
        raise ProgramError(
            f"{name}: not a BASIC program, nor a disk, tape or cartridge; it begins with {begin}"
        )
