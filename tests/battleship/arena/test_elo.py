"""Intervals of ratings against a closed form and against simulated tournaments."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random

import pytest

from battleship.arena.elo import rate


def test_two_players_have_the_closed_form() -> None:
    # One drawn game is added: 75.5 of 101 points.
    rated = rate({("strong", "weak"): (75, 100)})
    assert rated["strong"].elo - rated["weak"].elo == pytest.approx(400 * math.log10(75.5 / 25.5))
    # The variance of a difference in log odds of n games is 1 / (n p (1 - p)); each player has half of it.
    share = 75.5 / 101
    error = 400 / math.log(10) / math.sqrt(101 * share * (1 - share))
    assert rated["strong"].high - rated["strong"].elo == pytest.approx(1.96 * error / 2, rel=1e-4)


def test_who_wins_everything_has_a_finite_rating() -> None:
    best = rate({("best", "worst"): (100, 100)})["best"]
    assert best.low < best.elo < best.high < 2000


def test_pairs_that_have_not_met_are_no_obstacle() -> None:
    # After an interruption.
    assert rate({("a", "b"): (3, 4), ("c", "d"): (1, 4)}).keys() == {"a", "b", "c", "d"}


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random = Random(1)
    truth = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
    held = 0
    for _ in range(60):
        scores = {}
        for one, other in combinations(truth, 2):
            chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            scores[one, other] = (float(sum(random.random() < chance for _ in range(100))), 100)
        held += sum(rating.low <= truth[name] <= rating.high for name, rating in rate(scores).items())
    # 95 % of 240; four standard errors of that are 13.5.
    assert held >= 214
