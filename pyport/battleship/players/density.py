"""Probability density: every placement that the answers allow votes for its squares."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from battleship.players import BasePlayer
from battleship.rules import Cell, Rules, ShipType
from battleship.rules.board import View, neighbours, placements
from battleship.rules.sunk import afloat

#: How much more a placement counts for each further hit on it.
WEIGHT = 100.0


class Density(BasePlayer):
    """A player that shoots where most placements of the ships afloat lie; those on open hits count much more."""

    about = "counts the places of each ship by itself, with more weight on those that explain hits"

    def shoot(self, view: View) -> Cell:
        state = afloat(view)
        rules = self.rules
        squares = rules.width * rules.height
        closed, hits, unknown = np.zeros(squares), np.zeros(squares), np.zeros(squares)
        for cell, result in view.shots.items():
            if not result.hit:
                closed[rules.index(cell)] = 1
        for cell in state.sunk:
            for near in [cell] if rules.touching else [cell, *neighbours(cell)]:
                if rules.contains(near):
                    closed[rules.index(near)] = 1
        for cell in state.open:
            hits[rules.index(cell)] = 1
        unshot = [rules.index(cell) for cell in view.unshot]
        unknown[unshot] = 1
        votes = np.zeros(squares)
        for ship_type, cover in zip(rules.ships, _covers(rules), strict=True):
            shut = closed + self._named_otherwise(view, ship_type)
            covered = cover @ hits
            fits = (cover @ shut == 0) & (cover @ unknown > 0)
            if state.open:
                fits &= covered > 0
            votes += state.ships[ship_type] * (
                np.where(fits, WEIGHT ** np.maximum(covered - 1, 0), 0) @ cover
            )
        values = votes[unshot]
        best = np.flatnonzero(values == values.max())
        return view.unshot[int(best[self.random.randrange(len(best))])]

    def _named_otherwise(self, view: View, ship_type: ShipType) -> NDArray[np.float64]:
        """Return 1 on the hits that were named as another type."""
        named = np.zeros(self.rules.width * self.rules.height)
        if self.rules.hit_names_type:
            for cell, result in view.shots.items():
                if result.hit and result.type != ship_type:
                    named[self.rules.index(cell)] = 1
        return named


@lru_cache(maxsize=16)
def _covers(rules: Rules) -> list[NDArray[np.float64]]:
    """Return for each type (placements, squares): 1 where the placement lies."""
    tables = []
    for ship_type in rules.ships:
        places = placements(rules, ship_type)
        table = np.zeros((len(places), rules.width * rules.height))
        for number, ship in enumerate(places):
            table[number, [rules.index(cell) for cell in ship.cells]] = 1
        tables.append(table)
    return tables
