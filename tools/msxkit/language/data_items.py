"""DATA taken apart: the items of a statement, as READ finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msxkit.language.scanner import Token, TokenKind


class DataItem(NamedTuple):
    """An item of DATA.

    Attributes:
        offset: Where it begins in the statement's text, blanks before it left out.
        raw: As it stands, up to the comma.
        text: What READ puts into a string variable.
        quoted: Whether it begins with a quote.
        sound: Whether only blanks follow the closing quote; anything else is a Syntax error in the line of the DATA.
    """

    offset: int
    raw: str
    text: str
    quoted: bool
    sound: bool


def data_items(text: str) -> list[DataItem]:
    """Return the items of a DATA statement.

    A comma between quotes does not count, and a quote counts at the start of an item only. An empty text has one empty
    item.

    Args:
        text: What follows the word, as it is stored.
    """
    found = []
    position, size = 0, len(text)
    while True:
        while position < size and text[position] == " ":
            position += 1
        start = position
        close = -1
        quoted = text[position : position + 1] == '"'
        if quoted:
            close = text.find('"', position + 1)
            if close < 0:
                close = size
            position = close
        comma = text.find(",", position)
        end = size if comma < 0 else comma
        raw = text[start:end]
        if quoted:
            found.append(
                DataItem(start, raw, text[start + 1 : close], True, not text[close + 1 : end].strip(" "))
            )
        else:
            found.append(DataItem(start, raw, raw, False, True))
        if comma < 0:
            return found
        position = comma + 1


def items_of_line(tokens: Sequence[Token]) -> Iterator[DataItem]:
    """Yield the items of the DATA statements of a line. READ looks for DATA after colons only, not after THEN."""
    for index, token in enumerate(tokens):
        if token.kind is not TokenKind.KEYWORD or token.text != "DATA":
            continue
        if not index or (tokens[index - 1].kind is TokenKind.PUNCTUATION and tokens[index - 1].text == ":"):
            raw = tokens[index + 1] if index + 1 < len(tokens) else None
            yield from data_items(raw.text if raw is not None and raw.kind is TokenKind.TEXT else "")
