"""The files that an editor names by their URIs."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from msxkit.errors import MsxError
from msxkit.files import read_bytes, write_atomic
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import decode_program, encode_program, read_program


def path_of(uri: str) -> Path | None:
    """Return the path that a URI names; None if it is not the URI of a file."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    name = unquote(parts.path)
    if name[2:3] == ":":  # /C:/...
        name = name[1:]
    return Path(name)


def listing(path: Path, encoding: str) -> str:
    """Return the listing of a program file, which may be tokenised. Raise `MsxError` if it cannot be read."""
    return encode_program(read_program(path, _own(encoding), lenient=True), "utf-8").decode("utf-8")


def _own(encoding: str) -> str:
    """Return the encoding of a file that may be in MSX codes."""
    return "auto" if encoding == "utf-8" else encoding


def save(path: Path, text: str, encoding: str) -> None:
    """Write a listing into a tokenised file. Raise `MsxError` for what is not a program, and where a byte of the
    would be lost because its listing does not show it. The file then stays as it is.
    """
    before = read_program(path, _own(encoding))
    if read_bytes(path)[:1] != bytes((TOKENISED,)) or not _is_whole(before, encoding):
        raise MsxError(
            f"{path.name}: is no longer tokenised, or holds bytes that a listing does not show; nothing was saved. "
            "Save the listing as another file"
        )
    program = decode_program(text.encode("utf-8"), path.name, encoding)
    if program.missing:
        raise MsxError(f"{program.missing[0].told(path.name)}; nothing was saved")
    write_atomic(path, program.file())


def _is_whole(program: Program, encoding: str) -> bool:
    """Return whether the listing of a program makes the same program again."""
    try:
        return decode_program(encode_program(program, "utf-8"), "", encoding).file() == program.file()
    except MsxError:
        return False


def tokenised(uri: str, encoding: str) -> str | None:
    """Return the listing of a tokenised file; None for any other, or one that cannot be read."""
    path = path_of(uri)
    try:
        if path is None or not path.is_file():
            return None
        with path.open("rb") as stream:
            if stream.read(1) != bytes((TOKENISED,)):
                return None
        return listing(path, encoding).rstrip("\n")
    except (OSError, MsxError):
        return None
