"""Battle of Ships: the reference games byte for byte, and every way in which an input can be wrong."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battleship.arena.batch import play
from battleship.arena.batch_files import decode, parse_fleet, parse_shots
from battleship.cli import main
from battleship.errors import BatchError
from battleship.layouts.placing import uniform
from battleship.notation.bbm103 import format_bbm103, format_optional
from battleship.rules import BBM103, Cell
from battleship.rules.board import Fleet

REFERENCE = Path(__file__).parents[2] / "battle-of-ships"
GAMES = sorted(path.name for path in REFERENCE.iterdir())

#: A fleet without equal ships side by side: it can be read without the optional file.
BOARD = """\
C;C;C;C;C;;;;;
;;;;;;;;;
B;B;B;B;;B;B;B;B;
;;;;;;;;;
D;D;D;;S;S;S;;;
;;;;;;;;;
P;P;;P;P;;P;P;;
;;;;;;;;;
P;;;;;;;;;
P;;;;;;;;;
"""
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


def test_unreachable_files_are_all_named_as_in_the_document(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
    assert main(["batch", *INPUTS]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert (
        error == "battleship: Player1.txt:5: column E holds 's'; a square is empty or one of C, B, D, S, P\n"
    )
    assert (game / "Battleship.out").read_text() == "an older game"


def test_the_report_does_not_overwrite_an_input(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (game / "Player1.in").read_bytes()
    assert main(["batch", *INPUTS, "-o", "Player1.in"]) == 2
    assert (game / "Player1.in").read_bytes() == before
    assert "is read here as well" in capsys.readouterr().err


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


def test_the_same_player_tries_again_after_a_bad_shot_until_none_is_left() -> None:
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
        *(("5", MISSING), (",", MISSING), ("3,", MISSING), (",A", MISSING), ("", MISSING), ("4,,D", MISSING)),
        *(("4,C,D", MANY), ("1,2,3,4", MANY)),
        *(
            ("A,3", BAD),
            ("x,y", BAD),
            ("-1,A", BAD),
            ("1,?", BAD),
            (" 1,A", BAD),
            ("1,AB", BAD),
            ("²,A", BAD),
        ),
        *(
            ("11,A", OUTSIDE),
            ("0,A", OUTSIDE),
            ("5,K", OUTSIDE),
            ("5,a", OUTSIDE),
            ("9" * 5000 + ",A", OUTSIDE),
        ),
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


# --- shots from files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shots"),
    [
        ("5,E;10,G;", ("5,E", "10,G")),
        ("5,E;10,G", ("5,E", "10,G")),
        ("5,E;10,G;\n", ("5,E", "10,G")),
        ("5,E;10,G;;;\r\n\r\n", ("5,E", "10,G")),
        ("\n5,E;\n10,G;\n\n", ("5,E", "10,G")),
        ("5,E\r\n10,G\r\n", ("5,E", "10,G")),
        ("5,E;;10,G", ("5,E", "", "10,G")),
        ("", ()),
        ("\n \n", ()),
    ],
)
def test_shots_are_separated_by_semicolons_and_line_ends(text: str, shots: tuple[str, ...]) -> None:
    assert parse_shots(text) == shots


# --- boards from files -------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_any_fleet_is_read_back_with_its_optional_file(seed: int) -> None:
    fleet = uniform(BBM103, Random(seed))
    assert parse_fleet(format_bbm103(BBM103, fleet), "board", format_optional(fleet), "optional") == fleet


@given(st.integers(0, 2**32))
def test_without_it_a_fleet_is_read_back_or_said_to_be_ambiguous(seed: int) -> None:
    fleet = uniform(BBM103, Random(seed))
    board = format_bbm103(BBM103, fleet)
    several = [ship for ship in fleet.ships if ship.type.count > 1]
    if any(_side_by_side(one, other) for one in several for other in several if one != other):
        with contextlib.suppress(BatchError):
            assert parse_fleet(board, "board") == fleet
    else:
        assert parse_fleet(board, "board") == fleet


def _side_by_side(one: object, other: object) -> bool:
    cells = {Cell(row + down, column + right) for row, column in one.cells for down, right in STEPS}  # type: ignore[attr-defined]
    return one.type == other.type and not cells.isdisjoint(other.cells)  # type: ignore[attr-defined]


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("\n", "\r\n"),
        BOARD.rstrip("\n"),
        BOARD.replace("\n", "\n\n"),
        BOARD.replace("\n", ";\n"),
        BOARD.replace("\n", ";;;\n"),
        BOARD.replace("C;", " C ;"),
        "\n\n" + BOARD,
    ],
)
def test_line_ends_blank_lines_and_trailing_separators_do_not_matter(text: str) -> None:
    assert parse_fleet(text, "board") == FLEET


LINES = BOARD.split("\n")


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"board:1: 0 lines of squares; a board has 10 lines"),
        ("\n".join(LINES[:9]), r"board:9: 9 lines of squares"),
        (BOARD + ";;;;;;;;;\n", r"board:11: 11 lines of squares"),
        (with_line(2, ";;;;;;;;"), r"board:2: 9 squares; a line has 10"),
        (with_line(2, ";;;;;;;;;;P"), r"board:2: 11 squares"),
        (
            with_line(4, ";;;X;;;;;;"),
            r"board:4: column D holds 'X'; a square is empty or one of C, B, D, S, P",
        ),
        (with_line(4, ";;;PP;;;;;;"), r"board:4: column D holds 'PP'"),
        (with_line(4, ";;;-;;;;;;"), r"board:4: column D holds '-'"),
        (with_line(1, ";;;;;;;;;"), r"board:10: wrong fleet: 0 squares of C; 1 Carrier of 5 squares make 5"),
        (with_line(1, "C;C;C;C;;;;;;"), r"board:1: wrong fleet: 4 squares of C"),
        (with_line(2, "C;;;;;;;;;"), r"board:2: wrong fleet: 6 squares of C"),
        (
            with_line(8, ";;;;;;P;P;;"),
            r"board:9: wrong fleet: 10 squares of P; 4 Patrol Boat of 2 squares make 8",
        ),
        (
            with_line(1, "C;C;C;C;;C;;;;"),
            r"board:1: the C at 1,A is not part of a straight Carrier of 5 squares",
        ),
        (with_line(1, "C;C;C;C;;;;;;").replace(";;;;;;;;;", "C;;;;;;;;;", 1), r"the C at 1,A is not part"),
        (with_line(10, ";;;;P;;;;;"), r"board:9: the P at 9,A is not part of a straight Patrol Boat of 2"),
    ],
)
def test_boards_that_break_the_rules_are_refused_with_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(BatchError, match=reason):
        parse_fleet(text, "board")


#: Four patrol boats as two blocks of four squares: each can be cut across or down.
BLOCKS = with_line(7, "P;P;;P;P;;;;;").split("\n")
BLOCKS[7] = "P;P;;P;P;;;;;"
BLOCKS[8] = BLOCKS[9] = ";;;;;;;;;"
AMBIGUOUS = "\n".join(BLOCKS)


def test_an_ambiguous_board_asks_for_the_optional_file() -> None:
    with pytest.raises(
        BatchError, match=r'board:7: the P squares at 7,D can be read .*such as "P1:7,D;right;"'
    ):
        parse_fleet(AMBIGUOUS, "board")


def test_the_optional_file_decides_and_may_leave_out_what_is_clear() -> None:
    across = parse_fleet(AMBIGUOUS, "board", "P1:7,A;right;\nP2:7,D;right;\n", "optional")
    down = parse_fleet(AMBIGUOUS, "board", "P1:7,A;down;\nP2:7,D;down;\n", "optional")
    assert [ship.vertical for ship in across.ships if ship.type.symbol == "P"] == [False] * 4
    assert [ship.vertical for ship in down.ships if ship.type.symbol == "P"] == [True] * 4


@pytest.mark.parametrize(
    "text", ["P4:7,A;right", "P1: 7, A; right;\r\n\r\nP3:8,A;right;", "C:1,A;right;\nP1:7,A;right;"]
)
def test_the_optional_file_is_read_with_patience(text: str) -> None:
    fleet = parse_fleet(AMBIGUOUS, "board", f"{text}\nP2:7,D;down;", "optional")
    assert {ship.vertical for ship in fleet.ships if ship.type.symbol == "P"} == {False, True}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B1 6,B right", r"o:1: 'B1 6,B right' is not like \"B1:6,B;right;\""),
        ("\nB1:6,B;left;", r"o:2: "),
        ("X1:6,B;right;", r"o:1: the fleet has no ship X1; it has C, B1 to B2, D, S, P1 to P4"),
        ("B3:3,A;right;", r"o:1: the fleet has no ship B3"),
        ("B1:3,A;right;\nB1:3,F;right;", r"o:2: the ship B1 stands here for the second time"),
        ("B1:3,A;right;\nB2:3,A;right;", r"o:2: B2 overlaps B1 at 3,A"),
        (
            "B1:3,H;right;",
            r"o:1: B1 would lie on 3,J, and that square of the board is empty|B1 leaves the board",
        ),
        ("B1:3,B;right;", r"o:1: B1 would lie on 3,E, and that square of the board is empty"),
        ("B1:1,A;right;", r"o:1: B1 would lie on 1,A, and that square of the board is C"),
        ("P1:999999999999999999999,A;right;", r"o:1: P1 leaves the board"),
        ("P1:10,A;down;", r"o:1: P1 leaves the board|that square"),
        ("P1:0,A;down;", r"o:1: P1 leaves the board"),
    ],
)
def test_wrong_optional_files_are_refused_with_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(BatchError, match=reason):
        parse_fleet(BOARD, "b", text, "o")


def test_files_that_are_not_text_are_refused_with_their_line() -> None:
    with pytest.raises(BatchError, match=r"b:2: byte FF is not UTF-8 text"):
        decode(b"C;\n\xff", "b")
    assert decode(b"\xef\xbb\xbfC;", "b") == "C;"


@given(
    st.text(alphabet="CBDSP;\n ") | st.text(), st.none() | st.text(alphabet="BPC12:,;rightdown\n") | st.text()
)
def test_no_text_makes_a_traceback(board: str, optional: str | None) -> None:
    assume(board.strip() != BOARD.strip())
    with pytest.raises(BatchError):
        parse_fleet(board, "b", optional, "o")


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_no_shots_make_a_traceback(one: list[str], other: list[str]) -> None:
    report = play((FLEET, FLEET), (tuple(one), tuple(other)))
    assert report.endswith("\n\n")
