"""Ships in unknown squares, counted for many partial layouts at once: placed one by one, the last in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from battleship.posterior.arrays import Array, Floats
from battleship.posterior.closed import AroundBoat, Pairs, Triples
from battleship.posterior.evidence import Evidence

#: Partial layouts worked on at a time: bounds the memory.
CHUNK = 1024
#: Fewer rows than this (times the placements of one ship) are cheaper to expand than to count in threes.
EXPAND = 3000
#: float32 counts whole numbers exactly below this.
EXACT = 2**24


class Clashes:
    """Which places in unknown squares clash, for any two types.

    Counts are exact: float32 (`dtype`) only where they stay below 2**24, else float64. What is summed over rows has at
    most the pairs of two ships for one place of a third, so `chunk` rows stay below it too.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        largest = max(map(len, evidence.geometry.places))
        small = largest**3 < EXACT
        self.dtype = np.float32 if small else np.float64
        self.chunk = min(CHUNK, EXACT // largest**2) if small else CHUNK
        self._tables: dict[tuple[int, int], tuple[Array, Array]] = {}

    def between(self, kind: int, other: int) -> Array:
        """Return (places of the one, of the other): 1 where they clash."""
        return self._both(kind, other)[0]

    def apart(self, kind: int, other: int) -> Array:
        """Return 1 where they do not clash."""
        return self._both(kind, other)[1]

    def _both(self, kind: int, other: int) -> tuple[Array, Array]:
        if (kind, other) not in self._tables:
            unknown = self.evidence.unknown
            clash = self.evidence.geometry.clash[kind][other][np.ix_(unknown[kind], unknown[other])]
            clash = clash.astype(self.dtype)
            self._tables[kind, other] = clash, 1 - clash
        return self._tables[kind, other]


class Free:
    """Counts the ways to place several ships in unknown squares.

    Lists are (rows, places) of 0 and 1, one row for each partial layout: where the ship is free to lie.
    """

    def __init__(self, clashes: Clashes, kinds: Sequence[int]) -> None:
        """kinds: the types of these ships."""
        evidence = clashes.evidence
        self._chunk = clashes.chunk
        self._clashes, self._kinds = clashes, kinds
        lists = [evidence.unknown[kind] for kind in kinds]
        lengths = [evidence.rules.ships[kind].length for kind in kinds]
        self._ways = [np.zeros(len(places)) for places in lists]
        #: Ships that the answers do not tell from the one before: free in the same places. Their lists are one object.
        self.twins = [False] + [
            length == other and np.array_equal(own, theirs)
            for (length, own), (other, theirs) in pairwise(zip(lengths, lists, strict=True))
        ]
        self._pairs: Pairs | None = None
        if len(kinds) >= 2:
            self._pairs = Pairs(clashes.apart(*kinds[-2:]))
        self._triples: AroundBoat | Triples | None = None
        if len(kinds) >= 3:
            x, y, z = kinds[-3:]
            xy, xz, yz = clashes.between(x, y), clashes.between(x, z), clashes.between(y, z)
            if evidence.rules.touching and lengths[-1] == 2:
                self._triples = AroundBoat(xz, yz, clashes.apart(x, y), self.twins[-2], self._chunk)
            else:
                self._triples = Triples(xy, xz, yz)

    def count(self, lists: Sequence[Array], rows: int) -> Floats:
        """Return the ways for each of at most `Clashes.chunk` rows."""
        return self._count(0, list(lists), rows)

    def ways(self) -> list[Floats]:
        """Return for each ship how many ways each of its places has, over all rows counted. To be asked once, at the
        end.
        """
        for closed in (self._pairs, self._triples):
            if closed is not None:
                found = closed.ways()
                for ways, more in zip(self._ways[-len(found) :], found, strict=True):
                    ways += more
        return self._ways

    def _count(self, first: int, lists: list[Array], rows: int) -> Floats:
        ships = len(self._kinds) - first
        if ships == 0:
            return np.ones(rows)
        if ships == 1:
            self._ways[first] += lists[0].sum(axis=0, dtype=np.float64)
            return np.asarray(lists[0].sum(axis=1, dtype=np.float64))
        if ships == 2 and self._pairs is not None:
            return self._pairs.count(*lists)
        if ships == 3 and self._triples is not None and rows * lists[0].shape[1] > EXPAND:
            return self._triples.count(*lists)
        return self._expand(first, lists, rows)

    def _expand(self, first: int, lists: list[Array], rows: int) -> Floats:
        """Place ship `first` everywhere and count the others."""
        row, place = np.nonzero(lists[0])
        totals = np.zeros(rows)
        own = self._ways[first]
        apart = [self._clashes.apart(self._kinds[first], kind) for kind in self._kinds[first + 1 :]]
        for start in range(0, len(row), self._chunk):
            r, p = row[start : start + self._chunk], place[start : start + self._chunk]
            rest: list[Array] = []
            for ship, free in enumerate(lists[1:]):
                if ship and self.twins[first + 1 + ship]:
                    rest.append(rest[-1])
                else:
                    rest.append(free[r])
                    rest[-1] *= apart[ship][p]
            found = self._count(first + 1, rest, len(r))
            totals += np.bincount(r, found, rows)
            own += np.bincount(p, found, len(own))
        return totals
