"""The pixels of SCREEN 3: 64 x 48 blocks of 4 x 4 dots, four bits each."""

from __future__ import annotations

from msxkit.machine.graphics.canvas import Canvas


class MulticolourCanvas(Canvas):
    """SCREEN 3.

    Args:
        patterns: Address of the pattern table.
    """

    width, height, unit = 64, 48, 4

    def __init__(self, vram: bytearray, patterns: int) -> None:
        super().__init__()
        self._vram = vram
        self._patterns = patterns

    def _address(self, x: int, y: int) -> int:
        return self._patterns + ((y >> 3) << 8 | y & 7 | (x >> 1) << 3)

    def pixel(self, x: int, y: int) -> int:
        pair = self._vram[self._address(x, y)]
        return pair & 15 if x & 1 else pair >> 4

    def plot(self, x: int, y: int) -> None:
        at = self._address(x, y)
        pair = self._vram[at]
        self._vram[at] = pair & 0xF0 | self.ink if x & 1 else self.ink << 4 | pair & 0x0F

    def span(self, x: int, y: int, count: int) -> None:
        for column in range(x, x + count):
            self.plot(column, y)
