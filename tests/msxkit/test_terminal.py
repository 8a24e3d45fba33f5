"""The terminal: what is painted, and which keys come of what is typed."""

from __future__ import annotations

import re

import pytest

from msxkit.screen import Screen
from msxkit.terminal import Painter, Typist

KEYS = ["one\r", "two"] + [""] * 8


def picture(text: str, cursor: tuple[int, int] = (0, 0)) -> Screen:
    return Screen(text.encode().ljust(40 * 24), cursor, columns=40, mode=0, width=40)


def test_only_changes_are_painted() -> None:
    painter = Painter(80, 25)
    first = painter.paint(picture("HELLO"), (15, 4))
    assert "HELLO" in first
    assert first.count("\x1b[2J") == 1
    assert painter.paint(picture("HELLO"), (15, 4)) == ""
    second = painter.paint(picture("HELLO".ljust(40) + "WORLD"), (15, 4))
    assert "WORLD" in second
    assert "HELLO" not in second
    assert painter.paint(picture("HELLO".ljust(40) + "WORLD", (5, 1)), (15, 4)) == "\x1b[2;6H"
    assert "HELLO" in painter.paint(picture("HELLO"), (1, 15))


def test_a_small_terminal_shows_the_rows_around_the_cursor() -> None:
    text = "".join(f"row {y}".ljust(40) for y in range(24))
    out = Painter(5, 10).paint(picture(text, (0, 23)), (15, 4))
    rows = re.findall(r"\x1b\[(\d+);1H(row\s?\d*)", out)
    assert [row for row, _ in rows] == [str(row) for row in range(1, 11)]
    assert "row 1" in out
    assert "row 13" not in out  # cut to five columns


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        (b"A1", b"A1"),
        ("é".encode(), b"\x82"),
        ("☺".encode(), b"\x01A"),
        ("€".encode(), b""),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", b"\x1e\x1f\x1c\x1d"),
        (b"\x1bOH\x1b[3~\x1b[2~", b"\x0b\x7f\x12"),
        (b"\x7f\r\n\t\x03", b"\x08\r\r\t\x03"),
        (b"\x1b", b"\x1b"),
        (b"\x1bOP\x1bOQ", b"one\rtwo"),
        (b"\xff\xfeA", b"A"),
    ],
)
def test_keys(typed: bytes, codes: bytes) -> None:
    assert bytes(Typist().codes(typed, KEYS)) == codes


def test_a_character_in_two_pieces() -> None:
    typist = Typist()
    assert typist.codes("é".encode()[:1], KEYS) == []
    assert bytes(typist.codes("é".encode()[1:], KEYS)) == b"\x82"
