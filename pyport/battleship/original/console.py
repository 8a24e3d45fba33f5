"""The part of the MSX text screen that the game uses: LOCATE, PRINT, CLS and VPEEK in SCREEN 1, WIDTH 32."""

from __future__ import annotations

from msxkit.display.screen import CURSOR_CODE, NAME_TABLE_SCREEN1, ROWS, Screen

COLUMNS = 32


class Console:
    """The 32x24 name table and the cursor (column, row from 0). The game never prints past an edge."""

    def __init__(self) -> None:
        self.cls()

    def cls(self) -> None:
        """Clear the screen (CLS): blanks everywhere, cursor home."""
        self._cells = bytearray(b" " * (COLUMNS * ROWS))
        self._x = self._y = 0

    def locate(self, x: int, y: int | None = None) -> None:
        """Move the cursor (LOCATE x,y); an omitted y keeps the row."""
        self._x = x
        if y is not None:
            self._y = y

    def print(self, text: str, newline: bool = True) -> None:
        """Print a string (PRINT); newline=False is PRINT with a semicolon."""
        start = self._y * COLUMNS + self._x
        self._cells[start : start + len(text)] = text.encode("ascii")
        self._x += len(text)
        if newline:
            self._x = 0
            self._y += 1

    def vpeek(self, address: int) -> int:
        """Return the code stored at a VRAM address of the name table (6144-6911)."""
        return self._cells[address - NAME_TABLE_SCREEN1]

    def prompt(self) -> None:
        """Print what END leaves: `Ok` on a line of its own, and the block cursor where direct mode waits."""
        self.print("Ok")
        self._cells[self._y * COLUMNS + self._x] = CURSOR_CODE

    def screen(self) -> Screen:
        """Return the screen at this moment."""
        return Screen(bytes(self._cells), (self._x, self._y))
