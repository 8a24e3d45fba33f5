"""What the answers say about every place where a ship may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from battleship.posterior.arrays import Array, Ints
from battleship.rules import Rules, Sunk
from battleship.rules.board import Outcome, View, halo, mask, placements


@dataclass(frozen=True)
class Geometry:
    """The placements of every type. cover[t]: (placements, squares) of 0 and 1. clash[t][u]: (placements of t, of
    u) where 1 says that they may not both be there. places[t]: masks of the squares.
    """

    cover: tuple[Array, ...]
    clash: tuple[tuple[Array, ...], ...]
    places: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def geometry(rules: Rules) -> Geometry:
    """Return the ships of these rules in every place, as tables of squares."""
    squares = rules.width * rules.height

    def table(sets: Sequence[int]) -> Array:
        return np.array(
            [[bits >> square & 1 for square in range(squares)] for bits in sets], dtype=np.float32
        )

    places = [tuple(mask(rules, ship.cells) for ship in placements(rules, kind)) for kind in rules.ships]
    halos = [table([halo(rules, ship) for ship in placements(rules, kind)]) for kind in rules.ships]
    cover = tuple(table(sets) for sets in places)
    clash = tuple(tuple((own @ other.T > 0).astype(np.float32) for other in cover) for own in halos)
    return Geometry(cover, clash, tuple(places))


class Evidence:
    """What the answers say about each placement (its number within its type).

    Attributes:
        left: Ships of each type not announced as sunk.
        sunk: For each announced ship its type and the places that it may have.
        touching, unknown: For each type the places of ships afloat on hits, and in unknown squares.
        hits: The squares hit, ascending.
    """

    def __init__(self, view: View) -> None:
        rules = self.rules = view.rules
        self.geometry = geometry(rules)
        squares, index = self.geometry.places, rules.index
        miss = mask(rules, (result.cell for result in view.results if not result.hit))
        hits = [result.cell for result in view.results if result.hit]
        hit = mask(rules, hits)
        #: Squares on which another type than this has been named.
        others = [0] * len(rules.ships)
        self.sunk: list[tuple[int, Ints]] = []
        sunk_known = rules.sunk is not Sunk.NOTHING
        before = 0
        for result in view.results:
            if not result.hit:
                continue
            bit = 1 << index(result.cell)
            before |= bit
            if result.type is None:
                continue
            kind = rules.ships.index(result.type)
            if rules.hit_names_type:
                for other in range(len(others)):
                    others[other] |= bit if other != kind else 0
            if result.outcome is Outcome.SUNK:
                known = mask(rules, result.sunk_cells)
                found = [
                    number
                    for number, place in enumerate(squares[kind])
                    if (place == known if known else place & bit and not place & ~before)
                ]
                self.sunk.append((kind, np.array(found, dtype=np.int64)))
        left = [ship.count for ship in rules.ships]
        for kind, _ in self.sunk:
            left[kind] -= 1
        self.left = tuple(left)
        self.touching: list[Ints] = []
        self.unknown: list[Ints] = []
        for kind, places in enumerate(squares):
            closed = miss | others[kind]
            open_ = [
                number
                for number, place in enumerate(places)
                if not place & closed and not (sunk_known and not place & ~hit)
            ]
            self.touching.append(np.array([n for n in open_ if places[n] & hit], dtype=np.int64))
            self.unknown.append(np.array([n for n in open_ if not places[n] & hit], dtype=np.int64))
        self.hits = np.array([index(cell) for cell in sorted(hits)], dtype=np.int64)
