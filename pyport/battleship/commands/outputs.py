"""The kinds of files that `battleship` writes, for `msxkit.commands.outputs`: they replace their own kind only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from battleship.notation.games import GAME as SAVED_GAME
from msxkit.commands.outputs import PICTURE, TEXT
from msxkit.files import Kind, decode_json
from msxkit.recording import RECORDING
from msxkit.report import is_page


def _has(*keys: str) -> Kind:
    """Return the kind of JSON objects with these keys."""

    def fits(data: bytes) -> bool:
        try:
            found = decode_json(data)
        except ValueError:
            return False
        return isinstance(found, dict) and set(keys) <= found.keys()

    return Kind(f"a result as JSON, with {', '.join(keys)}", fits)


#: Of `play` and `record`.
GAME = RECORDING
#: Of `play --rules` and `watch`.
GAME_UNDER_RULES = replace(SAVED_GAME, is_own=True)
#: Of `batch`.
REPORT = TEXT
#: Of `verify`.
PAGE = Kind("a page of battleship verify", is_page)
VERDICTS = _has("backend", "recordings")
#: Of `arena` and `referee`.
RESULTS = _has("format", "players", "pairs")
STANDINGS = _has("format", "bots", "pairings")

#: Of `--plot`, by the end of the file's name; no end is PNG (`/dev/stdout`).
_PICTURES = {
    "": PICTURE,
    ".png": PICTURE,
    ".svg": Kind("an SVG picture", lambda data: b"<svg" in data[:1000]),
    ".pdf": Kind("a PDF file", lambda data: data.startswith(b"%PDF-")),
}


def picture_kind(path: Path | None) -> Kind:
    """Return the kind of picture that `--plot` writes to this file. Raise `click.UsageError` for another ending."""
    suffix = "" if path is None else path.suffix.lower()
    if suffix not in _PICTURES:
        possible = ", ".join(filter(None, _PICTURES))
        raise click.UsageError(f"--plot draws {possible}, not {suffix}: {path}")
    return _PICTURES[suffix]


def picture_format(path: Path) -> str:
    """Return matplotlib's name of the picture format."""
    return path.suffix.lower()[1:] or "png"
