"""Which of the hits belong to ships already sunk, as far as the rules let a player know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass

from battleship.rules import Cell, Rules, ShipType, Sunk
from battleship.rules.board import Outcome, Ship, View


@dataclass(frozen=True)
class Afloat:
    """What the answers say about the ships of a board.

    Attributes:
        sunk: The squares of ships that count as sunk.
        open: The hits on ships that are still afloat.
        ships: How many ships of each type are still afloat.
    """

    sunk: frozenset[Cell]
    open: frozenset[Cell]
    ships: dict[ShipType, int]


def afloat(view: View) -> Afloat:
    """Return what is still afloat.

    Exact where squares are announced or each hit names its type and ships do not touch. Where only the name is
    announced, each sunk ship is a line of hits through its last square, no two share a square, and each hit left
    over must have room for a ship afloat; of several such readings the one with the most recent hits is taken.
    """
    rules = view.rules
    sunk: set[Cell] = set()
    ships = Counter({ship_type: ship_type.count for ship_type in rules.ships})
    for result in view.results:
        if result.outcome is Outcome.SUNK and result.type is not None:
            ships[result.type] -= 1
            sunk.update(result.sunk_cells)
    if rules.hit_names_type:
        for ship in _complete_runs(view):
            if not sunk.issuperset(ship.cells):
                sunk.update(ship.cells)
                ships[ship.type] -= 1
    elif rules.sunk is Sunk.NAME:
        sunk = _read_names(view, ships)
    hits = frozenset(result.cell for result in view.results if result.hit)
    return Afloat(frozenset(sunk), hits - sunk, dict(ships))


def _read_names(view: View, ships: Counter[ShipType]) -> set[Cell]:
    """Return the squares of the sunk ships, when only their names are known."""
    lines: list[list[frozenset[Cell]]] = []
    order: dict[Cell, int] = {}
    for number, result in enumerate(view.results):
        if result.hit:
            order[result.cell] = number
        if result.outcome is Outcome.SUNK and result.type is not None:
            lines.append(_lines(view.rules, result.type, result.cell, order))

    def readings(first: int, taken: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        if first == len(lines):
            yield taken
        for line in lines[first] if first < len(lines) else ():
            if not line & taken:
                yield from readings(first + 1, taken | line)

    ordered = sorted(readings(0, frozenset()), key=lambda taken: -sum(order[cell] for cell in taken))
    for taken in ordered:
        if all(_has_room(view, ships, taken, cell) for cell in order.keys() - taken):
            return set(taken)
    return set(ordered[0]) if ordered else set()


def _lines(rules: Rules, ship_type: ShipType, last: Cell, hits: Container[Cell]) -> list[frozenset[Cell]]:
    """Return the lines of hits of the ship's length through its last square."""
    found = []
    for step in range(ship_type.length):
        for ship in (
            Ship(ship_type, Cell(last.row, last.column - step)),
            Ship(ship_type, Cell(last.row - step, last.column), vertical=True),
        ):
            if (rules.vertical or not ship.vertical) and all(cell in hits for cell in ship.cells):
                found.append(frozenset(ship.cells))
    return found


def _has_room(view: View, ships: Counter[ShipType], sunk: frozenset[Cell], hit: Cell) -> bool:
    """Return whether a ship afloat may lie on this hit: on no miss or sunk square, and not wholly on hits."""
    rules, shots = view.rules, view.shots
    squares = frozenset(rules.cells)
    for ship_type, number in ships.items():
        for cells in _lines(rules, ship_type, hit, squares) if number else ():
            shot = [shots[cell] for cell in cells if cell in shots]
            if len(shot) < ship_type.length and not cells & sunk and all(result.hit for result in shot):
                return True
    return False


def _complete_runs(view: View) -> list[Ship]:
    """Return the ships whose every square has been hit and named; only where ships of one type cannot lie
    side by side.
    """
    types = {result.cell: result.type for result in view.results if result.type is not None}
    found = []
    for cell, ship_type in types.items():
        if view.rules.touching and ship_type.count > 1:
            continue
        for vertical in (False, True) if ship_type.length > 1 else (False,):
            ship = Ship(ship_type, cell, vertical)
            if all(types.get(other) == ship_type for other in ship.cells):
                found.append(ship)
    return found
