"""What a rule set says: board size, fleet, how ships may lie, what an answer reveals, and when a game ends."""

from __future__ import annotations

import string
from collections import Counter
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, cached_property
from typing import NamedTuple

from battleship.errors import RulesError

#: The largest width and height of a board.
MAX_SIDE = 100


class Cell(NamedTuple):
    """A square, 0-based: row 0 is the top one, column 0 the left one."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class ShipType:
    """A type of ship: name, one-character symbol, length in squares, and how many a fleet has."""

    name: str
    symbol: str
    length: int
    count: int = 1


class Sunk(Enum):
    """What the shooter learns when a ship has lost its last square."""

    NOTHING = "nothing"
    NAME = "name"
    CELLS = "cells"  # the name and the squares


@dataclass(frozen=True)
class Rules:
    """One rule set. Two ship types may have equal lengths (they are told apart by name), not equal symbols. Raises
    `RulesError` for a value out of range; whether a layout exists is the question of `layouts.placing.check`.

    Attributes:
        vertical: Ships may also lie downwards.
        touching: Ships may lie side by side (else not even diagonally).
        hit_names_type: Each hit tells the ship's type.
        last_shot: When the first player has sunk everything, the second may still answer once, so that a game can be
            drawn.
    """

    name: str
    width: int
    height: int
    ships: tuple[ShipType, ...]
    vertical: bool = True
    touching: bool = True
    hit_names_type: bool = False
    sunk: Sunk = Sunk.NAME
    last_shot: bool = False

    def __post_init__(self) -> None:
        for what, side in (("width", self.width), ("height", self.height)):
            if not 1 <= side <= MAX_SIDE:
                raise RulesError(f"rules {self.name!r}: {what} must be 1 to {MAX_SIDE}, not {side}")
        if not self.ships:
            raise RulesError(f"rules {self.name!r}: a fleet needs at least one ship")
        for ship in self.ships:
            if ship.length < 1 or ship.count < 1:
                raise RulesError(
                    f"rules {self.name!r}: ship {ship.name!r} has length {ship.length} and "
                    f"count {ship.count}; both must be at least 1"
                )
            # Told before anything lists the ships one by one.
            if ship.count > self.width * self.height:
                raise RulesError(
                    f"rules {self.name!r}: {ship.count} ships {ship.name!r}, but the board has "
                    f"{self.width * self.height} squares"
                )
            if len(ship.symbol) != 1 or not ship.symbol.isalnum():
                raise RulesError(
                    f"rules {self.name!r}: the symbol of {ship.name!r} must be one letter or digit, "
                    f"not {ship.symbol!r}"
                )
            if ship.symbol == "X":
                raise RulesError(
                    f"rules {self.name!r}: the symbol of {ship.name!r} is X, which marks a hit; choose another"
                )
        for what, values in (
            ("symbol", [s.symbol for s in self.ships]),
            ("name", [s.name for s in self.ships]),
        ):
            for value, times in Counter(values).items():
                if times > 1:
                    raise RulesError(f"rules {self.name!r}: two ship types have the {what} {value!r}")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Rules are keys of many caches; hashing the whole value each time would cost more than the look-up.
        return hash((self.name, self.width, self.height, self.ships, self.vertical, self.touching, self.sunk))

    def __getstate__(self) -> dict[str, object]:
        # Without what has been cached: hashes of texts differ from process to process.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All squares, row by row: `cells[index(c)] == c`."""
        return tuple(Cell(row, column) for row in range(self.height) for column in range(self.width))

    def index(self, cell: Cell) -> int:
        """Return the number of a square, counted row by row from 0; also its bit in masks."""
        return cell.row * self.width + cell.column

    def contains(self, cell: Cell) -> bool:
        """Return whether a square is on the board."""
        return 0 <= cell.row < self.height and 0 <= cell.column < self.width

    @cached_property
    def fleet_cells(self) -> int:
        """Squares that all ships have together."""
        return sum(ship.length * ship.count for ship in self.ships)

    @cached_property
    def fleet_size(self) -> int:
        """Ships in a fleet."""
        return sum(ship.count for ship in self.ships)

    def ship_type(self, symbol: str) -> ShipType | None:
        """Return the ship type with this symbol, or None."""
        return next((ship for ship in self.ships if ship.symbol == symbol), None)

    def cell_name(self, cell: Cell) -> str:
        """Return a name such as B7: column letter (after Z: AA, AB, ...) and 1-based row, as on the
        original's board.
        """
        return f"{column_name(cell.column)}{cell.row + 1}"


@cache
def column_name(column: int) -> str:
    """Return the name of a column: 0 -> A, 25 -> Z, 26 -> AA."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = string.ascii_uppercase[letter] + letters
    return letters
