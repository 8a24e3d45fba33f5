"""What a picture is made of, as tests ask about it: its sprites, and the parts of video memory that are shown."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.machine.video.chip import Chip
from msxkit.machine.video.sprite_lines import SpriteScan

_ATTRIBUTES, _COLOURS = 128, 512
_EARLY = 0x80


@dataclass(frozen=True, slots=True)
class Sprite:
    """A sprite that is on the screen.

    Attributes:
        plane: 0 is on top.
        x, y, pattern: As PUT SPRITE takes them.
        colour: 0-15, in mode 2 (SCREEN 4 to 8) of its first line.
        colours: The colours of its 8 or 16 lines.
        lines: How many lines of the picture show it; others may leave no room for it.
    """

    plane: int
    x: int
    y: int
    pattern: int
    colour: int
    colours: tuple[int, ...]
    lines: int


def sprites(chip: Chip) -> dict[int, Sprite]:
    """Return the sprites that are seen, by plane."""
    seen: dict[int, int] = {}
    for line in SpriteScan.of(chip).lines.values():
        for part in line:
            if part.dots:
                seen[part.plane] = seen.get(part.plane, 0) + 1
    size = 16 if chip.registers[1] & 2 else 8
    found = {}
    for plane, lines in sorted(seen.items()):
        at = chip.sprite_attributes + 4 * plane
        row, column, pattern, attribute = chip.vram[at : at + 4]
        if chip.sprite_mode == 2:
            colours = bytes(chip.vram[chip.sprite_attributes - _COLOURS + 16 * plane :][:size])
        else:
            colours = bytes([attribute] * size)
        found[plane] = Sprite(
            plane,
            column - 32 * bool(colours[0] & _EARLY),
            row - 256 * (row > 224),
            pattern // 4 if size == 16 else pattern,
            colours[0] & 15,
            tuple(colour & 15 for colour in colours),
            lines,
        )
    return found


def shown_parts(chip: Chip) -> list[range]:
    """Return the ranges of video memory, as the processor sees it, that the picture is made of."""
    mode, size = chip.mode, len(chip.vram)
    parts = [chip.sprite_attributes, chip.sprite_patterns] if chip.sprites_shown else []
    found = [range(at, at + length) for at, length in zip(parts, (_ATTRIBUTES, 2048), strict=False)]
    if chip.sprites_shown and chip.sprite_mode == 2:
        found.append(range(chip.sprite_attributes - _COLOURS, chip.sprite_attributes))
    if mode.is_bitmap:
        start = chip.name_table
        found.append(range(start, start + mode.row_bytes * chip.height))
        return [range(part.start, min(part.stop, size)) for part in found]
    found.append(range(chip.name_table, chip.name_table + mode.names))
    found.append(range(chip.pattern_table, chip.pattern_table + mode.shapes))
    found.append(range(chip.colour_table, chip.colour_table + mode.colours))
    return [range(part.start, min(part.stop, size)) for part in found]
