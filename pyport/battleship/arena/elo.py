"""Elo ratings of all players of a tournament at once, with their uncertainty.

The Bradley-Terry model (Bradley and Terry 1952; fitted by Hunter's MM algorithm, Annals of Statistics 32,
2004): a player rated R above another scores 1 / (1 + 10^(-R/400)) on average; a drawn game is half a win.
One drawn game between any two players is added, so that who has won or lost everything, or met nobody, gets
a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

_SCALE = 400 / math.log(10)
#: Standard errors on either side of a 95 % interval.
_WIDTH = 1.96


@dataclass(frozen=True, slots=True)
class Rating:
    """elo: relative to the mean of all players, 0. low, high: 95 % interval."""

    elo: float
    low: float
    high: float


def ratings(players: int, scores: Mapping[tuple[int, int], tuple[float, float]]) -> list[Rating]:
    """The ratings of players 0 to `players` - 1, two or more. scores: points of both sides, by pairing."""
    import numpy as np

    points = (np.ones((players, players)) - np.eye(players)) / 2
    for (one, other), (points_one, points_other) in scores.items():
        points[one, other] += points_one
        points[other, one] += points_other
    games = points + points.T
    strength = np.ones(players)
    for _ in range(10_000):
        expected = games / (strength[:, None] + strength[None, :])
        updated = points.sum(axis=1) / expected.sum(axis=1)
        updated /= np.exp(np.log(updated).mean())
        settled = np.abs(np.log(updated / strength)).max() < 1e-10
        strength = updated
        if settled:
            break
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    weight = games * chance * (1 - chance)
    # The information matrix; its pseudo-inverse is the covariance under "the ratings sum to 0".
    information = np.diag(weight.sum(axis=1)) - weight
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0.0)) * _SCALE * _WIDTH
    elos = np.log(strength) * _SCALE
    return [
        Rating(float(elo), float(elo - error), float(elo + error))
        for elo, error in zip(elos, errors, strict=True)
    ]


def rate(scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Ratings by name of all who have met somebody. scores: (a, b) -> points of a, games; a draw is half a point."""
    names = list(dict.fromkeys(name for pair in scores for name in pair))
    if len(names) < 2:
        return {}
    place = {name: index for index, name in enumerate(names)}
    pairings = {
        (place[one], place[other]): (points, games - points)
        for (one, other), (points, games) in scores.items()
    }
    return dict(zip(names, ratings(len(names), pairings), strict=True))
