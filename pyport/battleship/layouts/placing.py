"""Placing fleets: uniformly over all legal layouts, ship by ship, and as the documents' programs do."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random

from battleship.errors import RulesError
from battleship.layouts.search import any_layout, list_layouts, masks, numbered_fleet
from battleship.original.placing import is_free, next_pivot
from battleship.original.state import Work
from battleship.rules.board import Fleet, Ship, placements, ship_list, sort_ships
from battleship.rules.draws import Draws
from battleship.rules.model import Cell, Rules, ShipType

#: Layouts (labelled, before conflicts) up to which all legal ones are listed once and then drawn from.
LISTED = 50_000
#: Tries of fair rejection before a fleet counts as too crowded for it.
TRIES = 200_000


def uniform(rules: Rules, random: Draws) -> Fleet:
    """Return a fleet drawn uniformly from all legal layouts.

    Small boards are listed; where ships lie in rows apart from each other the exact count is drawn from; the others are
    drawn ship by ship from the empty board and started again at each conflict, which keeps the draw uniform. Raise
    `RulesError` when the board is too crowded for that.
    """
    types = ship_list(rules)
    if prod(len(placements(rules, ship_type)) for ship_type in types) <= LISTED:
        layouts = list_layouts(rules)
        if not layouts:
            raise RulesError(f"rules {rules.name!r}: no legal layout exists")
        return layouts[random.randrange(len(layouts))]
    if not rules.vertical and not rules.touching:
        drawn = _counted(rules, random)
        if drawn is not None:
            return drawn
    lists = [masks(rules, ship_type) for ship_type in types]
    for _ in range(TRIES):
        closed, chosen = 0, []
        for places in lists:
            number = random.randrange(len(places))
            own, around = places[number]
            if own & closed:
                break
            closed |= around
            chosen.append(number)
        else:
            return numbered_fleet(rules, types, chosen)
    raise RulesError(f"rules {rules.name!r}: too crowded to draw a layout fairly ({TRIES} tries)")


def _counted(rules: Rules, random: Draws) -> Fleet | None:
    """Return a fleet drawn from the exact count; None if that cannot be computed."""
    try:
        from battleship.posterior import rows  # numpy is slow to import
    except ImportError:
        # A page in a browser has no numpy; the other way takes more tries and is as fair.
        return None
    return rows.draw(rules, random) if rows.refuses(rules) is None else None


def scatter(rules: Rules, random: Draws) -> Fleet:
    """Return a fleet placed ship by ship, each uniformly among the places still free; started again when one has none.

    Not uniform over layouts. On a crowded board a systematic search takes over. Raise `RulesError` when no layout
    is found.
    """
    types = ship_list(rules)
    for _ in range(200):
        closed, chosen = 0, []
        for ship_type in types:
            free = [number for number, (own, _) in enumerate(masks(rules, ship_type)) if not own & closed]
            if not free:
                break
            number = free[random.randrange(len(free))]
            closed |= masks(rules, ship_type)[number][1]
            chosen.append(number)
        else:
            return numbered_fleet(rules, types, chosen)
    return any_layout(rules)


def automatic(rules: Rules, random: Draws) -> Fleet:
    """Return a uniform fleet, or on a crowded board a scattered one: always some legal fleet when there is one."""
    try:
        return uniform(rules, random)
    except RulesError:
        return scatter(rules, random)


def marmsx(rules: Rules, random: Draws) -> Fleet:
    """Return the original's own placement (lines 410-570) with its draws in its order: column, row for each ship."""
    ships: list[Ship] = []
    squares: set[tuple[int, int]] = set()

    def taken(x: int, y: int) -> bool:
        return (x, y) in squares

    for ship_type in ship_list(rules):
        length = ship_type.length
        x, y = random.randrange(rules.width - length + 1) + 1, random.randrange(rules.height) + 1
        moves = 0
        while squares and not is_free(taken, x, y, length, Work(), rules.width, rules.height):
            x, y = next_pivot(x, y, length, rules.width, rules.height)
            moves += 1
            if moves > rules.width * rules.height:  # the listing would never end
                raise RulesError(
                    f"rules {rules.name!r}: the original's placement finds no room on this board"
                )
        ships.append(Ship(ship_type, Cell(y - 1, x - 1)))
        squares.update((x + step, y) for step in range(length))
    return Fleet(sort_ships(rules, ships))


def react(rules: Rules, random: Draws) -> Fleet:
    """Return the React document's placement: boat by boat, a random square and direction of four, until it fits."""
    taken: set[Cell] = set()
    ships: list[Ship] = []
    for ship_type in ship_list(rules):
        _fits_or_raise(rules, ship_type, taken)
        reach = ship_type.length - 1
        while True:
            column, row = random.randrange(rules.width), random.randrange(rules.height)
            up, left = ((reach, 0), (0, 0), (0, reach), (0, 0))[direction := random.randrange(4)]
            ship = Ship(ship_type, Cell(row - up, column - left), vertical=direction < 2)
            if all(rules.contains(cell) and cell not in taken for cell in ship.cells):
                break
        ships.append(ship)
        taken.update(ship.cells)
    return Fleet(sort_ships(rules, ships))


def _fits_or_raise(rules: Rules, ship_type: ShipType, taken: set[Cell]) -> None:
    # The document's loop would not end on a full board.
    if all(taken.intersection(ship.cells) for ship in placements(rules, ship_type)):
        raise RulesError(f"rules {rules.name!r}: no room left for the {ship_type.name} of {ship_type.length}")


def check(rules: Rules) -> None:
    """Raise `RulesError` with the reason when no fleet can be placed under these rules."""
    scatter(rules, Random(0))


#: Placements by name, as `--placement` takes them.
STYLES: dict[str, Callable[[Rules, Draws], Fleet]] = {
    "uniform": uniform,
    "scatter": scatter,
    "marmsx": marmsx,
    "react": react,
}
