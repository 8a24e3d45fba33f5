"""The files that an editor names by their addresses."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from msxkit.errors import MsxError
from msxkit.language.program import TOKENISED
from msxkit.language.source import encode_program, read_program


def path_of(uri: str) -> Path | None:
    """Return the file's path; None for what is not a file."""
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


def listing(path: Path) -> str:
    """Return a program file, tokenised too, as a listing. Raise `MsxError`."""
    return encode_program(read_program(path, lenient=True), "utf-8").decode("utf-8")


def tokenised(uri: str) -> str | None:
    """Return the listing of a tokenised file; None for any other."""
    path = path_of(uri)
    try:
        if path is None or not path.is_file():
            return None
        with path.open("rb") as stream:
            if stream.read(1) != bytes((TOKENISED,)):
                return None
        return listing(path).rstrip("\n")
    except (OSError, MsxError):
        return None
