"""What each character code does on the text screen: plain characters, control codes and escape codes.

Source: MSX Red Book (CHPUT and its escape codes); tests/conformance.
"""

from __future__ import annotations

from msxkit.interpreter.screencells import ScreenCells


class TextScreen(ScreenCells):
    """The text screen with everything that prints on it.

    bells: BEL codes printed. column: where PRINT thinks that the cursor is (TTYPOS).
    """

    def __init__(self, machine: str = "msx2") -> None:
        super().__init__(machine)
        self.bells = 0
        self._escape: bytes | None = None
        self._graphic = False

    def write(self, text: str) -> None:
        """Prints MSX codes (code points 0-255) with all control and escape codes."""
        if self._escape is None and not self._graphic:
            room = self._width - self.x
            # The common case: plain characters that end before the last column.
            if len(text) <= room and text.isprintable() and text.isascii():
                at = self._origin + (self.y - 1) * self._stride + self.x - 1
                self.vram[at : at + len(text)] = text.encode("ascii")
                self.x += len(text)
                self.column = self.x - 1
                return
        for code in text.encode("latin-1"):
            self.put(code)

    def newline(self) -> None:
        """CR LF, as PRINT ends a line."""
        if self._escape is None and not self._graphic:
            self.x = 1
            self.line_feed()
            self.column = 0
        else:
            self.put(13)
            self.put(10)

    def fresh_line(self) -> None:
        """CR LF unless the print column is 0: before `Ok` and error messages."""
        self._escape, self._graphic = None, False
        if self.column:
            self.newline()

    def blanks(self, count: int) -> None:
        """Prints blanks (TAB, SPC, comma)."""
        if count > 0:
            self.write(" " * count)

    def put(self, code: int) -> None:
        """One character code through the screen output of the machine."""
        if self._escape is not None:
            self._continue_escape(code)
        elif self._graphic:
            self._graphic = False
            if 0x40 <= code <= 0x5F:
                self._display(code - 0x40)
            elif code >= 32:
                self._display(code)
            else:
                self._control(code)
        elif code >= 32 and code != 127:
            self._display(code)
        else:
            self._control(code)
        self.column = self.x - 1

    def _display(self, code: int) -> None:
        self.vram[self._origin + (self.y - 1) * self._stride + self.x - 1] = code
        if self.x < self._width:
            self.x += 1
        else:
            self.links[self.y - 1] = True
            self.x = 1
            self.line_feed()

    def _control(self, code: int) -> None:
        if code == 13:
            self.x = 1
        elif code == 10:
            self.line_feed()
        elif code == 1:
            self._graphic = True
        elif code == 7:
            self.bells += 1
        elif code in (8, 29):
            self.left()
        elif code == 9:
            self._display(32)
            while (self.x - 1) % 8:
                self._display(32)
        elif code == 11:
            self.x = self.y = 1
        elif code == 12:
            self.clear()
        elif code == 27:
            self._escape = b""
        elif code == 28:
            self.right()
        elif code == 30:
            self.y = max(1, self.y - 1)
        elif code == 31:
            self.y = min(self.rows, self.y + 1)
        elif code == 127:
            self.left()
            self.vram[self.address(self.x, self.y)] = 32

    def _continue_escape(self, code: int) -> None:
        sequence = (self._escape or b"") + bytes([code])
        self._escape = None
        first = chr(sequence[0])
        if first in "xyY" and len(sequence) < (3 if first == "Y" else 2):
            self._escape = sequence
        elif first == "Y":
            self.locate(sequence[2] - 32, sequence[1] - 32)
        elif first in "xy":
            if code == 0x34:
                self.cursor_style = int(first == "y")
                # x4 is the block cursor, y4 the underline.
                self.cursor_style = 0 if first == "x" else 1
            elif code == 0x35:
                self.cursor_always = first == "y"
        else:
            self._simple_escape(first)

    def _simple_escape(self, letter: str) -> None:
        if letter == "A":
            self.y = max(1, self.y - 1)
        elif letter == "B":
            self.y = min(self.rows, self.y + 1)
        elif letter == "C":
            self.x = min(self._width, self.x + 1)
        elif letter == "D":
            self.x = max(1, self.x - 1)
        elif letter == "H":
            self.x = self.y = 1
        elif letter in "jE":
            self.clear()
        elif letter == "K":
            self.erase_to_line_end()
        elif letter == "J":
            self.erase_to_screen_end()
        elif letter == "l":
            self._erase(1, self.y, self._width)
            self.links[self.y - 1] = False
        elif letter == "L":
            self.insert_row()
        elif letter == "M":
            self.delete_row()
