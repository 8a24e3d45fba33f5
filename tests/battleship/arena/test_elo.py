"""Ratings against closed forms and simulated tournaments."""

from __future__ import annotations

import math
from random import Random

import pytest

from battleship.arena.elo import ratings


def test_two_players_have_the_closed_form() -> None:
    # One drawn game is added: 75.5 of 101 points.
    strong, weak = ratings(2, {(0, 1): (75, 25)})
    assert strong.elo - weak.elo == pytest.approx(400 * math.log10(75.5 / 25.5))
    # The variance of a difference in log odds of n games is 1 / (n p (1 - p)); each player has half of it.
    share = 75.5 / 101
    error = 400 / math.log(10) / math.sqrt(101 * share * (1 - share))
    assert strong.high - strong.elo == pytest.approx(1.96 * error / 2)


def test_equals_are_rated_0_and_order_is_kept() -> None:
    even = ratings(3, {(0, 1): (5, 5), (0, 2): (5, 5), (1, 2): (5, 5)})
    assert [rating.elo for rating in even] == pytest.approx([0, 0, 0])


def test_who_wins_everything_has_a_finite_rating() -> None:
    best, worst = ratings(2, {(0, 1): (100, 0)})
    assert best.low < best.elo < best.high < 2000
    assert best.elo == -worst.elo


def test_a_player_who_has_not_played_is_no_obstacle() -> None:
    # After an interruption some have not met anybody.
    assert len(ratings(3, {(0, 1): (3, 1)})) == 3


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random = Random(1)
    truth = [150.0, 50.0, -50.0, -150.0]
    held = 0
    for _ in range(60):
        scores = {}
        for one in range(4):
            for other in range(one + 1, 4):
                chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
                wins = sum(random.random() < chance for _ in range(100))
                scores[one, other] = (float(wins), float(100 - wins))
        held += sum(
            rating.low <= value <= rating.high
            for rating, value in zip(ratings(4, scores), truth, strict=True)
        )
    # 95 % of 240; four standard errors of that are 13.5.
    assert held >= 214
