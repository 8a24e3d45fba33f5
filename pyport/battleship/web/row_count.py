"""The exact posterior of the original's rules in plain Python: pages in a browser have no numpy.

Ships lie horizontally and do not touch, so a row is a mask, and the rows above and below it are counted apart, as in
`posterior.rows`. Counts by ships used are the coefficients of a polynomial in one unknown for each type, packed into
one integer (Kronecker substitution): adding and shifting integers does what arrays do there.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise, product
from math import comb, prod
from operator import mul

from battleship.players import BasePlayer
from battleship.rules import Cell, Rules, Sunk
from battleship.rules.board import View

#: Bits of a coefficient.
_DIGIT = 64


def refuses(rules: Rules) -> str | None:
    """Return why this way of counting does not apply to the rules; None if it does."""
    lengths = {ship.length for ship in rules.ships}
    if (rules.vertical and lengths != {1}) or rules.touching or len(lengths) < len(rules.ships):
        return "in a page it counts ships that lie horizontally and do not touch"
    if rules.sunk is not Sunk.NOTHING:
        return "in a page it does not count with announcements of sunk ships"
    squares = rules.width * rules.height
    if rules.width > 10 or prod(comb(squares, ship.count) for ship in rules.ships) >= 1 << _DIGIT:
        return "its layouts are too many to be counted in a page"
    return None


@dataclass(frozen=True)
class _Row:
    """One way in which ships can lie in a row.

    Attributes:
        mask: The squares with a ship, a bit for each.
        wide: The same with the squares beside them.
        shift: The number of bits by which its ships move a polynomial.
        room: A mask of the coefficients of the fleets that have room for them.
        runs: The length of the ship on each square, or 0.
    """

    mask: int
    wide: int
    shift: int
    room: int
    runs: tuple[int, ...]

    def added(self, polynomial: int) -> int:
        """Return the polynomial with the ships of this row."""
        return (polynomial & self.room) << self.shift


@dataclass(frozen=True)
class _Tables:
    """The tables of one rule set.

    Attributes:
        rows: All ways in which ships can lie in a row.
        size: The number of coefficients of a polynomial. The last one is that of the whole fleet.
    """

    rows: list[_Row]
    size: int


@lru_cache(maxsize=4)
def _tables(rules: Rules) -> _Tables:
    counts = {ship.length: ship.count for ship in rules.ships}
    places, size = {}, 1
    for length, count in counts.items():
        places[length], size = size, size * (count + 1)
    rooms: dict[tuple[int, ...], int] = {}
    rows = []
    for mask in range(1 << rules.width):
        runs, lengths = _runs(mask, rules.width)
        used = tuple(lengths.count(length) for length in counts)
        if len(lengths) > sum(used) or any(u > c for u, c in zip(used, counts.values(), strict=True)):
            continue
        if used not in rooms:
            free = [range(c - u + 1) for u, c in zip(used, counts.values(), strict=True)]
            fleets = [sum(map(mul, fleet, places.values())) for fleet in product(*free)]
            rooms[used] = sum(((1 << _DIGIT) - 1) << _DIGIT * fleet for fleet in fleets)
        shift = _DIGIT * sum(map(mul, used, places.values()))
        rows.append(_Row(mask, mask | mask << 1 | mask >> 1, shift, rooms[used], runs))
    return _Tables(rows, size)


def _runs(mask: int, width: int) -> tuple[tuple[int, ...], list[int]]:
    """Return for each square the length of its run of ones (0 outside of one), and the lengths of all runs."""
    groups = [(bit, len(list(run))) for bit, run in groupby(mask >> column & 1 for column in range(width))]
    squares = tuple(bit * length for bit, length in groups for _ in range(length))
    return squares, [length for bit, length in groups if bit]


def posterior(view: View) -> tuple[int, list[int]]:
    """Return how many layouts agree with the answers, and for each square, row by row, how many have a ship there."""
    rules = view.rules
    tables = _tables(rules)
    allowed = [_allowed(view, tables.rows, row) for row in range(rules.height)]
    above = _passed(allowed, rules.width)
    below = _passed(allowed[::-1], rules.width)[::-1]
    weights: list[int] = []
    total = 0
    for rows, uppers, lowers in zip(allowed, above, below, strict=True):
        squares, total = [0] * rules.width, 0
        for row, upper, lower in zip(rows, uppers, lowers, strict=True):
            if not (upper and lower):
                continue
            # Fleets that make up the whole one together: the first and the last, and so on.
            own, others = (_coefficients(value, tables.size) for value in (row.added(upper), lower))
            ways = sum(map(mul, own, reversed(others)))
            total += ways
            for column, length in enumerate(row.runs):
                if length:
                    squares[column] += ways
        weights += squares
    return total, weights


def _coefficients(polynomial: int, size: int) -> array[int]:
    found = array("Q", polynomial.to_bytes(size * _DIGIT // 8, "little"))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _allowed(view: View, rows: Iterable[_Row], number: int) -> list[_Row]:
    """Return the ways to fill row `number` that the answers allow."""
    seen = hits = 0
    lengths: list[tuple[int, int]] = []
    for result in view.results:
        row, column = result.cell
        if row == number:
            seen |= 1 << column
            hits |= result.hit << column
            if result.hit and result.type is not None:
                lengths.append((column, result.type.length))
    return [
        row
        for row in rows
        if row.mask & seen == hits and all(row.runs[column] == length for column, length in lengths)
    ]


def _passed(allowed: Sequence[Sequence[_Row]], width: int) -> list[list[int]]:
    """Return for each row and each way to fill it the polynomial of the rows before it."""
    found = [[1] * len(allowed[0])]
    for before, rows in pairwise(allowed):
        # Sums over all subsets, one square at a time: sums[x] = sum over the rows before within x.
        sums = [0] * (1 << width)
        for row, value in zip(before, found[-1], strict=True):
            sums[row.mask] = row.added(value)
        for column in range(width):
            bit = 1 << column
            for within in range(1 << width):
                if within & bit and (less := sums[within ^ bit]):
                    sums[within] += less
        found.append([sums[~row.wide & (1 << width) - 1] for row in rows])
    return found


class ExactCount(BasePlayer):
    """A player that counts every layout that the answers allow, and shoots where most have a ship."""

    about = "shoots where most of all possible layouts have a ship (exact count)"

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        return refuses(rules)

    def shoot(self, view: View) -> Cell:
        weights = posterior(view)[1]
        index = view.rules.index
        return max(view.unshot, key=lambda cell: (weights[index(cell)], -index(cell)))
