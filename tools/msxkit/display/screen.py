"""The text screen as all parts of the kit see it: name table, cursor, mode and width.

`Screen` is a frozen picture of one moment. The interpreter, the openMSX driver and any port of a program return
this same type, so that they can be compared with `==`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from msxkit.charset import UNICODE, glyphs

#: What the machine stores in the name table under a visible cursor.
CURSOR_CODE = 255
#: Start of the SCREEN 1 name table in VRAM, BASE(5).
NAME_TABLE_SCREEN1 = 6144
ROWS = 24


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell that differs: column and row (0-based), the codes expected and found."""

    column: int
    row: int
    expected: int
    actual: int


@dataclass(frozen=True, slots=True)
class Screen:
    """A text screen.

    Attributes:
        cells: The codes of the name table row by row, `columns` x 24 of them (32 in SCREEN 1; 40 in SCREEN 0, 80
            when its width is above 40).
        cursor: Column and row, 0-based, as CSRX-1 and CSRY-1 say.
        mode: 0 or 1 as SCREEN counts.
        width: What WIDTH set, at most `columns`.
        characters: The character of each code of the machine.
    """

    # Left out of what a failed assertion shows: pytest prints the screen below it.
    cells: bytes = field(repr=False)
    cursor: tuple[int, int] = (0, 0)
    columns: int = 32
    mode: int = 1
    width: int = 32
    characters: str = field(default=UNICODE, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != self.columns * ROWS:
            raise ValueError(
                f"a screen of {self.columns} columns has {self.columns * ROWS} cells, not {len(self.cells)}"
            )

    @classmethod
    def blank(cls, columns: int = 32, mode: int = 1) -> Self:
        """Return a cleared screen with the cursor at home."""
        return cls(b" " * (columns * ROWS), columns=columns, mode=mode, width=columns)

    def row(self, y: int) -> str:
        """Return row `y` (0-23) as the characters that are seen, `columns` of them, the cursor block included."""
        return glyphs(self.codes(y), self.characters)

    def __getitem__(self, y: int) -> str:
        """Return row `y` as characters without trailing blanks: `screen[3] == "HELLO"`."""
        return self.row(y).rstrip(" ")

    def __iter__(self) -> Iterator[str]:
        return (self[y] for y in range(ROWS))

    def codes(self, y: int) -> bytes:
        """Return the codes of row `y`. Raise `IndexError` outside 0-23."""
        if not 0 <= y < ROWS:
            raise IndexError(f"row {y} is not on a screen of rows 0-{ROWS - 1}")
        return self.cells[y * self.columns : (y + 1) * self.columns]

    def text(self) -> str:
        """Return the whole screen as characters: trailing blanks and empty last rows removed, rows joined by LF."""
        return "\n".join(self).rstrip("\n")

    def rows(self) -> list[str]:
        """Return rows with the codes as code points 0-255, trailing blanks and empty last rows removed.

        This is the form of the conformance files and of `msxkit run --screen json`.
        """
        rows = [self.codes(y).decode("latin-1").rstrip(" ") for y in range(ROWS)]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def vpeek(self, address: int) -> int:
        """Return VPEEK of the name table, at 6144 in SCREEN 1 and 0 in SCREEN 0. Raise `IndexError` outside it."""
        offset = address - (NAME_TABLE_SCREEN1 if self.mode == 1 else 0)
        if not 0 <= offset < len(self.cells):
            raise IndexError(f"VRAM address {address} is outside the name table")
        return self.cells[offset]

    def differences(self, actual: Screen) -> list[CellDifference]:
        """Return the cells in which `actual` differs from this screen, in reading order.

        Raise `ValueError` if the other screen has more or fewer columns.
        """
        if actual.columns != self.columns:
            raise ValueError(f"screens of {self.columns} and {actual.columns} columns cannot be compared")
        if actual.cells == self.cells:
            return []
        return [
            CellDifference(offset % self.columns, offset // self.columns, mine, theirs)
            for offset, (mine, theirs) in enumerate(zip(self.cells, actual.cells, strict=True))
            if mine != theirs
        ]
