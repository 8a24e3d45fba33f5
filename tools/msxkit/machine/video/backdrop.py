"""The colours of a picture that belong to no dot: those of its border, and the palette that all of them mean.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes and colours.
"""

from __future__ import annotations

from msxkit.machine.video.chip import Chip, DisplayMode
from msxkit.palette import GRAPHIC7, TMS9918A, v9938_colours


def border(chip: Chip) -> tuple[int, int]:
    """The colours of the border in even and odd columns."""
    colour, mode = chip.registers[7], chip.mode
    if mode is DisplayMode.GRAPHIC5:
        return colour >> 2 & 3, colour & 3
    if mode is not DisplayMode.GRAPHIC7:
        colour &= 15
    return colour, colour


def palette(chip: Chip) -> tuple[tuple[int, int, int], ...]:
    """Red, green and blue, 0-255, of each colour of the mode."""
    if not chip.is_v9938:
        return TMS9918A
    return GRAPHIC7 if chip.mode is DisplayMode.GRAPHIC7 else v9938_colours(bytes(chip.palette))
