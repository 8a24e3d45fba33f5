"""The colours of the video chips: the sixteen of the TMS9918A, and those of the V9938.

The TMS9918A outputs luminance and colour difference, not RGB, so there is no single true table of it; this one is the
conversion of Sean Young's "TMS9918A" text, the most widely used.
"""

from __future__ import annotations

from functools import cache

RGB = tuple[int, int, int]

#: Red, green, blue (0-255) of colours 0-15. Colour 0 is transparent and shows the border: black here.
TMS9918A: tuple[RGB, ...] = (
    (0, 0, 0),
    (0, 0, 0),
    (33, 200, 66),
    (94, 220, 120),
    (84, 85, 237),
    (125, 118, 252),
    (212, 82, 77),
    (66, 235, 245),
    (252, 85, 84),
    (255, 121, 120),
    (212, 193, 84),
    (230, 206, 128),
    (33, 176, 59),
    (201, 91, 186),
    (204, 204, 204),
    (255, 255, 255),
)


#: The palette of a V9938 after a reset, two bytes a colour: 0RRR0BBB 00000GGG (V9938 technical data book).
V9938_RESET = bytes.fromhex("0000000011063307170127035101270671017303610664061104650255057707")


def _level(value: int) -> int:
    return value * 255 // 7


def v9938_colours(palette: bytes) -> tuple[RGB, ...]:
    """Return the palette of a V9938, two bytes a colour, as red, green and blue (0-255)."""
    return tuple(
        (_level(palette[at] >> 4 & 7), _level(palette[at + 1] & 7), _level(palette[at] & 7))
        for at in range(0, len(palette), 2)
    )


@cache
def mixed_colours() -> tuple[RGB, ...]:
    """Return the 32768 colours of YJK by number: five bits of red, of green and of blue."""
    levels = [value * 255 // 31 for value in range(32)]
    return tuple((red, green, blue) for red in levels for green in levels for blue in levels)


def mixed(brightness: int, j: int, k: int) -> int:
    """Return the number of a colour of YJK (V9958 data book): R = Y + J, G = Y + K, B = 5/4 Y - J/2 - K/4, rounded.

    Args:
        brightness: 0-31.
        j, k: -32 to 31.
    """
    parts = brightness + j, brightness + k, (5 * brightness - 2 * j - k + 2) >> 2
    red, green, blue = (min(max(part, 0), 31) for part in parts)
    return red << 10 | green << 5 | blue


#: The 256 colours of GRAPHIC7: three bits of green, three of red, two of blue (V9938 technical data book).
GRAPHIC7: tuple[RGB, ...] = tuple(
    (_level(code >> 2 & 7), _level(code >> 5), _level((0, 2, 4, 7)[code & 3])) for code in range(256)
)
#: The colour of GRAPHIC7 that each of the sixteen colours of a sprite is in that mode.
GRAPHIC7_SPRITES = bytes.fromhex("00010c0d60616c6d9d031c1fe0e3fcff")
