"""Intervals of ratings against a closed form and against simulated tournaments."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random
from statistics import fmean, stdev

import pytest

from battleship.arena.elo import bootstrap, rate


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


def test_pairs_that_never_met() -> None:
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


def test_who_has_played_nothing_is_not_rated() -> None:
    assert rate({("a", "b"): (0, 0)}) == {}
    assert rate({("a", "b"): (3, 4), ("a", "c"): (0, 0)}).keys() == {"a", "b"}
    assert bootstrap({("a", "b"): {}}) == {}
    assert bootstrap({("a", "b"): {0: (1.0, 2)}, ("a", "c"): {}}).keys() == {"a", "b"}


def test_many_at_once_are_as_one_by_one() -> None:
    """Newton's method for all samples together, against bisection on the likelihood's slope for two players."""
    for points, games in ((75.0, 100), (0.0, 20), (10.5, 11)):
        low, high = -20.0, 20.0
        for _ in range(200):
            middle = (low + high) / 2
            expected = (games + 1) / (1 + math.exp(-middle))
            low, high = (middle, high) if expected < points + 0.5 else (low, middle)
        rated = rate({("a", "b"): (points, games)})
        assert (rated["a"].elo - rated["b"].elo) * math.log(10) / 400 == pytest.approx(low, abs=1e-6)


def test_who_wins_every_game_is_not_rated_for_certain() -> None:
    """20 of 20 games won: a chance of 0.86 would do that once in twenty times, and more than 300 Elo."""
    swept = bootstrap({("best", "worst"): dict.fromkeys(range(10), (2.0, 2))})
    independent = rate({("best", "worst"): (20.0, 20)})
    assert swept["best"].elo == pytest.approx(independent["best"].elo, abs=1e-6)
    assert swept["best"].low - swept["worst"].high < 400 * math.log10(0.86 / 0.14) < 2 * swept["best"].elo
    assert swept["best"].high > swept["best"].elo + 100
    # A third player who shares with both does not make them certain either.
    units = {unit: (1.0 + unit % 2, 2) for unit in range(10)}
    three = bootstrap({("best", "worst"): dict.fromkeys(range(10), (2.0, 2)), ("best", "third"): units})
    alone = rate({("best", "worst"): (20.0, 20), ("best", "third"): (15.0, 20)})
    assert all(three[name].low <= alone[name].low < alone[name].high <= three[name].high for name in three)


@pytest.mark.nightly
def test_bootstrap_with_shared_boards() -> None:
    """Three players against the same boards: an easy board is easy for all, so their games are not independent.

    The truth is the rating on 40,000 boards; the deviation over tournaments of 40 boards is what the intervals say.
    """
    skills = {"a": 0.0, "b": 4.0, "c": 7.0}

    def duels(random: Random, boards: int) -> dict[tuple[str, str], dict[int, tuple[float, int]]]:
        found: dict[tuple[str, str], dict[int, tuple[float, int]]] = {
            pair: {} for pair in combinations(skills, 2)
        }
        for unit in range(boards // 2):
            shots = {}
            for name, skill in skills.items():
                shots[name] = [skill + 7 * random.gauss(0, 1) for _ in range(2)]
            common = [8 * random.gauss(0, 1) for _ in range(2)]
            for one, other in found:
                first = shots[one][1] + common[1] <= shots[other][0] + common[0]
                second = shots[other][1] + common[1] > shots[one][0] + common[0]
                found[one, other][unit] = (float(first) + float(second), 2)
        return found

    truth = bootstrap(duels(Random(0), 40_000))
    rated = [bootstrap(duels(Random(seed), 40)) for seed in range(1, 201)]
    for name in skills:
        elos = [found[name].elo for found in rated]
        claimed = [(found[name].high - found[name].low) / 2 / 2.1 for found in rated]  # Student's t of 19
        assert 0.85 < fmean(claimed) / stdev(elos) < 1.15
        held = sum(found[name].low <= truth[name].elo <= found[name].high for found in rated)
        assert held >= 180  # 95 % of 200 less three standard errors
