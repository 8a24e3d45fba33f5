"""The display modes of the video chips, and what each is made of.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes and sprites; V9958 data book,
chapter on YJK.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import partial
from types import MappingProxyType


class ModeLayout(Enum):
    """How a mode makes its picture."""

    #: A shape of six dots for each code, all in two colours.
    TEXT = auto()
    #: A shape of eight dots for each code, two colours for every eight codes.
    TILES = auto()
    #: A shape and its colours for each code, others for every eight rows.
    PATTERNS = auto()
    #: Blocks of four by four dots.
    BLOCKS = auto()
    #: Pixels in memory row by row.
    BITMAP = auto()
    #: The same, where four pixels side by side have a brightness each and share the rest of their colour.
    YJK = auto()


@dataclass(frozen=True, slots=True, eq=False)
class DisplayMode:
    """What the mode bits select, by the names of the data books.

    Attributes:
        code: YAE YJK M5 M4 M3 M2 M1.
        columns: Columns of the name table; 0 in a bitmap.
        dots: Dots of a line; TEXT1 and TEXT2 have 240 and 480 while the screen is on.
        bits: Bits of a dot in a bitmap, where the chip's commands work; 0 in other modes.
        is_planar: Whether two banks of memory take turns, byte by byte.
        sprite_mode: 0: no sprites; 1: one colour each; 2: a colour for each line.
        has_own_colours: Whether a dot is its colour, without the palette.
        names, shapes, colours: Sizes in bytes of the name, pattern and colour tables that are shown.
        name_bits, name_shift: The bits of R#2 that count, and how far left they stand in the address.
        colour_bits, pattern_bits: The bits of R#3 and R#4 that are the table's address; others are a mask.
        is_text: Whether each code has one shape: a character.
        is_bitmap: Whether pixels lie in memory row by row.
        mixed: How many colours without a number in the palette come before those of the palette: 32768 or none.
        depth: Bytes of the number of a colour in a frame.
        row_bytes: Bytes of a row of a bitmap.
        halves_colours: Whether a colour of border and sprites is two of two bits, for even and odd columns.
    """

    name: str
    code: int
    layout: ModeLayout
    columns: int = 32
    dots: int = 256
    bits: int = 0
    is_planar: bool = False
    sprite_mode: int = 1
    has_own_colours: bool = False
    names: int = 0
    shapes: int = 0
    colours: int = 0
    name_bits: int = 0x7F
    name_shift: int = 10
    colour_bits: int = 0xFF
    pattern_bits: int = 0xFF
    is_text: bool = field(init=False)
    is_bitmap: bool = field(init=False)
    mixed: int = field(init=False)
    depth: int = field(init=False)
    row_bytes: int = field(init=False)
    halves_colours: bool = field(init=False)

    def __post_init__(self) -> None:
        """Set the fields that follow from others, once: they are read for each dot."""
        set_field = partial(object.__setattr__, self)
        set_field("is_text", self.layout in (ModeLayout.TEXT, ModeLayout.TILES))
        set_field("is_bitmap", self.layout in (ModeLayout.BITMAP, ModeLayout.YJK))
        set_field("mixed", 0x8000 if self.layout is ModeLayout.YJK else 0)
        set_field("depth", 2 if self.mixed else 1)
        set_field("row_bytes", self.dots * self.bits // 8)
        set_field("halves_colours", self.bits == 2)

    def __str__(self) -> str:
        return self.name

    @property
    def is_extended(self) -> bool:
        """Whether it is one of the modes that the TMS9918A does not have."""
        return self.code > 0b00111

    @property
    def attribute_bits(self) -> int:
        """The bits of R#5 that count: sprite mode 2 has 512 bytes of colours before the attributes."""
        return 0xFC if self.sprite_mode == 2 else 0xFF


TEXT1 = DisplayMode("TEXT1", 0b00001, ModeLayout.TEXT, columns=40, sprite_mode=0, names=960, shapes=0x800)
TEXT2 = replace(TEXT1, name="TEXT2", code=0b01001, columns=80, names=2160, name_bits=0x7C, colour_bits=0xF8)
GRAPHIC1 = DisplayMode("GRAPHIC1", 0b00000, ModeLayout.TILES, names=768, shapes=0x800, colours=32)
GRAPHIC2 = DisplayMode(
    "GRAPHIC2",
    0b00100,
    ModeLayout.PATTERNS,
    names=768,
    shapes=0x1800,
    colours=0x1800,
    colour_bits=0x80,
    pattern_bits=0x3C,
)
MULTICOLOUR = DisplayMode("MULTICOLOUR", 0b00010, ModeLayout.BLOCKS, names=768, shapes=0x800)
GRAPHIC3 = replace(GRAPHIC2, name="GRAPHIC3", code=0b01000, sprite_mode=2)
GRAPHIC4 = DisplayMode(
    "GRAPHIC4", 0b01100, ModeLayout.BITMAP, columns=0, bits=4, sprite_mode=2, name_bits=0x60
)
GRAPHIC5 = replace(GRAPHIC4, name="GRAPHIC5", code=0b10000, dots=512, bits=2)
GRAPHIC6 = DisplayMode(
    "GRAPHIC6",
    0b10100,
    ModeLayout.BITMAP,
    columns=0,
    dots=512,
    bits=4,
    is_planar=True,
    sprite_mode=2,
    name_bits=0x20,
    name_shift=11,
)
GRAPHIC7 = DisplayMode(
    "GRAPHIC7",
    0b11100,
    ModeLayout.BITMAP,
    columns=0,
    bits=8,
    is_planar=True,
    sprite_mode=2,
    has_own_colours=True,
    name_bits=0x20,
    name_shift=11,
)
#: GRAPHIC7 with the brightness of a pixel in five bits; or in four, which a fifth makes a colour of the palette.
YJK = replace(GRAPHIC7, name="YJK", code=0b0111100, layout=ModeLayout.YJK, has_own_colours=False)
YJK_YAE = replace(YJK, name="YJK/YAE", code=0b1111100)
#: Every mode, by its code. Another one is added by adding a value.
DISPLAY_MODES: Mapping[int, DisplayMode] = MappingProxyType(
    {
        mode.code: mode
        for mode in (
            TEXT1,
            TEXT2,
            MULTICOLOUR,
            GRAPHIC1,
            GRAPHIC2,
            GRAPHIC3,
            GRAPHIC4,
            GRAPHIC5,
            GRAPHIC6,
            GRAPHIC7,
            YJK,
            YJK_YAE,
        )
    }
)


def mode_bits(registers: bytes | bytearray) -> int:
    """Return M5 M4 M3 M2 M1 of registers 0 and 1 of a V9938; a TMS9918A has the lower three. YAE and YJK of register 25
    of a V9958 come before them.
    """
    first, second = registers[0], registers[1]
    bits = (second >> 4 & 1) | (second >> 2 & 2) | (first << 1 & 0b11100)
    return bits | registers[25] << 2 & 0b1100000 if len(registers) > 25 else bits


def mode_of(bits: int) -> DisplayMode | None:
    """Return the mode of these bits; None if there is none. YAE and YJK change nothing but GRAPHIC7, YAE not alone."""
    return DISPLAY_MODES.get(bits) or DISPLAY_MODES.get(bits & 0b11111)
