"""The terminal: what is painted, and which keys come of what is typed."""

from __future__ import annotations

import re
from itertools import pairwise

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.display.screen import Screen
from msxkit.display.terminal import Painter, Typist

KEYS = ["one\r", "two", "", "", "", "six", "", "", "", ""]


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
        (b"\x1b[1~\x1b[4~\x1b[7~\x1b[8~\x1b[F\x1bOF", b"\x0b\x0e\x0b\x0e\x0e\x0e"),
        (b"\x1b[5~\x1b[6~\x1b[23~\x1b[24~\x1b[Z\x1b[I\x1b[O\x1b[<0;10;10M", b""),  # not on the machine
        (b"\x1b[200~A\x1b[201~", b"A"),
        (b"\x1b[1;5A\x1b[3;2~", b"\x1e\x7f"),
        (b"\x1b[11~\x1b[12~\x1b[[A\x1b[[B", b"one\rtwoone\rtwo"),
        (b"\x1b[1;2P", b"six"),
        (b"\x1bA\x1b\x1b[A", b"\x1bA\x1b\x1e"),
    ],
)
def test_keys(typed: bytes, codes: bytes) -> None:
    assert bytes(Typist().codes(typed, KEYS)) == codes


def test_a_character_in_two_pieces() -> None:
    typist = Typist()
    assert typist.codes("é".encode()[:1], KEYS) == []
    assert bytes(typist.codes("é".encode()[1:], KEYS)) == b"\x82"


@given(st.binary(max_size=40), st.lists(st.integers(0, 40), max_size=4))
def test_any_bytes_in_any_pieces(data: bytes, cuts: list[int]) -> None:
    typist, places = Typist(), sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    found: list[int] = []
    for first, last in pairwise(places):
        found += typist.codes(data[first:last], KEYS)
    assert all(0 <= code < 256 for code in found)


@pytest.mark.parametrize("sequence", [b"\x1b[A", b"\x1b[5~", b"\x1b[1;5A", b"\x1bOP"])
def test_a_sequence_in_two_pieces(sequence: bytes) -> None:
    whole = Typist().codes(sequence, KEYS)
    for cut in range(2, len(sequence)):
        typist = Typist()
        assert typist.codes(sequence[:cut], KEYS) + typist.codes(sequence[cut:], KEYS) == whole


def shown(*pieces: str, columns: int, rows: int) -> list[str]:
    """Return what a terminal shows that got these pieces."""
    terminal = pyte.Screen(columns, rows)
    stream = pyte.Stream(terminal)
    for piece in pieces:
        stream.feed(piece)
    return [row.rstrip() for row in terminal.display]


TEXT = "".join(f"row {y}".ljust(37) + "END" for y in range(24))


@pytest.mark.parametrize(
    ("columns", "rows"), [(80, 30), (80, 25), (80, 24), (40, 24), (20, 5), (7, 3), (1, 1)]
)
@pytest.mark.parametrize("cursor", [(0, 0), (39, 23), (20, 12)])
def test_a_notice_stands_below_or_in_the_last_row(columns: int, rows: int, cursor: tuple[int, int]) -> None:
    painter = Painter(columns, rows)
    screen = picture(TEXT, cursor)
    first = painter.paint(screen, (15, 4))
    plain = shown(first, columns=columns, rows=rows)
    second = painter.paint(screen, (15, 4), "look here!")
    told = shown(first, second, columns=columns, rows=rows)
    if rows > 24:
        assert told[:24] == plain[:24]
        assert told[24] == "look here!"[:columns]
    elif rows > 1:
        assert told[-1] == "look here!"[:columns]
        assert len(set(told)) >= min(rows, 2)
    third = painter.paint(screen, (15, 4))
    assert shown(first, second, third, columns=columns, rows=rows) == plain
    assert bool(painter.too_small(screen)) == (columns < 40 or rows < 24)
    assert painter.too_small(screen)[:20] in ("", "too small for 40x24:")


def test_a_narrow_terminal_follows_the_cursor() -> None:
    painter = Painter(10, 24)
    assert shown(painter.paint(picture(TEXT), (15, 4)), columns=10, rows=24)[3] == "row 3"
    assert shown(painter.paint(picture(TEXT, (39, 3)), (15, 4)), columns=10, rows=24)[3] == "       END"


def test_nothing_of_a_wider_screen_stays() -> None:
    painter = Painter(80, 24)
    first = painter.paint(picture("X" * 40 * 24), (15, 4))
    narrow = Screen(b"Y" * 32 * 24, (0, 0))
    assert shown(first, painter.paint(narrow, (15, 4)), columns=80, rows=24) == ["Y" * 32] * 24


def test_without_colour() -> None:
    out = Painter(80, 24, colour=False).paint(picture("HELLO"), (15, 4))
    assert "HELLO" in out
    assert not re.search(r"\x1b\[[0-9;]*m", out)
