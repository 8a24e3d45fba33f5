"""Squares that ships cover, cut into the ships of a fleet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from battleship.errors import IllegalFleetError
from battleship.rules.board import Fleet, Ship, check_fleet, neighbours, sort_ships
from battleship.rules.model import Cell, Rules


def fleet_from_cells(rules: Rules, cells: Mapping[Cell, str | None], fixed: tuple[Ship, ...] = ()) -> Fleet:
    """Return the one fleet that has these squares. A symbol of None stands for some ship.

    Raise `IllegalFleetError` for a wrong number of squares, for ships that are not straight, and for more than one
    reading.

    Args:
        fixed: Ships already known.
    """
    _check_counts(rules, cells)
    found: list[Fleet] = []
    illegal: IllegalFleetError | None = None
    # Vertical ships are tried last under rules that forbid them, only to say what is wrong.
    for vertical in (rules.vertical, True):
        for ships in covers(rules, cells, vertical, fixed):
            fleet = Fleet(sort_ships(rules, ships))
            try:
                check_fleet(rules, fleet)
            except IllegalFleetError as error:
                illegal = illegal or error
                continue
            if fleet not in found:
                found.append(fleet)
            if len(found) == 2:
                raise IllegalFleetError(_ambiguous(rules, *found))
        if found:
            return found[0]
        if illegal is not None:
            raise illegal
    raise IllegalFleetError(_crooked(rules, cells))


def covers(
    rules: Rules, cells: Mapping[Cell, str | None], vertical: bool, fixed: tuple[Ship, ...] = ()
) -> Iterator[list[Ship]]:
    """Yield every way to cut the squares into ships, at most as many of each type as a fleet has; `fixed` among
    them.
    """
    left = Counter({ship_type: ship_type.count for ship_type in rules.ships})
    left.subtract(ship.type for ship in fixed)
    free = dict(cells)
    for ship in fixed:
        for cell in ship.cells:
            free.pop(cell, None)
    chosen = list(fixed)

    def descend() -> Iterator[list[Ship]]:
        first = min(free, default=None)
        if first is None:
            yield list(chosen)
            return
        # The first square in reading order is the left or top end of its ship.
        for ship_type in rules.ships:
            if left[ship_type] <= 0 or free[first] not in (None, ship_type.symbol):
                continue
            for downwards in (False, True) if vertical and ship_type.length > 1 else (False,):
                ship = Ship(ship_type, first, downwards)
                marks = [free.get(cell, "") for cell in ship.cells]
                if all(mark is None or mark == ship_type.symbol for mark in marks):
                    for cell in ship.cells:
                        del free[cell]
                    left[ship_type] -= 1
                    chosen.append(ship)
                    yield from descend()
                    chosen.pop()
                    left[ship_type] += 1
                    free.update(zip(ship.cells, marks, strict=True))

    return descend()


def _check_counts(rules: Rules, cells: Mapping[Cell, str | None]) -> None:
    given = Counter(cells.values())
    if None in given:
        if len(cells) != rules.fleet_cells:
            raise IllegalFleetError(
                f"not legal: {len(cells)} ship squares, but a fleet of the rules {rules.name!r} has "
                f"{rules.fleet_cells}"
            )
        return
    for ship_type in rules.ships:
        wanted = ship_type.length * ship_type.count
        if given[ship_type.symbol] != wanted:
            squares = [rules.cell_name(cell) for cell in sorted(cells) if cells[cell] == ship_type.symbol]
            raise IllegalFleetError(
                f"not legal: {given[ship_type.symbol]} squares of {ship_type.symbol} "
                f"({', '.join(squares) or 'none'}) where {ship_type.count} x {ship_type.name} of "
                f"{ship_type.length} make {wanted}"
            )


def _ambiguous(rules: Rules, one: Fleet, other: Fleet) -> str:
    ship = next(ship for ship in one.ships if ship not in other.ships)
    return (
        f"not legal without more: the {ship.type.name} squares around {rules.cell_name(ship.cell)} can be cut into "
        "ships in more than one way; say which ship lies where"
    )


def _crooked(rules: Rules, cells: Mapping[Cell, str | None]) -> str:
    """Return a message on the first group of touching equal squares that cannot be cut into straight ships."""
    left = set(cells)
    while left:
        group, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left and cell not in group:
                group.add(cell)
                edge += [near for near in neighbours(cell) if near in cells and cells[near] == cells[cell]]
        left -= group
        part = {cell: cells[cell] for cell in group}
        if next(covers(rules, part, vertical=True), None) is None:
            squares = ", ".join(rules.cell_name(cell) for cell in sorted(group))
            mark = cells[min(group)]
            lengths = sorted({t.length for t in rules.ships if mark in (None, t.symbol)})
            return (
                f"not legal: the squares {squares}{f' ({mark})' if mark else ''} are not straight ships of "
                f"length {' or '.join(map(str, lengths))}"
            )
    return f"not legal: the ship squares cannot be cut into the fleet of the rules {rules.name!r}"
