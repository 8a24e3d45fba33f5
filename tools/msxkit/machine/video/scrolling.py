"""How a V9958 moves the picture across, and what it covers: R#25 to R#27, which SET SCROLL sets.

Source: V9958 data book, chapter on horizontal scrolling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msxkit.machine.video.backdrop import border
from msxkit.machine.video.chip import Chip

#: R#25: the left eight dots are the border's; two pages lie side by side. R#2: the page.
_MASKED, _TWO_WIDE, _PAGE = 0x02, 0x01, 0x20
#: Dots of a line as the registers count them: a line of 512 moves by two.
_DOTS = 256


def pages_across(chip: Chip) -> list[Chip]:
    """Return the chip as it shows each of the pages that lie side by side: two where R#2 names an odd page."""
    if not (chip.register(25) & _TWO_WIDE and chip.registers[2] & _PAGE):
        return [chip]
    registers = chip.registers[:]
    registers[2] &= ~_PAGE
    return [replace(chip, registers=registers), chip]


def scrolled(chip: Chip, fields: Sequence[bytes]) -> bytes:
    """Return the lines of the pages in one, from the dot on that is at the left. The text modes stay where they are.

    Args:
        fields: The pixels of each page.
    """
    first, *_ = fields
    eights, fine = chip.register(26) & 63, chip.register(27) & 7
    if not (eights or fine) or chip.mode.dots % _DOTS or not chip.mode.sprite_mode:
        return first
    size, width = _unit(chip), len(first) // chip.height
    start = 8 * size * (eights % (32 * len(fields)))
    found = bytearray()
    edge = _edge(chip, fine)
    for at in range(0, len(first), width):
        line = b"".join([field[at : at + width] for field in fields])
        found += edge
        found += (line[start:] + line[:start])[: width - len(edge)]
    return bytes(found)


def masked(chip: Chip, pixels: bytes) -> bytes:
    """Return a picture whose left eight dots the border covers, where R#25 says so."""
    if not chip.register(25) & _MASKED or not chip.mode.sprite_mode:
        return pixels
    edge, width = _edge(chip, 8), len(pixels) // chip.height
    return b"".join([edge + pixels[at + len(edge) : at + width] for at in range(0, len(pixels), width)])


def _unit(chip: Chip) -> int:
    """Return the bytes of a dot of 256."""
    return chip.mode.depth * chip.mode.dots // _DOTS


def _edge(chip: Chip, dots: int) -> bytes:
    depth = chip.mode.depth
    pair = b"".join(colour.to_bytes(depth, "little") for colour in border(chip))
    return (pair * dots)[: dots * _unit(chip)]
