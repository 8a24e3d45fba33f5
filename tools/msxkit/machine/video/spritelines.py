"""Sprites as the chip shows them, line by line: which are seen, what they cover, and what the status register tells.

Everything comes from memory and registers. Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapter
"sprites" (modes 1 and 2, the bits CC, IC and EC of a line's colour).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msxkit.machine.video.chip import COLLISION, TOO_MANY, Chip

PLANES = 32
WIDTH = 256
_COLOURS = 512
#: Bits of a line's colour: 32 dots to the left; drawn over the sprite before it; takes no part in collisions.
EARLY, _MIXED, _HARMLESS = 0x80, 0x40, 0x20
#: Row that ends the list of sprites, and how many a line shows, in mode 1 and 2.
LAST_ROW = {1: 0xD0, 2: 0xD8}
PER_LINE = {1: 4, 2: 8}


@dataclass(frozen=True, slots=True)
class SpriteLine:
    """One sprite on one line of the picture. dots: 256 bits, the left one highest. colour: with the bits of mode 2."""

    plane: int
    line: int
    dots: int
    colour: int

    @property
    def is_mixed(self) -> bool:
        """Its colour is added to that of the sprite before it."""
        return bool(self.colour & _MIXED)

    @property
    def collides(self) -> bool:
        return not self.colour & (_MIXED | _HARMLESS)


class SpriteScan:
    """The sprites of one frame.

    lines: what is seen, by line, in the order of the planes. status: what S#0 shows of them (bits 6-0): too many on a
    line, a collision, and the number of the first sprite that is not shown, or of the last one that was looked at.
    """

    def __init__(self, chip: Chip) -> None:
        self.lines: dict[int, list[SpriteLine]] = {}
        self.status = PLANES - 1
        if chip.sprites_shown:
            self._scan(chip, chip.sprite_mode)

    def _scan(self, chip: Chip, mode: int) -> None:
        limit = PER_LINE[mode]
        crowded: int | None = None
        rows = chip.vram[chip.sprite_attributes : chip.sprite_attributes + 4 * PLANES : 4]
        end = rows.find(LAST_ROW[mode])
        self.status = PLANES - 1 if end < 0 else end
        for plane, line, dots, colour in _sprites(chip, mode):
            seen = self.lines.setdefault(line, [])
            if len(seen) < limit:
                seen.append(SpriteLine(plane, line, dots, colour))
            elif crowded is None or line < crowded:
                crowded = line
                self.status = self.status & COLLISION | TOO_MANY | plane
        for seen in self.lines.values():
            taken = 0
            for sprite in seen:
                if not sprite.collides:
                    continue
                if taken & sprite.dots:
                    self.status |= COLLISION
                    return
                taken |= sprite.dots


def _sprites(chip: Chip, mode: int) -> Iterator[tuple[int, int, int, int]]:
    """Plane, line, dots and colour of every line of every sprite in the list."""
    height = chip.height
    vram, size = chip.vram, 16 if chip.registers[1] & 2 else 8
    zoom = chip.registers[1] & 1
    table, patterns = chip.sprite_attributes, chip.sprite_patterns
    # The whole picture scrolls under the sprites, which stay (R#23 of a V9938).
    scroll = chip.registers[23] if chip.is_v9938 else 0
    for plane in range(PLANES):
        row, column, pattern, attribute = vram[table + 4 * plane : table + 4 * plane + 4]
        if row == LAST_ROW[mode]:
            return
        top = (row + 1 - scroll) & 0xFF
        if height <= top <= 256 - (size << zoom):
            continue
        for offset in range(size << zoom):
            line = (top + offset) & 0xFF
            if line >= height:
                continue
            sprite_row = offset >> zoom
            at = patterns + ((pattern & 0xFC) << 3 if size == 16 else pattern << 3) + sprite_row
            bits = vram[at] << 8 | vram[at + 16] if size == 16 else vram[at]
            dots = _doubled(bits) if zoom else bits
            colour = attribute
            if mode == 2:
                colour = vram[table - _COLOURS + 16 * plane + sprite_row]
            left = column - 32 * bool(colour & EARLY)
            shift = WIDTH - left - (size << zoom)
            dots = dots << shift if shift >= 0 else dots >> -shift
            yield plane, line, dots & _SCREEN, colour if mode == 2 else colour & 0x0F


_SCREEN = (1 << WIDTH) - 1


def _doubled(bits: int) -> int:
    """Every bit twice."""
    return int("".join(2 * digit for digit in f"{bits:b}"), 2)
