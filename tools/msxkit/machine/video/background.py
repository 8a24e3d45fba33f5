"""The input of the picture without sprites: copies of the tables of a mode in video memory.

Two pictures with equal backgrounds are equal apart from their sprites, so a raster keeps the pixels that it made from
one: copying and comparing the tables takes microseconds, whatever wrote into video memory; drawing takes a hundred
times as long.
Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapter on the modes.
"""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.machine.video.backdrop import border
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import DisplayMode, ModeLayout

#: How many fields a raster keeps: programs turn pages, and a picture in the terminal is asked for twice.
KEPT = 4
#: R#1: the screen is on.
_ON = 0x40


@dataclass(frozen=True, slots=True)
class Background:
    """The input of a field of pixels.

    Attributes:
        mode: How the tables are read.
        height: Lines of the picture.
        first: The line of 256 that is at the top.
        shown: Whether the screen is on; while it is off the tables are empty.
        names: Rows of codes, or lines of a bitmap, from the start of the table; no more than are seen, as tables of
            sprites may follow.
        shapes: Patterns: 256 of eight bytes, in GRAPHIC2 and 3 as many for every eight rows of the name table.
        pairs: What colours them, as many bytes as `shapes` in GRAPHIC2 and 3, in GRAPHIC1 one for every eight
            codes, in the text modes the one of R#7, else none.
        through: The colours of the border in even and odd columns, seen where a dot has colour 0; None where 0
            is a colour like the others.
    """

    mode: DisplayMode
    height: int
    first: int
    shown: bool
    names: bytes
    shapes: bytes
    pairs: bytes
    through: tuple[int, int] | None

    @classmethod
    def of(cls, chip: Chip) -> Background:
        """Return the background of the chip now."""
        mode, shown = chip.mode, bool(chip.registers[1] & _ON)
        first = chip.top_line
        rows = -(-chip.height // 8) if first == 0 else 32
        solid = mode.has_own_colours or chip.shows_zero
        return cls(
            mode,
            chip.height,
            first,
            shown,
            _names(chip, mode, rows) if shown else b"",
            _shapes(chip, mode, rows) if shown else b"",
            _pairs(chip, mode, rows) if shown else b"",
            None if solid and shown else border(chip),
        )

    @property
    def width(self) -> int:
        """Dots of a line when the screen is off."""
        return self.mode.dots

    @property
    def rows(self) -> int:
        """How many rows of eight lines there are."""
        return len(self.names) // _row_of_names(self.mode)


def _row_of_names(mode: DisplayMode) -> int:
    """Return the bytes of a row of codes, or of eight lines of a bitmap."""
    return 8 * mode.row_bytes if mode.is_bitmap else mode.columns


def _names(chip: Chip, mode: DisplayMode, rows: int) -> bytes:
    start, size = chip.name_table, len(chip.vram)
    length = rows * _row_of_names(mode)
    found = bytes(chip.vram[start : start + length])
    # Rows that the top of the picture takes from behind the table may lie beyond the end of memory.
    return found if start + length <= size else found + bytes(chip.vram[: start + length - size])


def _shapes(chip: Chip, mode: DisplayMode, rows: int) -> bytes:
    if mode.is_bitmap:
        return b""
    table = chip.pattern_table
    if mode.layout is ModeLayout.PATTERNS:
        return _masked(chip, table, (chip.registers[4] & 3) << 11 | 0x7FF, 0x800, rows)
    return bytes(chip.vram[table : table + 0x800])


def _pairs(chip: Chip, mode: DisplayMode, rows: int) -> bytes:
    table = chip.colour_table
    if mode.layout is ModeLayout.PATTERNS:
        return _masked(chip, table, (chip.registers[3] & 0x7F) << 6 | 0x3F, 0x40, rows)
    if mode.layout is ModeLayout.TEXT:
        return bytes(chip.registers[7:8])
    return bytes(chip.vram[table : table + mode.colours])


def _masked(chip: Chip, table: int, mask: int, step: int, rows: int) -> bytes:
    """Return 2 KB for every eight rows of a table in which a mask leaves out address bits, though none below `step`."""
    length = -(-rows // 8) * 0x800
    if mask == 0x1FFF:
        return bytes(chip.vram[table : table + length])
    starts = [table + (offset & mask) for offset in range(0, length, step)]
    return b"".join([chip.vram[start : start + step] for start in starts])
