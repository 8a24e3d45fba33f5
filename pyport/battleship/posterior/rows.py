"""Exact posterior for ships that lie horizontally and do not touch: a row transfer programme.

A row is a bit mask whose runs of ones are its ships. Two rows fit when no square of one is beside or
diagonal to a square of the other. Counting goes down from the top and up from the bottom over (mask of the
row, ships used), and both meet in every row. Counts are float64 and stay below 2**53, so they are exact
integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from battleship.errors import PosteriorError
from battleship.posterior.arrays import Floats, Ints
from battleship.posterior.posterior import Posterior
from battleship.rules import Cell, Rules, Sunk
from battleship.rules.board import Fleet, Outcome, Ship, View, sort_ships
from battleship.rules.draws import Draws

#: float64 counts integers exactly up to here.
EXACT = 2.0**53
#: Widest board: tables have 2**width rows.
WIDEST = 12

#: Optional weights of neighbouring rows: (upper row number, lower masks, upper masks) -> matrix of factors.
PairWeights = Callable[[int, Ints, Ints], Floats]


def refuses(rules: Rules) -> str | None:
    """Return why this way of counting does not apply, or None."""
    if rules.vertical and any(ship.length > 1 for ship in rules.ships):
        return "ships may lie vertically"
    if rules.touching:
        return "ships may touch"
    if len({ship.length for ship in rules.ships}) < len(rules.ships):
        return "two ship types have the same length"
    if rules.width > WIDEST:
        return f"the board is wider than {WIDEST}"
    return None


@dataclass(frozen=True)
class RowTable:
    """All row masks under a rule set.

    Attributes:
        masks: (n,).
        used: (n, types) ships of each type in the row.
        run: (n, width) length of the ship on a square, 0 for water.
        wide: (n,) the mask with the squares left and right of it: what the next row may not use.
    """

    masks: Ints
    used: Ints
    run: Ints
    wide: Ints


@lru_cache(maxsize=16)
def row_table(rules: Rules) -> RowTable:
    """Return every way in which ships can lie in one row."""
    counts = {ship.length: ship.count for ship in rules.ships}
    masks, used, run = [], [], []
    for mask in range(1 << rules.width):
        squares = groupby(mask >> column & 1 for column in range(rules.width))
        groups = [(bit, len(list(group))) for bit, group in squares]
        ships = Counter(length for bit, length in groups if bit)
        if all(count <= counts.get(length, 0) for length, count in ships.items()):
            masks.append(mask)
            used.append([ships[length] for length in counts])
            run.append([bit * length for bit, length in groups for _ in range(length)])
    array = np.array(masks, dtype=np.int64)
    wide = (array | array << 1 | array >> 1) & ((1 << rules.width) - 1)
    return RowTable(array, np.array(used, dtype=np.int64), np.array(run, dtype=np.int64), wide)


class Programme:
    """The tables for one view. Rows count from 0; states are mixed-radix numbers of ships beyond the known
    ones.

    above[r][m, f]: ways to fill the rows over row r with ships f, none touching mask m of row r.
    below[r][m, f]: the same for the rows under it. shift[r][m]: the state that mask m of row r adds.
    """

    def __init__(self, view: View, pairs: PairWeights | None = None) -> None:
        self.rules = view.rules
        self.table = row_table(view.rules)
        self._pairs = pairs
        allowed, known = _evidence(view, self.table)
        full = np.array([ship.count for ship in self.rules.ships])
        left = full - known.sum(axis=0)
        self.possible = bool((left >= 0).all())
        if not self.possible:
            return
        self._base = left + 1
        self.radix = np.concatenate(([1], np.cumprod(self._base)[:-1]))
        self.states = int(np.prod(self._base))
        digits = np.arange(self.states)[:, None] // self.radix % self._base
        self.rows: list[Ints] = []
        self.shift: list[Ints] = []
        for row in range(self.rules.height):
            extra = self.table.used[allowed[row]] - known[row]
            fits = (extra <= left).all(axis=1)
            self.rows.append(allowed[row][fits])
            self.shift.append(extra[fits] @ self.radix)
        # plus[d, f]: the state f - d, from which d more ships lead to f; the column after the last is always 0.
        steps = np.unique(np.concatenate(self.shift))
        taken = digits[steps][:, None, :] <= digits[None, :, :]
        back = np.arange(self.states)[None, :] - steps[:, None]
        self._steps = steps
        self._plus = np.where(taken.all(axis=2), back, self.states)
        self.above = self._pass(range(self.rules.height))
        self.below = self._pass(range(self.rules.height - 1, -1, -1))

    def _pass(self, order: Sequence[int]) -> list[Floats]:
        tables: list[Floats] = [np.zeros(0)] * self.rules.height
        first = order[0]
        tables[first] = np.zeros((len(self.rows[first]), self.states))
        tables[first][:, 0] = 1
        for before, row in pairwise(order):
            tables[row] = self._transfer(before, row, self.with_own(before, tables[before]))
        return tables

    def with_own(self, row: int, table: Floats) -> Floats:
        """Return the table of a row with the ships of the row itself added to the states."""
        padded = np.concatenate((table, np.zeros((len(table), 1))), axis=1)
        step = np.searchsorted(self._steps, self.shift[row])
        return np.take_along_axis(padded, self._plus[step], axis=1)

    def _transfer(self, before: int, row: int, table: Floats) -> Floats:
        """Return for each mask of `row` the sum of `table` over the masks of the row `before` that fit."""
        masks, others = self.rows[row], self.rows[before]
        if self._pairs is not None:
            upper, lower = (others, masks) if before < row else (masks, others)
            weights = self._pairs(min(before, row), lower, upper)
            return np.asarray((weights if before < row else weights.T) @ table)
        width = self.rules.width
        if len(masks) * len(others) <= 8 << width:
            fits = (self.table.wide[masks][:, None] & self.table.masks[others][None, :]) == 0
            return np.asarray(fits.astype(np.float64) @ table)
        # Sums over all subsets, one square at a time: sums[x] = sum of table over masks within x.
        sums = np.zeros((1 << width, self.states))
        sums[self.table.masks[others]] = table
        for column in range(width):
            halves = sums.reshape(1 << (width - column - 1), 2, (1 << column) * self.states)
            halves[:, 1] += halves[:, 0]
        return np.asarray(sums[~self.table.wide[masks] & ((1 << width) - 1)])

    def weights(self, row: int) -> Floats:
        """Return the number of layouts with each of the masks `rows[row]` in this row."""
        own = self.with_own(row, self.above[row])
        # What is used above and in the row, and what is used below, together make the whole fleet.
        found: Floats = np.einsum("mf,mf->m", own, self.below[row][:, ::-1])
        return found

    def ways_on(self, row: int, states: Ints) -> Floats:
        """Return (states, masks): ways to fill this row with the mask and all rows under it, with exactly
        these ships.
        """
        left = states[:, None] - self.shift[row]
        have = states[:, None, None] // self.radix % self._base
        need = self.shift[row][:, None] // self.radix % self._base
        # A mask needs ships that are still there: the digits of the state must not borrow.
        enough = (need <= have).all(axis=2)
        return np.where(enough, self.below[row][np.arange(len(self.shift[row])), left], 0)


def _evidence(view: View, table: RowTable) -> tuple[list[Ints], Ints]:
    """Return for each row the masks that the answers allow, and the ships (height, types) that they prove
    to be in it.
    """
    rules = view.rules
    height, lengths = rules.height, [ship.length for ship in rules.ships]
    misses, hits, sunk = [0] * height, [0] * height, [0] * height
    types: list[dict[int, int]] = [{} for _ in range(height)]
    for result in view.results:
        row, column = result.cell
        if result.outcome is Outcome.MISS:
            misses[row] |= 1 << column
            continue
        hits[row] |= 1 << column
        if result.type is not None:
            types[row][column] = result.type.length
        if result.outcome is Outcome.SUNK and not rules.hit_names_type:
            sunk[row] |= 1 << column
    allowed: list[Ints] = []
    known = np.zeros((height, len(lengths)), dtype=np.int64)
    for row in range(height):
        ok = (table.masks & (misses[row] | hits[row])) == hits[row]
        for column, length in types[row].items():
            ok &= table.run[:, column] == length
        if not rules.hit_names_type and rules.sunk is not Sunk.NOTHING:
            ok &= _agrees_with_sunk(table, hits[row], sunk[row])
        allowed.append(np.flatnonzero(ok))
        beyond = 0
        for column, length in sorted(types[row].items()):
            # A ship that starts at or before this square ends before `beyond`.
            if column >= beyond and length in lengths:
                known[row, lengths.index(length)] += 1
                beyond = column + length
    return allowed, known


def _agrees_with_sunk(table: RowTable, hits: int, sunk: int) -> NDArray[np.bool_]:
    """Return whether exactly the ships with an announced last square are all hit, for each mask."""
    return np.array(
        [all((run & ~hits == 0) == bool(run & sunk) for run in _runs(int(mask))) for mask in table.masks]
    )


def _runs(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        run = mask & ~(mask + low)
        found.append(run)
        mask &= ~run
    return found


def posterior(view: View, pairs: PairWeights | None = None) -> Posterior:
    """Return the number of layouts (or their total weight under `pairs`) that agree with the view, and how many cover
    each square.
    """
    programme = Programme(view, pairs)
    rules = view.rules
    squares = np.zeros((rules.height, rules.width))
    if not programme.possible:
        return Posterior(0.0, squares.ravel())
    total = 0.0
    for row in range(rules.height):
        weights = programme.weights(row)
        squares[row] = weights @ (programme.table.run[programme.rows[row]] > 0)
        total = float(weights.sum())
    if pairs is None and total >= EXACT:
        raise PosteriorError(f"the rules {rules.name!r} have more layouts than can be counted exactly")
    return Posterior(total, squares.ravel())


@lru_cache(maxsize=4)
def _blank(rules: Rules) -> Programme:
    return Programme(View(rules))


def draw(rules: Rules, random: Draws) -> Fleet:
    """Return a fleet drawn uniformly from all legal layouts: row by row, in proportion to what can follow."""
    programme = _blank(rules)
    lengths = {ship.length: ship for ship in rules.ships}
    ships: list[Ship] = []
    state, closed = programme.states - 1, 0
    for row in range(rules.height):
        masks = programme.rows[row]
        fits = (programme.table.wide[masks] & closed) == 0
        weights = np.where(fits, programme.ways_on(row, np.array([state]))[0], 0)
        sums = np.cumsum(weights)
        chosen = int(np.searchsorted(sums, random.randrange(int(sums[-1])), side="right"))
        state -= int(programme.shift[row][chosen])
        closed = int(programme.table.masks[masks[chosen]])
        for run in _runs(closed):
            column = (run & -run).bit_length() - 1
            ships.append(Ship(lengths[run.bit_count()], Cell(row, column)))
    return Fleet(sort_ships(rules, ships))
