"""The screen type: rows, text, VPEEK and differences."""

from __future__ import annotations

import pytest

from msxkit.display.screen import CellDifference, Screen


def _screen(**texts: str) -> Screen:
    cells = bytearray(b" " * 768)
    for row, text in texts.items():
        start = int(row[1:]) * 32
        cells[start : start + len(text)] = text.encode("latin-1")
    return Screen(bytes(cells))


def test_rows_and_text() -> None:
    screen = _screen(r0="HELLO", r2="  \xff")
    assert screen[0] == "HELLO"
    assert screen.rows() == ["HELLO", "", "  \xff"]
    assert screen.text() == "HELLO\n\n  ▮"
    assert list(screen)[:3] == ["HELLO", "", "  ▮"]


def test_vpeek_counts_from_the_name_table() -> None:
    screen = _screen(r1="AB")
    assert screen.vpeek(6144 + 33) == ord("B")
    with pytest.raises(IndexError, match="outside the name table"):
        screen.vpeek(6143)


def test_differences_name_the_cells() -> None:
    found = _screen(r3="AB").differences(_screen(r3="AX"))
    assert found == [CellDifference(1, 3, ord("B"), ord("X"))]


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="768 cells, not 3"):
        Screen(b"abc")
    with pytest.raises(IndexError, match="row 24"):
        Screen.blank().row(24)
    with pytest.raises(ValueError, match="32 and 40 columns"):
        Screen.blank().differences(Screen.blank(40, mode=0))
