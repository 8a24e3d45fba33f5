"""DATA taken apart: the items of a statement, as READ finds them."""

from __future__ import annotations

from typing import NamedTuple


class DataItem(NamedTuple):
    """An item of DATA.

    Attributes:
        offset: Where it begins in the statement's text, blanks before it left out.
        raw: As it stands, up to the comma.
        text: What READ gives a string variable.
        quoted: It begins with a quote.
        sound: Nothing but blanks follows the closing quote; anything else is a Syntax error in the line of the
            DATA.
    """

    offset: int
    raw: str
    text: str
    quoted: bool
    sound: bool


def data_items(text: str) -> list[DataItem]:
    """Return the items of a DATA statement.

    A comma between quotes does not count, and a quote counts at the start of an item only. Nothing is one empty
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
