"""Exact posterior over ship placements: for fleets of few ships that may lie in both directions.

Partial layouts are rows of numpy arrays, all with the same ships placed grow together:
1. sunk ships go where the announcement allows;
2. then the lowest hit not yet covered is covered by each ship type and placement in turn: the cases exclude
   each other, so nothing is counted twice;
3. when no hit is left, the other ships lie wholly in unknown squares and are counted freely, up to three at a
   time in closed form (inclusion and exclusion of the pairs that overlap).
Counts are exact: float32 only where they stay below 2**24, else float64 below 2**53.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.arrays import Array, Ints
from battleship.posterior.evidence import Evidence
from battleship.posterior.free import Clashes, Free
from battleship.posterior.posterior import Posterior
from battleship.rules import Rules
from battleship.rules.board import View, placements

#: Ships that can be counted, and placements of all together, within reasonable time.
MOST_SHIPS = 6
MOST_LAYOUTS = 1e13


def refuses(rules: Rules) -> str | None:
    """Return why this way of counting does not apply, or None."""
    if rules.fleet_size > MOST_SHIPS:
        return f"a fleet of {rules.fleet_size} ships is too large; at most {MOST_SHIPS} can be counted"
    total = prod(len(placements(rules, ship)) ** ship.count for ship in rules.ships)
    if total > MOST_LAYOUTS:
        return f"{total:.0e} ways to place the ships are too many; at most {MOST_LAYOUTS:.0e} can be counted"
    return None


def posterior(view: View) -> Posterior:
    """Return the number of layouts that agree with the view, and how many cover each square."""
    count = Count(view)
    count.run()
    return Posterior(count.total / count.orders, count.weights())


@dataclass
class Group:
    """Partial layouts that have placed the same ships.

    Attributes:
        left: Ships of each type still to place.
        chosen: (type, placement number per row) of those placed.
        bare: (rows, hits) hits not yet covered.
    """

    left: tuple[int, ...]
    chosen: list[tuple[int, Ints]]
    bare: NDArray[np.bool_]


class Count(Evidence):
    """One count: the evidence, the totals so far, and the marginal of each placement of each type."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.total = 0.0
        self.marginals = [np.zeros(len(sets)) for sets in self.geometry.places]
        #: Totals and marginals are kept this many times too large, which keeps them whole numbers: ships of one
        #: type are counted in every order.
        self.orders = prod(factorial(max(number, 0)) for number in self.left)
        self._clashes = Clashes(self)
        self.on_hits = [cover[:, self.hits] > 0 for cover in self.geometry.cover]

    def weights(self) -> NDArray[np.float64]:
        """Return for each square the number of layouts that cover it."""
        covers = zip(self.marginals, self.geometry.cover, strict=True)
        found = sum(marginal @ cover.astype(np.float64) for marginal, cover in covers)
        return np.asarray(found) / self.orders

    def run(self) -> None:
        if min(self.left) < 0:
            return
        start = self.start()
        pending = {start.left: [start]}
        while pending:
            # Most ships left first: all partial layouts of one kind meet before they grow further.
            left = max(pending, key=sum)
            group = join(pending.pop(left))
            done = ~group.bare.any(axis=1)
            self._count_free(select(group, np.flatnonzero(done)))
            for grown in self.cover_next(select(group, np.flatnonzero(~done))):
                pending.setdefault(grown.left, []).append(grown)

    def start(self) -> Group:
        """Return the ways to place the sunk ships."""
        group = Group(self.left, [], np.ones((1, len(self.hits)), dtype=bool))
        for kind, candidates in self.sunk:
            rows, columns = np.nonzero(self.free(group, kind, candidates))
            group = self.grow(group, rows, kind, candidates[columns], group.left)
        return group

    def cover_next(self, group: Group) -> Iterator[Group]:
        """Yield the partial layouts with the lowest bare hit of each covered, by type."""
        if not len(group.bare):
            return
        hit = np.argmax(group.bare, axis=1)
        for kind, number in enumerate(group.left):
            candidates = self.touching[kind]
            if not number or not len(candidates):
                continue
            free = self.free(group, kind, candidates) & self.on_hits[kind][candidates][:, hit].T
            rows, columns = np.nonzero(free)
            if len(rows):
                left = tuple(n - (other == kind) for other, n in enumerate(group.left))
                yield self.grow(group, rows, kind, candidates[columns], left)

    def free(self, group: Group, kind: int, candidates: Ints) -> NDArray[np.bool_]:
        """Return (rows, candidates): whether the placement clashes with none that the row has."""
        free = np.ones((len(group.bare), len(candidates)), dtype=bool)
        for other, numbers in group.chosen:
            free &= self.geometry.clash[other][kind][:, candidates][numbers] == 0
        return free

    def grow(self, group: Group, rows: Ints, kind: int, numbers: Ints, left: tuple[int, ...]) -> Group:
        chosen = [(other, known[rows]) for other, known in group.chosen]
        return Group(left, [*chosen, (kind, numbers)], group.bare[rows] & ~self.on_hits[kind][numbers])

    def _count_free(self, group: Group) -> None:
        """Add the partial layouts without bare hits, with the other ships in unknown squares."""
        if not len(group.bare):
            return
        kinds = [kind for kind, number in enumerate(group.left) for _ in range(number)]
        # The longest lists last: the ships with few placements are the ones to loop over.
        kinds.sort(key=lambda kind: len(self.unknown[kind]))
        share = self.orders // prod(factorial(number) for number in group.left)
        free = Free(self._clashes, kinds)
        for start in range(0, len(group.bare), self._clashes.chunk):
            part = select(group, np.arange(start, min(start + self._clashes.chunk, len(group.bare))))
            lists: list[Array] = []
            for ship, kind in enumerate(kinds):
                twin = free.twins[ship]
                lists.append(
                    lists[-1]
                    if twin
                    else self.free(part, kind, self.unknown[kind]).astype(self._clashes.dtype)
                )
            totals = free.count(lists, len(part.bare)) * share
            self.total += float(totals.sum())
            for kind, numbers in part.chosen:
                self.marginals[kind] += np.bincount(numbers, totals, len(self.marginals[kind]))
        for kind, ways in zip(kinds, free.ways(), strict=True):
            self.marginals[kind][self.unknown[kind]] += ways * share


def select(group: Group, rows: Ints) -> Group:
    """Return the layouts of these rows; the group itself when it has no others."""
    if len(rows) == len(group.bare):
        return group
    return Group(group.left, [(kind, numbers[rows]) for kind, numbers in group.chosen], group.bare[rows])


def join(groups: list[Group]) -> Group:
    """Return one group of all rows; the ships may have been placed in different orders, so they are sorted by type."""
    if len(groups) == 1:
        return groups[0]
    for group in groups:
        group.chosen.sort(key=lambda known: known[0])
    columns = zip(*(group.chosen for group in groups), strict=True)
    chosen = [(parts[0][0], np.concatenate([numbers for _, numbers in parts])) for parts in columns]
    return Group(groups[0].left, chosen, np.concatenate([group.bare for group in groups]))
