"""The players of the page, which have no numpy, against those of the package, which have."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from battleship.layouts.placing import automatic
from battleship.players import BasePlayer, player_class
from battleship.players.density import Density, votes
from battleship.posterior import exact, layouts
from battleship.rules import HASBRO, MARMSX, Rules
from battleship.rules.board import Board, View, neighbours, placements
from battleship.rules.named import NAMED, named, nxn
from battleship.rules.sunk import afloat
from battleship.web import row_count
from battleship.web.desk import OWN, PLAYERS
from battleship.web.layout_count import Brute, FleetCount, SampledCount


def views(rules: Rules, seed: int, hits: bool = False) -> Iterator[View]:
    """Yield positions of a game whose shots are random, or those of density."""
    source = random.Random(seed)
    board = Board.new(rules, automatic(rules, source))
    player = Density(rules, source)
    while not board.lost:
        yield board.view
        board, _ = board.fire(player.shoot(board.view) if hits else source.choice(board.view.unshot))


def same_shots(rules: Rules, here: BasePlayer, there: BasePlayer, seed: int) -> None:
    """Both shoot the same squares of a fleet until it is sunk."""
    board = Board.new(rules, automatic(rules, random.Random(seed)))
    while not board.lost:
        cell = here.shoot(board.view)
        assert there.shoot(board.view) == cell
        board, result = board.fire(cell)
        here.observe(result)
        there.observe(result)


@pytest.mark.parametrize("name", sorted(NAMED))
def test_density(name: str) -> None:
    """A second computation of the same votes: numbers in arrays here, masks there."""
    for number, view in enumerate(views(named(name), 9, hits=True)):
        if number % 4 == 0:
            expected = votes_in_arrays(view)
            assert votes(view) == {cell: expected[cell] for cell in view.unshot}


def votes_in_arrays(view: View) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the votes for all squares by row and column."""
    rules, state = view.rules, afloat(view)
    shape = rules.height, rules.width
    closed, hits, unknown, found = (np.zeros(shape) for _ in range(4))
    for cell, result in view.shots.items():
        (hits if cell in state.open else closed)[cell] = not result.hit or cell in state.open
    for cell in state.sunk:
        for near in [cell] if rules.touching else [cell, *neighbours(cell)]:
            if rules.contains(near):
                closed[near] = 1
    for cell in view.unshot:
        unknown[cell] = 1
    for ship_type in rules.ships:
        shut = closed.copy()
        for cell, result in view.shots.items():
            if rules.hit_names_type and result.hit and result.type != ship_type:
                shut[cell] = 1
        for ship in placements(rules, ship_type):
            place = np.zeros(shape)
            place[tuple(zip(*ship.cells, strict=True))] = 1
            covered = (place * hits).sum()
            if not (place * shut).any() and (place * unknown).any() and (covered or not state.open):
                found += place * state.ships[ship_type] * 100 ** max(covered - 1, 0)
    return found


def test_votes_are_for_squares_that_may_hold_a_ship() -> None:
    board = Board.new(MARMSX, automatic(MARMSX, random.Random(1)))
    assert set(votes(board.view)) == set(board.view.unshot)
    assert all(votes(board.view).values())


@pytest.mark.parametrize("hits", [False, True])
@pytest.mark.one_in(2)
def test_rows_are_counted_as_in_arrays(hits: bool) -> None:
    for number, view in enumerate(views(MARMSX, 5, hits)):
        if number % 6 == 0:
            total, weights = row_count.posterior(view)
            expected = exact(view)
            assert total == expected.total
            assert weights == expected.weights.astype(np.int64).tolist()


@pytest.mark.slow
def test_exact_shoots_as_there() -> None:
    rules = MARMSX
    same_shots(
        rules,
        row_count.ExactCount(rules, random.Random(1)),
        player_class("exact")(rules, random.Random(1)),
        4,
    )


@pytest.mark.parametrize("name", sorted(NAMED))
def test_exact_refuses_what_it_does_not_count(name: str) -> None:
    assert (row_count.refuses(named(name)) is None) == (name == "marmsx")


@pytest.mark.parametrize(
    "rules", [nxn(8, (3, 2, 2)), nxn(6, (4, 3, 1)), HASBRO, MARMSX], ids=lambda rules: str(rules.name)
)
def test_layouts_are_counted_as_in_arrays(rules: Rules) -> None:
    """All of them where few ships are left, with those that are sunk."""
    compared, few = 0, {HASBRO: 11, MARMSX: 15}.get(rules, 0)
    for view in views(rules, 3, hits=True):
        count = FleetCount(view)
        if sum(result.hit for result in view.results) < few:
            continue
        count.run()
        expected = layouts.posterior(view) if rules is not MARMSX else exact(view)
        assert count.total == expected.total * count.orders
        assert count.weights == (expected.weights * count.orders).round().astype(np.int64).tolist()
        compared += 1
    assert compared > 2


@pytest.mark.parametrize("rules", [nxn(6, (3, 2, 2)), HASBRO], ids=lambda rules: str(rules.name))
def test_samples_estimate_what_is_counted(rules: Rules) -> None:
    """Within five standard errors, which the spread between batches tells."""
    for number, view in enumerate(views(rules, 8, hits=True)):
        if number % 9 != 5:
            continue
        source, batches = random.Random(number), []
        for _ in range(20):
            count = FleetCount(view)
            for _ in range(100):
                count.sample(source)
            batches.append([weight / count.orders / 100 for weight in (count.total, *count.weights)])
        found = np.array(batches)
        expected = exact(view)
        error = found.std(axis=0, ddof=1) / np.sqrt(len(found))
        far = np.abs(found.mean(axis=0) - np.array([expected.total, *expected.weights]))
        assert (far <= 5 * error + 1e-9 * expected.total + expected.total * 0.01).all()


@pytest.mark.parametrize("name", ["nxn", "hasbro", "react"])
@pytest.mark.one_in(3)
def test_nxn_brute_shoots_as_there(name: str) -> None:
    rules = named(name)
    there = player_class("nxn-brute")
    if there.refuses(rules) is not None:
        pytest.skip("it does not play these rules")
    for seed in range(2):
        same_shots(rules, Brute(rules, random.Random(5)), there(rules, random.Random(5)), seed)


@pytest.mark.nightly
def test_sampled_sinks_a_fleet_in_few_shots() -> None:
    """Fewer than the player that votes without looking at whole layouts needs (44 on average under these rules)."""
    shots = []
    for seed in range(4):
        board = Board.new(HASBRO, automatic(HASBRO, random.Random(seed)))
        player = SampledCount(HASBRO, random.Random(seed))
        while not board.lost:
            board, _ = board.fire(player.shoot(board.view))
        shots.append(len(board.view.results))
    assert sum(shots) / len(shots) < 52


def test_all_have_a_line_about_them() -> None:
    assert set(OWN) <= set(PLAYERS)
    assert all((OWN.get(name) or player_class(name)).about for name in PLAYERS)
