"""Legal layouts found by trying: whether there is one, any one, or all of a small board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from battleship.errors import RulesError
from battleship.rules.board import Fleet, halo, mask, placements, ship_list, sort_ships
from battleship.rules.model import Rules, ShipType

#: Positions that the search for any legal layout looks at before it gives up.
SEARCHED = 300_000


@lru_cache(maxsize=256)
def masks(rules: Rules, ship_type: ShipType) -> tuple[tuple[int, int], ...]:
    """Return (own squares, squares closed to others) of each of `placements(rules, ship_type)`, as bit masks."""
    return tuple((mask(rules, ship.cells), halo(rules, ship)) for ship in placements(rules, ship_type))


def any_layout(rules: Rules) -> Fleet:
    """Return some legal layout, found by systematic search. Raise `RulesError` that says why there is none."""
    reason = impossible(rules)
    if reason is not None:
        raise RulesError(f"rules {rules.name!r}: {reason}")
    budget = [SEARCHED]
    for chosen in _search(rules, budget):
        return numbered_fleet(rules, ship_list(rules), chosen)
    if budget[0] > 0:
        raise RulesError(f"rules {rules.name!r}: no legal layout exists (all were tried)")
    raise RulesError(
        f"rules {rules.name!r}: no legal layout found in {SEARCHED} positions; "
        "the board is too small for this fleet"
    )


def impossible(rules: Rules) -> str | None:
    """Return a plain reason why no layout can exist, when there is one; None proves nothing."""
    for ship_type in rules.ships:
        if not placements(rules, ship_type):
            side = max(rules.width, rules.height) if rules.vertical else rules.width
            return f"the {ship_type.name} of length {ship_type.length} does not fit in {side} squares"
    if rules.fleet_cells > rules.width * rules.height:
        return f"the fleet has {rules.fleet_cells} squares, the board {rules.width * rules.height}"
    if not rules.touching:
        # With the gap right of and below it a ship takes (length + 1) x 2 of a board one wider and higher.
        needed = sum(ship.count * 2 * (ship.length + 1) for ship in rules.ships)
        room = (rules.width + 1) * (rules.height + 1)
        if needed > room:
            return (
                f"the ships with the gaps between them need {needed} squares, the board has room for {room}"
            )
    return None


@lru_cache(maxsize=8)
def list_layouts(rules: Rules) -> tuple[Fleet, ...]:
    """Return every legal layout once; ships of one type are not told apart. Only for small boards."""
    types = ship_list(rules)
    return tuple(numbered_fleet(rules, types, chosen) for chosen in _search(rules, None))


def _search(rules: Rules, budget: list[int] | None) -> Iterator[list[int]]:
    """Yield the placement numbers per ship of each legal layout; equal ships in rising order, so that none comes twice.

    Args:
        budget: A one-element counter of positions, which ends the search when it reaches 0.
    """
    types = ship_list(rules)
    lists = [masks(rules, ship_type) for ship_type in types]
    chosen: list[int] = []

    def descend(closed: int) -> Iterator[list[int]]:
        depth = len(chosen)
        if depth == len(types):
            yield list(chosen)
            return
        first = chosen[-1] + 1 if depth and types[depth] == types[depth - 1] else 0
        for number in range(first, len(lists[depth])):
            if budget is not None:
                if budget[0] <= 0:
                    return
                budget[0] -= 1
            own, around = lists[depth][number]
            if not own & closed:
                chosen.append(number)
                yield from descend(closed | around)
                chosen.pop()

    return descend(0)


def numbered_fleet(rules: Rules, types: list[ShipType], chosen: list[int]) -> Fleet:
    """Return the fleet whose ships lie at these numbers of `placements`, one number for each ship of `types`."""
    ships = [placements(rules, ship_type)[number] for ship_type, number in zip(types, chosen, strict=True)]
    return Fleet(sort_ships(rules, ships))
