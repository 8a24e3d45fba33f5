"""Computer players: they finish, they are the documents', and they are as strong as measured elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battleship.arena.match import play_alone, shots_to_sink
from battleship.errors import PlayerError
from battleship.layouts import placing
from battleship.original.backend import PROGRAMS
from battleship.original.game import OriginalGame
from battleship.players import TABLE, create, nxn, player_class
from battleship.players.react import diagonals, has_room, is_lone
from battleship.rules import HASBRO, MARMSX, NAMED, Cell, named, react
from battleship.rules.board import Board, Outcome, Result, View, check_fleet
from battleship.rules.sunk import afloat
from msxkit.recording import Recording, load
from msxkit.rnd import INITIAL, rnd_minus_time, scaled
from tests.battleship.boards import recorded_fleet
from tests.conftest import examples

RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.json"))
#: They think long, under rules that they do not know by heart.
THOROUGH = ("clock", "rollout")
QUICK = [name for name in TABLE if name not in ("exact", "matched", "sampled")]


class Recorded:
    """The draws of a recording: each is INT(stop*RND(-TIME))."""

    def __init__(self, times: Iterator[int]) -> None:
        self._times = times
        self._state = INITIAL

    def randrange(self, stop: int, /) -> int:
        self._state = rnd_minus_time(next(self._times), self._state)
        return scaled(stop, self._state)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_the_originals_computers_shoot_as_on_the_machine(path: Path) -> None:
    recording = load(path)
    program = next(
        name for name, known in PROGRAMS.items() if known.tokens_sha1 == recording.program.tokens_sha1
    )
    data = json.loads(path.read_text())
    fleet = recorded_fleet(data["fleets"]["player"])
    placing = 2 * 2 * MARMSX.fleet_size
    player = create(
        "shotdark" if program == "shotdark" else "marmsx", MARMSX, Recorded(iter(data["times"][placing:]))
    )
    board = Board.new(MARMSX, fleet)
    for shot in _shots(program, recording):
        cell = player.shoot(board.view)
        assert cell == shot
        board, result = board.fire(cell)
        player.observe(result)


def _shots(program: str, recording: Recording) -> Iterator[Cell]:
    """Yield where the computer shot in a recorded game, by the port that is checked against it elsewhere."""
    game = OriginalGame(program)
    for _, value in recording.inputs():
        if value is None:
            return
        before = game.shot_count
        game.send(value)
        if game.shot_count > before and game.shot is not None:
            x, y, _ = game.shot
            yield Cell(y - 1, x - 1)


@pytest.mark.parametrize("path", RECORDINGS[::8], ids=lambda path: path.stem)
def test_the_originals_placement_is_the_machines(path: Path) -> None:
    data = json.loads(path.read_text())
    # Ship by ship, first the player's two draws, then the computer's.
    times = data["times"]
    pairs = [times[start : start + 2] for start in range(0, 4 * MARMSX.fleet_size, 2)]
    for owner, mine in (("player", pairs[0::2]), ("computer", pairs[1::2])):
        draws = Recorded(iter([time for pair in mine for time in pair]))
        assert placing.marmsx(MARMSX, draws) == recorded_fleet(data["fleets"][owner])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        pytest.param(
            name,
            rules,
            marks=[pytest.mark.slow] * (name in THOROUGH and (rules != "hasbro" or name == "rollout")),
        )
        for name in QUICK
        for rules in NAMED
        if not player_class(name).refuses(named(rules))
    ],
)
@pytest.mark.one_in(3)
def test_players_under_all_rules(name: str, rules: str) -> None:
    for number in range(2):
        fleet = placing.uniform(named(rules), Random(number))
        assert named(rules).fleet_cells <= play_alone(named(rules), name, fleet, 1, number).shots <= 100


@settings(max_examples=examples(40), deadline=None)
@given(
    st.integers(3, 9),
    st.integers(3, 9),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.integers(0, 99),
)
def test_players_finish_on_any_board(width: int, height: int, lengths: list[int], seed: int) -> None:
    rules = react(width, height, lengths)
    if max(lengths) > max(width, height) or rules.fleet_cells > width * height // 2:
        return
    fleet = placing.automatic(rules, Random(seed))
    for name in ("react", "react-literal", "nxn-simple", "density"):
        assert play_alone(rules, name, fleet, seed, 0).shots <= width * height


@pytest.mark.parametrize("name", TABLE)
def test_every_player_places_a_legal_fleet(name: str) -> None:
    for rules in NAMED:
        if player_class(name).refuses(named(rules)) is None:
            check_fleet(named(rules), create(name, named(rules), Random(1)).place(named(rules), Random(1)))


#: (rules, player, boards, mean, its tolerance): the published measurements of the reference document.
STRENGTH = [
    ("marmsx", "random", 300, 96.2, 1.2),
    ("marmsx", "marmsx", 400, 58.9, 1.4),
    ("hasbro", "random", 300, 95.4, 1.2),
    pytest.param("hasbro", "nxn-simple", 120, 47.7, 3.4, marks=pytest.mark.slow),
    pytest.param("hasbro", "density", 200, 44.9, 2.6, marks=pytest.mark.slow),
    ("hasbro", "react-literal", 300, 70.4, 2.0),
]


@pytest.mark.parametrize(("rules", "player", "boards", "mean", "tolerance"), STRENGTH)
@pytest.mark.nightly
def test_strength_is_near_what_was_measured_elsewhere(
    rules: str, player: str, boards: int, mean: float, tolerance: float
) -> None:
    played = named(rules)
    shots = [
        play_alone(played, player, placing.uniform(played, Random(f"strength:{number}")), 1, number).shots
        for number in range(boards)
    ]
    assert abs(fmean(shots) - mean) < tolerance


@pytest.mark.slow
def test_exact_beats_the_originals_computer() -> None:
    shots: dict[str, list[int]] = {name: [] for name in ("marmsx", "exact")}
    for number in range(25):
        fleet = placing.uniform(MARMSX, Random(f"exact:{number}"))
        for name, found in shots.items():
            found.append(play_alone(MARMSX, name, fleet, 1, number).shots)
    assert fmean(shots["exact"]) < fmean(shots["marmsx"]) - 3


def test_a_player_that_shoots_twice_is_named() -> None:
    class Stubborn(player_class("random")):  # type: ignore[misc]
        def shoot(self, view: View) -> Cell:
            return Cell(0, 0)

    board = Board.new(HASBRO, placing.uniform(HASBRO, Random(2)))
    with pytest.raises(PlayerError, match="'stubborn' shot at row 0"):
        shots_to_sink(Stubborn(HASBRO, Random(1)), board, "stubborn")


def test_unknown_and_unwilling_players() -> None:
    with pytest.raises(PlayerError, match="choose one of random, shotdark"):
        create("nobody", HASBRO, Random(1))
    with pytest.raises(PlayerError, match="horizontally"):
        create("marmsx", HASBRO, Random(1))


# --- the N x N document's printed tables --------------------------------------------------------------------

DIAGONAL = {Cell(3, 3), Cell(4, 4), Cell(5, 5)}
CASE_1 = """
18 18 18 11 12 13 18 18 18 18
18 19 19 12 13 14 19 19 19 18
18 19 20 11 13 15 20 20 19 18
11 12 11 0  8  10 16 16 15 14
12 13 13 8  0  8  14 15 14 13
13 14 15 10 8  0  12 13 13 12
18 19 20 16 14 12 21 20 19 18
18 19 20 16 15 13 20 20 19 18
18 19 19 15 14 13 19 19 19 18
18 18 18 14 13 12 18 18 18 18
"""


def _nxn_view(hits: set[Cell]) -> View:
    rules = named("nxn")
    results = [Result(cell, Outcome.MISS) for cell in DIAGONAL] + [Result(cell, Outcome.HIT) for cell in hits]
    return View(rules, tuple(results))


def test_case_1_of_the_nxn_document() -> None:
    view = _nxn_view(set())
    values = nxn.evaluate(view, afloat(view))
    printed = [[int(number) for number in line.split()] for line in CASE_1.split("\n") if line]
    different = {cell for cell in view.rules.cells if values.get(cell, 0) != printed[cell.row][cell.column]}
    assert different == set()


def test_case_2_of_the_nxn_document() -> None:
    view = _nxn_view({Cell(6, 6)})
    assert nxn.evaluate(view, afloat(view)) == {Cell(5, 6): 8, Cell(6, 5): 8, Cell(6, 7): 11, Cell(7, 6): 11}


def test_case_3_of_the_nxn_document() -> None:
    view = _nxn_view({Cell(6, 6), Cell(7, 6)})
    assert nxn.evaluate(view, afloat(view)) == {Cell(5, 6): 6, Cell(8, 6): 2}


def test_a_line_without_room_falls_back_to_the_neighbours() -> None:
    view = View(
        named("nxn"),
        tuple(
            [Result(Cell(0, column), Outcome.MISS) for column in (2, 5)]
            + [Result(Cell(0, column), Outcome.HIT) for column in (3, 4)]
        ),
    )
    assert nxn.evaluate(view, afloat(view)).keys() == {Cell(1, 3), Cell(1, 4)}


KNOWN = """
O  O  #  #  #  #  #  #  #  #
#  *  #  #  #  #  #  #  #  #
#  #  *  #  #  #  #  #  #  #
#  #  #  #  #  #  *  #  #  #
#  #  *  O  O  O  #  #  #  #
#  #  X  X  X  #  #  *  #  #
#  O  O  O  *  #  #  #  *  #
#  #  *  #  #  #  *  #  #  #
#  #  #  #  #  #  #  #  #  #
#  #  #  #  #  #  #  #  #  #
"""
MATRIX = """
0  0   5   13  18  23  20 20 15 10
5  0   5   13  18  23  20 23 20 15
9  1   0   8   13  18  18 23 23 20
18 11  13  16  13  8   0  8  13 20
17 1   0   0   0   0   3  8  13 25
70 148 242 242 242 152 56 0  5  22
17 0   0   0   0   5   0  3  0  20
13 0   0   0   0   5   0  3  0  15
14 10  15  20  22  27  20 18 10 15
10 10  15  20  22  26  20 18 10 10
"""


def test_the_242_layouts_of_the_nxn_document() -> None:
    from battleship.notation.views import parse_view

    view = parse_view(named("nxn"), KNOWN)
    counts = nxn.matrix(view, afloat(view))
    printed = [[int(number) for number in line.split()] for line in MATRIX.split("\n") if line]
    assert [[counts[Cell(row, column)] for column in range(10)] for row in range(10)] == printed
    assert create("nxn-brute", view.rules, Random(1)).shoot(view) == Cell(5, 5)


# --- the React document -------------------------------------------------------------------------------------


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 99))
def test_the_plan_is_every_square_one_colour_first(width: int, height: int, seed: int) -> None:
    rules = react(width, height, (1,))
    plan = diagonals(rules, Random(seed))
    assert sorted(plan) == list(rules.cells)
    colours = [(cell.row + cell.column) % 2 for cell in plan]
    assert sum(one != other for one, other in pairwise(colours)) <= 1


def test_order_of_react() -> None:
    def shots(name: str) -> list[tuple[Cell, bool]]:
        """Return what the player does around a ship on F4 to F8 that it meets in the middle."""
        rules = react()
        ship = {Cell(row, 5) for row in range(3, 8)}
        player = create(name, rules, Random(1))
        view = View(rules)
        found = []
        for step in range(12):
            cell = Cell(5, 5) if step == 0 else player.shoot(view)
            result = Result(cell, Outcome.HIT if cell in ship else Outcome.MISS)
            view = view.after(result)
            player.observe(result)
            found.append((cell, result.hit))
        return found

    around = [Cell(5, 5), Cell(5, 4), Cell(5, 6), Cell(4, 5), Cell(3, 5), Cell(2, 5)]
    assert [cell for cell, _ in shots("react")[:6]] == around
    assert [cell for cell, _ in shots("react")[6:9]] == [Cell(6, 5), Cell(7, 5), Cell(8, 5)]
    assert [cell for cell, _ in shots("react-literal")[:6]] == around
    assert shots("react-literal")[6][0] != Cell(6, 5)


def test_lone_squares_and_room() -> None:
    rules = react(5, 5, (2,))
    around = View(rules, tuple(Result(cell, Outcome.MISS) for cell in (Cell(0, 1), Cell(1, 0))))
    assert is_lone(around, Cell(0, 0))
    assert not is_lone(around, Cell(1, 1))
    assert has_room(View(rules), Cell(2, 2))
    assert not has_room(View(rules), Cell(0, 0))
