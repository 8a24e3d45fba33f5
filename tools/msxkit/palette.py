"""The sixteen colours of the TMS9918A.

The chip outputs luminance and colour difference, not RGB, so there is no single true table; this one is the
conversion of Sean Young's "TMS9918A" text, the most widely used.
"""

from __future__ import annotations

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

#: Names of colours 0-15 as manuals give them.
NAMES = (
    *("transparent", "black", "medium green", "light green", "dark blue", "light blue", "dark red", "cyan"),
    *("medium red", "light red", "dark yellow", "light yellow", "dark green", "magenta", "grey", "white"),
)

#: The palette of a V9938 after a reset, two bytes a colour: 0RRR0BBB 00000GGG (V9938 technical data book).
V9938_RESET = bytes.fromhex("0000000011063307170127035101270671017303610664061104650255057707")
