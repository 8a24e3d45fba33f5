"""Conversion between the protocol's places, which count UTF-16 units, and columns in characters."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from msxkit.lsp.document import Range, Text
from msxkit.lsp.units import characters, units


def place(document: Text, position: types.Position) -> tuple[int, int]:
    """Return row and column, in characters from 0, of a position of the protocol; after the text, those of its end."""
    if position.line >= len(document.rows):
        return len(document.rows) - 1, len(document.rows[-1].text)
    return position.line, characters(document.rows[position.line].text, position.character)


def range_of(document: Text, place: Range) -> types.Range:
    """Return a part of a row as a range of the protocol."""
    rows = [place.row, place.row + place.down]
    first, last = (document.rows[row].text if row < len(document.rows) else "" for row in rows)
    return types.Range(
        types.Position(rows[0], units(first, place.start)), types.Position(rows[1], units(last, place.end))
    )


def rows_of(document: Text, first: int, last: int) -> types.Range:
    """Return the rows `first` to `last`, whole, as a range of the protocol."""
    return types.Range(
        types.Position(first, 0), types.Position(last, units(document.rows[last].text, 1 << 30))
    )


def text_edits(document: Text, edits: Iterable[tuple[Range, str]]) -> list[types.TextEdit]:
    """Return edits as the protocol has them."""
    return [types.TextEdit(range_of(document, where), text) for where, text in edits]
