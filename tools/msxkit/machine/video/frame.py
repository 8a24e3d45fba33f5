"""A frame: the picture that the video chip puts on the tube, as colour numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msxkit.display.palette import RGB


@dataclass(frozen=True, slots=True)
class Frame:
    """The pixels of one moment, without the border around them.

    Attributes:
        width: 240, 256, 480 or 512.
        height: 192 or 212, or twice that where two pages are interlaced.
        pixels: For each the index of its colour in `palette`, row by row; two bytes each, the low one first, where
            there are more than 256 colours.
        border: The indices of the colours around them in even and odd columns, which only differ in GRAPHIC5.
        palette: Red, green and blue (0-255) of each colour: 16, 256 in GRAPHIC7, or 32784 in YJK.
        shift: How far to the right and down the picture stands from the middle of the tube, in dots of 256 in a
            line (SET ADJUST).
    """

    width: int
    height: int
    pixels: bytes
    border: tuple[int, int]
    palette: tuple[RGB, ...]
    shift: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.pixels) != self.width * self.height * self.depth:
            raise ValueError(
                f"a frame of {self.width} x {self.height} has {self.width * self.height} pixels, "
                f"not {len(self.pixels) // self.depth}"
            )

    @property
    def depth(self) -> int:
        """Bytes of a pixel."""
        return 1 if len(self.palette) <= 256 else 2

    @property
    def numbers(self) -> Sequence[int]:
        """The colour numbers, row by row."""
        return self.pixels if self.depth == 1 else memoryview(self.pixels).cast("H")

    def rgb(self) -> bytes:
        """Return red, green and blue of each pixel."""
        colours = [bytes(colour) for colour in self.palette]
        return b"".join([colours[number] for number in self.numbers])

    def __getitem__(self, place: tuple[int, int]) -> int:
        """Return the colour number at column x, row y: `frame[10, 20]`. Raise `IndexError` outside the frame."""
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"({x},{y}) is outside a frame of {self.width} x {self.height}")
        return self.numbers[y * self.width + x]


def interlaced(even: Frame, odd: Frame) -> Frame:
    """Return a picture of the lines of two of the same mode in turn; the first line is of the even field."""
    width = even.width * even.depth
    lines = (range(at, at + width) for at in range(0, len(even.pixels), width))
    woven = b"".join(
        half
        for line in lines
        for half in (even.pixels[line.start : line.stop], odd.pixels[line.start : line.stop])
    )
    return replace(odd, height=2 * odd.height, pixels=woven)
