"""A frame: the picture that the video chip puts on the tube, as colour numbers."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.palette import RGB


@dataclass(frozen=True, slots=True)
class Frame:
    """The pixels of one moment, without the border around them.

    width: 240, 256, 480 or 512. height: 192 or 212. pixels: a number of `palette` each, row by row. border: the numbers
    of the colours around them in even and odd columns, which only differ in GRAPHIC5. palette: red, green and blue
    (0-255) of each number: 16, or 256 in GRAPHIC7.
    """

    width: int
    height: int
    pixels: bytes
    border: tuple[int, int]
    palette: tuple[RGB, ...]

    def __post_init__(self) -> None:
        if len(self.pixels) != self.width * self.height:
            raise ValueError(
                f"a frame of {self.width} x {self.height} has {self.width * self.height} pixels, "
                f"not {len(self.pixels)}"
            )

    def __getitem__(self, place: tuple[int, int]) -> int:
        """The colour number at column x, row y: `frame[10, 20]`."""
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"({x},{y}) is outside a frame of {self.width} x {self.height}")
        return self.pixels[y * self.width + x]
