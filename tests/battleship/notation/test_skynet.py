"""The words of the SKYNET protocol against the document's own examples, and against any text."""

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battleship.errors import IllegalFleetError, NotationError
from battleship.layouts.placing import uniform
from battleship.notation import skynet
from battleship.rules import SKYNET, Cell
from battleship.rules.board import Outcome, Result


def test_the_documents_example_board() -> None:
    fleet = skynet.parse_fleet("A0D B0D C0D D0D E6R")
    picture = ["".join(_symbol(fleet.at.get(Cell(row, column))) for column in range(10)) for row in range(10)]
    assert picture == [
        "CBDS......",
        "CBDS......",
        "CBDS......",
        "CB........",
        "C.........",
        "..........",
        "....PP....",
        "..........",
        "..........",
        "..........",
    ]


def _symbol(ship: object) -> str:
    return "." if ship is None else ship.type.symbol  # type: ignore[attr-defined]


def test_columns_are_letters_and_rows_digits() -> None:
    assert skynet.parse_cell("J0") == Cell(row=0, column=9)
    assert skynet.format_cell(Cell(row=9, column=0)) == "A9"
    assert skynet.opponent_shot(Cell(3, 1)) == "O B3"


def test_results_are_the_documents() -> None:
    destroyer = SKYNET.ship_type("D")
    assert skynet.result(Result(Cell(0, 0), Outcome.MISS)) == "M"
    assert skynet.result(Result(Cell(0, 0), Outcome.HIT)) == "H"
    assert skynet.result(Result(Cell(0, 0), Outcome.SUNK, destroyer)) == "S D"


def test_the_name_of_the_opponent_is_one_harmless_word() -> None:
    # The document's C bot obeys the first letter of each word: K would make it quit.
    assert skynet.new_game("Killer Fox") == "N killer_fox"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("A0D B0D C0D D0D J9R", "Patrol Boat at J9R is 2 long and falls off"),
        ("A6D B0D C0D D0D E6R", "Carrier at A6D is 5 long and falls off"),
        ("A0R B0D C1D D1D E6R", "Battleship and the Carrier overlap at B0"),
    ],
)
def test_illegal_boards_name_ship_and_square(answer: str, reason: str) -> None:
    with pytest.raises(IllegalFleetError, match=reason):
        skynet.parse_fleet(answer)


@pytest.mark.parametrize(
    "answer",
    ["", "A0D", "A0D B0D C0D D0D", "A0D B0D C0D D0D E6R A9R", "a0d b0d c0d d0d e6r", "A0X B0D C0D D0D E6R"],
)
def test_not_a_board(answer: str) -> None:
    with pytest.raises(NotationError, match="is not a board"):
        skynet.parse_fleet(answer)


@pytest.mark.parametrize("answer", ["", "A", "A10", "K0", "a0", "A0 ", "0A", "A٣"])
def test_not_a_shot(answer: str) -> None:
    with pytest.raises(NotationError, match="is not a shot"):
        skynet.parse_cell(answer)


@given(st.integers(0, 2**32))
def test_any_legal_fleet_survives_the_wire(seed: int) -> None:
    fleet = uniform(SKYNET, Random(seed))
    assert skynet.parse_fleet(skynet.format_fleet(fleet)) == fleet


@given(st.text(alphabet="ABCDEFGHIJK0123456789DR >\n") | st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for read in (skynet.parse_fleet, skynet.parse_cell):
        with contextlib.suppress(NotationError, IllegalFleetError):
            read(text)


def test_late_answers_are_told_from_right_ones() -> None:
    assert skynet.stale("N opponent")("A0")
    assert not skynet.stale("N opponent")("A0D B0D C0D D0D E6R")
    assert skynet.stale("F")("A0D B0D C0D D0D E6R")
    assert not skynet.stale("F")("nonsense")
