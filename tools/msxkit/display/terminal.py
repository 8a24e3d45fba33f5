"""A text screen in a terminal: what to write so that it shows a `Screen`, and MSX codes for what is typed.

No terminal is touched here. The escape sequences are those of ECMA-48 and xterm, which every terminal knows.
"""

from __future__ import annotations

import codecs
import contextlib

from msxkit.charset import UNICODE, encode
from msxkit.display.palette import TMS9918A
from msxkit.display.screen import ROWS, Screen
from msxkit.display.sequences import Piece, Splitter
from msxkit.errors import CharsetError

#: A screen of its own, without line wrap; and back to the one before.
ENTER, LEAVE = "\x1b[?1049h\x1b[?7l\x1b[2J", "\x1b[0m\x1b[?7h\x1b[?1049l"
ESCAPE = "\x1b"
#: What `Typist` returns for F1, the next number for F2, and so on: no code of the machine.
FUNCTION_KEY = 256
#: Final letters of an escape sequence -> MSX key codes: arrows, Home, End.
_LETTERS = {"A": 30, "B": 31, "C": 28, "D": 29, "H": 11, "F": 14}
#: First numbers of a sequence that ends with ~ -> MSX key codes: Home, Insert, Delete, End, as terminals differ.
_NUMBERS = {1: 11, 2: 18, 3: 127, 4: 14, 7: 11, 8: 14}
#: Function keys in the same two ways, and those of the console of Linux.
_FUNCTION_LETTERS = {"P": 1, "Q": 2, "R": 3, "S": 4}
_FUNCTION_NUMBERS = {11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10}
_CONSOLE = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5}
#: The modifier of Shift: with it F1 to F5 are F6 to F10, as on the machine.
_SHIFT = "2"
#: Control characters of a terminal that mean another key on the machine.
_CONTROLS = {"\x7f": 8, "\n": 13}


class Painter:
    """A painter that writes only what changed since the last picture.

    Args:
        columns, rows: The size of the terminal in characters.
        colour: Whether colours may be used.
    """

    def __init__(self, columns: int, rows: int, *, colour: bool = True) -> None:
        self._size = (columns, rows)
        self._colour = colour
        self._shown: list[str] = []
        self._colours: tuple[int, int] | None = None
        self._cursor: tuple[int, int] | None = None

    def resize(self, columns: int, rows: int) -> None:
        """Take a new size; everything is drawn again."""
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self.forget()

    def forget(self) -> None:
        """Draw the next picture from nothing, because the terminal shows something else now."""
        self._colours = None

    def too_small(self, screen: Screen) -> str:
        """Return a message if the terminal cannot show the whole screen, else ""."""
        columns, rows = self._size
        if columns >= screen.columns and rows >= ROWS:
            return ""
        return f"too small for {screen.columns}x{ROWS}: only a part is shown"  # a narrow terminal has the beginning

    def paint(self, screen: Screen, colours: tuple[int, int], notice: str = "") -> str:
        """Return what to write for this picture; the terminal's cursor stands where the machine's does.

        A terminal that is too small shows the part around the cursor.

        Args:
            colours: Ink and paper, 0-15.
            notice: A text for the row below the screen, or for its last row if there is no room below.
        """
        columns, rows = self._size
        out = []
        if colours != self._colours:
            self._colours = colours
            out.append(self._in_colour(colours) + "\x1b[2J")
            self._shown, self._cursor = [""] * rows, None
        height = max(1, min(ROWS, rows - 1 if notice else rows))
        column, line = screen.cursor
        top = max(0, min(line - height + 1, ROWS - height))
        left = max(0, min(column - columns + 1, screen.columns - columns))
        wanted = [screen.row(top + y)[left : left + columns] for y in range(height)]
        wanted += [""] * (rows - height)
        if notice and rows > 1:
            wanted[height] = notice[:columns]
        for y, text in enumerate(wanted):
            if text != self._shown[y]:
                shown = text if y < height or not text else f"\x1b[7m{text}\x1b[27m"
                # What was there before may have been longer.
                out.append(f"\x1b[{y + 1};1H{shown}" + "\x1b[K" * (len(text) < len(self._shown[y])))
                self._shown[y] = text
        place = (line - top + 1, column - left + 1)
        if out or place != self._cursor:
            out.append("\x1b[{};{}H".format(*place))
            self._cursor = place
        return "".join(out)

    def _in_colour(self, colours: tuple[int, int]) -> str:
        if not self._colour:
            return ""
        ink, paper = (TMS9918A[colour] for colour in colours)
        return "\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m".format(*ink, *paper)


class Typist:
    """A translator of bytes from a terminal into MSX key codes. Keys that the machine lacks have no code.

    Args:
        characters: The character of each code, index 0-255.
    """

    def __init__(self, characters: str = UNICODE) -> None:
        self._characters = characters
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._splitter = Splitter()

    def codes(self, data: bytes, function_keys: list[str] | None) -> list[int]:
        """Return the key codes of what was typed.

        A sequence that is not complete waits for the rest of it.

        Args:
            function_keys: The texts of the ten function keys; None: such a key is a number from `FUNCTION_KEY` on.
        """
        found: list[int] = []
        for piece in self._splitter.feed(self._decoder.decode(data)):
            if piece.kind:
                found += _sequence(piece, function_keys)
            elif piece.text in _CONTROLS:
                found.append(_CONTROLS[piece.text])
            elif piece.text < " ":
                found.append(ord(piece.text))
            else:
                with contextlib.suppress(CharsetError):  # the MSX has no such key
                    found += encode(piece.text, self._characters)
        return found


def _function_key(number: int, texts: list[str] | None) -> list[int]:
    """Return the codes of function key 1 to 10."""
    return [FUNCTION_KEY + number - 1] if texts is None else list(texts[number - 1].encode("latin-1"))


def _sequence(piece: Piece, function_keys: list[str] | None) -> list[int]:
    """Return the codes of an escape sequence."""
    final = piece.final
    if piece.kind == "[[":
        return _function_key(_CONSOLE[final], function_keys)
    first, *modifiers = piece.parameters.split(";")
    function: int | None
    if final == "~":
        key = int(first) if first.isdecimal() else 0
        code, function = _NUMBERS.get(key), _FUNCTION_NUMBERS.get(key)
    else:
        code, function = _LETTERS.get(final), _FUNCTION_LETTERS.get(final)
    if code is not None:
        return [code]
    if function is None:
        return []
    if modifiers[:1] == [_SHIFT] and function <= 5:
        function += 5
    return _function_key(function, function_keys)
