"""The pixels of SCREEN 2 and 4: one bit each, two colours for every eight in a row.

Source: MSX Red Book (SETC, NSETCX, 186CH: how a colour is put into a cell that has two others).
"""

from __future__ import annotations

from functools import cache

from msxkit.machine.graphics.canvas import Canvas

#: The bits of a cell row from a column on to the right, and those to the left of a column.
_FROM = tuple(0xFF >> column for column in range(8))
_FIRST = tuple(0xFF00 >> count & 0xFF for count in range(8))


@cache
def _cell_row(bits: int, pair: int) -> bytes:
    return bytes(pair >> 4 if bits & mark else pair & 15 for mark in (128, 64, 32, 16, 8, 4, 2, 1))


class PatternCanvas(Canvas):
    """SCREEN 2 and 4.

    The BIOS looks for the colours of a pattern as far after it as the colour table lies after address 0.

    Args:
        patterns, colours: The addresses of the pattern and colour tables, as BASE has them.
    """

    width, height = 256, 192
    clashes = True

    def __init__(self, vram: bytearray, patterns: int, colours: int) -> None:
        super().__init__()
        self._vram = vram
        self._patterns = patterns
        self._colours = patterns + colours & 0x3FFF

    def _put(self, at: int, mask: int) -> None:
        """Set the pixels of `mask` in the cell row at offset `at` to the ink."""
        vram, ink = self._vram, self.ink
        where, colour = self._patterns + at, self._colours + at
        bits, pair = vram[where], vram[colour]
        if pair & 15 == ink:
            vram[where] = bits & ~mask
        elif pair >> 4 == ink:
            vram[where] = bits | mask
        elif bits | mask == 0xFF:
            # Nothing would be left in the background: that takes the ink.
            vram[where] = bits & ~mask
            vram[colour] = pair & 0xF0 | ink
        else:
            vram[where] = bits | mask
            vram[colour] = ink << 4 | pair & 15

    def pixel(self, x: int, y: int) -> int:
        at = (y >> 3) << 8 | y & 7 | x & 0xF8
        pair = self._vram[self._colours + at]
        return pair >> 4 if self._vram[self._patterns + at] & 0x80 >> (x & 7) else pair & 15

    def row(self, y: int) -> bytearray:
        at = (y >> 3) << 8 | y & 7
        bits = self._vram[self._patterns + at : self._patterns + at + 256 : 8]
        pairs = self._vram[self._colours + at : self._colours + at + 256 : 8]
        return bytearray().join(map(_cell_row, bits, pairs))

    def plot(self, x: int, y: int) -> None:
        self._put((y >> 3) << 8 | y & 7 | x & 0xF8, 0x80 >> (x & 7))

    def span(self, x: int, y: int, count: int) -> None:
        at = (y >> 3) << 8 | y & 7 | x & 0xF8
        mask = _FROM[x & 7]
        room = 8 - (x & 7)
        if count < room:
            mask &= ~(_FROM[x & 7] >> count)
        if mask != 0xFF or count < 8:
            self._put(at, mask)
            count -= room
            at += 8
        if count <= 0:
            return
        vram, whole = self._vram, count >> 3
        if whole:
            stop = at + 8 * whole
            vram[self._patterns + at : self._patterns + stop : 8] = bytes(whole)
            vram[self._colours + at : self._colours + stop : 8] = bytes((self.ink,)) * whole
            at = stop
        if count & 7:
            self._put(at, _FIRST[count & 7])
