"""What a terminal sends, in pieces: characters, and escape sequences with their parts (ECMA-48, 5.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_PIECE = re.compile(
    r"\x1b(?:(?P<console>\[\[)(?P<key>[A-E])|(?P<kind>[\[O])(?P<parameters>[0-9;:<=>?]*)[ -/]*(?P<final>[@-~])"
    r"|_(?P<answer>G[^\x1b]*)\x1b\\)|.",
    re.DOTALL,
)
_UNFINISHED = re.compile(r"\x1b(?:\[\[?|O)[0-9;:<=>?]{0,40}[ -/]{0,4}\Z")
_ESCAPE_UNFINISHED = re.compile(rf"{_UNFINISHED.pattern}|\x1b\Z")


class Piece(NamedTuple):
    """A character or a sequence.

    Attributes:
        text: The whole piece, as it came.
        kind: What follows ESC: `[`, `O`, `[[` of the console of Linux, `_` of an answer about graphics; "" for a
            character.
        parameters: What stands between that and the last character.
        final: The last character.
    """

    text: str
    kind: str = ""
    parameters: str = ""
    final: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text that is complete."""
    for match in _PIECE.finditer(text):
        whole, console, key, kind, parameters, final, answer = match.group(0, *range(1, 7))
        if kind:
            yield Piece(whole, kind, parameters, final)
        elif console:
            yield Piece(whole, console, "", key)
        elif answer:
            yield Piece(whole, "_", answer)
        else:
            yield Piece(whole)


class Splitter:
    """A splitter of what comes in parts; a sequence that is not complete waits for the rest of it.

    Args:
        escape_waits: Whether an ESC at the end is the start of a sequence, not the key.
    """

    def __init__(self, *, escape_waits: bool = False) -> None:
        self._unfinished = _ESCAPE_UNFINISHED if escape_waits else _UNFINISHED
        self._rest = ""

    def feed(self, text: str) -> Iterator[Piece]:
        """Return the pieces that are complete."""
        text = self._rest + text
        unfinished = self._unfinished.search(text)
        self._rest = "" if unfinished is None else unfinished.group()
        return pieces(text.removesuffix(self._rest))
