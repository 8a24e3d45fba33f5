"""The full game in text: the N x N document's pictures and sentences, other rules with letters, everything illegal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battleship.layouts.placing import uniform
from battleship.players import BasePlayer
from battleship.rules import BBM103, HASBRO, MARMSX, Cell, Rules, nxn
from battleship.rules.board import Fleet, Result, Ship, View, ship_list
from battleship.rules.draws import Draws
from battleship.ui.full_plain import play
from battleship.ui.sitting import Sitting

CLASSIC = nxn(10, [5, 4, 3, 3, 2])


def _against(rules: Rules, computer: BasePlayer) -> Sitting:
    return Sitting(rules, "random", Random(1), "it", lambda draws: computer)


#: The fleet of the document's placing picture, longest ship first (its 5, 4 and so on are our choice of types).
PLACING = """\
   0  1  2  3  4  5  6  7  8  9
 ------------------------------
 0|S  *  *  *  *  *  *  *  *  *
 1|S  *  *  *  *  *  *  *  S  *
 2|*  *  *  *  *  *  *  *  S  *
 3|*  *  *  *  *  *  *  *  S  *
 4|*  *  *  *  *  S  S  *  *  *
 5|*  S  S  *  *  *  *  *  *  *
 6|*  *  *  *  *  *  *  *  *  *
 7|*  *  S  S  S  *  *  *  *  *
 8|*  *  *  *  *  *  *  *  *  *
 9|*  *  *  *  *  *  *  *  *  *
"""

SHOOTING = """\
  0  1  2  3  4  5  6  7  8  9
 ------------------------------
0|O  *  #  #  #  #  *  #  #  *
1|O  #  *  #  #  #  #  *  O  #
2|#  O  O  O  O  O  #  #  O  #
3|#  #  #  *  #  #  #  #  O  #
4|X  X  X  #  *  #  #  #  #  *
5|*  O  O  #  #  *  #  #  #  #
6|#  *  *  #  #  #  *  #  #  #
7|#  #  O  O  O  #  #  *  #  #
8|#  *  #  #  #  *  #  #  *  #
9|*  #  #  *  O  O  O  O  #  *
"""


class Passive(BasePlayer):
    """Has a fleet that is known, and shoots from the top left square on."""

    fleet: Fleet

    def place(self, rules: Rules, random: Draws) -> Fleet:
        return self.fleet

    def shoot(self, view: View) -> Cell:
        return view.unshot[0]

    def observe(self, result: Result) -> None:
        pass


def ships(rules: Rules, *places: str) -> Fleet:
    words = [place.split() for place in places]
    return Fleet.of(
        rules,
        [
            Ship(ship_type, Cell(int(row), int(column)), way == "V")
            for ship_type, (row, column, way) in zip(ship_list(rules), words, strict=True)
        ],
    )


def game(rules: Rules, fleet: Fleet, *lines: str) -> str:
    computer = Passive(rules, Random(1))
    computer.fleet = fleet
    return "".join(play(_against(rules, computer), iter(lines)))


# --- the document's pictures --------------------------------------------------------------------------------------


def test_the_documents_placing_picture() -> None:
    rules = nxn(10, [3, 3, 2, 2, 2])
    text = game(rules, uniform(rules, Random(1)), "1 8 V", "7 2 H", "0 0 V", "4 5 H", "[5, 1, h]")
    assert PLACING in text
    # The board stands before each placement, and once more when all ships lie.
    assert text.count(PLACING.split("\n")[0] + "\n") == 6


def test_the_documents_shooting_picture() -> None:
    rules = nxn(10, [5, 4, 4, 3, 3, 2, 2])
    enemy = ships(rules, "2 1 H", "4 0 H", "9 4 H", "1 8 V", "7 2 H", "0 0 V", "5 1 H")
    shots = [
        f"{row} {column}"
        for row, line in enumerate(SHOOTING.splitlines()[2:])
        for column, mark in enumerate(line[2:].split())
        if mark != "#"
    ]
    # The person's own ships lie in the lower half, where the computer does not come so soon.
    places = ["5 0 H", "6 0 H", "7 0 H", "8 0 H", "9 0 H", "5 6 H", "6 6 H"]
    text = game(rules, enemy, *places, *shots, "4 3")
    assert SHOOTING + "Sunk ships :\n[0, 0] -> [1, 0]\n" in text
    assert "[2, 1] -> [2, 5]\n" in text
    # "A legal shot here would be [4 3]", with which a whole ship is sunk.
    assert "You shoot at [4, 3]: hit!\n[4, 0] -> [4, 3] has sunk!\n" in text.split(SHOOTING)[1]


# --- a short game -------------------------------------------------------------------------------------------------

SMALL = nxn(4, [2, 1])
ENEMY = ships(SMALL, "0 0 V", "3 3 H")
PLACES = ("3 0 H", "2 3 H")


def test_winning_tells_moves_and_how_far_the_other_was() -> None:
    text = game(SMALL, ENEMY, *PLACES, "0 0", "2 2", "1 0", "3 3")
    assert text.endswith(
        "You won in 4 moves! The computer had 3 of 3 ship squares (2 of 2 ships) of yours left to find.\n"
    )
    assert "You shoot at [0, 0]: hit!\n" in text
    assert "You shoot at [2, 2]: miss.\n" in text
    assert "You shoot at [1, 0]: hit!\n[0, 0] -> [1, 0] has sunk!\n" in text
    assert text.count("The computer shoots at") == 3


def test_losing_tells_the_same_and_shows_the_enemys_ships() -> None:
    text = game(SMALL, ENEMY, "0 0 H", "0 2 H", "0 0", "1 1", "1 2", "never asked")
    assert text.endswith(
        "The computer shoots at [0, 2]: hit!\n[0, 2] -> [0, 2] has sunk!\n"
        "The computer won in 3 moves. You had 2 of 3 ship squares (2 of 2 ships) left to find:\n"
        "   0  1  2  3\n ------------\n 0|S  *  *  *\n 1|S  *  *  *\n 2|*  *  *  *\n 3|*  *  *  S\n"
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 4 H", "Outside: [0, 4] is not on the board; x and y go from 0 to 3."),
        ("3 3 V", "Outside: [4, 3] is not on the board"),
        ("-1 0 V", "Outside: [-1, 0] is not on the board"),
        ("0 x V", "'0 x' is not a square: x and y are numbers"),
        ("0 0 D", "'0 0 D' is not a place: two numbers and H or V"),
        ("0 0", "'0 0' is not a place"),
        ("", "'' is not a place"),
        ("9999999999 0 H", "is not a square"),
    ],
)
def test_illegal_placements_are_asked_again(line: str, reason: str) -> None:
    text = game(SMALL, ENEMY, line, "0 0 H")
    assert reason in text
    # The first ship is asked for twice, then the second one.
    assert text.count("Boat (2 x 1), x y H|V:") == 2
    assert text.count("Ship of 1 (1 x 1), x y H|V:") == 1


def test_overlapping_ships_are_asked_again() -> None:
    text = game(SMALL, ENEMY, "0 0 H", "0 1 V", "3 3 H")
    assert "Overlapping: there is a ship on [0, 1] already.\n" in text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 4", "Outside: [0, 4] is not on the board"),
        ("a b", "'a b' is not a square: two numbers, such as 4 3."),
        ("1", "'1' is not a square"),
        ("1 2 3", "'1 2 3' is not a square"),
        ("2 2", "You have already shot at [2, 2]."),
    ],
)
def test_illegal_shots_are_asked_again(line: str, reason: str) -> None:
    text = game(SMALL, ENEMY, *PLACES, "2 2", line, "1 1")
    assert reason in text
    assert "You shoot at [1, 1]: miss.\n" in text
    # No turn was lost over it.
    assert text.count("The computer shoots at") == 2


def test_a_fleet_that_leaves_no_room_is_placed_anew() -> None:
    rules = nxn(3, [3, 2, 2, 2])
    enemy = ships(rules, "0 0 H", "1 0 H", "2 0 H", "1 2 V")
    text = game(rules, enemy, "1 0 H", "0 0 H", "2 0 H", "0 0 H", "1 0 H", "2 0 H", "1 2 V")
    assert "No room is left for the Boat (2 x 1): take all ships back and place them again.\n" in text
    assert "All ships are placed." in text.split("No room is left")[1]


@pytest.mark.parametrize("lines", [(), ("0 0 H",), PLACES, (*PLACES, "0 0")])
def test_the_end_of_input_ends_the_game_politely(lines: tuple[str, ...]) -> None:
    moves = max(0, len(lines[:3]) - 2)
    assert game(SMALL, ENEMY, *lines).endswith(
        f"The input has ended, so the game stops here, after {moves} move{'s' * (moves != 1)}.\n"
    )


@pytest.mark.parametrize(("lines", "moves"), [(("q",), "0 moves"), ((*PLACES, "0 0", "q", "1 1"), "1 move")])
def test_who_quits_is_told_so(lines: tuple[str, ...], moves: str) -> None:
    assert game(SMALL, ENEMY, *lines).endswith(f"You left the game after {moves}.\n")


def test_large_boards_keep_their_columns() -> None:
    rules = nxn(12, [2])
    lines = game(rules, ships(rules, "0 0 H"), "11 10 H").split("\n")
    assert lines[1] == "    0  1  2  3  4  5  6  7  8  9  10 11"
    assert " 11|*  *  *  *  *  *  *  *  *  *  S  S" in lines


def test_prompt_before_input() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "0 0 H"

    text = play(Sitting.against(SMALL, "random", Random(1)), lines())
    seen = ""
    while "x y H|V" not in seen:
        seen += next(text)
    assert taken == 0


# --- squares with letters, help, random placing, hints ------------------------------------------------------------


def lettered(rules: Rules, *lines: str, seed: int = 1) -> str:
    return "".join(play(Sitting.against(rules, "nxn-simple", Random(seed)), iter(lines)))


def test_other_rules() -> None:
    places = ("A1 H", "a2h", "A3 H", "A4 H", "J9 V")
    text = lettered(HASBRO, *places, "B7", "b7", "C,7", "7,D", "4 3", "q")
    assert "Carrier (5 x 1), square and H or V:\n" in text
    assert (
        "    Your fleet\n    A B C D E F G H I J\n  1 C C C C C . . . . .\n  2 B B B B . . . . . .\n" in text
    )
    assert "You shoot at B7: " in text
    assert "You have already shot at B7.\n" in text
    assert "The computer shoots at " in text
    # Letters first or numbers first; two numbers are row and column from 0, as in the N x N document.
    for square in ("C7", "D7", "D5"):
        assert f"You shoot at {square}: " in text
    assert "    Your fleet                 The enemy\n" in text
    assert text.endswith("after 4 moves.\n")


def test_ships_that_cannot_stand_need_no_direction() -> None:
    text = lettered(MARMSX, "A1", "A3", "E3", "A5", "D5", "G5", "A7", "C7", "E7", "G7", "q")
    assert "Aircraft Carrier (4 x 1), square:\n" in text
    assert "All ships are placed." in text


@pytest.mark.parametrize("rules", [HASBRO, MARMSX, CLASSIC, BBM103])
def test_random_placing_help_hints_and_undo(rules: Rules) -> None:
    text = lettered(rules, "?", "h", "A1 H", "undo", "b", "a", "?", "hint", "b", "A1", "quit")
    assert "a places all ships at random" in text
    assert "Hints begin when all ships are placed." in text
    first = rules.ships[0]
    assert text.count(f"{first.name} ({first.length} x 1)") >= 3
    assert "All ships are placed. You shoot first.\n" in text
    assert "h gives a hint" in text
    assert "layouts left; best " in text
    assert "You shoot at " in text
    assert text.endswith("after 1 move.\n")


def test_a_game_with_letters_has_an_end() -> None:
    squares = [HASBRO.cell_name(cell) for cell in HASBRO.cells]
    text = lettered(HASBRO, "a", *squares)
    *_, ending = text.splitlines()
    assert re.fullmatch(
        r"(You win|The computer wins) in \d+ moves\. (The computer|You) had \d+ .*left to hit\.", ending
    )


def test_last_shot_is_answered() -> None:
    """The computer's fleet is hit square by square, which the person knows from a first run."""
    rules = replace(SMALL, name="last", last_shot=True)
    text = game(rules, ships(rules, "0 0 V", "3 3 H"), "0 0 H", "0 2 H", "0 0", "1 0", "3 3")
    assert text.count("The computer shoots at") == 3
    assert "A draw in 3 moves." in text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Z9 H", "not on the board: columns are A to J, rows 1 to 10"),
        ("A11 V", "not on the board"),
        ("J1 H", "not on the board"),
        ("A1", "'A1' is not a place: a square, then H (across) or V (down), such as A1 V."),
        ("A H", "'A' is not a square: a letter and a number, such as A1."),
        ("", "'' is not a place"),
    ],
)
def test_places_that_are_none_are_told_with_letters(line: str, reason: str) -> None:
    assert reason in lettered(HASBRO, line, "q")


@given(st.lists(st.text() | st.sampled_from(["0 0 H", "2 0 H", "0 0", "1 1", "[3, 3]"])), st.integers(0, 9))
def test_no_input_makes_a_traceback(lines: list[str], seed: int) -> None:
    assert "".join(play(Sitting.against(SMALL, "random", Random(seed)), iter(lines))).endswith("\n")
