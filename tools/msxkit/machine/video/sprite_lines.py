"""Sprites as the chip shows them, line by line: which are seen, what they cover, and what the status register tells.

Everything comes from memory and registers. Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapter
"sprites" (modes 1 and 2, the bits CC, IC and EC of a line's colour).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from msxkit.machine.video.chip import COLLISION, FRAME, TOO_MANY, Chip

PLANES = 32
WIDTH = 256
#: More lines than any picture has.
HEIGHT = 256
_COLOURS = 512
#: Bits of a line's colour: 32 dots to the left; mixed with the sprite before it; takes no part in collisions.
EARLY, MIXED, _HARMLESS = 0x80, 0x40, 0x20
#: Row that ends the list of sprites, and how many a line shows, in mode 1 and 2.
LAST_ROW = {1: 0xD0, 2: 0xD8}
PER_LINE = {1: 4, 2: 8}
_SCREEN = (1 << WIDTH) - 1


class SpriteLine(NamedTuple):
    """One sprite on one line of the picture.

    Attributes:
        left: Column of its first dot, -32 to 255.
        bits: Its `span` dots (8, 16 or 32), the left one highest.
        colour: The colour with the bits of mode 2.
    """

    plane: int
    left: int
    bits: int
    span: int
    colour: int

    @property
    def dots(self) -> int:
        """Its dots on the line of the picture: 256 bits, the left one highest."""
        shift = WIDTH - self.left - self.span
        return (self.bits << shift if shift >= 0 else self.bits >> -shift) & _SCREEN

    @property
    def is_mixed(self) -> bool:
        """Whether its colour is mixed (OR) with that of the sprite before it."""
        return bool(self.colour & MIXED)

    @property
    def collides(self) -> bool:
        return not self.colour & (MIXED | _HARMLESS)


@dataclass(frozen=True, slots=True)
class SpriteTables:
    """All that the sprites of a frame are made of.

    Attributes:
        mode: 1 or 2, or 0 where none are shown.
        height: Lines of the picture.
        size: 8 or 16.
        zoom: 1 doubles every dot, 0 does not.
        scroll: The line of 256 at the top.
        attributes: 4 bytes a plane.
        colours: 16 a plane, in mode 2.
        patterns: 2 KB.
    """

    mode: int
    height: int = 192
    size: int = 8
    zoom: int = 0
    scroll: int = 0
    attributes: bytes = b""
    colours: bytes = b""
    patterns: bytes = b""

    @classmethod
    def of(cls, chip: Chip) -> SpriteTables:
        """Return the tables of the chip now."""
        if not chip.sprites_shown:
            return cls(0)
        mode, table, patterns, vram = (
            chip.sprite_mode,
            chip.sprite_attributes,
            chip.sprite_patterns,
            chip.vram,
        )
        return cls(
            mode,
            chip.height,
            16 if chip.registers[1] & 2 else 8,
            chip.registers[1] & 1,
            # The whole picture scrolls under the sprites, which stay (R#23 of a V9938).
            chip.top_line,
            bytes(vram[table : table + 4 * PLANES]),
            bytes(vram[table - _COLOURS : table]) if mode == 2 else b"",
            bytes(vram[patterns : patterns + 0x800]),
        )


class SpriteScan:
    """The sprites of one frame.

    Attributes:
        lines: What is seen, by line, in the order of the planes.
    """

    def __init__(self, tables: SpriteTables) -> None:
        self.lines: dict[int, list[SpriteLine]] = {}
        #: The number of the last sprite that is looked at, and by line that of the first one that is not shown.
        self._last = PLANES - 1
        self._crowded: dict[int, int] = {}
        if tables.mode:
            self._scan(tables)

    @classmethod
    def of(cls, chip: Chip) -> SpriteScan:
        """Return the scan of the chip now. It is kept for as long as nothing of its tables changes."""
        return _scanned(SpriteTables.of(chip))

    @cached_property
    def _meeting(self) -> tuple[int, ...]:
        return tuple(line for line, sprites in self.lines.items() if _touching(sprites))

    def status(self, lines: range = range(HEIGHT)) -> int:
        """Return what S#0 shows of the sprites (bits 6-0) when these lines were drawn since it was last read.

        Too many on a line, a collision, and the number of the first sprite that is not shown, or of the last one that
        was looked at.
        """
        crowded = min((line for line in self._crowded if line in lines), default=None)
        number = self._last if crowded is None else TOO_MANY | self._crowded[crowded]
        return number | (COLLISION if any(line in lines for line in self._meeting) else 0)

    def _scan(self, tables: SpriteTables) -> None:
        size, zoom, mode, height = tables.size, tables.zoom, tables.mode, tables.height
        limit, lines, span = PER_LINE[mode], self.lines, size << zoom
        for plane in range(PLANES):
            row, column, pattern, attribute = tables.attributes[4 * plane : 4 * plane + 4]
            if row == LAST_ROW[mode]:
                self._last = plane
                return
            top = (row + 1 - tables.scroll) & 0xFF
            if height <= top <= 256 - span:
                continue
            at = (pattern & 0xFC if size == 16 else pattern) << 3
            left, colour = column - 32 * bool(attribute & EARLY), attribute & 0x0F
            for offset, bits in enumerate(_rows(tables.patterns[at : at + 2 * size], size, zoom)):
                line = (top + offset) & 0xFF
                if line >= height:
                    continue
                if mode == 2:
                    colour = tables.colours[16 * plane + (offset >> zoom)]
                    left = column - 32 * bool(colour & EARLY)
                seen = lines.setdefault(line, [])
                if len(seen) < limit:
                    seen.append(SpriteLine(plane, left, bits, span, colour))
                else:
                    self._crowded.setdefault(line, plane)


@lru_cache(maxsize=2)
def _scanned(tables: SpriteTables) -> SpriteScan:
    return SpriteScan(tables)


def _touching(sprites: list[SpriteLine]) -> bool:
    """Return whether two sprites of a line have a dot in the same place."""
    taken = 0
    if len(sprites) > 1:
        for sprite in sprites:
            if sprite.collides:
                dots = sprite.dots
                if taken & dots:
                    return True
                taken |= dots
    return False


@lru_cache(maxsize=512)
def _rows(pattern: bytes, size: int, zoom: int) -> tuple[int, ...]:
    """Return the dots of each line of a sprite, its left dot highest."""
    rows: list[int] = list(pattern[:size])
    if size == 16:
        rows = [left << 8 | right for left, right in zip(rows, pattern[size:], strict=True)]
    if not zoom:
        return tuple(rows)
    return tuple(doubled for bits in rows for doubled in [_doubled(bits)] * 2)


def _doubled(bits: int) -> int:
    return int("".join(2 * digit for digit in f"{bits:b}"), 2)


def status_of_interrupt(chip: Chip, read: int = 0) -> int:
    """Return S#0 as an interrupt finds it, which the machine keeps.

    Args:
        read: Lines that were drawn before the program itself has read it.
    """
    return FRAME | SpriteScan.of(chip).status(range(read, HEIGHT))
