"""The pixels of SCREEN 5 to 8: two, four or eight bits each, row by row; what the commands of the V9938 do to them.

Source: V9938 technical data book (POINT, PSET, LINE, LMMV, HMMV and their logical operations).
"""

from __future__ import annotations

from functools import cache

from msxkit.machine.graphics.canvas import Canvas
from msxkit.machine.video.operations import combine
from msxkit.machine.video.state import PALETTE, palette_pixel


@cache
def _unpack(bits: int, shift: int) -> bytes:
    """Return a table: byte -> the pixel that lies `shift` bits from its right end."""
    return bytes(byte >> shift & (1 << bits) - 1 for byte in range(256))


#: The bits of a pixel of SCREEN 10 that it shares with its neighbours.
_SHARED = 0x07
#: The colour of the palette that each pixel of SCREEN 10 has; 255: none.
_NUMBERS = bytes(byte >> 4 if byte & PALETTE else 255 for byte in range(256))


class BitmapCanvas(Canvas):
    """SCREEN 5-8.

    Args:
        start: Address of the page that is drawn on.
        width: The width in pixels.
        bits: Bits of a pixel: 2, 4 or 8.
        palette: Whether a pixel of eight bits is drawn in a colour of the palette (SCREEN 10): it stands in the upper
            half, and the lower three bits, the part of the colour that neighbours share, stay.
    """

    height = 212
    ends_unchanged = True

    def __init__(self, vram: bytearray, start: int, width: int, bits: int, palette: bool = False) -> None:
        super().__init__()
        self._palette = palette
        self.width = width
        self.bits = bits
        self._vram = vram
        self._start = start
        self._mask = (1 << bits) - 1
        #: Pixels in a byte, as a shift and as a mask of x.
        self._shift = {2: 2, 4: 1, 8: 0}[bits]
        self._column = (1 << self._shift) - 1
        self._stride = width >> self._shift

    @property
    def lines(self) -> int:
        """Rows from the start of the page to the end of video memory."""
        return (len(self._vram) - self._start) // self._stride

    def _place(self, x: int, y: int) -> tuple[int, int]:
        """Return the address of the byte of a pixel, and how far left the pixel lies in it."""
        at = self._start + y * self._stride + (x >> self._shift)
        return at, (self._column - (x & self._column)) * self.bits

    def pixel(self, x: int, y: int) -> int:
        at, shift = self._place(x, y)
        found = self._vram[at] >> shift & self._mask
        return _NUMBERS[found] if self._palette else found

    def row(self, y: int) -> bytearray:
        at = self._start + y * self._stride
        packed = self._vram[at : at + self._stride]
        if self.bits == 8:
            return packed.translate(_NUMBERS) if self._palette else packed
        pixels = bytearray(self.width)
        per_byte = self._column + 1
        for place in range(per_byte):
            pixels[place::per_byte] = packed.translate(_unpack(self.bits, (self._column - place) * self.bits))
        return pixels

    def set_row(self, y: int, pixels: bytes | bytearray) -> None:
        """Write a whole row of pixels, given as one byte each."""
        at = self._start + y * self._stride
        per_byte = self._column + 1
        packed = 0
        for place in range(per_byte):
            shift = (self._column - place) * self.bits
            packed |= int.from_bytes(pixels[place::per_byte], "big") << shift
        self._vram[at : at + self._stride] = packed.to_bytes(self._stride, "big")

    def plot(self, x: int, y: int) -> None:
        at, shift = self._place(x, y)
        self.put(at, shift, self.ink)

    def put(self, at: int, shift: int, colour: int) -> None:
        """Write one pixel, combined as the operation says.

        Args:
            at: The address of its byte.
            shift: How far left it lies in the byte, in bits.
        """
        operation = self.operation
        if not colour and operation & 8:
            return
        mask = self._mask
        held = self._vram[at]
        if self._palette:
            self._vram[at] = held & _SHARED | palette_pixel(colour)
            return
        if operation:
            colour = combine(operation, colour, held >> shift & mask, mask)
        self._vram[at] = held & ~(mask << shift) | colour << shift

    def span(self, x: int, y: int, count: int) -> None:
        """Draw pixels from x on to the right in the ink, whole bytes at once."""
        operation, ink = self.operation, self.ink
        if not ink and operation & 8:
            return
        if self._palette:
            for place in range(x, x + count):
                self.plot(place, y)
            return
        kind, column = operation & 7, self._column
        while count and x & column:
            self.plot(x, y)
            x, count = x + 1, count - 1
        whole = count >> self._shift
        if whole:
            at = self._start + y * self._stride + (x >> self._shift)
            full = sum(ink << self.bits * place for place in range(column + 1))
            if kind in (0, 4):
                self._vram[at : at + whole] = bytes((full if kind == 0 else ~full & 0xFF,)) * whole
            else:
                table = bytes(combine(kind, full, byte, 0xFF) for byte in range(256))
                self._vram[at : at + whole] = self._vram[at : at + whole].translate(table)
            x, count = x + (whole << self._shift), count & column
        for offset in range(count):
            self.plot(x + offset, y)

    def line(self, x1: int, y1: int, x2: int, y2: int) -> tuple[int, int]:
        """Draw a line downwards, as the LINE command of the chip does. Return the second pixel."""
        end = x2, y2
        if y2 < y1:
            x1, y1, x2, y2 = x2, y2, x1, y1
        across, down = abs(x2 - x1), abs(y2 - y1)
        side = 1 if x2 >= x1 else -1
        if not down and not self.operation:
            self.span(min(x1, x2), y1, across + 1)
            return end
        plot = self.plot
        if across >= down:
            left = (across - 1) >> 1
            for _ in range(across + 1):
                plot(x1, y1)
                x1 += side
                if left < down:
                    left += across
                    y1 += 1
                left = (left - down) & 1023
        else:
            left = (down - 1) >> 1
            for _ in range(down + 1):
                plot(x1, y1)
                y1 += 1
                if left < across:
                    left += down
                    x1 += side
                left = (left - across) & 1023
        return end

    def box(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draw four lines that have no pixel in common."""
        left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
        self.span(left, top, right - left + 1)
        self.span(left, bottom, right - left + 1)
        for y in range(top + 1, bottom):
            self.plot(left, y)
            self.plot(right, y)
