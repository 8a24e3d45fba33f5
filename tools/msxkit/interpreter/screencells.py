"""The cells of the text screen of a running machine: VRAM, modes, width, cursor, areas, the function-key line.

Rows and columns are 1-based here, as CSRX and CSRY are; `TextScreen.picture` gives the 0-based frozen `Screen`.
Sources: MSX Red Book, MSX2 Technical Handbook appendix 8, tests/conformance.
"""

from __future__ import annotations

from functools import cache

from msxkit.charset import glyphs
from msxkit.font import patterns
from msxkit.screen import CURSOR_CODE, NAME_TABLE_SCREEN1, ROWS, Screen

VRAM_SIZE = {"msx1": 0x4000, "msx2": 0x20000}
COLOUR_TABLE_SCREEN1 = 0x2000
PATTERN_BYTES = 2048
SPRITE_ATTRIBUTES, SPRITE_PATTERNS = 0x1B00, 0x3800
#: Row of a sprite that is not seen.
OFF_SCREEN = 209
#: What the ten function keys hold after a reset (European machines).
FUNCTION_KEYS = (
    *("color ", "auto ", "goto ", "list ", "run\r"),
    *("color 15,4,4\r", 'cload"', "cont\r", "list.\r\x1e\x1e", "\x0crun\r"),
)


def comma_limit(width: int) -> int:
    """CLMLST: from this column on a comma in PRINT starts a new line. Wraps to 242 below 14 columns."""
    return 14 * (width // 14 - 1) & 0xFF


@cache
def font() -> bytes:
    """The character patterns that the machine has in ROM: here those of the free font of msxkit."""
    return b"".join(patterns())


class ScreenCells:
    """SCREEN 0 or 1 without what prints on it.

    vram: the video memory; cells outside the window of `width` columns are never scrolled.
    x, y: cursor, 1-based. rows: 24, or 23 under the function-key line. links: for each row, whether it goes on
    in the next one (a logical line of the screen editor).
    """

    def __init__(self, machine: str = "msx2") -> None:
        self.vram = bytearray(VRAM_SIZE[machine])
        if machine == "msx2":
            # As the recorded NMS 8250 had it after power-up: the one byte above 16 KB that is known.
            self.vram[0x4000] = 0x55
        self.mode = 0
        #: CRTCNT: rows of the screen, with the function-key line.
        self.row_count = ROWS
        self.widths = [40, 29]
        self.x = self.y = 1
        self.column = 0  # TTYPOS
        self.links = [False] * (ROWS + 1)
        self.keys_shown = False
        self.function_keys = list(FUNCTION_KEYS)
        self.colours = [15, 4, 4]
        self.cursor_always = False
        self.cursor_style = 0
        self.waiting = False  # the cursor block is drawn
        #: The rows that scroll away, as characters, when somebody wants them.
        self.scrolled: list[str] | None = None
        self._enter_mode(0)

    # Geometry

    @property
    def width(self) -> int:
        return self._width

    @property
    def columns(self) -> int:
        if self.mode == 1:
            return 32
        return 40 if self.widths[0] <= 40 else 80

    @property
    def rows(self) -> int:
        return self.row_count - 1 if self.keys_shown else self.row_count

    def poke_rows(self, count: int) -> None:
        """POKE to CRTCNT: a screen of fewer rows; what stands below stays."""
        self.row_count = min(max(count, 2), ROWS)
        self.y = min(self.y, self.rows)

    def poke_width(self, width: int) -> None:
        """POKE to LINLEN: the window without clearing."""
        if 1 <= width <= self.columns:
            self.widths[self.mode] = width
            self._geometry()
            self.x = min(self.x, width)

    @property
    def base(self) -> int:
        """VRAM address of the name table."""
        return self._base

    @property
    def patterns(self) -> int:
        """VRAM address of the character patterns."""
        return 0 if self.mode == 1 else 0x800 if self.columns == 40 else 0x1000

    def _geometry(self) -> None:
        self._width = self.widths[self.mode]
        self._base = NAME_TABLE_SCREEN1 if self.mode == 1 else 0
        self._origin = self._base + (self.columns + 1 - self._width) // 2
        self._stride = self.columns
        self.limit = comma_limit(self._width)

    def address(self, x: int, y: int) -> int:
        """VRAM address of column x, row y (both 1-based)."""
        return self._origin + (y - 1) * self._stride + x - 1

    # Modes

    def _enter_mode(self, mode: int) -> None:
        self.mode = mode
        self._geometry()
        start = self.patterns
        self.vram[start : start + PATTERN_BYTES] = font()
        if mode == 1:
            self._fill_colours()
            self.clear_sprites()
        self.clear()

    def clear_sprites(self, large: bool = False) -> None:
        """All sprites off the screen, in the foreground colour, each with the pattern of its own number.

        large: sprites of 16x16 dots, which take four patterns.
        """
        if self.mode != 1:
            return
        for plane in range(32):
            at = SPRITE_ATTRIBUTES + 4 * plane
            self.vram[at : at + 4] = bytes((OFF_SCREEN, 0, plane * (4 if large else 1), self.colours[0]))

    def clear_sprite_patterns(self) -> None:
        """All patterns blank: SCREEN with a size of sprites does that, a change of mode does not."""
        if self.mode == 1:
            self.vram[SPRITE_PATTERNS : SPRITE_PATTERNS + PATTERN_BYTES] = bytes(PATTERN_BYTES)

    def set_mode(self, mode: int) -> None:
        """SCREEN 0 or SCREEN 1: clears, with the width that the mode had last."""
        self._enter_mode(mode)

    def set_width(self, width: int) -> None:
        """WIDTH: nothing for the present width, else a cleared screen. The caller checks the range."""
        if width == self._width:
            return
        self.clear()
        columns = self.columns
        self.widths[self.mode] = width
        if self.columns != columns:
            # 80 columns are another mode of the VDP.
            self._enter_mode(self.mode)
            return
        self._geometry()
        self.clear()

    def set_colours(self, foreground: int | None, background: int | None, border: int | None) -> None:
        for index, colour in enumerate((foreground, background, border)):
            if colour is not None:
                self.colours[index] = colour
        if self.mode == 1:
            self._fill_colours()

    def _fill_colours(self) -> None:
        code = self.colours[0] << 4 | self.colours[1]
        self.vram[COLOUR_TABLE_SCREEN1 : COLOUR_TABLE_SCREEN1 + 32] = bytes([code]) * 32

    # The function-key line

    def set_keys(self, shown: bool) -> None:
        """KEY ON and KEY OFF."""
        if shown and not self.keys_shown:
            self.keys_shown = True
            if self.y == self.row_count:
                # The rows above scroll, the last one is lost (MSX Red Book, 0B2BH).
                self._scroll()
                self.y -= 1
            self.links[self.row_count - 1] = False
        elif not shown and self.keys_shown:
            self.keys_shown = False
            self._erase(1, self.row_count, self._width)
        self.show_keys()

    def show_keys(self) -> None:
        """Writes the texts of the first five function keys into the last row, if they are on."""
        if not self.keys_shown:
            return
        self._erase(1, self.row_count, self._width)
        size = (self._width - 4) // 5
        if size <= 0:
            return
        for number in range(5):
            text = self.function_keys[number][:size]
            at = self.address(1 + number * (size + 1), self.row_count)
            codes = bytes(code if code >= 32 and code != 127 else 32 for code in text.encode("latin-1"))
            self.vram[at : at + len(codes)] = codes

    # Cursor

    def locate(self, x: int, y: int) -> None:
        """Cursor to column x, row y (0-based), clipped to the window."""
        self.x = min(max(x + 1, 1), self._width)
        self.y = min(max(y + 1, 1), self.rows)
        self.column = self.x - 1

    def left(self) -> None:
        """One to the left, from the first column to the end of the row above."""
        if self.x > 1:
            self.x -= 1
        elif self.y > 1:
            self.x = self._width
            self.y -= 1

    def right(self) -> None:
        """One to the right, from the last column to the start of the row below."""
        if self.x < self._width:
            self.x += 1
        elif self.y < self.rows:
            self.x = 1
            self.y += 1

    def line_feed(self) -> None:
        """Down one row; scrolls on the last. What a row goes on in does not change."""
        if self.y < self.rows:
            self.y += 1
        else:
            self._scroll()

    # Areas

    def clear(self) -> None:
        """CLS: the whole name table blank, cursor home; the function-key line is written anew."""
        size = self.columns * ROWS
        self.vram[self._base : self._base + size] = b" " * size
        self.show_keys()
        self.x = self.y = 1
        self.column = 0
        self.links = [False] * (ROWS + 1)

    def _erase(self, x: int, y: int, to: int) -> None:
        at = self.address(x, y)
        self.vram[at : at + to - x + 1] = b" " * (to - x + 1)

    def erase_to_line_end(self) -> None:
        self._erase(self.x, self.y, self._width)
        self.links[self.y - 1] = False

    def erase_to_screen_end(self) -> None:
        self.erase_to_line_end()
        for y in range(self.y + 1, self.rows + 1):
            self._erase(1, y, self._width)
            self.links[y - 1] = False

    def _copy_row(self, source: int, target: int) -> None:
        a, b = self.address(1, source), self.address(1, target)
        self.vram[b : b + self._width] = self.vram[a : a + self._width]
        self.links[target - 1] = self.links[source - 1]

    def _scroll(self) -> None:
        rows = self.rows
        if self.scrolled is not None:
            at = self.address(1, 1)
            self.scrolled.append(glyphs(self.vram[at : at + self._width]).rstrip())
        if self._width == self._stride:
            start, size = self._base, self._stride
            self.vram[start : start + (rows - 1) * size] = self.vram[start + size : start + rows * size]
            del self.links[0]
            self.links.insert(rows - 1, False)
        else:
            for y in range(1, rows):
                self._copy_row(y + 1, y)
        self._erase(1, rows, self._width)
        self.links[rows - 1] = False

    def insert_row(self) -> None:
        """ESC L: the cursor's row and those below move down; the cursor goes to the first column."""
        for y in range(self.rows, self.y, -1):
            self._copy_row(y - 1, y)
        self._erase(1, self.y, self._width)
        self.links[self.y - 1] = False
        self.x = 1

    def delete_row(self) -> None:
        """ESC M: the rows below the cursor's move up; the cursor goes to the first column."""
        for y in range(self.y, self.rows):
            self._copy_row(y + 1, y)
        self._erase(1, self.rows, self._width)
        self.links[self.rows - 1] = False
        self.x = 1

    # Views

    def picture(self) -> Screen:
        """The screen as it is seen now; with the cursor block while the machine waits at `Ok` or for INPUT."""
        size = self.columns * ROWS
        cells = bytearray(self.vram[self._base : self._base + size])
        if self.waiting:
            cells[self.address(self.x, self.y) - self._base] = CURSOR_CODE
        return Screen(
            bytes(cells), (self.x - 1, self.y - 1), columns=self.columns, mode=self.mode, width=self._width
        )

    def code_colours(self) -> list[tuple[int, int]]:
        """Ink and paper of each code. Colour 0 lets the border's through."""
        if self.mode == 0:
            return [(self.colours[0], self.colours[1])] * 256
        border = self.colours[2]
        found = []
        for code in range(256):
            pair = self.vram[COLOUR_TABLE_SCREEN1 + code // 8]
            found.append((pair >> 4 or border, pair & 15 or border))
        return found

    def shapes(self) -> dict[int, bytes]:
        """The patterns in VRAM that are not the font's, by code: those that the program wrote."""
        found = {}
        for code, usual in enumerate(patterns()):
            at = self.patterns + 8 * code
            shape = bytes(self.vram[at : at + 8])
            if shape != usual:
                found[code] = shape
        return found

    def state(self) -> dict[str, object]:
        """Everything as plain data, for `restore`."""
        data = dict(self.__dict__)
        data["vram"] = bytes(self.vram)
        for key in ("widths", "links", "function_keys", "colours"):
            data[key] = list(data[key])
        return data

    def restore(self, data: dict[str, object]) -> None:
        """Back to what `state` gave."""
        for key, value in data.items():
            if key == "vram":
                assert isinstance(value, bytes)
                self.vram[:] = value
            else:
                setattr(self, key, list(value) if isinstance(value, list) else value)
