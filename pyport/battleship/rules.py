"""Rule sets: board size, fleet, how ships may lie, what an answer reveals, and when a game ends.

Values only; no board and no player here. Sources: the five documents named in `docs/players.md`.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
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
    """One kind of ship: name, one-character symbol, length in squares, and how many a fleet has."""

    name: str
    symbol: str
    length: int
    count: int = 1


class Sunk(Enum):
    """What the shooter is told when a ship has lost its last square."""

    NOTHING = "nothing"
    NAME = "name"
    CELLS = "cells"  # the name and the squares


@dataclass(frozen=True)
class Rules:
    """One rule set. Two ship types may have equal lengths (they are told apart by name), not equal symbols.

    vertical: ships may also lie downwards. touching: ships may lie side by side (else not even diagonally).
    hit_names_type: each hit tells the ship's type. last_shot: when the first player has sunk everything, the
    second may still answer once, so that a game can be drawn.
    Raises `RulesError` for a value out of range; whether a layout exists is asked of `placement.check`.
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
                raise RulesError(f"rules {self.name!r}: {what} is 1 to {MAX_SIDE}, not {side}")
        if not self.ships:
            raise RulesError(f"rules {self.name!r}: a fleet has at least one ship")
        for ship in self.ships:
            if ship.length < 1 or ship.count < 1:
                raise RulesError(
                    f"rules {self.name!r}: ship {ship.name!r} has length {ship.length} and "
                    f"count {ship.count}; both are 1 or more"
                )
            # Told before anything lists the ships one by one.
            if ship.count > self.width * self.height:
                raise RulesError(
                    f"rules {self.name!r}: {ship.count} ships {ship.name!r}, but the board has "
                    f"{self.width * self.height} squares"
                )
            if len(ship.symbol) != 1 or not ship.symbol.isalnum():
                raise RulesError(
                    f"rules {self.name!r}: the symbol of {ship.name!r} is one letter or digit, "
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
        """The number of a square, counted row by row from 0; also its bit in masks."""
        return cell.row * self.width + cell.column

    def contains(self, cell: Cell) -> bool:
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
        return next((ship for ship in self.ships if ship.symbol == symbol), None)

    def cell_name(self, cell: Cell) -> str:
        """ "B7": column letter (after Z: AA, AB, ...) and 1-based row, as on the original's board."""
        return f"{column_name(cell.column)}{cell.row + 1}"


@cache
def column_name(column: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = string.ascii_uppercase[letter] + letters
    return letters


MARMSX = Rules(
    "marmsx",
    10,
    10,
    (
        ShipType("Aircraft Carrier", "A", 4, 1),
        ShipType("Cruiser", "C", 3, 2),
        ShipType("Battleship", "B", 2, 3),
        ShipType("Submarine", "S", 1, 4),
    ),
    vertical=False,
    touching=False,
    hit_names_type=True,
    sunk=Sunk.NOTHING,
)

HASBRO = Rules(
    "hasbro",
    10,
    10,
    (
        ShipType("Carrier", "C", 5),
        ShipType("Battleship", "B", 4),
        ShipType("Destroyer", "D", 3),
        ShipType("Submarine", "S", 3),
        ShipType("Patrol Boat", "P", 2),
    ),
)

SKYNET = replace(HASBRO, name="skynet")

BBM103 = Rules(
    "bbm103",
    10,
    10,
    (
        ShipType("Carrier", "C", 5),
        ShipType("Battleship", "B", 4, 2),
        ShipType("Destroyer", "D", 3),
        ShipType("Submarine", "S", 3),
        ShipType("Patrol Boat", "P", 2, 4),
    ),
    last_shot=True,
)

#: The classic fleet of the React and N x N documents.
CLASSIC = (5, 4, 3, 3, 2)
#: Symbols by length, from length 1; without O and X, which mean sunk and hit on the documents' boards.
_SYMBOLS = (string.ascii_uppercase + string.ascii_lowercase + string.digits).translate(
    str.maketrans("", "", "OXox")
)


def react(width: int = 10, height: int = 10, lengths: Sequence[int] = CLASSIC) -> Rules:
    """The React game: any board, any boats; its document announces hits and misses only."""
    if tuple(lengths) == CLASSIC:
        named = (("Carrier", 5), ("Battleship", 4), ("Cruiser", 3), ("Submarine", 3), ("Destroyer", 2))
        ships = tuple(
            ShipType(name, symbol, length) for (name, length), symbol in zip(named, "CBRSD", strict=True)
        )
    else:
        ships = _by_length(lengths, {})
    return Rules("react", width, height, ships, sunk=Sunk.NOTHING)


def nxn(size: int = 10, lengths: Sequence[int] = CLASSIC) -> Rules:
    """The N x N console game: ships of equal length are of one type, a sunk ship's squares are announced."""
    names = {2: "Boat", 3: "Submarine", 4: "Destroyer", 5: "Carrier"}
    return Rules("nxn", size, size, _by_length(lengths, names), sunk=Sunk.CELLS)


def _by_length(lengths: Sequence[int], names: dict[int, str]) -> tuple[ShipType, ...]:
    for length in lengths:
        if not 1 <= length <= len(_SYMBOLS):
            raise RulesError(f"a ship's length is 1 to {len(_SYMBOLS)}, not {length}")
    counted = sorted(Counter(lengths).items(), reverse=True)
    return tuple(
        ShipType(names.get(length, f"Ship of {length}"), _SYMBOLS[length - 1], length, count)
        for length, count in counted
    )


#: Rule sets by name; `react` and `nxn` also take a size and a fleet.
NAMED: dict[str, Callable[[], Rules]] = {
    "marmsx": lambda: MARMSX,
    "hasbro": lambda: HASBRO,
    "skynet": lambda: SKYNET,
    "bbm103": lambda: BBM103,
    "react": react,
    "nxn": nxn,
}


def named(name: str, size: tuple[int, int] | None = None, lengths: Sequence[int] | None = None) -> Rules:
    """The rule set called `name`; `size` (width, height) and `lengths` only for those that have a choice."""
    if name not in NAMED:
        raise RulesError(
            f"no rule set {name!r}: there are {', '.join(NAMED)}, "
            "or give the path of a TOML file (it ends in .toml)"
        )
    if name == "react":
        width, height = size or (10, 10)
        return react(width, height, lengths or CLASSIC)
    if name == "nxn":
        width, height = size or (10, 10)
        if width != height:
            raise RulesError(
                f"the nxn board is square, not {width} x {height}; react takes any width and height"
            )
        return nxn(width, lengths or CLASSIC)
    if size is not None or lengths is not None:
        raise RulesError(
            f"rules {name!r} have a fixed board and fleet; nxn and react take a size and a fleet"
        )
    return NAMED[name]()
