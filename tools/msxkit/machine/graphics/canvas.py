"""A canvas: the pixels of one graphic mode in video memory, and how the BIOS sets them.

Coordinates here are those of the pixels that the mode has; `scale` brings those of a statement to them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod


class Canvas(ABC):
    """The pixels of a graphic mode.

    Attributes:
        width, height: The size in pixels.
        unit: Dots of a statement's coordinates to a pixel (4 in SCREEN 3).
        ink: ATRBYT, the colour that is drawn.
        operation: LOGOPR, how the ink is combined with what stands there.
    """

    width: int
    height: int
    unit = 1
    #: Whether a pixel that is set may change the colour of its neighbours.
    clashes = False
    #: Whether PAINT stops at runs of pixels that have its ink already.
    ends_unchanged = False

    def __init__(self) -> None:
        self.ink = 0
        self.operation = 0

    def scale(self, x: int, y: int) -> tuple[int, int, bool]:
        """Return the pixel of a point (SCALXY), moved to the edge if it lies outside; and whether it lies inside."""
        right, bottom = self.width * self.unit - 1, self.height * self.unit - 1
        inside = 0 <= x <= right and 0 <= y <= bottom
        if not inside:
            x, y = min(max(x, 0), right), min(max(y, 0), bottom)
        if self.unit > 1:
            return x // self.unit, y // self.unit, inside
        return x, y, inside

    @abstractmethod
    def pixel(self, x: int, y: int) -> int:
        """Return the colour of a pixel (READC)."""

    @abstractmethod
    def plot(self, x: int, y: int) -> None:
        """Draw a pixel in the ink (SETC)."""

    def row(self, y: int) -> bytearray:
        """Return the colours of a row of pixels, one byte each."""
        return bytearray(self.pixel(x, y) for x in range(self.width))

    @abstractmethod
    def span(self, x: int, y: int, count: int) -> None:
        """Draw pixels from x on to the right in the ink, all in their row (NSETCX)."""

    def line(self, x1: int, y1: int, x2: int, y2: int) -> tuple[int, int]:
        """Draw a line between two pixels, downwards and pixel by pixel as the BIOS does (MSX Red Book, 593CH).

        Return its lower end.
        """
        if y2 <= y1:
            x1, y1, x2, y2 = x2, y2, x1, y1
        plot = self.plot
        across, down = abs(x2 - x1), y2 - y1
        side = 1 if x2 >= x1 else -1
        if across >= down:
            count = across >> 1
            for _ in range(across + 1):
                plot(x1, y1)
                x1 += side
                count += down
                if count >= across:
                    count -= across
                    y1 += 1
        else:
            count = down >> 1
            for _ in range(down + 1):
                plot(x1, y1)
                y1 += 1
                count += across
                if count >= down:
                    count -= down
                    x1 += side
        return x2, y2

    def box(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draw four lines between the corners, in the order of the BIOS (MSX Red Book, 5912H)."""
        self.line(x1, y2, x2, y2)
        self.line(x1, y1, x2, y1)
        self.line(x2, y1, x2, y2)
        self.line(x1, y1, x1, y2)

    def fill(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill all pixels between two corners, row by row."""
        left, right = min(x1, x2), max(x1, x2)
        for y in range(min(y1, y2), max(y1, y2) + 1):
            self.span(left, y, right - left + 1)
