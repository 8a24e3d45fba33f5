"""The files that an editor names by their URIs."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from msxkit.errors import MsxError
from msxkit.language.program import TOKENISED
from msxkit.language.source import encode_program, read_program


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


def listing(path: Path) -> str:
    """Return the listing of a program file, which may be tokenised. Raise `MsxError` if it cannot be read."""
    return encode_program(read_program(path, lenient=True), "utf-8").decode("utf-8")


def tokenised(uri: str) -> str | None:
    """Return the listing of a tokenised file; None for any other, or one that cannot be read."""
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
