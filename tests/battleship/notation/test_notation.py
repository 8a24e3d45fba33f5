"""Boards and fleets as text: round trips, and the two kinds of error."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battleship.errors import BattleshipError, IllegalFleetError, NotationError
from battleship.layouts.placing import uniform
from battleship.notation import skynet
from battleship.notation.cells import parse_cell
from battleship.notation.views import format_view, parse_view
from battleship.players import create
from battleship.rules import HASBRO, MARMSX, NAMED, Cell, named, nxn
from battleship.rules.board import Board, View, check_fleet
from tests.battleship.boards import recorded_fleet
from tests.battleship.ui.test_full_plain import SHOOTING
from tests.conftest import RECORDINGS


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_recorded_fleets_are_legal(path: Path) -> None:
    for rows in json.loads(path.read_text())["fleets"].values():
        check_fleet(MARMSX, recorded_fleet(rows))


SEA = [".........."] * 10


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 rows"),
        ("\n".join(SEA[:9]), "9 rows"),
        ("\n".join([*SEA, "AAAA......"]), "beyond the 10 rows"),
        ("\n".join(["......", *SEA[1:]]), "line 1 does not have 10"),
    ],
)
def test_cannot_parse(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_view(MARMSX, text)


@pytest.mark.parametrize(
    ("line", "error", "reason"),
    [
        ("A0D B0D C0D D0D", NotationError, "4 places where 5"),
        ("A0D B0D C0D D0D E6X", NotationError, "'E6X' .ship 5, Patrol Boat."),
        ("A0D B0D C0D D0D K6R", NotationError, "'K6R'"),
        ("A0D B0D C0D D0D A1R", IllegalFleetError, "overlap at A1"),
        ("A8D B0D C0D D0D E6R", IllegalFleetError, "falls off the board"),
    ],
)
def test_bad_skynet_lines(line: str, error: type[BattleshipError], reason: str) -> None:
    with pytest.raises(error, match=reason):
        skynet.parse_fleet(line, HASBRO)


@given(st.text(max_size=400), st.sampled_from(list(NAMED)))
def test_no_text_makes_a_traceback(text: str, name: str) -> None:
    rules = named(name)
    with contextlib.suppress(BattleshipError):
        parse_view(rules, text)


@given(st.sampled_from(list(NAMED)), st.integers(0, 10**6), st.integers(0, 60))
def test_half_played_boards_survive_writing_and_reading(name: str, seed: int, shots: int) -> None:
    rules = named(name)
    board = Board.new(rules, uniform(rules, Random(seed)))
    player = create("random", rules, Random(seed))
    for _ in range(shots):
        board, _ = board.fire(player.shoot(board.view))
    view = parse_view(rules, format_view(board.view))
    assert view.shots.keys() == board.view.shots.keys()
    assert {c for c, r in view.shots.items() if r.hit} == {c for c, r in board.view.shots.items() if r.hit}


def test_the_nxn_documents_known_board() -> None:
    text = (
        SHOOTING
        + """
Sunk ships :
[0, 0] -> [1, 0]
[5, 1] -> [5, 2]
[2, 1] -> [2, 5]
"""
    )
    view = parse_view(nxn(10, (5, 4, 4, 3, 3, 2, 2)), text)
    assert view.hits == 22
    sunk = sorted(len(result.sunk_cells) for result in view.results if result.sunk_cells)
    assert sunk == [2, 2, 3, 3, 4, 5]
    assert not view.shots[Cell(4, 0)].sunk_cells


def test_a_views_hits_must_fit_the_rules() -> None:
    with pytest.raises(NotationError, match="names its ship"):
        parse_view(MARMSX, "X........." + "\n.........." * 9)
    with pytest.raises(NotationError, match="announce none"):
        parse_view(named("react"), "C........." + "\n.........." * 9)
    with pytest.raises(NotationError, match="not whole ships"):
        parse_view(HASBRO, "C........." + "\n.........." * 9)


def test_squares() -> None:
    assert parse_cell(MARMSX, "B7") == parse_cell(MARMSX, "7,B") == Cell(6, 1)
    assert parse_cell(MARMSX, "[6, 1]") == parse_cell(MARMSX, "6 1") == Cell(6, 1)
    for bad in ("", "B", "B11", "K1", "11,A", "[10, 0]"):
        with pytest.raises(NotationError):
            parse_cell(MARMSX, bad)


def test_a_view_knows_nothing_of_the_fleet() -> None:
    fleet = uniform(HASBRO, Random(1))
    board = Board.new(HASBRO, fleet)
    assert board.view == View(HASBRO)
    assert "fleet" not in vars(board.view)
