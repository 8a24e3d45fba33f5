"""Sprites of SCREEN 1: SPRITE$ and PUT SPRITE write the tables in VRAM; nobody draws them.

Source: MSX2 Technical Handbook, chapter 4.1 (attribute table: row, column, pattern, colour of 32 planes).
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit import basicerrors
from msxkit.decimal14 import Number, to_int16
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.strings import byte
from msxkit.machine.video.state import VideoState

PLANES = 32
VRAM_MASK = 0x3FFF
#: Rows above and columns left of the screen that a sprite may be put at.
MARGIN = 32
#: Set in the colour byte of a sprite that is shifted 32 dots to the left.
EARLY_CLOCK = 0x80


class Sprites:
    """The sprite tables of a machine. made: makes a string in the string space."""

    def __init__(self, video: VideoState, made: Callable[[str], str]) -> None:
        self._video = video
        self._made = made

    def _pattern(self, number: Number) -> slice:
        """Where a pattern lies. The number is not checked: addresses wrap into low VRAM (MSX Red Book, 7A9FH)."""
        size = 32 if self._video.chip.registers[1] & 2 else 8
        # SCREEN 0 has its name table where the others have their sprites.
        base = self._video.screen.tables[5 * self._video.screen.mode + 4]
        start = (base + byte(number) * size) & VRAM_MASK
        return slice(start, start + size)

    def set_sprite(self, number: Number, pattern: str) -> None:
        """SPRITE$(n) = text: filled up with zeros."""
        if self._video.screen.mode != 1:
            raise RaisedError(basicerrors.ILLEGAL_CALL)
        place = self._pattern(number)
        size = place.stop - place.start
        self._video.chip.vram[place] = pattern.encode("latin-1")[:size].ljust(size, b"\0")

    def sprite_pattern(self, number: Number) -> str:
        """SPRITE$(n)."""
        return self._made(self._video.chip.vram[self._pattern(number)].decode("latin-1"))

    def put_sprite(
        self, plane: int, x: Number | None, y: Number | None, colour: int | None, pattern: int | None
    ) -> None:
        """PUT SPRITE plane, (x,y), colour, pattern; what is None stays as it is."""
        if self._video.screen.mode != 1 or plane >= PLANES:
            raise RaisedError(basicerrors.ILLEGAL_CALL)
        at = self._video.screen.tables[5 + 3] + 4 * plane
        vram = self._video.chip.vram
        if x is not None and y is not None:
            column = to_int16(x)
            early = column < 0
            vram[at] = to_int16(y) & 0xFF
            vram[at + 1] = (column + MARGIN if early else column) & 0xFF
            vram[at + 3] = vram[at + 3] & 0x0F | EARLY_CLOCK * early
        if colour is not None:
            if colour > 15:
                raise RaisedError(basicerrors.ILLEGAL_CALL)
            vram[at + 3] = vram[at + 3] & EARLY_CLOCK | colour
        if pattern is not None:
            large = self._video.chip.registers[1] & 2
            if large and pattern > 63:
                raise RaisedError(basicerrors.ILLEGAL_CALL)
            vram[at + 2] = pattern * 4 if large else pattern
