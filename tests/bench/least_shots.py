"""How many shots any player needs at least. Proofs: docs/posterior.md; `python -m tests.bench.bounds` averages.

Information is given away: the player is shown the whole fleet but its smallest ships. What those still cost is bounded
by counting, for each layout of the ships shown, and averaged over uniform layouts.
"""

from __future__ import annotations

from itertools import count
from math import comb

from battleship.errors import PosteriorError
from battleship.rules import Rules
from battleship.rules.board import Fleet, Ship, halo, mask, placements


def least_shots(rules: Rules, fleet: Fleet) -> float:
    """Return shots that any player needs on average over all layouts that differ from this one in their smallest
    ships only, when it knows all the others.

    Rules: the smallest ships are all of one square under rules without touching, or one ship of two squares. Raise
    `PosteriorError` for others.
    """
    least = min(ship.length for ship in rules.ships)
    hidden = [ship for ship in rules.ships if ship.length == least]
    number = sum(ship.count for ship in hidden)
    shown = [ship for ship in fleet.ships if ship.type.length > least]
    squares = sum(ship.type.length for ship in shown)
    if least == 1 and not rules.touching:
        return squares + _single_squares(rules, shown, number)
    if least == 2 and number == 1:
        return squares + 2 + _misses_for_two(rules, shown)
    raise PosteriorError(
        f"rules {rules.name!r}: no bound is known; it needs single squares that do not touch, or one ship of two"
    )


def _closed(rules: Rules, ships: list[Ship]) -> int:
    bits = 0
    for ship in ships:
        bits |= halo(rules, ship)
    return bits


def _single_squares(rules: Rules, shown: list[Ship], number: int) -> float:
    """Return the mean shots at squares not shown until `number` single squares are hit: at most C(t - 1, number - 1)
    layouts end with shot t.
    """
    free = ((1 << rules.width * rules.height) - 1) & ~_closed(rules, shown)
    kind = min(rules.ships, key=lambda ship: ship.length)
    around = {mask(rules, ship.cells): halo(rules, ship) for ship in placements(rules, kind)}

    def ways(open_squares: int, left: int) -> int:
        if left == 1:
            return open_squares.bit_count()
        found = 0
        while open_squares:
            lowest = open_squares & -open_squares
            open_squares &= ~lowest
            found += ways(open_squares & ~around[lowest], left - 1)
        return found

    layouts = ways(free, number)
    left, total = layouts, 0
    for shot in count(number):
        ending = min(left, comb(shot - 1, number - 1))
        total += shot * ending
        left -= ending
        if not left:
            return total / layouts
    raise AssertionError


def _misses_for_two(rules: Rules, shown: list[Ship]) -> float:
    """Return mean misses until a ship of two squares is sunk.

    Shot t tests at most as many of its places as the square with the t-th most of them has, and the j-th of those
    found by one shot costs j - 1 misses more.
    """
    kind = min(rules.ships, key=lambda ship: ship.length)
    closed = _closed(rules, shown)
    places = [ship.cells for ship in placements(rules, kind) if not mask(rules, ship.cells) & closed]
    through: dict[object, int] = {}
    for cells in places:
        for cell in cells:
            through[cell] = through.get(cell, 0) + 1
    most = sorted(through.values(), reverse=True)
    # The cheapest slots (shot t, j-th found) first; until shot t no more slots than places tested until then. The sets
    # of slots until each shot are nested, so that taking the cheapest allowed one each time is best.
    reach = [sum(most[: shot + 1]) for shot in range(len(most))]
    taken = [0] * len(most)
    left, total = len(places), 0
    for cost in count():
        for shot in range(max(0, cost - 3), min(cost + 1, len(most))):
            fits = all(sum(taken[: later + 1]) < reach[later] for later in range(shot, len(most)))
            if left and cost - shot < most[0] and fits:
                taken[shot] += 1
                total += cost
                left -= 1
        if not left:
            return total / len(places)
    raise AssertionError
