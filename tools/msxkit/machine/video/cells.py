"""The cells of the text screen: width, cursor, areas, the function-key line. They lie in video memory.

Rows and columns are 1-based here, as CSRX and CSRY are; `TextScreen.picture` returns the 0-based frozen `Screen`.
Sources: MSX Red Book, MSX2 Technical Handbook appendix 8, tests/conformance.
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit.charset import glyphs
from msxkit.display.font import patterns
from msxkit.display.screen import CURSOR_CODE, ROWS, Screen
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.modes import MODES
from msxkit.machine.video.state import VideoState


def comma_limit(width: int) -> int:
    """Return CLMLST: the column from which on a comma in PRINT starts a new line. Below 14 columns it wraps to 242."""
    return 14 * (width // 14 - 1) & 0xFF


class ScreenCells:
    """SCREEN 0 or 1 without what prints on it.

    Cells outside the window of `width` columns are never scrolled.

    Args:
        scrolled: Called when the window is scrolled by a row.
    """

    def __init__(self, video: VideoState, scrolled: Callable[[], None]) -> None:
        self.video = video
        self.state = video.text
        self._scrolled = scrolled

    # State that others look at

    @property
    def vram(self) -> bytearray:
        """Video memory."""
        return self.video.chip.vram

    @property
    def mode(self) -> int:
        """The text screen: 0 or 1."""
        return self.video.screen.text_mode

    @property
    def rows(self) -> int:
        """Rows that can be printed on."""
        return self.state.row_count - 1 if self.state.keys_shown else self.state.row_count

    def poke_rows(self, count: int) -> None:
        """Set the number of rows (2-24), as POKE to CRTCNT does; what stands below them stays."""
        self.state.row_count = min(max(count, 2), ROWS)
        self.state.y = min(self.state.y, self.rows)

    def poke_cursor(self, x: int, y: int) -> None:
        """Set the cursor, as POKE to CSRX and CSRY does; it stays on the screen."""
        self.state.x, self.state.y = min(max(x, 1), self.state.width), min(max(y, 1), ROWS)

    def poke_width(self, width: int) -> None:
        """Set the window without clearing, as POKE to LINLEN does."""
        if 1 <= width <= self.state.columns:
            self.state.width = width
            self._place_window()
            self.state.x = min(self.state.x, width)

    def poke_mode(self, number: int) -> None:
        """Set where and how text and graphics are written, as POKE to SCRMOD does; the chip stays as it is."""
        if number < len(MODES) and (MODES[number].registers is None or self.video.chip.has(9)):
            self.video.screen.kind = MODES[number]
            self._place_window()

    def set_window(self) -> None:
        """Set the window to the width of the text screen."""
        state = self.state
        state.width = state.widths[self.video.screen.text_mode]
        state.limit = comma_limit(state.width)
        self._place_window()

    def _place_window(self) -> None:
        """Set where the lines begin: by NAMBAS, LINLEN and the text mode. The window stays in video memory."""
        state, kind = self.state, self.video.screen.kind
        mode = kind if kind.is_text else MODES[self.mode]
        state.columns = mode.for_width(state.width).display.columns
        size = (ROWS - 1) * state.columns + max(state.columns, state.width)
        state.names = min(state.names, len(self.vram) - size)
        state.origin = state.names + max(0, state.columns + 1 - state.width) // 2

    def address(self, x: int, y: int) -> int:
        """Return the VRAM address of column x, row y (both from 1)."""
        return self.state.origin + (y - 1) * self.state.columns + x - 1

    # The function-key line

    def set_keys(self, shown: bool) -> None:
        """Carry out KEY ON and KEY OFF."""
        state = self.state
        if not self.video.screen.kind.is_text:
            # Seen when a text screen comes back.
            state.keys_shown = shown
            return
        if shown and not state.keys_shown:
            state.keys_shown = True
            if state.y == state.row_count:
                # The rows above scroll, the last one is lost (MSX Red Book, 0B2BH).
                self.lift_cursor()
                self._scroll()
                state.y -= 1
                self.drop_cursor()
            state.links[state.row_count - 1] = False
        elif not shown and state.keys_shown:
            state.keys_shown = False
            self._erase(1, state.row_count)
        self.show_keys()

    def show_keys(self) -> None:
        """Write the texts of the first five function keys into the last row, if they are on."""
        state = self.state
        if not state.keys_shown or not self.video.screen.kind.is_text:
            return
        self._erase(1, state.row_count)
        size = (state.width - 4) // 5
        if size <= 0:
            return
        for number in range(5):
            text = state.key_texts[number][:size]
            at = self.address(1 + number * (size + 1), state.row_count)
            codes = bytes(code if code >= 32 and code != 127 else 32 for code in text.encode("latin-1"))
            self.vram[at : at + len(codes)] = codes

    # Cursor

    def locate(self, x: int, y: int) -> None:
        """Move the cursor to column x, row y (0-based), clipped to the window; nothing happens on a graphic screen."""
        state = self.state
        if not self.video.screen.kind.is_text:
            return
        state.x = min(max(x + 1, 1), state.width)
        state.y = min(max(y + 1, 1), self.rows)
        state.column = state.x - 1

    def left(self) -> None:
        """Move one column to the left, from the first column to the end of the row above."""
        state = self.state
        if state.x > 1:
            state.x -= 1
        elif state.y > 1:
            state.x = state.width
            state.y -= 1

    def right(self) -> None:
        """Move one column to the right, from the last column to the start of the row below."""
        state = self.state
        if state.x < state.width:
            state.x += 1
        elif state.y < self.rows:
            state.x = 1
            state.y += 1

    def line_feed(self) -> None:
        """Move down one row; scroll on the last. The links between rows do not change."""
        if self.state.y < self.rows:
            self.state.y += 1
        else:
            self._scroll()

    def show_cursor(self) -> None:
        """Draw the cursor while the machine waits: code 255, with the inverted pattern of the code under it."""
        state, vram = self.state, self.vram
        if not self.video.screen.kind.is_text or state.covered is not None:
            return
        at = self.address(state.x, state.y)
        code = state.covered = vram[at]
        shape = state.patterns + 8 * code
        # The underline is the three lowest rows.
        first = 5 if state.cursor_style else 0
        pattern = bytearray(vram[shape : shape + 8])
        for row in range(first, 8):
            pattern[row] ^= 0xFF
        own = state.patterns + 8 * CURSOR_CODE
        vram[own : own + 8] = pattern
        vram[at] = CURSOR_CODE

    def hide_cursor(self) -> None:
        """Take the cursor away again; code 255 keeps its last pattern."""
        state = self.state
        if state.covered is not None and self.video.screen.kind.is_text:
            self.vram[self.address(state.x, state.y)] = state.covered
            state.covered = None

    def lift_cursor(self) -> None:
        """Take an always-on cursor away before output, from the place in CSRX and CSRY."""
        if self.state.cursor_always:
            self.hide_cursor()

    def drop_cursor(self) -> None:
        """Draw an always-on cursor in video memory after output."""
        if self.state.cursor_always:
            self.show_cursor()

    # Areas

    def clear(self) -> None:
        """Blank the whole name table, as CLS does: the cursor goes home, the function-key line is written again.

        TTYPOS, the column in which PRINT is, does not change.
        """
        state = self.state
        size = state.columns * ROWS
        self.vram[state.names : state.names + size] = b" " * size
        self.show_keys()
        state.x = state.y = 1
        state.links[:] = [False] * (ROWS + 1)

    def _erase(self, x: int, y: int) -> None:
        """Write blanks from column x of row y to the end of the window."""
        at = self.address(x, y)
        count = self.state.width - x + 1
        self.vram[at : at + count] = b" " * count

    def erase_row(self) -> None:
        """Erase the cursor's row (ESC l)."""
        self._erase(1, self.state.y)
        self.state.links[self.state.y - 1] = False

    def erase_to_line_end(self) -> None:
        """Erase the row from the cursor on (ESC K)."""
        self._erase(self.state.x, self.state.y)
        self.state.links[self.state.y - 1] = False

    def erase_to_screen_end(self) -> None:
        """Erase the screen from the cursor on (ESC J)."""
        self.erase_to_line_end()
        for y in range(self.state.y + 1, self.rows + 1):
            self._erase(1, y)
            self.state.links[y - 1] = False

    def _copy_row(self, source: int, target: int) -> None:
        a, b = self.address(1, source), self.address(1, target)
        width, links, vram = self.state.width, self.state.links, self.vram
        vram[b : b + width] = vram[a : a + width]
        links[target - 1] = links[source - 1]

    def _scroll(self) -> None:
        state, vram, rows = self.state, self.vram, self.rows
        self._scrolled()
        if state.scrolled is not None:
            at = self.address(1, 1)
            state.scrolled.append(glyphs(vram[at : at + state.width], state.characters).rstrip())
        start, stride, width = state.origin, state.columns, state.width
        if width == stride:
            vram[start : start + (rows - 1) * stride] = vram[start + stride : start + rows * stride]
        else:
            for at in range(start, start + (rows - 1) * stride, stride):
                vram[at : at + width] = vram[at + stride : at + stride + width]
        del state.links[0]
        state.links.insert(rows - 1, False)
        self._erase(1, rows)

    def insert_row(self) -> None:
        """Move the cursor's row and those below down (ESC L); the cursor goes to the first column."""
        for y in range(self.rows, self.state.y, -1):
            self._copy_row(y - 1, y)
        self.erase_row()
        self.state.x = 1

    def delete_row(self) -> None:
        """Move the rows below the cursor's up (ESC M); the cursor goes to the first column."""
        for y in range(self.state.y, self.rows):
            self._copy_row(y + 1, y)
        self._erase(1, self.rows)
        self.state.links[self.rows - 1] = False
        self.state.x = 1

    # Views

    def picture(self) -> Screen:
        """Return the text screen as it is seen now, blank while a graphic one is shown.

        It has the cursor block while the machine waits at `Ok` or for INPUT.
        """
        state = self.state
        cells = bytearray(self.vram[state.names : state.names + state.columns * ROWS])
        if not self.video.screen.kind.is_text:
            # A graphic screen has no cells.
            cells[:] = b" " * len(cells)
        if state.covered is not None and self.vram[self.address(state.x, state.y)] == CURSOR_CODE:
            # People who look at the screen of a program want what it has printed.
            cells[self.address(state.x, state.y) - state.names] = state.covered
        if state.waiting:
            cells[self.address(state.x, state.y) - state.names] = CURSOR_CODE
        return Screen(
            bytes(cells),
            (state.x - 1, state.y - 1),
            columns=state.columns,
            mode=self.mode,
            width=state.width,
            characters=state.characters,
        )

    def code_colours(self) -> list[tuple[int, int]]:
        """Return ink and paper (0-15) of each of the 256 codes, with the border's colour for 0."""
        chip = self.video.chip
        border = chip.registers[7] & 15
        if MODES[self.mode].display.layout is ModeLayout.TEXT:
            return [(chip.registers[7] >> 4, border)] * 256
        table = chip.colour_table
        found = []
        for code in range(256):
            pair = chip.vram[table + code // 8]
            found.append((pair >> 4 or border, pair & 15 or border))
        return found

    def shapes(self) -> dict[int, bytes]:
        """Return the patterns in VRAM that are not the font's, by code: those that the program wrote."""
        found = {}
        table = self.video.chip.pattern_table
        for code, usual in enumerate(patterns(self.state.characters)):
            at = table + 8 * code
            shape = bytes(self.vram[at : at + 8])
            if shape != usual:
                found[code] = shape
        return found


def poke_names(cells: ScreenCells, address: int) -> None:
    """Set where the window lies, as POKE to NAMBAS does; the chip stays as it is."""
    cells.state.names = address
    cells.poke_width(cells.state.width)


def poke_patterns(cells: ScreenCells, address: int) -> None:
    """Set where the cursor finds the patterns, as POKE to CGPBAS does; they stay in video memory."""
    cells.state.patterns = min(address, len(cells.vram) - len(patterns()) * 8)
