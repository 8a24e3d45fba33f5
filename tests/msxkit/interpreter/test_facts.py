"""Small facts that an NMS 8250 showed, each with the smallest program."""

from __future__ import annotations

import pytest

from tests.msxkit.running import run, shown


def test_pad_without_mouse() -> None:
    assert shown("PRINT PAD(12);PAD(13);PAD(14)") == "-1  1  1"


def test_fre_sees_the_stack() -> None:
    rows = run('10 A=0:T$="":PRINT FRE(0):PRINT 0+FRE(0):PRINT (FRE(0)):T$=STR$(FRE(0)):PRINT T$\n').screen
    free, added, bracketed, text = (int(rows[row]) for row in range(4))
    # The string itself lies in the string space.
    assert (free - added, free - bracketed, free - text) == (10, 6, 14)


def test_screen_1_sets_all_of_the_sprites_address() -> None:
    assert run("10 SCREEN 8:SCREEN 1\n").video.chip.registers[11] == 0


@pytest.mark.parametrize(
    ("data", "statement", "item"),
    [
        (b"A\nB\r\n", "INPUT #1,A$", "AB"),
        (b"A\n\rB\r\n", "INPUT #1,A$", "AB"),
        (b"1\n2,3", "INPUT #1,A:A$=STR$(A)", " 12"),
        (b"A\n\rB\r\n", "LINE INPUT #1,A$", "A\n\rB"),
    ],
)
def test_line_feeds_in_files(data: bytes, statement: str, item: str) -> None:
    session = run(f'10 OPEN "F" FOR INPUT AS #1:{statement}\n', {"F": data})
    assert session.variables["A$"] == item
