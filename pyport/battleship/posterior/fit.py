"""Fit neighbouring-row weights to the original's placement: `python -m battleship.posterior.fit`, or `make
book`.

The original does not draw layouts uniformly. Boards from its own rule (lines 410-560) are counted by pairs of
neighbouring rows; then the weight of each pair of row masks is scaled until the weighted row programme has
the same pair frequencies (generalised iterative scaling: a board has height - 1 pairs, so each step takes
that root).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from battleship.posterior.arrays import Floats, Ints
from battleship.posterior.generator import FILE, fits_below, pack
from battleship.posterior.rows import Programme, row_table
from battleship.rules import MARMSX, Rules
from battleship.rules.board import View
from msxkit.files import write_atomic

BOARDS = 3_000_000
BATCH = 20_000
PASSES = 150
#: Boards that the unfitted programme is worth beside the counted ones: keeps rare pairs possible.
PRIOR = 200.0
SEED = 2018


def original_boards(rules: Rules, number: int, random: np.random.Generator) -> Ints:
    """Return (number, height) row masks of fleets placed as by `layouts.placing.marmsx`.

    It is that rule once more: three million boards need arrays, many boards a step.
    """
    height, width = rules.height, rules.width
    rows = np.zeros((number, height), dtype=np.int64)
    every = np.arange(number)
    for ship_type in rules.ships:
        length = ship_type.length
        pivots = width - length + 1
        own = ((1 << length) - 1) << np.arange(pivots)
        box = (own | own << 1 | own >> 1) & ((1 << width) - 1)
        for _ in range(ship_type.count):
            column = random.integers(pivots, size=number)
            row = random.integers(height, size=number)
            # near[:, y]: squares taken in rows y - 1 to y + length, as the listing looks at them.
            near = np.zeros_like(rows)
            for y in range(height):
                near[:, y] = np.bitwise_or.reduce(rows[:, max(y - 1, 0) : y + length + 1], axis=1)
            free = ((near[:, :, None] & box) == 0).reshape(number, -1)
            order = (row * pivots + column)[:, None] + np.arange(height * pivots)
            order %= height * pivots
            first = np.argmax(np.take_along_axis(free, order, axis=1), axis=1)
            chosen = order[every, first]
            rows[every, chosen // pivots] |= own[chosen % pivots]
    return rows


def pair_counts(rules: Rules, boards: int, seed: int) -> Floats:
    """Return (height - 1, pairs): how many boards have each pair of fitting masks in rows r and r + 1."""
    upper, lower = fits_below(rules)
    masks = row_table(rules).masks
    number_of = np.full(1 << rules.width, -1)
    number_of[masks] = np.arange(len(masks))
    pair_of = np.full((len(masks), len(masks)), -1)
    pair_of[upper, lower] = np.arange(len(upper))
    counts = np.zeros((rules.height - 1, len(upper)))
    random = np.random.Generator(np.random.PCG64(seed))
    for start in range(0, boards, BATCH):
        rows = number_of[original_boards(rules, min(BATCH, boards - start), random)]
        for row in range(rules.height - 1):
            counts[row] += np.bincount(pair_of[rows[:, row], rows[:, row + 1]], minlength=len(upper))
    return counts


class Model:
    """The row programme with a weight for each pair of neighbouring rows."""

    def __init__(self, rules: Rules) -> None:
        self.upper, self.lower = fits_below(rules)
        self.weights = np.ones((rules.height - 1, len(self.upper)))
        self._view = View(rules)
        self._size = len(row_table(rules).masks)

    def dense(self, row: int) -> Floats:
        table = np.zeros((self._size, self._size))
        table[self.lower, self.upper] = self.weights[row]
        return table

    def pairs(self) -> Floats:
        """Return (height - 1, pairs): the probability of each pair."""
        dense = [self.dense(row) for row in range(len(self.weights))]
        programme = Programme(self._view, lambda row, lower, upper: dense[row][np.ix_(lower, upper)])
        found = np.zeros_like(self.weights)
        for row in range(len(self.weights)):
            above = programme.with_own(row, programme.above[row])
            below = programme.with_own(row + 1, programme.below[row + 1])[:, ::-1]
            ways = np.einsum("pf,pf->p", above[self.upper], below[self.lower])
            found[row] = ways * self.weights[row]
        found /= found.sum(axis=1, keepdims=True)
        return found

    def fit(self, target: Floats, passes: int) -> float:
        """Scale the weights towards the target frequencies. Return the largest total difference left in a row."""
        step = 1 / len(self.weights)
        error = 0.0
        for _ in range(passes):
            model = self.pairs()
            error = float(np.abs(model - target).sum(axis=1).max())
            # Pairs that no whole layout has stay as they are: their frequency is 0 on both sides.
            ratio = np.divide(target, model, out=np.ones_like(model), where=model > 0)
            self.weights *= np.where(ratio > 0, ratio, 1) ** step
        return error


def main() -> int:
    """Fit and write the weights into the package."""
    model = Model(MARMSX)
    start = model.pairs()
    counts = pair_counts(MARMSX, BOARDS, SEED)
    target = (counts + PRIOR * start) / (BOARDS + PRIOR)
    error = model.fit(target, PASSES)
    file = Path(__file__).parent / FILE
    data = pack(model.weights)
    write_atomic(file, data)
    print(f"{file.name}: {len(data)} bytes, largest total difference in a row {error:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
