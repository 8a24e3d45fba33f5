"""Which of the hits belong to ships already sunk, as far as the rules let a player know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from battleship.board import Outcome, Ship, View
from battleship.rules import Cell, ShipType


@dataclass(frozen=True)
class Afloat:
    """sunk: squares of ships taken for sunk. open: hits on ships still afloat. ships: how many of each type."""

    sunk: frozenset[Cell]
    open: frozenset[Cell]
    ships: dict[ShipType, int]


def afloat(view: View) -> Afloat:
    """What is still afloat.

    Exact where squares are announced or each hit names its type and ships do not touch. Where only the name
    is announced and several lines of hits fit, the most recent hits are taken.
    """
    rules = view.rules
    sunk: set[Cell] = set()
    ships = Counter({ship_type: ship_type.count for ship_type in rules.ships})
    order: dict[Cell, int] = {}
    for number, result in enumerate(view.results):
        if result.hit:
            order[result.cell] = number
        if result.outcome is Outcome.SUNK and result.type is not None:
            ships[result.type] -= 1
            sunk.update(result.sunk_cells or _latest_line(result.type, result.cell, order, sunk))
    if rules.hit_names_type:
        for ship in _complete_runs(view):
            if not sunk.issuperset(ship.cells):
                sunk.update(ship.cells)
                ships[ship.type] -= 1
    return Afloat(frozenset(sunk), frozenset(order.keys() - sunk), dict(ships))


def _latest_line(kind: ShipType, last: Cell, order: dict[Cell, int], sunk: set[Cell]) -> tuple[Cell, ...]:
    """The line of hits through the sinking square that was shot most recently."""
    lines = []
    for step in range(kind.length):
        for ship in (
            Ship(kind, Cell(last.row, last.column - step)),
            Ship(kind, Cell(last.row - step, last.column), vertical=True),
        ):
            if all(cell in order and cell not in sunk for cell in ship.cells):
                lines.append(ship.cells)
    return max(lines, key=lambda cells: sum(order[cell] for cell in cells), default=(last,))


def _complete_runs(view: View) -> list[Ship]:
    """Ships whose every square has been hit and named; only where ships of one type cannot lie side by side."""
    types = {result.cell: result.type for result in view.results if result.type is not None}
    found = []
    for cell, kind in types.items():
        if view.rules.touching and kind.count > 1:
            continue
        for vertical in (False, True) if kind.length > 1 else (False,):
            ship = Ship(kind, cell, vertical)
            if all(types.get(other) == kind for other in ship.cells):
                found.append(ship)
    return found
