"""Sampled posterior for any rules: sequential importance sampling.

Each sample goes down the same tree as the exact count (`layouts`), but at each step takes one of the n
choices at random and multiplies its weight by n; a sample that finds no choice is dropped. The weighted
share of samples with a ship on a square estimates its probability, and the mean weight the number of layouts.
"""

from __future__ import annotations

from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.arrays import Floats, Ints
from battleship.posterior.layouts import Count, Group, join, select
from battleship.posterior.posterior import Posterior
from battleship.rules.board import View


def posterior(view: View, samples: int, random: np.random.Generator) -> Posterior:
    """Estimate from `samples` samples. The total is 0 when every sample came to a dead end."""
    count = Count(view)
    if min(count.left) < 0:
        return Posterior(0.0, count.weights())
    start = Group(count.left, [], np.ones((samples, len(count.hits)), dtype=bool))
    weights = np.ones(samples)
    for kind, candidates in count.sunk:
        start, weights = _place(count, start, weights, kind, candidates, start.left, random)
    pending = {start.left: [(start, weights)]}
    while pending:
        left = max(pending, key=sum)
        parts = pending.pop(left)
        group = join([part for part, _ in parts])
        weights = np.concatenate([part for _, part in parts])
        bare = group.bare.any(axis=1)
        _finish(count, select(group, np.flatnonzero(~bare)), weights[~bare], random)
        for grown, part in _cover(count, select(group, np.flatnonzero(bare)), weights[bare], random):
            pending.setdefault(grown.left, []).append((grown, part))
    total = count.total
    scale = samples * count.orders
    return Posterior(total / scale, count.weights() / samples)


def _pick(free: NDArray[np.bool_], random: np.random.Generator) -> tuple[Ints, Ints, Floats]:
    """Return one of the choices of each row: (rows that have any, the choice, how many there were)."""
    choices = free.sum(axis=1)
    rows = np.flatnonzero(choices)
    if not len(rows):
        return rows, rows, np.zeros(0)
    wanted = (random.random(len(rows)) * choices[rows]).astype(np.int64)
    chosen = np.argmax(np.cumsum(free[rows], axis=1, dtype=np.int32) > wanted[:, None], axis=1)
    return rows, chosen, choices[rows].astype(np.float64)


def _place(
    count: Count,
    group: Group,
    weights: Floats,
    kind: int,
    candidates: Ints,
    left: tuple[int, ...],
    random: np.random.Generator,
) -> tuple[Group, Floats]:
    rows, chosen, choices = _pick(count.free(group, kind, candidates), random)
    return count.grow(group, rows, kind, candidates[chosen], left), weights[rows] * choices


def _cover(
    count: Count, group: Group, weights: Floats, random: np.random.Generator
) -> list[tuple[Group, Floats]]:
    """Cover the lowest bare hit of each sample with one of all the ships and placements that can."""
    if not len(group.bare):
        return []
    hit = np.argmax(group.bare, axis=1)
    kinds = [kind for kind, number in enumerate(group.left) if number and len(count.touching[kind])]
    if not kinds:
        return []
    tables = []
    for kind in kinds:
        candidates = count.touching[kind]
        tables.append(count.free(group, kind, candidates) & count.on_hits[kind][candidates][:, hit].T)
    rows, chosen, choices = _pick(np.concatenate(tables, axis=1), random)
    found, first = [], 0
    for kind, table in zip(kinds, tables, strict=True):
        mine = (first <= chosen) & (chosen < first + table.shape[1])
        if mine.any():
            left = tuple(number - (other == kind) for other, number in enumerate(group.left))
            numbers = count.touching[kind][chosen[mine] - first]
            grown = count.grow(group, rows[mine], kind, numbers, left)
            found.append((grown, weights[rows[mine]] * choices[mine]))
        first += table.shape[1]
    return found


def _finish(count: Count, group: Group, weights: Floats, random: np.random.Generator) -> None:
    """Place the other ships in unknown squares and add the samples to the count."""
    orders = count.orders // prod(factorial(number) for number in group.left)
    kinds = [kind for kind, number in enumerate(group.left) for _ in range(number)]
    kinds.sort(key=lambda kind: len(count.unknown[kind]))
    left = group.left
    for kind in kinds:
        left = tuple(number - (other == kind) for other, number in enumerate(left))
        group, weights = _place(count, group, weights, kind, count.unknown[kind], left, random)
    weights = weights * orders
    count.total += float(weights.sum())
    for kind, numbers in group.chosen:
        count.marginals[kind] += np.bincount(numbers, weights, len(count.marginals[kind]))
