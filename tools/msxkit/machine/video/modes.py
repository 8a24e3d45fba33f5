"""The screen modes of MSX BASIC: how SCREEN n sets the chip up, where its tables lie, which colours it takes.

Sources: MSX2 Technical Handbook, chapter 4; tests/graphics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

from msxkit.machine.video.display_modes import (
    GRAPHIC1,
    GRAPHIC2,
    GRAPHIC3,
    GRAPHIC4,
    GRAPHIC5,
    GRAPHIC6,
    GRAPHIC7,
    MULTICOLOUR,
    TEXT1,
    TEXT2,
    DisplayMode,
)

#: Rows of the sprite attributes that put a sprite off the screen: below 192 and below 212 rows.
OFF_192, OFF_212 = 0xD1, 0xD9


@dataclass(frozen=True, slots=True, eq=False)
class ScreenMode:
    """One of SCREEN 0-8.

    Attributes:
        display: The mode of the chip, which says how it shows dots, colours and sprites.
        height: The rows of pixels (0: a text mode).
        tables: The name, colour, pattern, sprite attribute and sprite pattern tables as BASE tells them.
        palette: Where an MSX2 has a copy of the palette.
        drawn_as: The mode whose tables graphic statements use.
        registers: What is written to R#2-R#6 when the tables cannot be moved by BASE (None there: the register keeps
            its value); None: BASE can move them.
        kept: The registers that an MSX2 does not set although BASE can move the tables.
        off: The row that hides a sprite.
        highest_colour, highest_border: The highest colours that statements take.
        wide: The mode that takes its place when WIDTH is above its columns.
        is_text: Whether PRINT writes on it.
        ink_bits: The bits of a colour that are drawn.
        page_size: Bytes from one page to the next, as SET PAGE counts them; 0: there are no pages.
    """

    number: int
    display: DisplayMode
    height: int
    tables: tuple[int, int, int, int, int]
    palette: int
    drawn_as: int
    registers: tuple[int | None, int | None, int | None, int | None, int | None] | None = None
    kept: tuple[int, ...] = ()
    off: int = OFF_192
    highest_colour: int = 15
    highest_border: int = 15
    wide: ScreenMode | None = None
    is_text: bool = field(init=False)
    ink_bits: int = field(init=False)
    page_size: int = field(init=False)

    def __post_init__(self) -> None:
        """Set the fields that follow from others, once: they are read for each dot."""
        set_field = partial(object.__setattr__, self)
        set_field("is_text", not self.height)
        set_field("ink_bits", 3 if self.display.halves_colours else self.highest_colour)
        set_field("page_size", 256 * self.display.row_bytes)

    @property
    def mode_bits(self) -> tuple[int, int]:
        """The bits of the mode in R#0 and R#1."""
        code = self.display.code
        return code >> 1 & 0x0E, (code & 1) << 4 | (code & 2) << 2

    def parts(self) -> tuple[Any, ...]:
        """Return the number: a saved state holds no more."""
        return (self.number,)

    @classmethod
    def of_parts(cls, *parts: Any) -> ScreenMode:
        """Return the mode with this number."""
        (number,) = parts
        return MODES[number]

    def pages(self, vram_size: int) -> int:
        """Return the number of pages in video memory of so many bytes."""
        return vram_size // self.page_size if self.page_size else 0

    def for_width(self, width: int) -> ScreenMode:
        """Return the mode that WIDTH makes of it."""
        return self.wide if self.wide and width > self.display.columns else self


_BITMAP_A = (0, 0, 0, 0x7600, 0x7800)
_BITMAP_B = (0, 0, 0, 0xFA00, 0xF000)
_REGISTERS_A = (0x1F, None, None, 0xEF, 0x0F)
_REGISTERS_B = (0x1F, None, None, 0xF7, 0x1E)

#: SCREEN 0 with more than 40 columns, on an MSX2.
WIDE_TEXT = ScreenMode(0, TEXT2, 0, (0x0000, 0, 0x1000, 0, 0), 0x0F00, 3, (0x03, 0x27, 0x02, None, None))
MODES = (
    ScreenMode(0, TEXT1, 0, (0x0000, 0, 0x0800, 0, 0), 0x0400, 3, kept=(3, 5, 6), wide=WIDE_TEXT),
    ScreenMode(1, GRAPHIC1, 0, (0x1800, 0x2000, 0, 0x1B00, 0x3800), 0x2020, 3),
    ScreenMode(2, GRAPHIC2, 192, (0x1800, 0x2000, 0, 0x1B00, 0x3800), 0x1B80, 2),
    ScreenMode(3, MULTICOLOUR, 192, (0x0800, 0, 0, 0x1B00, 0x3800), 0x2020, 3, kept=(3,)),
    ScreenMode(
        4,
        GRAPHIC3,
        192,
        (0x1800, 0x2000, 0, 0x1E00, 0x3800),
        0x1B80,
        2,
        (0x06, 0xFF, 0x03, 0x3F, 0x07),
        off=OFF_212,
    ),
    ScreenMode(5, GRAPHIC4, 212, _BITMAP_A, 0x7680, 5, _REGISTERS_A, off=OFF_212),
    ScreenMode(6, GRAPHIC5, 212, _BITMAP_A, 0x7680, 6, _REGISTERS_A, off=OFF_212, highest_border=31),
    ScreenMode(7, GRAPHIC6, 212, _BITMAP_B, 0xFA80, 7, _REGISTERS_B, off=OFF_212),
    ScreenMode(
        8,
        GRAPHIC7,
        212,
        _BITMAP_B,
        0xFA80,
        8,
        _REGISTERS_B,
        off=OFF_212,
        highest_colour=255,
        highest_border=255,
    ),
)
#: The name, colour, pattern, sprite attribute and sprite pattern tables that BASE can move (TXTNAM to MLTPAT).
MOVABLE = tuple(table for mode in MODES if mode.registers is None for table in mode.tables)


#: SCREEN 10 to 12 of an MSX2+ are SCREEN 8, whose number SCRMOD keeps, with these bits (YAE, YJK) in R#25.
VARIANTS: Mapping[int, int] = MappingProxyType({10: 0x18, 11: 0x18, 12: 0x08})


def screen_of(display: DisplayMode | None) -> ScreenMode | None:
    """Return the screen mode that sets a mode of the chip; None if there is none."""
    return next((mode for mode in (*MODES, WIDE_TEXT) if mode.display is display), None)
