"""Listed layouts are the counted ones, and playouts are the games that the greedy player would play."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battleship.arena.match import shots_to_sink
from battleship.errors import PosteriorError
from battleship.layouts.placing import uniform
from battleship.layouts.search import list_layouts
from battleship.players import BasePlayer
from battleship.players.exact import best
from battleship.players.rollout import Depth, Rollout, improve
from battleship.posterior import exact
from battleship.posterior.arrays import Ints
from battleship.posterior.compiled import MISSING
from battleship.posterior.listing import Listing, list_agreeing, tables
from battleship.posterior.playout import Playout
from battleship.rules import BBM103, Cell, Rules, ShipType, Sunk, named
from battleship.rules.board import Board, Fleet, Result, View
from tests.conftest import examples

from .test_exact import answers_alike, rule_sets

# Tests of playouts are slow: to compile these takes twenty seconds in a new clone, and to compile the lists two.
pytestmark = pytest.mark.skipif(
    MISSING is not None, reason="pip install '.[fast]' to test listings and playouts"
)


def fleets(listing: Listing) -> Counter[Fleet]:
    """Return the listed layouts as fleets."""
    rules, ships = listing.rules, tables(listing.rules).ships
    return Counter(
        Fleet.of(rules, [ships[int(place)] for place in listing.places[int(row)]])
        for row in listing.records[:, -1]
    )


def squares_of(listing: Listing) -> list[set[int]]:
    """Return the squares that the record of each layout has."""
    bits = np.unpackbits(listing.records[:, :-1].astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return [set(np.flatnonzero(row)) for row in bits]


@pytest.mark.slow
@pytest.mark.more
@settings(max_examples=examples(80), deadline=None)
@given(rule_sets(), st.integers(0, 10**6), st.integers(0, 12))
def test_each_agreeing_layout_is_listed_once(rules: Rules, seed: int, shots: int) -> None:
    if not list_layouts(rules):
        return
    board = Board.new(rules, list_layouts(rules)[seed % len(list_layouts(rules))])
    cells = Random(seed).sample(rules.cells, min(shots, len(rules.cells)))
    half = len(cells) // 2
    for cell in cells[:half]:
        board, _ = board.fire(cell)
    listing = list_agreeing(board.view)
    for cell in cells[half:]:
        board, result = board.fire(cell)
        listing = listing.after(result)
    agreeing = Counter(fleet for fleet in list_layouts(rules) if answers_alike(fleet, board.view))
    assert fleets(list_agreeing(board.view)) == agreeing
    assert fleets(listing) == agreeing
    layouts = [next(iter(fleets(listing.take(np.array([row]))))) for row in range(len(listing))]
    assert squares_of(listing) == [{rules.index(cell) for cell in fleet.at} for fleet in layouts]


@settings(max_examples=examples(60), deadline=None)
@given(rule_sets(), st.integers(0, 10**6))
@pytest.mark.slow
def test_layouts_that_answer_alike_have_the_same_number(rules: Rules, seed: int) -> None:
    if not list_layouts(rules):
        return
    board = Board.new(rules, list_layouts(rules)[seed % len(list_layouts(rules))])
    *before, cell = Random(seed).sample(rules.cells, min(6, len(rules.cells)))
    for other in before:
        board, _ = board.fire(other)
    listing = list_agreeing(board.view)
    numbers = listing.answers(rules.index(cell))
    answers: dict[int, Result] = {}
    for fleet, number in zip(
        (fleet for row in range(len(listing)) for fleet in fleets(listing.take(np.array([row])))),
        numbers,
        strict=True,
    ):
        _, result = Board(fleet, board.view).fire(cell)
        assert answers.setdefault(int(number), result) == result
    assert len(set(answers.values())) == len(answers)


class Greedy(BasePlayer):
    """`exact` without its memory."""

    def shoot(self, view: View) -> Cell:
        return best(view, exact(view))


SMALL = Rules("small", 5, 5, (ShipType("C", "C", 3), ShipType("P", "P", 2)), sunk=Sunk.NAME)


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.parametrize("sunk", Sunk)
def test_playouts_are_games_of_the_greedy_player(sunk: Sunk) -> None:
    rules = Rules("small", 5, 4, SMALL.ships, touching=sunk is not Sunk.CELLS, sunk=sunk)
    board = Board.new(rules, list_layouts(rules)[7])
    for cell in (Cell(0, 2), Cell(2, 2), Cell(3, 4)):
        board, _ = board.fire(cell)
    listing = list_agreeing(board.view)
    assert len(listing) > 10
    first = np.array([rules.index(cell) for cell in (Cell(1, 1), Cell(2, 3))])
    played = []
    for square in first:
        shots = 0
        for fleet in fleets(listing):
            after, _ = Board(fleet, board.view).fire(rules.cells[square])
            shots += shots_to_sink(Greedy(rules, Random(0)), after, "greedy") - len(board.view.results)
        played.append(shots)
    playout = Playout(listing)
    assert playout.shots(listing, first).tolist() == played


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.parametrize("sunk", Sunk)
def test_a_second_look_is_the_best_reply_to_each_answer(sunk: Sunk) -> None:
    """Against the first look at every list that an answer leaves."""
    rules = Rules("small", 5, 4, SMALL.ships, sunk=sunk)
    board = Board.new(rules, list_layouts(rules)[11])
    for cell in (Cell(0, 2), Cell(2, 2)):
        board, _ = board.fire(cell)
    listing = list_agreeing(board.view)
    playout = Playout(listing)
    for square in (rules.index(Cell(1, 1)), rules.index(Cell(3, 3))):
        shots = len(listing)
        results = {Board(fleet, board.view).fire(rules.cells[square])[1] for fleet in fleets(listing)}
        for result in results:
            left = listing.after(result)
            covered = Playout(left).covered(left)
            covered[[rules.index(cell) for cell in left.view.shots]] = 0
            replies = np.argsort(-covered, kind="stable")[:3]
            if covered[replies[0]] == len(left):
                replies = replies[:1]
            replies = replies[covered[replies] > 0]
            if len(replies):  # else the fleet is sunk
                shots += int(Playout(left).shots(left, replies).min())
        assert playout.shots_ahead(listing, np.array([square]), 3).tolist() == [shots]


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "ships", "greedy"),
    [(4, (3,), 5.75), (4, (2, 2), 8.7411), (4, (3, 2), 8.9091), (5, (3,), 7.1), (5, (4,), 7.2)],
)
def test_greedy_against_published(width: int, ships: tuple[int, ...], greedy: float) -> None:
    """The reference document's exact expectations; its two ships of 2 have names of their own."""
    types = tuple(ShipType(f"S{number}", "ABC"[number], length) for number, length in enumerate(ships))
    rules = Rules("small", width, width, types)
    listing = list_agreeing(View(rules))
    playout = Playout(listing)
    shots = playout.shots(listing, np.array([np.argmax(playout.covered(listing))]))[0]
    assert shots / len(listing) == pytest.approx(greedy, abs=1e-4)


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "ships", "optimum", "greedy"),
    [(4, (3,), 5.625, 5.75), (4, (3, 2), 8.7538, 8.9091), (5, (3,), 6.9, 7.1), (5, (4,), 7.1, 7.2)],
)
def test_rollouts_lie_between_greedy_and_the_optimum(
    width: int, ships: tuple[int, ...], optimum: float, greedy: float
) -> None:
    """Over all layouts; both bounds from the reference document."""
    types = tuple(ShipType(f"S{number}", "ABC"[number], length) for number, length in enumerate(ships))
    rules = Rules(f"small {width} {ships}", width, width, types)
    fleets = list_layouts(rules)
    shots = [shots_to_sink(Rollout(rules, Random(0)), Board.new(rules, fleet), "rollout") for fleet in fleets]
    assert optimum - 1e-4 <= sum(shots) / len(shots) < greedy


@pytest.mark.more
@pytest.mark.slow
def test_of_long_lists_fewer_squares_are_compared_again() -> None:
    """By count, not by the clock: the same square on any machine."""
    asked: list[int] = []

    class Counting(Playout):
        def shots_ahead(self, listing: Listing, squares: Ints, compared: int) -> Ints:
            asked.append(len(squares))
            return super().shots_ahead(listing, squares, compared)

    listing = list_agreeing(View(Rules("small", 5, 5, (ShipType("C", "C", 3), ShipType("P", "P", 2)))))
    chosen = [
        improve(Counting(listing), listing, Depth(close=9.0, thorough=0, again=times * len(listing)))
        for times in (0, 1, 2, 3, 4, 5, 9)
    ]
    assert asked == [2, 2, 2, 3, 4, 4, 4]
    assert chosen[0] == chosen[2]
    assert chosen[4] == chosen[6]


@pytest.mark.parametrize("name", ["marmsx", "hasbro", "nxn", "react"])
@pytest.mark.one_in(3)
def test_late_positions_are_listed_as_counted(name: str) -> None:
    rules = named(name)
    board = Board.new(rules, uniform(rules, Random(f"listing:{name}")))
    ships = [cell for ship in board.fleet.ships[: rules.fleet_size // 2] for cell in ship.cells]
    water = [cell for cell in rules.cells if cell not in board.fleet.at]
    for cell in ships + Random(3).sample(water, 35):
        board, _ = board.fire(cell)
    found = exact(board.view)
    listing = list_agreeing(board.view)
    assert len(listing) == found.total
    assert (Playout(listing).covered(listing) == found.weights).all()


def test_rules_that_cannot_be_counted_are_refused() -> None:
    with pytest.raises(PosteriorError, match="bbm103"):
        list_agreeing(View(BBM103))
