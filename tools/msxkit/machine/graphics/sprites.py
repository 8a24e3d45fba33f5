"""SPRITE$, PUT SPRITE and COLOR SPRITE: what they write into the tables of sprites in video memory.

Sources: MSX Red Book (7A48H, 7AAFH), MSX2 Technical Handbook 2.7 and 4.1; tests/graphics.
"""

from __future__ import annotations

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.drawing import Drawing
from msxkit.machine.video.screens import SPRITE_COLOURS, SPRITES, Screens
from msxkit.machine.video.state import VideoState

#: Lines of a sprite, each with a colour of its own in sprite mode 2.
LINES = 16
#: The bit of a colour byte that shifts a sprite 32 dots to the left.
EARLY = 0x80
_EARLY_DOTS = 32
_MSX1_MASK = 0x3FFF
#: In SCREEN 4 to 8 PUT SPRITE changes a copy of the attributes of its plane, and writes them back. From this plane on
#: it does not read them first: they get what the copy holds of the plane before (tests/graphics).
_NOT_READ = 29


class Sprites:
    """The sprites of a machine."""

    def __init__(self, video: VideoState, screens: Screens, drawing: Drawing) -> None:
        self._video = video
        self._screen = video.screen
        self._screens = screens
        self._drawing = drawing

    @property
    def _large(self) -> bool:
        return bool(self._video.chip.registers[1] & 2)

    @property
    def _mode2(self) -> bool:
        return self._screen.kind.display.sprite_mode == 2

    def require(self) -> None:
        """Raise error 5 in SCREEN 0, which has no sprites."""
        if not self._screen.kind.display.sprite_mode:
            raise IllegalFunctionCallError

    # SPRITE$

    def _pattern(self, number: int) -> slice:
        """Return where a pattern lies. A number too high for large sprites wraps into low memory (MSX Red Book,
        7A9FH).
        """
        size = 32 if self._large else 8
        base = self._screens.sprite_tables()[1]
        start = base + number * size
        if base < _MSX1_MASK:
            start &= _MSX1_MASK
        return slice(start, start + size)

    @carries("SET_SPRITE")
    def set_pattern(self, number: int, pattern: str) -> None:
        """Carry out SPRITE$(number) = text, filled up with zeros."""
        place = self._pattern(number)
        size = place.stop - place.start
        self._video.chip.vram[place] = pattern.encode("latin-1")[:size].ljust(size, b"\0")

    def pattern(self, number: int) -> str:
        """Return SPRITE$(number), in any mode."""
        return self._video.chip.vram[self._pattern(number)].decode("latin-1")

    # PUT SPRITE, operand by operand

    def _attributes(self, plane: int) -> int:
        if plane >= SPRITES:
            raise IllegalFunctionCallError
        return self._screens.sprite_tables()[0] + 4 * plane

    def _colours(self, plane: int) -> slice:
        start = self._screens.sprite_tables()[0] - SPRITE_COLOURS + LINES * plane
        return slice(start, start + LINES)

    @carries("PUT_SPRITE_PLANE")
    def select(self, plane: int) -> int:
        """Return the plane of PUT SPRITE. Raise error 5 for one above 31, and in SCREEN 0."""
        self.require()
        at = self._attributes(plane)
        if self._mode2:
            vram, copy = self._video.chip.vram, self._video.graphics.sprite
            if plane < _NOT_READ:
                copy[:] = vram[at : at + 4]
            else:
                vram[at : at + 4] = copy
        return plane

    @carries("PUT_SPRITE_POINT")
    def put(self, plane: int) -> None:
        """Carry out PUT SPRITE ,(x,y): put a sprite at the last point."""
        vram = self._video.chip.vram
        at = self._attributes(plane)
        x, y = self._drawing.state.x, self._drawing.state.y
        early = EARLY if x < 0 else 0
        vram[at] = y & 0xFF
        vram[at + 1] = (x + _EARLY_DOTS if early else x) & 0xFF
        if self._mode2:
            place = self._colours(plane)
            vram[place] = bytes(colour & ~EARLY | early for colour in vram[place])
            self._video.graphics.sprite[:] = vram[at : at + 4]
        else:
            vram[at + 3] = vram[at + 3] & 0x0F | early

    @carries("PUT_SPRITE_COLOUR")
    def put_colour(self, plane: int, _placed: bool, colour: int) -> None:
        """Carry out PUT SPRITE ,,colour. Raise error 5 above 15, or above 127 in SCREEN 4 to 8, where a colour has
        more bits: 64 joins sprites, 32 lets them meet unnoticed (msx.org, PUT SPRITE).
        """
        if colour > (EARLY - 1 if self._mode2 else 15):
            raise IllegalFunctionCallError
        vram = self._video.chip.vram
        if self._mode2:
            place = self._colours(plane)
            vram[place] = bytes(held & EARLY | colour for held in vram[place])
        else:
            at = self._attributes(plane) + 3
            vram[at] = vram[at] & 0xF0 | colour

    @carries("PUT_SPRITE_PATTERN")
    def put_pattern(self, plane: int, placed: bool, pattern: int) -> None:
        """Carry out PUT SPRITE ,,,pattern. Raise error 5 above 63 if sprites are large.

        Args:
            placed: Whether the statement had coordinates. Without them SCREEN 4-8 of an MSX2 take the pattern for the
                row (recorded; MSX BASIC 2.1).
        """
        if self._large:
            if pattern > 63:
                raise IllegalFunctionCallError
            pattern *= 4
        vram, at = self._video.chip.vram, self._attributes(plane)
        vram[at + (2 if placed or not self._mode2 else 0)] = pattern
        if self._mode2:
            self._video.graphics.sprite[:] = vram[at : at + 4]

    # COLOR SPRITE

    @carries("COLOR_SPRITE")
    def set_colour(self, plane: int, colour: int) -> None:
        """Carry out COLOR SPRITE(plane) = colour for all lines; the bit that shifts the sprite is cleared."""
        self._require_mode2(plane)
        self._video.chip.vram[self._colours(plane)] = bytes((colour & 0x7F,)) * LINES

    @carries("COLOR_SPRITE_ROWS")
    def set_line_colours(self, plane: int, colours: str) -> None:
        """Carry out COLOR SPRITE$(plane) = text: a colour byte for each line, as far as the text goes."""
        self._require_mode2(plane)
        codes = colours.encode("latin-1")[:LINES]
        start = self._colours(plane).start
        self._video.chip.vram[start : start + len(codes)] = codes

    def _require_mode2(self, plane: int) -> None:
        if not self._mode2 or plane >= SPRITES:
            raise IllegalFunctionCallError
