"""Battle of Ships: the reference games byte for byte, and every way in which an input can be wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battleship.arena.batch import play
from battleship.cli import main
from battleship.notation.bbm103 import parse_fleet
from battleship.rules.board import Fleet
from tests.battleship.notation.test_bbm103 import BOARD

REFERENCE = Path(__file__).parents[2] / "battle-of-ships"
GAMES = sorted(path.name for path in REFERENCE.iterdir())

FLEET = parse_fleet(BOARD, "board")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reference game's inputs, the current one."""
    for path in (REFERENCE / "draw").iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


INPUTS = ["Player1.txt", "Player2.txt", "Player1.in", "Player2.in"]


# --- the whole command -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("optional", [True, False])
def test_reference_games(
    name: str,
    optional: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = REFERENCE / name
    if not optional:
        # The ships of these boards can also be told apart without help.
        folder = tmp_path / "inputs"
        folder.mkdir()
        for file in INPUTS:
            shutil.copy(REFERENCE / name / file, folder)
    assert main(["batch", *(str(folder / file) for file in INPUTS)]) == 0
    expected = (REFERENCE / name / "expected.out").read_bytes()
    assert (tmp_path / "Battleship.out").read_bytes() == expected
    assert capsys.readouterr().out.encode() == expected


def test_unreachable_files(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "Player2.txt").unlink()
    (game / "Player1.in").unlink()
    assert main(["batch", *INPUTS]) == 2
    message = "IOError: input file(s) Player2.txt, Player1.in is/are not reachable."
    assert capsys.readouterr().out == f"{message}\n"
    assert (game / "Battleship.out").read_text() == message


def test_an_optional_file_that_was_asked_for_must_be_there(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["batch", *INPUTS, "--optional2", "ships.txt"]) == 2
    assert "IOError: input file(s) ships.txt is/are not reachable." in capsys.readouterr().out


def test_a_board_that_cannot_be_played_leaves_no_report(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game / "Player1.txt").write_text(BOARD.replace("S", "s"))
    (game / "Battleship.out").write_text("an older game")
    assert main(["batch", *INPUTS, "--force"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert (
        error == "battleship: Player1.txt:5: column E holds 's'; a square is empty or one of C, B, D, S, P\n"
    )
    assert (game / "Battleship.out").read_text() == "an older game"


# --- rounds, shots, the end --------------------------------------------------------------------------------------


def moves(fleet: Fleet) -> tuple[str, ...]:
    return tuple(f"{cell.row + 1},{'ABCDEFGHIJ'[cell.column]}" for cell in sorted(fleet.at))


WATER = ("10,J",) * 100


def test_the_second_player_may_answer_the_last_shot() -> None:
    report = play((FLEET, FLEET), (moves(FLEET), moves(FLEET)))
    assert "It is a Draw!\n\nFinal Information" in report
    assert report.count("Player2's Move") == len(moves(FLEET)) == 27


def test_the_second_player_can_win() -> None:
    report = play((FLEET, FLEET), (WATER, moves(FLEET)))
    assert "Player2 Wins!\n\nFinal Information" in report


def test_a_game_ends_without_a_winner_when_shots_run_out() -> None:
    report = play((FLEET, FLEET), (("1,A", "2,A"), ("1,A",)))
    # The second round would begin with the second player's shots gone.
    assert report.count("Round : 1\t") == 2
    assert "Round : 2" not in report
    assert "Wins" not in report
    assert "Draw" not in report
    assert report.count("Final Information") == 1


def test_a_game_without_shots_is_only_its_end() -> None:
    report = play((FLEET, FLEET), ((), ()))
    assert report.startswith(
        "Battle of Ships Game\n\nFinal Information\n\nPlayer1's Board\t\t\t\tPlayer2's Board\n"
    )


def test_retries_after_a_bad_shot() -> None:
    report = play((FLEET, FLEET), (("x", "11,A", "0,A"), ("1,A", "1,B")))
    first, second = report.split("Player2's Move")
    assert first.endswith(
        "Enter your move: x\n\n"
        "IndexError: Missing argument. You entered 'x' ,the correct format would be such as '3,A'.\n\n"
        "Enter your move: 11,A\n\nAssertionError: Invalid Operation.\n\n"
        "Enter your move: 0,A\n\nAssertionError: Invalid Operation.\n\n"
    )
    assert second.split("\n\n")[4:6] == ["Enter your move: 1,A", "Final Information"]


MISSING = "IndexError: Missing argument."
MANY = "ValueError: Too many arguments."
BAD = "ValueError: Bad arguments."
OUTSIDE = "AssertionError: Invalid Operation."


@pytest.mark.parametrize(
    ("shot", "message"),
    [
        ("5", MISSING),
        (",", MISSING),
        ("3,", MISSING),
        (",A", MISSING),
        ("", MISSING),
        ("4,,D", MISSING),
        ("4,C,D", MANY),
        ("1,2,3,4", MANY),
        ("A,3", BAD),
        ("x,y", BAD),
        ("-1,A", BAD),
        ("1,?", BAD),
        (" 1,A", BAD),
        ("1,AB", BAD),
        ("²,A", BAD),
        ("11,A", OUTSIDE),
        ("0,A", OUTSIDE),
        ("5,K", OUTSIDE),
        ("5,a", OUTSIDE),
        ("9" * 5000 + ",A", OUTSIDE),
        ("5,É", OUTSIDE),
    ],
)
def test_bad_shots_are_named_as_in_the_document(shot: str, message: str) -> None:
    report = play((FLEET, FLEET), ((shot, "1,A"), ("1,A",)))
    said = report.split(f"Enter your move: {shot}\n\n")[1].split("\n\n")[0]
    if message != OUTSIDE:
        message += f" You entered '{shot}' ,the correct format would be such as '3,A'."
    assert said == message


def test_a_sunk_ship_counts_once_for_its_type() -> None:
    ship = next(ship for ship in FLEET.ships if ship.type.symbol == "P")
    shots = tuple(f"{cell.row + 1},{'ABCDEFGHIJ'[cell.column]}" for cell in (*ship.cells, *ship.cells))
    report = play((FLEET, FLEET), (shots, WATER))
    assert "Patrol Boat\t- - - -\t\t\tPatrol Boat\tX - - -" in report.split("Final Information")[1]


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
@pytest.mark.slow
def test_no_shots_make_a_traceback(one: list[str], other: list[str]) -> None:
    report = play((FLEET, FLEET), (tuple(one), tuple(other)))
    assert report.endswith("\n\n")
