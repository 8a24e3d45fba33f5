"""A text screen in a terminal: what to write so that it shows a `Screen`, and MSX codes for what is typed.

No terminal is touched here. The escape sequences are those of ECMA-48 and xterm, which every terminal knows.
"""

from __future__ import annotations

import codecs

from msxkit.charset import encode
from msxkit.errors import CharsetError
from msxkit.palette import TMS9918A
from msxkit.screen import ROWS, Screen

#: A screen of its own, without line wrap; and back to the one before.
ENTER, LEAVE = "\x1b[?1049h\x1b[?7l\x1b[2J", "\x1b[0m\x1b[?7h\x1b[?1049l"
ESCAPE = "\x1b"
#: Escape sequences of a terminal (behind ESC) -> MSX key codes. Function keys -> their number.
KEYS = {
    "[A": 30,
    "[B": 31,
    "[C": 28,
    "[D": 29,
    "OA": 30,
    "OB": 31,
    "OC": 28,
    "OD": 29,
    "[H": 11,
    "OH": 11,
    "[1~": 11,
    "[F": 14,
    "OF": 14,
    "[4~": 14,
    "[2~": 18,
    "[3~": 127,
}
FUNCTION_KEYS = {
    "OP": 1,
    "OQ": 2,
    "OR": 3,
    "OS": 4,
    "[15~": 5,
    "[17~": 6,
    "[18~": 7,
    "[19~": 8,
    "[20~": 9,
    "[21~": 10,
}
#: Control characters of a terminal that mean another key on the machine.
_CONTROLS = {"\x7f": 8, "\n": 13}


class Painter:
    """Writes only what changed since the last picture. rows, columns: size of the terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self._size = (columns, rows)
        self._shown: list[str] = [""] * ROWS
        self._colours: tuple[int, int] | None = None

    def resize(self, columns: int, rows: int) -> None:
        """Everything is drawn anew after a change of size."""
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._colours = None

    def paint(self, screen: Screen, colours: tuple[int, int]) -> str:
        """What to write for this picture; the terminal's cursor stands where the machine's does.

        colours: ink and paper, 0-15. A terminal that is too small shows the rows around the cursor.
        """
        columns, rows = self._size
        out = []
        if colours != self._colours:
            self._colours = colours
            ink, paper = (TMS9918A[colour] for colour in colours)
            out.append("\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m\x1b[2J".format(*ink, *paper))
            self._shown = [""] * ROWS
        column, line = screen.cursor
        top = max(0, min(line - rows + 1, ROWS - rows)) if rows < ROWS else 0
        for y in range(min(rows, ROWS)):
            text = screen.row(top + y)[:columns]
            if text != self._shown[y]:
                out.append(f"\x1b[{y + 1};1H{text}")
                self._shown[y] = text
        if out or (column, line) != getattr(self, "_cursor", None):
            out.append(f"\x1b[{line - top + 1};{min(column, columns - 1) + 1}H")
            self._cursor = (column, line)
        return "".join(out)


class Typist:
    """Turns bytes from a terminal into MSX key codes."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")

    def codes(self, data: bytes, function_keys: list[str]) -> list[int]:
        """The key codes of what was typed. function_keys: the texts of the ten function keys."""
        text = self._decoder.decode(data)
        found: list[int] = []
        position = 0
        while position < len(text):
            character = text[position]
            position += 1
            if character == ESCAPE:
                for size in (2, 4, 3):
                    sequence = text[position : position + size]
                    if sequence in KEYS:
                        found.append(KEYS[sequence])
                    elif sequence in FUNCTION_KEYS:
                        found += function_keys[FUNCTION_KEYS[sequence] - 1].encode("latin-1")
                    else:
                        continue
                    position += size
                    break
                else:
                    found.append(27)
            elif character in _CONTROLS:
                found.append(_CONTROLS[character])
            elif character < " ":
                found.append(ord(character))
            else:
                try:
                    found += encode(character)
                except CharsetError:
                    continue  # the MSX has no such key
        return found
