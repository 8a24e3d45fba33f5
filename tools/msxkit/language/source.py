"""Programs on the host's disk: tokenised files, and listings in MSX codes, UTF-8 or another encoding."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msxkit import charset
from msxkit.errors import ProgramError
from msxkit.files import read_bytes
from msxkit.language.program import TOKENISED, Program

if TYPE_CHECKING:
    from msxkit.language.modern import Source

#: Encodings of other computers, with Python's names for them.
_CODECS = {"utf-8": "utf-8", "latin1": "cp1252", "cp437": "cp437", "cp850": "cp850"}
#: Encodings that another program took MSX codes for before it saved them as UTF-8, with Python's names for them.
_MISTAKEN = {"windows-1252": "cp1252", "mac-roman": "mac_roman"}
#: What `--encoding` takes: `auto` is UTF-8 for text that is valid UTF-8, else MSX codes.
ENCODINGS = ("auto", "msx", *_CODECS, *_MISTAKEN, *charset.OTHER_SETS)

#: What `--dialect` takes: line numbers, or labels and long names.
DIALECTS = ("classic", "modern")

#: What a program can be written as.
FORMS = ("utf-8", "msx", "tokenised")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CONTROL_CODES = re.compile("[\x80-\x9f]")


def read_program(
    path: Path, encoding: str = "auto", *, lenient: bool = False, cut_numbers: bool = False
) -> Program:
    """Read a program in any of its forms. Raise `FileError`, `ProgramError`."""
    return decode_program(read_bytes(path), str(path), encoding, lenient=lenient, cut_numbers=cut_numbers)


def decode_program(
    data: bytes,
    name: str,
    encoding: str = "auto",
    *,
    lenient: bool = False,
    cut_numbers: bool = False,
    dialect: str = "",
    files: Callable[[Path], bytes] = read_bytes,
) -> Program:
    """Return the program in a file's bytes. A first byte FFh means tokenised, whatever the encoding.

    Args:
        lenient, cut_numbers: As `Program.from_ascii` has them. A modern source with errors is not `is_whole` then.
        dialect: One of `DIALECTS`; by the ending of the name if it is empty.
        files: Reads the files that a modern source includes.
    """
    characters = charset.characters_of(encoding)
    if data[:1] == bytes((TOKENISED,)):
        program = Program.from_bytes(data, name, lenient=lenient)
    elif dialect == "modern" or (not dialect and is_modern(name)):
        source = modern_source(data, name, encoding, files)
        program = source.program if lenient else source.checked()
    else:
        codes, missing, advice = _msx_codes(data, name, encoding)
        program = Program.from_ascii(codes, name, lenient=lenient, cut_numbers=cut_numbers)
        program.missing, program.advice, program.listing = missing, advice, name
    program.characters = characters
    return program


def listing_text(data: bytes, name: str, encoding: str = "auto") -> tuple[str, str, str]:
    """Return a classic listing as text, the character of each code in it, and what encodes it again: a codec of
    Python, or nothing for MSX codes. Raise `ProgramError` for bytes that this encoding does not have.
    """
    characters = charset.characters_of(encoding)
    if encoding in _MISTAKEN:
        characters = _table(_MISTAKEN[encoding])
    codec = _CODECS.get(encoding, "utf-8")
    if codec == "utf-8" and data == _msx_codes(data, name, encoding)[0] and not data.isascii():
        return charset.decode(data, characters), characters, ""
    try:
        return data.decode(codec), characters, codec
    except UnicodeDecodeError as error:
        raise ProgramError(f"{name}: byte {error.start + 1} is not {encoding}") from None


def is_modern(name: str) -> bool:
    """Return whether a file's name is that of a modern source."""
    return name.lower().endswith(".dmx")


def included_path(file: str, wanted: str) -> str:
    """Return the path of a file that a modern source includes."""
    return os.path.normpath(Path(file).parent / wanted)


def modern_source(
    data: bytes, name: str, encoding: str = "auto", files: Callable[[Path], bytes] = read_bytes
) -> Source:
    """Return a modern source, whatever is wrong with it. Raise `ProgramError` if it is not in this encoding.

    Args:
        files: Reads the files that it includes.
    """
    from msxkit.language.modern import Source

    def include(file: str, wanted: str) -> tuple[str, str]:
        path = included_path(file, wanted)
        codes, missing, _ = _msx_codes(files(Path(path)), path, encoding)
        if missing:
            raise ProgramError(f"{missing[0].told(path)}; replace it")
        return path, codes.decode("latin-1")

    codes, missing, advice = _msx_codes(data, name, encoding)
    source = Source(codes.decode("latin-1"), name, include)
    program = source.program
    program.missing, program.advice, program.characters = missing, advice, charset.characters_of(encoding)
    return source


def encode_program(program: Program, form: str) -> bytes:
    """Return the bytes of a file: `utf-8` text with LF, `msx` as SAVE"...",A writes it, `tokenised` as SAVE does."""
    if form == "tokenised":
        return program.file()
    if form == "msx":
        return program.listed()
    text = "".join(charset.decode(line.listed(), program.characters) + "\n" for line in program.lines)
    if program.characters == charset.OTHER_SETS["japan"]:
        text = charset.compose(text)
    return text.encode("utf-8")


def lost(program: Program, name: str) -> str:
    """Return which characters of a listing the MSX does not have, in words, with the place in a file of that name."""
    if not program.missing:
        return ""
    more = f" and {len(program.missing) - 1} more" if len(program.missing) > 1 else ""
    advice = f"; {program.advice}" if program.advice else ""
    return f"{program.missing[0].told(name)}{more}; a placeholder stands for it{advice}"


def require_characters(program: Program, name: str) -> None:
    """Raise `ProgramError` if a listing made of this program would lack characters of the one that was read."""
    lost = next((missing for missing in program.missing if missing.stands == charset.PLACEHOLDER), None)
    if lost is not None:
        advice = program.advice or "replace it"
        raise ProgramError(f"{lost.told(name)}, and the new listing would lose it; {advice}")


def _msx_codes(data: bytes, name: str, encoding: str) -> tuple[bytes, list[charset.Missing], str]:
    """Return a listing in MSX codes, whatever its encoding, with placeholders for the characters that are missing, and
    advice on these.
    """
    if encoding == "msx" or (encoding == "auto" and data.isascii()):
        return data, [], ""
    text = data.partition(b"\x1a")[0].removeprefix(_BYTE_ORDER_MARK)
    characters = charset.characters_of(encoding)
    if encoding == "auto" or encoding in charset.OTHER_SETS:
        found = _utf_8(text)
        if found is None or (
            encoding != "auto" and not _foreign(found) & charset.spellings(characters).keys()
        ):
            return data.removeprefix(_BYTE_ORDER_MARK), [], ""
        decoded = found
    else:
        decoded = _decoded(text, name, "utf-8" if encoding in _MISTAKEN else encoding)
    if encoding in _MISTAKEN:
        characters = _table(_MISTAKEN[encoding])
    decoded = decoded.replace("\r\n", "\n").replace("\r", "\n")
    codes, missing = charset.encode_replacing(decoded, characters)
    return codes, missing, _advice(_foreign(decoded)) if missing and encoding in ("auto", "utf-8") else ""


def _foreign(text: str) -> set[str]:
    return {character for character in text if not character.isascii()}


@cache
def _table(codec: str) -> str:
    """Return the character of each code of an encoding. Codes without one are the control codes of that number."""
    controls = "".join(map(chr, range(0xE000, 0xE020)))  # no text has these: control codes stay control codes
    high = "".join(bytes((code,)).decode(codec, "ignore") or chr(code) for code in range(0x80, 0x100))
    return controls + charset.UNICODE[0x20:0x80] + high


def fitting(text: str) -> str:
    """Return the encoding of the machine that a text is for: the international one, or one that has all characters."""
    foreign = _foreign(text)
    if foreign <= charset.spellings().keys():
        return "utf-8"
    return next(
        (name for name, each in charset.OTHER_SETS.items() if foreign <= charset.spellings(each).keys()),
        "utf-8",
    )


def _advice(foreign: set[str]) -> str:
    """Return which encoding has all these characters."""
    name = fitting("".join(foreign))
    if name != "utf-8":
        return f"use --encoding {name}, which has all of them"
    for name, codec in _MISTAKEN.items():
        if foreign <= set(_table(codec)):
            return f"use --encoding {name} if they are MSX codes that a program took for {name}"
    return ""


def _utf_8(text: bytes) -> str | None:
    """Return the text if it is UTF-8. Codes of the MSX that are valid by accident show control codes."""
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _CONTROL_CODES.search(decoded) else decoded


def _decoded(text: bytes, name: str, encoding: str) -> str:
    """Return text in the encoding of another computer. Raise `ProgramError`."""
    if encoding != "utf-8":
        return text.decode(_CODECS[encoding], errors="replace")
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start]
        row = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        raise ProgramError(
            f"{name}:{row}:{column}: the byte {text[error.start]:02X}h is not UTF-8; "
            "use --encoding msx if the file is in MSX codes"
        ) from None
