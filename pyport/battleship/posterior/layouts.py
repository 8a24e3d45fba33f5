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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.posterior import Posterior
from battleship.rules import Rules, Sunk
from battleship.rules.board import Outcome, View, halo, mask, placements

#: Ships that can be counted, and placements of all together, within reasonable time.
MOST_SHIPS = 6
MOST_LAYOUTS = 1e13
#: Partial layouts worked on at a time: bounds the memory.
CHUNK = 1024
#: Fewer rows than this (times the placements of one ship) are cheaper to expand than to count in threes.
EXPAND = 3000

Array = NDArray[Any]
Ints = NDArray[np.int64]


def refuses(rules: Rules) -> str | None:
    """Why this way of counting does not apply, or None."""
    if rules.fleet_size > MOST_SHIPS:
        return f"a fleet of {rules.fleet_size} ships is too large, {MOST_SHIPS} can be counted"
    total = prod(len(placements(rules, ship)) ** ship.count for ship in rules.ships)
    if total > MOST_LAYOUTS:
        return f"{total:.0e} ways to place the ships are too many, {MOST_LAYOUTS:.0e} can be counted"
    return None


@dataclass(frozen=True)
class Geometry:
    """The placements of every type. cover[t]: (placements, squares) of 0 and 1. clash[t][u]: (placements of
    t, of u) where 1 says that they may not both be there. places[t]: masks of the squares."""

    cover: tuple[Array, ...]
    clash: tuple[tuple[Array, ...], ...]
    places: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def geometry(rules: Rules) -> Geometry:
    """The ships of these rules in every place, as tables of squares."""
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


def posterior(view: View) -> Posterior:
    """Layouts that agree with the view, and how many cover each square."""
    count = Count(view)
    count.run()
    return Posterior(count.total / count.orders, count.weights())


@dataclass
class Group:
    """Partial layouts that have placed the same ships.

    left: ships of each type still to place. chosen: (type, placement number per row) of those placed. bare:
    (rows, hits) hits not yet covered.
    """

    left: tuple[int, ...]
    chosen: list[tuple[int, Ints]]
    bare: NDArray[np.bool_]


class Evidence:
    """What the answers say about each placement (its number within its type).

    left: ships of each type not announced as sunk. sunk: for each announced ship its type and the places that it
    may have. touching, unknown: for each type the places of ships afloat on hits, and in unknown squares. hits: the
    squares hit, ascending.
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


class Count(Evidence):
    """One count: the evidence, the totals so far, and the marginal of each placement of each type."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.total = 0.0
        self.marginals = [np.zeros(len(sets)) for sets in self.geometry.places]
        #: Totals and marginals are kept this many times too large, which keeps them whole numbers: ships of one
        #: type are counted in every order.
        self.orders = prod(factorial(max(number, 0)) for number in self.left)
        self.on_hits = [cover[:, self.hits] > 0 for cover in self.geometry.cover]
        largest = max(len(sets) for sets in self.geometry.places)
        self.dtype = np.float32 if largest**3 < 2**24 else np.float64

    def weights(self) -> NDArray[np.float64]:
        """For each square the number of layouts that cover it."""
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
        """The ways to place the sunk ships."""
        group = Group(self.left, [], np.ones((1, len(self.hits)), dtype=bool))
        for kind, candidates in self.sunk:
            rows, columns = np.nonzero(self.free(group, kind, candidates))
            group = self.grow(group, rows, kind, candidates[columns], group.left)
        return group

    def cover_next(self, group: Group) -> Iterator[Group]:
        """The partial layouts with the lowest bare hit of each covered, by type."""
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
        """(rows, candidates): whether the placement clashes with none that the row has."""
        free = np.ones((len(group.bare), len(candidates)), dtype=bool)
        for other, numbers in group.chosen:
            free &= self.geometry.clash[other][kind][:, candidates][numbers] == 0
        return free

    def grow(self, group: Group, rows: Ints, kind: int, numbers: Ints, left: tuple[int, ...]) -> Group:
        chosen = [(other, known[rows]) for other, known in group.chosen]
        return Group(left, [*chosen, (kind, numbers)], group.bare[rows] & ~self.on_hits[kind][numbers])

    def _count_free(self, group: Group) -> None:
        """Adds what the partial layouts without bare hits give when the other ships lie in unknown squares."""
        if not len(group.bare):
            return
        kinds = [kind for kind, number in enumerate(group.left) for _ in range(number)]
        # The longest lists last: the ships with few placements are the ones to loop over.
        kinds.sort(key=lambda kind: len(self.unknown[kind]))
        share = self.orders // prod(factorial(number) for number in group.left)
        free = Free(self, kinds, share)
        for start in range(0, len(group.bare), CHUNK):
            part = select(group, np.arange(start, min(start + CHUNK, len(group.bare))))
            lists: list[Array] = []
            for ship, kind in enumerate(kinds):
                twin = free.twins[ship]
                lists.append(
                    lists[-1] if twin else self.free(part, kind, self.unknown[kind]).astype(self.dtype)
                )
            totals = free.count(lists, len(part.bare)) * share
            self.total += float(totals.sum())
            for kind, numbers in part.chosen:
                self.marginals[kind] += np.bincount(numbers, totals, len(self.marginals[kind]))


class Free:
    """Counts the ways to place several ships in unknown squares, for many partial layouts at once."""

    def __init__(self, count: Count, kinds: Sequence[int], share: int) -> None:
        self._count = count
        self._kinds = kinds
        self._share = share
        #: Whether the last ship has two squares, each of which can clash with one other ship only.
        self._boat = bool(kinds) and count.rules.touching and count.rules.ships[kinds[-1]].length == 2
        clash = count.geometry.clash
        lists = [count.unknown[kind] for kind in kinds]
        #: Ships that the answers do not tell from the one before: free in the same places. Their lists are one object.
        self.twins = [False] + [
            count.rules.ships[one].length == count.rules.ships[other].length
            and np.array_equal(count.unknown[one], count.unknown[other])
            for one, other in pairwise(kinds)
        ]
        self._clash = [
            [
                clash[kind][other][np.ix_(own, theirs)].astype(count.dtype)
                for other, theirs in zip(kinds, lists, strict=True)
            ]
            for kind, own in zip(kinds, lists, strict=True)
        ]
        self._apart: list[list[Array]] = [[1 - clash for clash in row] for row in self._clash]

    def count(self, lists: Sequence[Array], rows: int) -> NDArray[np.float64]:
        """Ways for each row; lists[i]: (rows, placements) 1 where ship i is free to lie. Adds to the marginals."""
        return self._ways(0, list(lists), rows)

    def _ways(self, first: int, lists: list[Array], rows: int) -> NDArray[np.float64]:
        ships = len(self._kinds) - first
        if ships == 0:
            return np.ones(rows)
        if ships == 1:
            self._add(first, lists[0].sum(axis=0, dtype=np.float64))
            return np.asarray(lists[0].sum(axis=1, dtype=np.float64))
        if ships == 2:
            return self._pairs(first, lists[0], lists[1])
        if ships == 3 and rows * lists[0].shape[1] > EXPAND:
            return self._around_boat(first, *lists) if self._boat else self._triples(first, *lists)
        return self._expand(first, lists, rows)

    def _add(self, ship: int, ways: NDArray[np.float64]) -> None:
        kind = self._kinds[ship]
        self._count.marginals[kind][self._count.unknown[kind]] += ways * self._share

    def _expand(self, first: int, lists: list[Array], rows: int) -> NDArray[np.float64]:
        """Places ship `first` everywhere and counts the others."""
        row, place = np.nonzero(lists[0])
        totals = np.zeros(rows)
        own = np.zeros(lists[0].shape[1])
        for start in range(0, len(row), CHUNK):
            r, p = row[start : start + CHUNK], place[start : start + CHUNK]
            rest: list[Array] = []
            for ship, ways in enumerate(lists[1:], first + 1):
                twin = self.twins[ship] and ship > first + 1
                rest.append(rest[-1] if twin else ways[r] * self._apart[first][ship][p])
            found = self._ways(first + 1, rest, len(r))
            totals += np.bincount(r, found, rows)
            own += np.bincount(p, found, len(own))
        self._add(first, own)
        return totals

    def _pairs(self, first: int, a: Array, b: Array) -> NDArray[np.float64]:
        clash = self._clash[first][first + 1]
        size_a, size_b = a.sum(axis=1, keepdims=True), b.sum(axis=1, keepdims=True)
        ways_a = a * (size_b - b @ clash.T)
        self._add(first, ways_a.sum(axis=0, dtype=np.float64))
        self._add(first + 1, (b * (size_a - a @ clash)).sum(axis=0, dtype=np.float64))
        return np.asarray(ways_a.sum(axis=1, dtype=np.float64))

    def _around_boat(self, first: int, x: Array, y: Array, z: Array) -> NDArray[np.float64]:
        """Three ships, the last of two squares: a pair (x, y) leaves all z but those that clash with x, less those that
        clash with y, and those that clash with both have been taken away twice; such a z is always free.
        """
        xz: Array = self._clash[first][first + 2]
        yz: Array = self._clash[first + 1][first + 2]
        apart = self._apart[first][first + 1]
        both = apart * (xz @ yz.T)
        alike = x is y
        nz = z.sum(axis=1, keepdims=True)
        z_at_x = z @ xz.T
        z_at_y = z_at_x if alike else z @ yz.T
        y_beside = y @ apart.T
        with_y = x * y_beside
        ways_x = y @ both.T
        ways_x -= (y * z_at_y) @ apart.T
        ways_x += (nz - z_at_x) * y_beside
        ways_x *= x
        per_x = ways_x.sum(axis=0, dtype=np.float64)
        self._add(first, per_x)
        if alike:
            closed = (2 * with_y) @ xz
            self._add(first + 1, per_x)
        else:
            x_beside = x @ apart
            ways_y = y * ((nz - z_at_y) * x_beside - (x * z_at_x) @ apart + x @ both)
            closed = with_y @ xz + (y * x_beside) @ yz
            self._add(first + 1, ways_y.sum(axis=0, dtype=np.float64))
        ways_z = with_y.sum(axis=1, keepdims=True) - closed
        ways_z *= z
        taken = (((x.T @ y) * apart).T @ xz) * yz
        self._add(first + 2, ways_z.sum(axis=0, dtype=np.float64) + taken.sum(axis=0, dtype=np.float64))
        return np.asarray(ways_x.sum(axis=1, dtype=np.float64))

    def _triples(self, first: int, x: Array, y: Array, z: Array) -> NDArray[np.float64]:
        """Three ships in closed form.

        With x in place, the pairs (y, z) are all pairs less those where y or z clashes with x or with each
        other; only the triples that clash all three ways need a loop, over few placements around each x.
        """
        xy, xz, yz = (
            self._clash[first][first + 1],
            self._clash[first][first + 2],
            self._clash[first + 1][first + 2],
        )
        nx, ny, nz = (ways.sum(axis=1, keepdims=True) for ways in (x, y, z))
        x_at_y, x_at_z = x @ xy, x @ xz
        y_at_x, y_at_z = y @ xy.T, y @ yz
        z_at_x, z_at_y = z @ xz.T, z @ yz.T
        around_x, around_y, around_z = self._all_clash(x, y, z, xy, xz, yz)
        ways_x = x * (
            (ny - y_at_x) * (nz - z_at_x)
            - (y * z_at_y).sum(axis=1, keepdims=True)
            + (y * z_at_y) @ xy.T
            + (z * y_at_z) @ xz.T
        )
        ways_y = y * (
            (nx - x_at_y) * (nz - z_at_y)
            - (x * z_at_x).sum(axis=1, keepdims=True)
            + (x * z_at_x) @ xy
            + (z * x_at_z) @ yz.T
        )
        ways_z = z * (
            (nx - x_at_z) * (ny - y_at_z)
            - (x * y_at_x).sum(axis=1, keepdims=True)
            + (x * y_at_x) @ xz
            + (y * x_at_y) @ yz
        )
        self._add(first, ways_x.sum(axis=0, dtype=np.float64) - around_x.sum(axis=1, dtype=np.float64))
        self._add(first + 1, ways_y.sum(axis=0, dtype=np.float64) - around_y)
        self._add(first + 2, ways_z.sum(axis=0, dtype=np.float64) - around_z)
        return np.asarray(ways_x.sum(axis=1, dtype=np.float64) - around_x.sum(axis=0, dtype=np.float64))

    def _all_clash(
        self, x: Array, y: Array, z: Array, xy: Array, xz: Array, yz: Array
    ) -> tuple[Array, NDArray[np.float64], NDArray[np.float64]]:
        """Triples of free placements that clash each with each: per (x, row), per y and per z."""
        xt, yt, zt = (np.ascontiguousarray(ways.T) for ways in (x, y, z))
        per_x = np.zeros_like(xt)
        per_y, per_z = np.zeros(len(yt)), np.zeros(len(zt))
        for place in range(len(xt)):
            near_y, near_z = np.flatnonzero(xy[place]), np.flatnonzero(xz[place])
            if not len(near_y) or not len(near_z):
                continue
            between = yz[np.ix_(near_y, near_z)]
            here_y, here_z = yt[near_y] * xt[place], zt[near_z]
            ways_y = here_y * (between @ here_z)
            ways_z = here_z * (between.T @ here_y)
            per_x[place] = ways_y.sum(axis=0)
            per_y[near_y] += ways_y.sum(axis=1, dtype=np.float64)
            per_z[near_z] += ways_z.sum(axis=1, dtype=np.float64)
        return per_x, per_y, per_z


def select(group: Group, rows: Ints) -> Group:
    """The layouts of these rows; the group itself when it has no others."""
    if len(rows) == len(group.bare):
        return group
    return Group(group.left, [(kind, numbers[rows]) for kind, numbers in group.chosen], group.bare[rows])


def join(groups: list[Group]) -> Group:
    """One group of all rows; the ships may have been placed in different orders, so they are sorted by type."""
    if len(groups) == 1:
        return groups[0]
    for group in groups:
        group.chosen.sort(key=lambda known: known[0])
    columns = zip(*(group.chosen for group in groups), strict=True)
    chosen = [(parts[0][0], np.concatenate([numbers for _, numbers in parts])) for parts in columns]
    return Group(groups[0].left, chosen, np.concatenate([group.bare for group in groups]))
