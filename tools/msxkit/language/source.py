"""Programs on the host's disk: tokenised files, and listings in MSX codes, UTF-8 or another encoding."""

from __future__ import annotations

import re
from pathlib import Path

from msxkit import charset
from msxkit.errors import ProgramError
from msxkit.files import read_bytes
from msxkit.language.program import TOKENISED, Program

#: Encodings of other computers, with Python's names for them.
_CODECS = {"utf-8": "utf-8", "latin1": "cp1252", "cp437": "cp437", "cp850": "cp850"}
#: What `--encoding` takes: `auto` is UTF-8 for text that is valid UTF-8, else MSX codes.
ENCODINGS = ("auto", "msx", *_CODECS, *charset.OTHER_SETS)

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
    data: bytes, name: str, encoding: str = "auto", *, lenient: bool = False, cut_numbers: bool = False
) -> Program:
    """Return the program in a file's bytes. A first byte FFh means tokenised, whatever the encoding.

    Args:
        lenient, cut_numbers: As `Program.from_ascii` has them.
    """
    if data[:1] == bytes((TOKENISED,)):
        return Program.from_bytes(data, name, lenient=lenient)
    codes, missing = _msx_codes(data, name, encoding)
    program = Program.from_ascii(codes, name, lenient=lenient, cut_numbers=cut_numbers)
    program.missing = missing
    return program


def encode_program(program: Program, form: str) -> bytes:
    """Return the bytes of a file: `utf-8` text with LF, `msx` as SAVE"...",A writes it, `tokenised` as SAVE does."""
    if form == "tokenised":
        return program.file()
    if form == "msx":
        return program.listed()
    return "".join(charset.decode(line.listed()) + "\n" for line in program.lines).encode("utf-8")


def _msx_codes(data: bytes, name: str, encoding: str) -> tuple[bytes, list[charset.Missing]]:
    """Return a listing in MSX codes, whatever its encoding, with placeholders for the characters that are missing."""
    if encoding == "msx" or (encoding == "auto" and data.isascii()):
        return data, []
    text = data.partition(b"\x1a")[0].removeprefix(_BYTE_ORDER_MARK)
    if encoding in charset.OTHER_SETS:
        decoded = charset.decode(text, charset.OTHER_SETS[encoding])
    elif encoding == "auto":
        found = _utf_8(text)
        if found is None:
            return data, []
        decoded = found
    else:
        decoded = _decoded(text, name, encoding)
    return charset.encode_replacing(decoded.replace("\r\n", "\n").replace("\r", "\n"))


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
            f"{name}: line {row}, column {column}: the byte {text[error.start]:02X}h is not UTF-8; "
            "use --encoding msx if the file is in MSX codes"
        ) from None
