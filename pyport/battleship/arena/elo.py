"""Elo ratings of all players of a tournament at once, with their uncertainty.

The Bradley-Terry model (Bradley and Terry 1952): a player rated R above another scores 1 / (1 + 10^(-R/400)) on
average; a drawn game is half a win. The likelihood is greatest where Newton's method ends. One drawn game between any
two players is added, so that a player who has won or lost everything gets a finite rating. A player without games gets
none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from battleship.arena.statistics import NORMAL_95
from battleship.posterior.arrays import Floats

_SCALE = 400 / math.log(10)
#: Samples of a bootstrap, and the seed that they follow from.
SAMPLES = 2000
SEED = 1


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player.

    Attributes:
        elo: The rating, relative to the mean of all players, which is 0.
        low, high: The interval of 95 %, infinite for a single unit of boards.
    """

    elo: float
    low: float
    high: float


def strengths(points: Floats) -> Floats:
    """Return (..., players) ratings as natural logarithms, 0 on average.

    Args:
        points: (..., players, players) points of each against each, with which every two are connected.
    """
    players = points.shape[-1]
    games = points + np.swapaxes(points, -1, -2)
    own = points.sum(axis=-1)
    found: Floats = np.zeros(points.shape[:-1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        weight = games * chance * (1 - chance)
        # The information matrix, made regular: its null vector says that only differences count.
        information = np.eye(players) * weight.sum(axis=-1)[..., None] - weight + 1 / players
        slope = own - (games * chance).sum(axis=-1)
        step = np.clip(np.linalg.solve(information, slope[..., None])[..., 0], -1, 1)
        found = found + step
        found -= found.mean(axis=-1, keepdims=True)
        if np.abs(step).max(initial=0) < 1e-9:
            break
    return found


def _names(scores: Mapping[tuple[str, str], object]) -> list[str]:
    return list(dict.fromkeys(name for pair in scores for name in pair))


def rate(scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Return ratings by name of all players with games, for independent games; intervals from the information matrix.

    Args:
        scores: (a, b) -> points of a, games; a draw is half a point.
    """
    met = {pair: (points, games) for pair, (points, games) in scores.items() if games}
    names = _names(met)
    if not met:
        return {}
    players = len(names)
    points = (np.ones((players, players)) - np.eye(players)) / 2
    for (one, other), (won, games) in met.items():
        points[names.index(one), names.index(other)] += won
        points[names.index(other), names.index(one)] += games - won
    found = strengths(points)
    chance = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    weight = (points + points.T) * chance * (1 - chance)
    # The pseudo-inverse of the information matrix is the covariance under "the ratings sum to 0".
    information = np.diag(weight.sum(axis=1)) - weight
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0.0)) * _SCALE * NORMAL_95
    return {
        name: Rating(float(elo), float(elo - error), float(elo + error))
        for name, elo, error in zip(names, found * _SCALE, errors, strict=True)
    }


def bootstrap(duels: Mapping[tuple[str, str], Mapping[int, tuple[float, int]]]) -> dict[str, Rating]:
    """Return ratings by name of all players with games, for games that share boards; intervals by bootstrap over the
    boards.

    Args:
        duels: (a, b) -> for each unit of boards the points of a, and games. All that was played on a unit is drawn
            together, as often as there are units (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993).
            Where a player has won all games with another, no interval is narrower than for independent games.
    """
    units = sorted({unit for duel in duels.values() for unit in duel})
    names = _names({pair: duel for pair, duel in duels.items() if duel})
    if not units:
        return {}
    players = len(names)
    each = np.zeros((len(units), players, players))
    row = {unit: number for number, unit in enumerate(units)}
    for (one, other), duel in duels.items():
        for unit, (won, games) in duel.items():
            each[row[unit], names.index(one), names.index(other)] += won
            each[row[unit], names.index(other), names.index(one)] += games - won
    drawn = (np.ones((players, players)) - np.eye(players)) / 2
    elos = strengths(each.sum(axis=0) + drawn) * _SCALE
    random = np.random.Generator(np.random.PCG64(SEED))
    times = random.multinomial(len(units), np.full(len(units), 1 / len(units)), size=SAMPLES)
    samples = strengths(np.tensordot(times.astype(np.float64), each, axes=1) + drawn) * _SCALE
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    # A sample of n varies less around itself than around the truth: by sqrt((n - 1) / n), and by how much heavier
    # Student's tails are than the normal ones.
    if len(units) == 1:
        low, high, wider = np.full(players, -math.inf), np.full(players, math.inf), 1.0
    else:
        wider = _wider(len(units))
    low, high = elos + (low - elos) * wider, elos + (high - elos) * wider
    totals = {
        pair: (sum(won for won, _ in duel.values()), sum(games for _, games in duel.values()))
        for pair, duel in duels.items()
    }
    if any(won in (0, games) for won, games in totals.values() if games):
        # A player that has won everything did so in every sample, so the samples cannot show how much of it is chance.
        alone = rate(totals)
        low = np.minimum(low, [alone[name].low for name in names])
        high = np.maximum(high, [alone[name].high for name in names])
    return {
        name: Rating(float(elo), float(below), float(above))
        for name, elo, below, above in zip(names, elos, low, high, strict=True)
    }


def _wider(units: int) -> float:
    """Return how much wider an interval from so many units is than the bootstrap's, two or more."""
    freedom = units - 1
    # The 97.5 % quantile of Student's t in powers of 1 / freedom (Abramowitz and Stegun 26.7.5), relative to normal.
    z = NORMAL_95
    student = (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
    return student / z * math.sqrt(units / freedom)
