"""The files of Battle of Ships: what is read back, and every way in which one can be wrong."""

from __future__ import annotations

import contextlib
from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battleship.errors import BattleshipError
from battleship.layouts.placing import uniform
from battleship.notation.bbm103 import decode, parse_fleet, parse_shots
from battleship.rules import BBM103, Cell
from battleship.rules.board import Fleet

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


def format_fleet(fleet: Fleet) -> str:
    """Return the text of a board's file."""
    marks = {cell: ship.type.symbol for cell, ship in fleet.at.items()}
    rows = ([marks.get(Cell(row, column), "") for column in range(10)] for row in range(10))
    return "".join(";".join(row) + "\n" for row in rows)


def format_optional(fleet: Fleet) -> str:
    """Return the text of the optional file: the ships whose type is not unique."""
    lines, numbers = [], Counter[str]()
    for ship in fleet.ships:
        symbol = ship.type.symbol
        if ship.type.count > 1:
            numbers[symbol] += 1
            place = f"{ship.cell.row + 1},{chr(65 + ship.cell.column)}"
            lines.append(f"{symbol}{numbers[symbol]}:{place};{'down' if ship.vertical else 'right'};\n")
    return "".join(lines)


@given(st.integers(0, 2**32))
def test_any_fleet_is_read_back_with_its_optional_file(seed: int) -> None:
    fleet = uniform(BBM103, Random(seed))
    assert parse_fleet(format_fleet(fleet), "board", format_optional(fleet), "optional") == fleet


@given(st.integers(0, 2**32))
def test_ambiguous_fleet(seed: int) -> None:
    fleet = uniform(BBM103, Random(seed))
    board = format_fleet(fleet)
    several = [ship for ship in fleet.ships if ship.type.count > 1]
    if any(_side_by_side(one, other) for one in several for other in several if one != other):
        with contextlib.suppress(BattleshipError):
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
def test_line_ends_and_separators(text: str) -> None:
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
def test_boards_against_the_rules(text: str, reason: str) -> None:
    with pytest.raises(BattleshipError, match=reason):
        parse_fleet(text, "board")


#: Four patrol boats as two blocks of four squares: each can be cut across or down.
BLOCKS = with_line(7, "P;P;;P;P;;;;;").split("\n")
BLOCKS[7] = "P;P;;P;P;;;;;"
BLOCKS[8] = BLOCKS[9] = ";;;;;;;;;"
AMBIGUOUS = "\n".join(BLOCKS)


def test_an_ambiguous_board_asks_for_the_optional_file() -> None:
    with pytest.raises(
        BattleshipError, match=r'board:7: the P squares at 7,D can be read .*such as "P1:7,D;right;"'
    ):
        parse_fleet(AMBIGUOUS, "board")


def test_optional_file() -> None:
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
def test_wrong_optional_file(text: str, reason: str) -> None:
    with pytest.raises(BattleshipError, match=reason):
        parse_fleet(BOARD, "b", text, "o")


def test_not_text() -> None:
    with pytest.raises(BattleshipError, match=r"b:2: byte FF is not UTF-8 text"):
        decode(b"C;\n\xff", "b")
    assert decode(b"\xef\xbb\xbfC;", "b") == "C;"


@given(
    st.text(alphabet="CBDSP;\n ") | st.text(), st.none() | st.text(alphabet="BPC12:,;rightdown\n") | st.text()
)
def test_no_text_makes_a_traceback(board: str, optional: str | None) -> None:
    assume(board.strip() != BOARD.strip())
    with pytest.raises(BattleshipError):
        parse_fleet(board, "b", optional, "o")
