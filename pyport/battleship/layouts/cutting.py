"""Squares that ships cover, cut into the ships of a fleet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from battleship.rules.board import Ship
from battleship.rules.model import Cell, Rules


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
