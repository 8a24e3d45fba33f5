"""The lister: a stored line as LIST and SAVE"...",A write it.

Source: The MSX Red Book, 5284h; `saved_ascii` recordings for the number spellings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msxkit.language.constants import spell
from msxkit.language.scanner import Kind, Token

# A binary constant is stored as it is written; every other number has a prefix byte.
AMPERSAND = 0x26


def list_line(number: int, stored: bytes, tokens: Sequence[Token]) -> bytes:
    """A line as text in MSX codes: number, a blank, the words. tokens: those of `stored`."""
    return b"".join([head(number, stored), *(text for _, _, text in _pieces(stored, tokens))])


def head(number: int, stored: bytes) -> bytes:
    """The number with the blank behind it, which is missing before a TAB."""
    return b"%d" % number if stored[:1] == b"\t" else b"%d " % number


def listed_offset(number: int, stored: bytes, tokens: Sequence[Token], offset: int) -> int:
    """Where in `list_line` the stored byte at `offset` is shown."""
    position = len(head(number, stored))
    for start, end, text in _pieces(stored, tokens):
        if offset < end:
            raw = text == stored[start:end]
            return position + (offset - start if raw else 0)
        position += len(text)
    return position


def _pieces(stored: bytes, tokens: Sequence[Token]) -> Iterator[tuple[int, int, bytes]]:
    """Stored start and end, and listed text, of each token and of what is between them, in order."""
    position = 0
    for token in tokens:
        if token.start > position:
            yield position, token.start, stored[position : token.start]
        yield token.start, token.end, _word(token, stored)
        position = token.end
    if position < len(stored):
        yield position, len(stored), stored[position:]


def _word(token: Token, stored: bytes) -> bytes:
    kind = token.kind
    if kind in (Kind.KEYWORD, Kind.FUNCTION, Kind.OPERATOR):
        return token.text.encode("ascii")
    if kind is Kind.NUMBER and stored[token.start] != AMPERSAND:
        assert token.number is not None
        return spell(token.number).encode("ascii")
    if kind is Kind.LINE:
        return b"%d" % token.line
    return stored[token.start : token.end]
