"""Probability density: every placement that the answers allow votes for its squares."""

from __future__ import annotations

from functools import lru_cache

from battleship.players import BasePlayer
from battleship.players.nxn import best
from battleship.rules import Cell, Rules
from battleship.rules.board import View, mask, neighbours, placements
from battleship.rules.sunk import afloat

#: How much more a placement counts for each further hit on it.
WEIGHT = 100


def votes(view: View) -> dict[Cell, int]:
    """Return for each square not yet shot how many placements of the ships afloat cover it. Those on open hits count
    more.
    """
    rules, state, shots = view.rules, afloat(view), view.shots
    closed = mask(rules, (cell for cell, result in shots.items() if not result.hit))
    for cell in state.sunk:
        around = [cell] if rules.touching else [cell, *neighbours(cell)]
        closed |= mask(rules, filter(rules.contains, around))
    hits, unknown = mask(rules, state.open), mask(rules, view.unshot)
    found = [0] * (rules.width * rules.height)
    for ship_type, masks in zip(rules.ships, _masks(rules), strict=True):
        number = state.ships[ship_type]
        if number <= 0:
            continue
        shut = closed
        if rules.hit_names_type:
            others = (cell for cell, result in shots.items() if result.hit and result.type != ship_type)
            shut |= mask(rules, others)
        for bits, squares in masks:
            covered = (bits & hits).bit_count()
            if bits & shut or not bits & unknown or (hits and not covered):
                continue
            weight = number * WEIGHT ** max(covered - 1, 0)
            for square in squares:
                found[square] += weight
    return {cell: found[rules.index(cell)] for cell in view.unshot}


class Density(BasePlayer):
    """A player that shoots where most placements of the ships afloat lie; those on open hits count much more."""

    about = "counts the places of each ship by itself, with more weight on those that explain hits"

    def shoot(self, view: View) -> Cell:
        return best(view, votes(view), self.random)


@lru_cache(maxsize=16)
def _masks(rules: Rules) -> list[list[tuple[int, tuple[int, ...]]]]:
    """Return for each type its placements, each as a mask of squares and as their numbers."""
    return [
        [
            (mask(rules, ship.cells), tuple(map(rules.index, ship.cells)))
            for ship in placements(rules, ship_type)
        ]
        for ship_type in rules.ships
    ]
