"""What belongs to the picture as a whole: the colours of its border, the palette, its place, and its other field.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes and colours.
"""

from __future__ import annotations

from dataclasses import replace

from msxkit.display.palette import GRAPHIC7, TMS9918A, mixed_colours, v9938_colours
from msxkit.machine.video.chip import Chip

#: R#9: the two fields of a picture are interlaced; they show two pages. R#2: the page.
_INTERLACED, _TWO_PAGES, _PAGE = 0x08, 0x04, 0x20


def border(chip: Chip) -> tuple[int, int]:
    """Return the colours of the border in even and odd columns."""
    colour, mode = chip.registers[7], chip.mode
    if mode.halves_colours:
        return colour >> 2 & 3, colour & 3
    if not mode.has_own_colours:
        colour = mode.mixed + (colour & 15)
    return colour, colour


def palette(chip: Chip) -> tuple[tuple[int, int, int], ...]:
    """Return red, green and blue, 0-255, of each colour of the mode."""
    if not chip.palette:
        return TMS9918A
    if chip.mode.has_own_colours:
        return GRAPHIC7
    colours = v9938_colours(bytes(chip.palette))
    return mixed_colours() + colours if chip.mode.mixed else colours


def shift(chip: Chip) -> tuple[int, int]:
    """Return the dots (-7 to 8) to the right and down by which R#18 moves the picture on the tube."""
    across, down = (-(chip.register(18) >> place & 15) for place in (0, 4))
    return (across + 7) % 16 - 7, (down + 7) % 16 - 7


def even_field(chip: Chip) -> Chip | None:
    """Return the chip as it shows the even field, if the two fields of the picture show two pages; else None.

    They do in a bitmap mode when R#2 names an odd page: the even field is the page before it.
    """
    both = _INTERLACED | _TWO_PAGES
    if not (chip.mode.is_bitmap and chip.register(9) & both == both and chip.registers[2] & _PAGE):
        return None
    registers = chip.registers[:]
    registers[2] &= ~_PAGE
    return replace(chip, registers=registers)
