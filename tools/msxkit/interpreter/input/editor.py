"""The screen editor as INPUT, LINE INPUT and the prompt use it: keys change the screen, RETURN reads it.

The line that RETURN enters is the logical line that the cursor is in (rows that a long line ran through), from where
the editor was started if that is in its first row. Source: MSX Red Book (INLIN, PINLIN).
"""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.machine.video.text_screen import TextScreen

MAX_LINE = 254
RETURN, STOP, BACKSPACE, TAB, HOME, CLEAR, INSERT, ESCAPE, DELETE = 13, 3, 8, 9, 11, 12, 18, 27, 127
TO_LINE_END, ERASE_LINE_END, WORD_RIGHT, WORD_LEFT, ERASE_LINE, LINE_FEED, BELL = 14, 5, 6, 2, 21, 10, 7


class Interrupted(Exception):  # noqa: N818 - a key, not an error
    """CTRL-C or CTRL-STOP while a line is entered."""


@dataclass
class EditorState:
    """The state of the line editor.

    Attributes:
        start: The column and row (from 1) where the line began.
        insert: Whether insert mode is on.
        graphic: Whether the first code of a graphic character has been typed.
    """

    start: tuple[int, int]
    insert: bool = False
    graphic: bool = False


def begin(screen: TextScreen, *, cut: bool = True) -> EditorState:
    """Begin a line at the cursor.

    Args:
        cut: Whether the line begins here (INPUT); at `Ok` it may have begun in a row above.
    """
    if cut:
        # What stands above does not run into this line.
        screen.state.links[screen.state.y - 2] = False
    return EditorState((screen.state.x, screen.state.y))


class Editor:
    """An editor of one line on the screen: `key` takes one key code and returns the entered line when it was RETURN."""

    def __init__(self, screen: TextScreen, state: EditorState) -> None:
        self._screen = screen
        self.state = state

    def key(self, code: int) -> str | None:
        """Handle a key. Return the line at RETURN. Raise `Interrupted` at CTRL-C."""
        screen = self._screen
        if self.state.graphic:
            self.state.graphic = False
            if 0x40 <= code <= 0x5F:
                self._type(code - 0x40)
                return None
        if code == RETURN:
            return self._enter()
        if code == STOP:
            self._leave()
            raise Interrupted
        if code == 1:
            self.state.graphic = True
        elif code in (BACKSPACE, DELETE):
            self._delete(code == BACKSPACE)
        elif code == INSERT:
            self.state.insert = not self.state.insert
        elif code == TAB:
            self._type(32)
            while (screen.state.x - 1) % 8:
                self._type(32)
        elif code == TO_LINE_END:
            self._to_end()
        elif code == ERASE_LINE_END:
            self._erase_from(screen.state.x, screen.state.y)
        elif code == ERASE_LINE:
            first = self._first_row()
            screen.state.y, screen.state.x = first, self.state.start[0] if first == self.state.start[1] else 1
            self._erase_from(screen.state.x, screen.state.y)
        elif code in (WORD_LEFT, WORD_RIGHT):
            self._word(forward=code == WORD_RIGHT)
        elif code in (HOME, CLEAR, LINE_FEED, BELL, 28, 29, 30, 31):
            self.state.insert = False
            screen.put(code)
        elif code >= 32:
            self._type(code)
        # On a graphic screen nothing is printed.
        screen.state.column = screen.state.x - 1 if screen.video.screen.kind.is_text else 0
        return None

    def _type(self, code: int) -> None:
        screen = self._screen
        if self.state.insert:
            self._open_gap()
        at_bottom = screen.state.y == screen.rows and screen.state.x == screen.state.width
        if code < 32:
            screen.put(1)
            screen.put(code + 64)
        else:
            screen.put(code)
        if at_bottom:
            self.state.start = (self.state.start[0], self.state.start[1] - 1)

    # Logical lines

    def _first_row(self) -> int:
        y = self._screen.state.y
        while y > 1 and self._screen.state.links[y - 2]:
            y -= 1
        return y

    def _last_row(self) -> int:
        y = self._screen.state.y
        while y < self._screen.rows and self._screen.state.links[y - 1]:
            y += 1
        return y

    def _cells(self, y: int, x: int = 1) -> bytes:
        screen = self._screen
        at = screen.address(x, y)
        return bytes(screen.vram[at : at + screen.state.width - x + 1])

    def _enter(self) -> str:
        first, last = self._first_row(), self._last_row()
        start = self.state.start[0] if first == self.state.start[1] else 1
        cells = self._cells(first, start) + b"".join(self._cells(y) for y in range(first + 1, last + 1))
        line = cells.rstrip(b" ")[:MAX_LINE]
        self._leave()
        return "".join(chr(code) if code >= 32 else "\x01" + chr(code + 64) for code in line if code)

    def _leave(self) -> None:
        """Move the cursor to the row below the logical line."""
        self._screen.state.y = self._last_row()
        self._screen.newline()

    def _to_end(self) -> None:
        screen = self._screen
        y = self._last_row()
        row = self._cells(y).rstrip(b" ")
        screen.state.y, screen.state.x = y, min(len(row) + 1, screen.state.width)

    def _erase_from(self, x: int, y: int) -> None:
        screen = self._screen
        last = self._last_row()
        for row in range(y, last + 1):
            at = screen.address(x if row == y else 1, row)
            count = screen.state.width - (x if row == y else 1) + 1
            screen.vram[at : at + count] = b" " * count
            screen.state.links[row - 1] = False

    def _delete(self, back: bool) -> None:
        screen = self._screen
        if back:
            if screen.state.x == 1 and (screen.state.y == 1 or not screen.state.links[screen.state.y - 2]):
                return
            screen.left()
        last = self._last_row()
        cells = bytearray(self._cells(screen.state.y, screen.state.x))
        for y in range(screen.state.y + 1, last + 1):
            cells += self._cells(y)
        self._put_cells(bytes(cells[1:]) + b" ")

    def _open_gap(self) -> None:
        screen = self._screen
        last = self._last_row()
        cells = self._cells(screen.state.y, screen.state.x) + b"".join(
            self._cells(y) for y in range(screen.state.y + 1, last + 1)
        )
        if cells.endswith(b" "):
            self._put_cells(b" " + cells[:-1])
            return
        # The line is full: it goes on in a new row.
        if last == screen.rows:
            x, y = screen.state.x, screen.state.y
            screen.state.y = last
            screen.line_feed()
            screen.state.x, screen.state.y = x, y - 1
            self.state.start = (self.state.start[0], self.state.start[1] - 1)
            last -= 1
        else:
            x, y = screen.state.x, screen.state.y
            screen.state.y = last + 1
            screen.insert_row()
            screen.state.x, screen.state.y = x, y
        screen.state.links[last - 1] = True
        self._put_cells(b" " + cells + b" " * (screen.state.width - 1))

    def _put_cells(self, cells: bytes) -> None:
        screen = self._screen
        x, y = screen.state.x, screen.state.y
        while cells:
            count = screen.state.width - x + 1
            at = screen.address(x, y)
            part = cells[:count]
            screen.vram[at : at + len(part)] = part
            cells = cells[count:]
            x, y = 1, y + 1

    def _word(self, forward: bool) -> None:
        screen = self._screen

        def here() -> bool:
            return chr(screen.vram[screen.address(screen.state.x, screen.state.y)]).isalnum()

        move = screen.right if forward else screen.left
        limit = screen.state.width * screen.rows
        if forward:
            while here() and (limit := limit - 1):
                move()
            while not here() and (limit := limit - 1):
                move()
            return
        move()
        while not here() and (limit := limit - 1):
            move()
        while here() and (limit := limit - 1):
            move()
        if limit:  # else the word begins in the first cell, or there is none
            screen.right()
