"""Ships on a board, shots, answers, and what a shooter may see of it: frozen values.

`Board` is the defender's side (it knows the fleet); `View` is the shooter's (it does not).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from battleship.errors import IllegalFleetError, IllegalShotError
from battleship.rules.model import Cell, Rules, ShipType, Sunk


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship at its place: `cell` is its left or top square. A ship of one square is never `vertical`."""

    type: ShipType
    cell: Cell
    vertical: bool = False

    def __post_init__(self) -> None:
        if self.type.length == 1 and self.vertical:
            object.__setattr__(self, "vertical", False)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its squares, from left to right or from top to bottom."""
        row, column = self.cell
        if self.vertical:
            return tuple(Cell(row + step, column) for step in range(self.type.length))
        return tuple(Cell(row, column + step) for step in range(self.type.length))


@dataclass(frozen=True)
class Fleet:
    """All ships of one side, in a fixed order (by type, then square): equal layouts are equal values.

    `Fleet.of` checks the rules; the plain constructor does not.
    """

    ships: tuple[Ship, ...]

    @staticmethod
    def of(rules: Rules, ships: Iterable[Ship]) -> Fleet:
        """Return a legal fleet. Raise `IllegalFleetError` that names the square and the rule broken."""
        fleet = Fleet(sort_ships(rules, ships))
        check_fleet(rules, fleet)
        return fleet

    @cached_property
    def at(self) -> dict[Cell, Ship]:
        """The ship on each occupied square."""
        return {cell: ship for ship in self.ships for cell in ship.cells}


def sort_ships(rules: Rules, ships: Iterable[Ship]) -> tuple[Ship, ...]:
    """Return the ships in a fleet's order: by type as the rules list them, then by square."""
    order = {ship_type: number for number, ship_type in enumerate(rules.ships)}
    return tuple(sorted(ships, key=lambda ship: (order.get(ship.type, len(order)), ship.cell, ship.vertical)))


def check_fleet(rules: Rules, fleet: Fleet) -> None:
    """Raise `IllegalFleetError` unless the fleet is complete and lies as the rules allow."""
    check_ships(rules, fleet.ships)
    wanted = Counter({ship_type: ship_type.count for ship_type in rules.ships})
    given = Counter(ship.type for ship in fleet.ships)
    for ship_type in rules.ships:
        if given[ship_type] != wanted[ship_type]:
            raise IllegalFleetError(
                f"not legal: {given[ship_type]} ships of type {ship_type.name} "
                f"(length {ship_type.length}), but the rules {rules.name!r} need {wanted[ship_type]}"
            )


def check_ships(rules: Rules, ships: Iterable[Ship]) -> None:
    """Raise `IllegalFleetError` unless these ships, perhaps not yet all, may lie together."""
    taken: dict[Cell, Ship] = {}
    for ship in ships:
        if ship.type not in rules.ships:
            raise IllegalFleetError(
                f"not legal: the rules {rules.name!r} have no ship type {ship.type.name!r}"
            )
        if ship.vertical and not rules.vertical:
            raise IllegalFleetError(
                f"not legal: the {ship.type.name} at {rules.cell_name(ship.cell)} lies vertically; "
                f"under the rules {rules.name!r} ships lie horizontally"
            )
        for cell in ship.cells:
            if not rules.contains(cell):
                where = rules.cell_name(ship.cell) if rules.contains(ship.cell) else f"{tuple(ship.cell)}"
                raise IllegalFleetError(
                    f"not legal: the {ship.type.name} at {where} leaves the board "
                    f"({rules.width} x {rules.height})"
                )
            if cell in taken:
                raise IllegalFleetError(
                    f"not legal: {rules.cell_name(cell)} is taken by both "
                    f"{taken[cell].type.name} and {ship.type.name}"
                )
        if not rules.touching:
            for cell in ship.cells:
                for near in neighbours(cell):
                    if near in taken:
                        raise IllegalFleetError(
                            f"not legal: the {ship.type.name} at {rules.cell_name(cell)} touches the "
                            f"{taken[near].type.name} at {rules.cell_name(near)}; "
                            f"under the rules {rules.name!r} ships may not touch, not even diagonally"
                        )
        taken.update(dict.fromkeys(ship.cells, ship))


def neighbours(cell: Cell) -> list[Cell]:
    """Return the eight squares around a square, also those off the board."""
    return [
        Cell(cell.row + down, cell.column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if down or right
    ]


def ship_list(rules: Rules) -> list[ShipType]:
    """Return the type of every ship of a fleet, in the rule set's order."""
    return [ship_type for ship_type in rules.ships for _ in range(ship_type.count)]


@lru_cache(maxsize=256)
def placements(rules: Rules, ship_type: ShipType) -> tuple[Ship, ...]:
    """Return every place where a ship of this type fits on the empty board: horizontal ones first, row by row."""
    length = ship_type.length
    found = [
        Ship(ship_type, Cell(row, column))
        for row in range(rules.height)
        for column in range(rules.width - length + 1)
    ]
    if rules.vertical and length > 1:
        found += [
            Ship(ship_type, Cell(row, column), vertical=True)
            for row in range(rules.height - length + 1)
            for column in range(rules.width)
        ]
    return tuple(found)


def mask(rules: Rules, cells: Iterable[Cell]) -> int:
    """Return the set of squares as a bit mask; bit `rules.index(cell)`."""
    bits = 0
    for row, column in cells:
        bits |= 1 << (row * rules.width + column)
    return bits


def halo(rules: Rules, ship: Ship) -> int:
    """Return a mask of the squares closed to other ships: its own and, unless ships may touch, the border."""
    cells: Iterable[Cell] = ship.cells
    if not rules.touching:
        cells = {near for cell in ship.cells for near in (cell, *neighbours(cell)) if rules.contains(near)}
    return mask(rules, cells)


class Outcome(Enum):
    """What a shot met. SUNK only under rules that announce it."""

    MISS = "miss"
    HIT = "hit"
    SUNK = "sunk"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a shot, no more than the rules tell.

    Attributes:
        type: The type of the ship, when the rules name it (at every hit, or when sunk).
        sunk_cells: The sunk ship's squares under rules that show them, else empty.
    """

    cell: Cell
    outcome: Outcome
    type: ShipType | None = None
    sunk_cells: tuple[Cell, ...] = ()

    @property
    def hit(self) -> bool:
        """Whether a ship was met."""
        return self.outcome is not Outcome.MISS


@dataclass(frozen=True)
class View:
    """What a shooter knows: the rules and the answers to his shots, oldest first."""

    rules: Rules
    results: tuple[Result, ...] = ()

    @cached_property
    def shots(self) -> dict[Cell, Result]:
        """The answer for each square already shot."""
        return {result.cell: result for result in self.results}

    @cached_property
    def unshot(self) -> tuple[Cell, ...]:
        """Squares not yet shot, row by row."""
        shots = self.shots
        return tuple(cell for cell in self.rules.cells if cell not in shots)

    @property
    def hits(self) -> int:
        """Answers that met a ship."""
        return sum(result.hit for result in self.results)

    @property
    def won(self) -> bool:
        """Every square of the enemy's fleet has been hit."""
        return self.hits == self.rules.fleet_cells

    def after(self, result: Result) -> View:
        """Return the view after one more answer."""
        return View(self.rules, (*self.results, result))


@dataclass(frozen=True)
class Board:
    """A fleet under fire. `fire` returns the next board; `view` is all that the shooter may see of it."""

    fleet: Fleet
    view: View

    @staticmethod
    def new(rules: Rules, fleet: Fleet) -> Board:
        """Return an untouched board. Raise `IllegalFleetError` when the fleet breaks the rules."""
        check_fleet(rules, fleet)
        return Board(fleet, View(rules))

    @property
    def rules(self) -> Rules:
        """The rules that the board is played by."""
        return self.view.rules

    @property
    def lost(self) -> bool:
        """Whether every ship square has been hit."""
        return self.view.won

    @property
    def remaining(self) -> int:
        """Ship squares not yet hit."""
        return self.rules.fleet_cells - self.view.hits

    def is_sunk(self, ship: Ship) -> bool:
        """Return whether all squares of the ship have been shot at."""
        return all(cell in self.view.shots for cell in ship.cells)

    def fire(self, cell: Cell, again: bool = False) -> tuple[Board, Result]:
        """Return the board after a shot, and the answer. Raise `IllegalShotError` for a square outside or already shot.

        Args:
            again: A second shot at a square is legal and changes nothing, as in the SKYNET protocol: the answer says
                whether there is a ship, and no ship sinks twice.
        """
        rules, before = self.rules, self.view.shots.get(cell)
        if again and before is not None:
            return self, Result(cell, Outcome.HIT if before.hit else Outcome.MISS)
        if not rules.contains(cell):
            raise IllegalShotError(
                f"row {cell.row}, column {cell.column} (counted from 0) is outside the board "
                f"of {rules.height} rows and {rules.width} columns"
            )
        if before is not None:
            raise IllegalShotError(f"{rules.cell_name(cell)} has already been shot")
        result = self._answer(cell)
        return Board(self.fleet, self.view.after(result)), result

    def _answer(self, cell: Cell) -> Result:
        ship = self.fleet.at.get(cell)
        if ship is None:
            return Result(cell, Outcome.MISS)
        rules = self.rules
        sinks = all(other == cell or other in self.view.shots for other in ship.cells)
        if sinks and rules.sunk is not Sunk.NOTHING:
            return Result(cell, Outcome.SUNK, ship.type, ship.cells if rules.sunk is Sunk.CELLS else ())
        return Result(cell, Outcome.HIT, ship.type if rules.hit_names_type else None)
