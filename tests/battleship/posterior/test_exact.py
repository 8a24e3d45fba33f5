"""Exact posteriors: known totals, agreement with enumeration, calibration, speed."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battleship.layouts.placing import uniform
from battleship.layouts.search import list_layouts
from battleship.notation.cells import parse_cell
from battleship.players import create
from battleship.posterior import exact, layouts, rows, sampled
from battleship.rules import HASBRO, MARMSX, Cell, Rules, ShipType, Sunk
from battleship.rules.board import Board, Fleet, Outcome, Result, View
from tests.conftest import examples


def enumerate_posterior(view: View) -> tuple[int, Counter[Cell]]:
    """Return every legal layout, fired at with the same shots; those that answer the same are counted."""
    total, covered = 0, Counter[Cell]()
    for fleet in list_layouts(view.rules):
        if answers_alike(fleet, view):
            total += 1
            covered.update(fleet.at.keys())
    return total, covered


def answers_alike(fleet: Fleet, view: View) -> bool:
    board = Board(fleet, View(view.rules))
    for result in view.results:
        board, answer = board.fire(result.cell)
        if answer != result:
            return False
    return True


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    lengths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    counted = sorted(Counter(lengths).items())
    ships = [ShipType(f"S{length}", "ABC"[length - 1], length, number) for length, number in counted]
    return Rules(
        "small",
        draw(st.integers(3, 5)),
        draw(st.integers(3, 4)),
        tuple(ships),
        vertical=draw(st.booleans()),
        touching=draw(st.booleans()),
        hit_names_type=draw(st.booleans()),
        sunk=draw(st.sampled_from(Sunk)),
    )


@settings(max_examples=examples(120), deadline=None)
@given(rule_sets(), st.integers(0, 10**6), st.integers(0, 12))
def test_counts_agree_with_enumeration(rules: Rules, seed: int, shots: int) -> None:
    if not list_layouts(rules):
        return
    random = Random(seed)
    fleets = list_layouts(rules)
    board = Board.new(rules, fleets[random.randrange(len(fleets))])
    for cell in random.sample(rules.cells, min(shots, len(rules.cells))):
        board, _ = board.fire(cell)
    total, covered = enumerate_posterior(board.view)
    found = [layouts.posterior(board.view)]
    if rows.refuses(rules) is None:
        found.append(rows.posterior(board.view))
    for posterior in found:
        assert posterior.total == total
        assert posterior.weights.tolist() == [covered[cell] for cell in rules.cells]


@settings(max_examples=examples(25), deadline=None)
@given(rule_sets(), st.integers(0, 10**6), st.integers(0, 6))
def test_samples_are_near_the_exact_count(rules: Rules, seed: int, shots: int) -> None:
    if not list_layouts(rules):
        return
    board = Board.new(rules, list_layouts(rules)[0])
    for cell in Random(seed).sample(rules.cells, shots):
        board, _ = board.fire(cell)
    true = layouts.posterior(board.view)
    found = sampled.posterior(board.view, 20_000, np.random.Generator(np.random.PCG64(seed)))
    assert found.total == pytest.approx(true.total, rel=0.15)
    assert np.abs(found.chances - true.chances).max() < 0.06


def test_the_blank_marmsx_board_has_35253526368954_layouts() -> None:
    blank = rows.posterior(View(MARMSX))
    assert blank.total == 35_253_526_368_954
    assert blank.weights.sum() == 20 * blank.total
    chances = blank.chances.reshape(10, 10)
    assert chances.max() == pytest.approx(0.3279, abs=1e-4)
    assert chances[0, 2] == chances[0, 7] == chances[9, 2] == chances.max()
    assert (chances == chances[::-1]).all()
    assert (chances == chances[:, ::-1]).all()


def test_the_blank_hasbro_board_has_30093975536_layouts() -> None:
    blank = layouts.posterior(View(HASBRO))
    assert blank.total == 30_093_975_536
    assert blank.weights.sum() == 17 * blank.total


def test_one_hit_in_the_centre_leaves_6428054040_layouts() -> None:
    view = View(HASBRO, (Result(Cell(4, 4), Outcome.HIT),))
    assert exact(view).total == 6_428_054_040


def test_a_middle_game_counted_elsewhere() -> None:
    results = [Result(parse_cell(HASBRO, name), Outcome.MISS) for name in ("A1", "C7")]
    results += [
        Result(parse_cell(HASBRO, name), Outcome.HIT) for name in ("D5", "D7", "E7", "F7", "G7", "I7")
    ]
    results.append(Result(parse_cell(HASBRO, "H7"), Outcome.SUNK, HASBRO.ships[0]))
    assert exact(View(HASBRO, tuple(results))).total == 9_476_306


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10**6))
def test_late_positions(seed: int) -> None:
    """The row programme against placements, with the ships that are known to be sunk taken out by the answers."""
    fleet = (ShipType("A", "A", 4), ShipType("C", "C", 3), ShipType("B", "B", 2, 2), ShipType("S", "S", 1))
    rules = Rules("few", 8, 8, fleet, vertical=False, touching=False, hit_names_type=True, sunk=Sunk.NOTHING)
    board = Board.new(rules, uniform(rules, Random(seed)))
    for cell in Random(seed).sample(rules.cells, 20):
        board, _ = board.fire(cell)
    one, other = rows.posterior(board.view), layouts.posterior(board.view)
    assert one.total == other.total
    assert (one.weights == other.weights).all()


@pytest.mark.parametrize(("rules", "games"), [pytest.param(MARMSX, 12, marks=pytest.mark.slow), (HASBRO, 4)])
def test_predicted_and_actual_hits_agree(rules: Rules, games: int) -> None:
    """Calibration: over many shots the predicted chances add up to the hits, within four standard deviations."""
    predicted, variance, hits = 0.0, 0.0, 0
    for number in range(games):
        board = Board.new(rules, uniform(rules, Random(f"calibration:{number}")))
        player = create("density", rules, Random(number))
        while not board.lost:
            cell = player.shoot(board.view)
            if len(board.view.results) > 8:
                chance = float(exact(board.view).chances[rules.index(cell)])
                predicted += chance
                variance += chance * (1 - chance)
            board, result = board.fire(cell)
            hits += result.hit and len(board.view.results) > 9
    assert abs(predicted - hits) < 4 * variance**0.5


@pytest.mark.slow
def test_uniform_boards_have_the_marginals_of_the_count() -> None:
    random = Random(5)
    number = 2000
    counts = np.zeros(100)
    for _ in range(number):
        for cell in uniform(MARMSX, random).at:
            counts[MARMSX.index(cell)] += 1
    chances = rows.posterior(View(MARMSX)).chances
    sigma = np.sqrt(chances * (1 - chances) / number)
    assert (np.abs(counts / number - chances) / sigma).max() < 4.5


def test_small_boards_are_drawn_alike() -> None:
    rules = Rules("tiny", 3, 3, (ShipType("B", "B", 2),))
    random = Random(3)
    drawn = Counter(uniform(rules, random) for _ in range(6000))
    assert len(drawn) == len(list_layouts(rules)) == 12
    assert all(abs(times - 500) < 5 * 500**0.5 for times in drawn.values())


def test_contradictions_leave_no_layout() -> None:
    hits = tuple(Result(Cell(0, column), Outcome.HIT, MARMSX.ships[0]) for column in range(5))
    assert rows.posterior(View(MARMSX, hits)).total == 0
    misses = tuple(Result(cell, Outcome.MISS) for cell in HASBRO.cells)
    assert layouts.posterior(View(HASBRO, misses)).total == 0
