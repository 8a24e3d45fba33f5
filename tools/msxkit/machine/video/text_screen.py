"""What each character code does on the text screen: plain characters, control codes and escape codes.

Source: MSX Red Book (CHPUT and its escape codes); tests/conformance.
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit.machine.video.cells import ScreenCells
from msxkit.machine.video.state import VideoState


def _nothing() -> None:
    """Do nothing."""


class TextScreen(ScreenCells):
    """The text screen with everything that prints on it.

    Attributes:
        bell: Called for BEL, code 7.

    Args:
        scrolled: Called when the window is scrolled by a row.
    """

    def __init__(
        self,
        video: VideoState,
        scrolled: Callable[[], None] = _nothing,
    ) -> None:
        super().__init__(video, scrolled)
        self.bell: Callable[[], None] = _nothing

    def write(self, text: str) -> None:
        """Print MSX codes (code points 0-255) with all control and escape codes; nothing on a graphic screen."""
        state = self.state
        if not self.video.screen.kind.is_text:
            return
        if state.escape is None and not state.graphic and not state.cursor_always:
            x = state.x
            # The common case: plain characters that end before the last column.
            if len(text) <= state.width - x and text.isprintable() and text.isascii():
                at = state.origin + (state.y - 1) * state.columns + x - 1
                self.video.chip.vram[at : at + len(text)] = text.encode("ascii")
                state.x = x = x + len(text)
                state.column = x - 1
                return
        self.lift_cursor()
        for code in text.encode("latin-1"):
            self.put(code)
        self.drop_cursor()

    def newline(self) -> None:
        """Print CR LF, as PRINT ends a line."""
        state = self.state
        if not self.video.screen.kind.is_text:
            return
        if state.escape is None and not state.graphic and not state.cursor_always:
            state.x = 1
            self.line_feed()
            state.column = 0
        else:
            self.write("\r\n")

    def fresh_line(self) -> None:
        """Print CR LF unless the print column is 0: before `Ok` and error messages."""
        self.state.escape, self.state.graphic = None, False
        if self.state.column:
            self.newline()

    def blanks(self, count: int) -> None:
        """Print blanks (TAB, SPC, comma)."""
        if count > 0:
            self.write(" " * count)

    def put(self, code: int) -> None:
        """Print one character code through the screen output of the machine."""
        state = self.state
        if state.escape is not None:
            self._continue_escape(state.escape, code)
        elif state.graphic:
            state.graphic = False
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
        state.column = state.x - 1

    def _display(self, code: int) -> None:
        state = self.state
        self.vram[state.origin + (state.y - 1) * state.columns + state.x - 1] = code
        if state.x < state.width:
            state.x += 1
        else:
            state.links[state.y - 1] = True
            state.x = 1
            self.line_feed()

    def _control(self, code: int) -> None:
        state = self.state
        if code == 13:
            state.x = 1
        elif code == 10:
            self.line_feed()
        elif code == 1:
            state.graphic = True
        elif code == 7:
            self.bell()
        elif code in (8, 29):
            self.left()
        elif code == 9:
            self._display(32)
            while (state.x - 1) % 8:
                self._display(32)
        elif code == 11:
            state.x = state.y = 1
        elif code == 12:
            self.clear()
        elif code == 27:
            state.escape = b""
        elif code == 28:
            self.right()
        elif code == 30:
            state.y = max(1, state.y - 1)
        elif code == 31:
            state.y = min(self.rows, state.y + 1)
        elif code == 127:
            self.left()
            self.vram[self.address(state.x, state.y)] = 32

    def _continue_escape(self, before: bytes, code: int) -> None:
        state = self.state
        sequence = before + bytes([code])
        state.escape = None
        first = chr(sequence[0])
        if first in "xyY" and len(sequence) < (3 if first == "Y" else 2):
            state.escape = sequence
        elif first == "Y":
            # A byte below 32 is far beyond the edge, as in LOCATE 255,255, which goes this way.
            self.locate((sequence[2] - 32) & 255, (sequence[1] - 32) & 255)
        elif first in "xy":
            if code == 0x34:
                # x4 is the block cursor, y4 the underline.
                state.cursor_style = 0 if first == "x" else 1
            elif code == 0x35:
                state.cursor_always = first == "y"
        else:
            self._simple_escape(first)

    def _simple_escape(self, letter: str) -> None:
        state = self.state
        if letter == "A":
            state.y = max(1, state.y - 1)
        elif letter == "B":
            state.y = min(self.rows, state.y + 1)
        elif letter == "C":
            state.x = min(state.width, state.x + 1)
        elif letter == "D":
            state.x = max(1, state.x - 1)
        elif letter == "H":
            state.x = state.y = 1
        elif letter in "jE":
            self.clear()
        elif letter == "K":
            self.erase_to_line_end()
        elif letter == "J":
            self.erase_to_screen_end()
        elif letter == "l":
            self.erase_row()
        elif letter == "L":
            self.insert_row()
        elif letter == "M":
            self.delete_row()
