"""Elo ratings of a whole tournament with their uncertainty, in the Bradley-Terry model of `statistics.ratings`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from battleship.arena.statistics import NORMAL_95, ratings

_SCALE = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Rating:
    """elo: relative to the mean of all players, 0. low, high: 95 % interval."""

    elo: float
    low: float
    high: float


def rate(scores: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Ratings of all who have met somebody. scores: (a, b) -> points of a, games; a draw is half a point.

    The interval comes from the information matrix of the fitted model, for games that are independent.
    """
    import numpy as np

    elos = ratings(dict(scores))
    names = list(elos)
    information = np.zeros((len(names), len(names)))
    for (one, other), (_, games) in scores.items():
        chance = 1 / (1 + 10 ** ((elos[other] - elos[one]) / 400))
        weight = (games + 1) * chance * (1 - chance)  # with the virtual draw of `ratings`
        i, j = names.index(one), names.index(other)
        information[i, i] += weight
        information[j, j] += weight
        information[i, j] -= weight
        information[j, i] -= weight
    # The pseudo-inverse is the covariance under "the ratings sum to 0".
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0.0)) * _SCALE * NORMAL_95
    return {
        name: Rating(elos[name], elos[name] - float(error), elos[name] + float(error))
        for name, error in zip(names, errors, strict=True)
    }
