"""Programs on the host's disk: tokenised files, listings in MSX codes, listings in UTF-8."""

from __future__ import annotations

from pathlib import Path

from msxkit import charset
from msxkit.errors import CharsetError, ProgramError
from msxkit.files import read_bytes
from msxkit.language.program import TOKENISED, Program

#: What `--encoding` takes: `auto` is UTF-8 for valid UTF-8 of characters that the MSX has, else MSX codes.
ENCODINGS = ("auto", "utf-8", "msx")

#: What a program can be written as.
FORMS = ("utf-8", "msx", "tokenised")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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
    codes, strange = _msx_codes(data, name, encoding)
    program = Program.from_ascii(codes, name, lenient=lenient, cut_numbers=cut_numbers)
    program.strange = strange
    return program


def encode_program(program: Program, form: str) -> bytes:
    """Return the bytes of a file: `utf-8` text with LF, `msx` as SAVE"...",A writes it, `tokenised` as SAVE does."""
    if form == "tokenised":
        return program.file()
    if form == "msx":
        return program.listed()
    return "".join(charset.decode(line.listed()) + "\n" for line in program.lines).encode("utf-8")


def _msx_codes(data: bytes, name: str, encoding: str) -> tuple[bytes, str]:
    """Return a listing in MSX codes, whatever its encoding, and a note on a character that has no code."""
    if encoding == "msx" or data.isascii():
        return data, ""
    text = data.partition(b"\x1a")[0].removeprefix(_BYTE_ORDER_MARK)
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        if encoding == "auto":
            return data, ""
        before = text[: error.start]
        row = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        raise ProgramError(
            f"{name}: line {row}, column {column}: the byte {text[error.start]:02X}h is not UTF-8; "
            "use --encoding msx if the file is in MSX codes"
        ) from None
    try:
        return charset.encode(decoded.replace("\r\n", "\n").replace("\r", "\n")), ""
    except CharsetError as error:
        if encoding == "auto":
            # Most stand in comments. The machine knows nothing of UTF-8: it takes every byte for a character.
            return text, str(error)
        raise ProgramError(f"{name}: {error}") from None
