"""Fleets as recordings of the original have them: rows of ship symbols."""

from __future__ import annotations

from collections.abc import Sequence

from battleship.layouts.cutting import covers
from battleship.rules import MARMSX, Cell
from battleship.rules.board import Fleet


def recorded_fleet(rows: Sequence[str]) -> Fleet:
    """Return the fleet on a board of the original, whose ships do not touch. Raise `IllegalFleetError`."""
    cells: dict[Cell, str | None] = {
        Cell(row, column): symbol
        for row, symbols in enumerate(rows)
        for column, symbol in enumerate(symbols)
        if symbol != "."
    }
    (ships,) = covers(MARMSX, cells, vertical=False)
    return Fleet.of(MARMSX, ships)
