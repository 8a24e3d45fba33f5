"""The screen editor under INPUT and LINE INPUT, as the MSX Red Book tells it (23D5H to 2624H)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.interpreter import Session
from tests.conftest import examples

LEFT, RIGHT, UP, DOWN, HOME, RETURN, BS, INS, DEL = (
    "\x1d",
    "\x1c",
    "\x1e",
    "\x1f",
    "\x0b",
    "\r",
    "\x08",
    "\x12",
    "\x7f",
)
CTRL_B, CTRL_E, CTRL_F, CTRL_N, CTRL_U = "\x02", "\x05", "\x06", "\x0e", "\x15"


def entered(keys: str, listing: str = '10 LINE INPUT "L:";A$\n') -> str:
    session = Session(listing, keys=keys)
    assert session.run(max_steps=1000).at == "end"
    return str(session.variable("A$"))


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("ABC" + RETURN, "ABC"),
        (RETURN, ""),
        ("ABC" + BS + "D" + RETURN, "ABD"),
        ("ABC" + BS * 3 + "X" + RETURN, "X"),
        ("ABC" + LEFT * 2 + "x" + RETURN, "AxC"),  # overwrites
        ("ABC" + LEFT * 2 + INS + "xy" + RETURN, "AxyBC"),
        ("ABC" + LEFT * 2 + INS + "x" + INS + "y" + RETURN, "AxyC"),
        ("ABC" + LEFT * 2 + DEL + RETURN, "AC"),
        ("ABC" + LEFT * 2 + CTRL_E + RETURN, "A"),
        ("ABC" + LEFT + CTRL_U + "Z" + RETURN, "Z"),
        ("ABC" + LEFT * 3 + CTRL_N + "D" + RETURN, "ABCD"),
        ("AB CD EF" + CTRL_B * 2 + "x" + RETURN, "AB xD EF"),
        ("AB CD EF" + LEFT * 8 + CTRL_F + "x" + RETURN, "AB xD EF"),
        ("A\tB" + RETURN, "A     B"),  # to column 9 of the row that begins with `L:`
        ("  A  " + RETURN, "  A"),  # what is blank at the end is cut off
        ("A" + LEFT + RETURN, "A"),  # the cursor may stand anywhere
        ('say "x", y' + RETURN, 'say "x", y'),
        ("\x01A" + RETURN, "\x01A"),  # a graphic character is two codes
    ],
)
def test_keys(keys: str, line: str) -> None:
    assert entered(keys) == line


def test_a_line_of_several_rows() -> None:
    text = "".join(chr(65 + at % 26) for at in range(100))
    listing = '10 CLEAR 500:LINE INPUT "L:";A$\n'
    assert entered(text + RETURN, listing) == text
    assert entered(text + LEFT * 100 + "x" + RETURN, listing) == "x" + text[1:]
    assert entered(text + LEFT * 50 + INS + "xyz" + RETURN, listing) == text[:50] + "xyz" + text[50:]
    assert entered(text + LEFT * 50 + DEL * 3 + RETURN, listing) == text[:50] + text[53:]
    assert len(entered("A" * 300 + RETURN, listing)) == 254


def test_another_line_of_the_screen_can_be_entered() -> None:
    assert entered(UP + RETURN, '10 PRINT "ABOVE":LINE INPUT A$\n') == "ABOVE"
    assert entered(HOME + RETURN, '10 PRINT "FIRST":PRINT:LINE INPUT A$\n') == "FIRST"


def test_a_full_row_above_does_not_run_into_the_line() -> None:
    assert entered("5" + RETURN, '10 PRINT STRING$(40,"A");:LINE INPUT A$\n') == "5"


def test_at_the_bottom_the_screen_scrolls() -> None:
    session = Session('10 CLEAR 500:LOCATE 0,23:LINE INPUT "L:";A$\n', keys="B" * 90 + RETURN)
    session.run()
    assert session.variable("A$") == "B" * 90


@pytest.mark.parametrize(
    ("keys", "rows"),
    [
        ("5,6" + RETURN, ["? 5,6", " 11"]),
        ("5" + RETURN + "6" + RETURN, ["? 5", "?? 6", " 11"]),
        ("5,6,7" + RETURN, ["? 5,6,7", "?Extra ignored", " 11"]),
        ("5,X" + RETURN + "1,2" + RETURN, ["? 5,X", "?Redo from start", "? 1,2", " 3"]),
        (" 5 , 6 " + RETURN, ["?  5 , 6", " 11"]),
        ("&HF,1E2" + RETURN, ["? &HF,1E2", " 115"]),
        (RETURN, ["?", " 0"]),
    ],
)
def test_input_of_two_numbers(keys: str, rows: list[str]) -> None:
    session = Session("10 INPUT A,B:PRINT A+B\n", keys=keys)
    assert session.run().at == "end"
    assert list(session.screen)[: len(rows)] == rows


def test_control_c_breaks() -> None:
    session = Session("10 INPUT A\n20 PRINT 5\n", keys="12\x03")
    session.run()
    assert list(session.screen)[:3] == ["? 12", "Break in 10", "Ok"]


@settings(deadline=None, max_examples=examples(60))
@given(st.text(st.characters(max_codepoint=255), max_size=150))
def test_any_keys(keys: str) -> None:
    session = Session("10 CLEAR 2000:LOCATE 3,20:INPUT A$,B:GOTO 10\n", keys=keys)
    assert session.run(max_steps=2000).at in ("key", "end", "limit", "error")
    x, y = session.screen.cursor
    assert 0 <= x < 40
    assert 0 <= y < 24
