"""The text screen out of the video chip: mode and tables from its registers, cells from its memory.

Source: TMS9918A data manual and V9938 technical data book, mode bits M1-M5 and name table register R#2.
"""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.display.screen import ROWS
from msxkit.errors import MachineError

#: What the mode bits M5 M4 M3 M2 M1 mean, for messages.
_MODES = {
    0b00000: "SCREEN 1",
    0b00001: "SCREEN 0",
    0b01001: "SCREEN 0 with 80 columns",
    0b00100: "SCREEN 2",
    0b00010: "SCREEN 3",
    0b01000: "SCREEN 4",
    0b01100: "SCREEN 5",
    0b10000: "SCREEN 6",
    0b10100: "SCREEN 7",
    0b11100: "SCREEN 8",
}


@dataclass(frozen=True, slots=True)
class TextMode:
    """mode: 0 or 1 as SCREEN counts; columns: 32, 40 or 80; address of the name table in VRAM."""

    mode: int
    columns: int
    address: int

    @property
    def size(self) -> int:
        """Cells of the name table that are shown."""
        return self.columns * ROWS


def mode_bits(registers: bytes) -> int:
    """M5 M4 M3 M2 M1 of registers 0 and 1."""
    first, second = registers[0], registers[1]
    return (
        (second >> 4 & 1)
        | (second >> 3 & 1) << 1
        | (first >> 1 & 1) << 2
        | (first >> 2 & 1) << 3
        | (first >> 3 & 1) << 4
    )


def text_mode(registers: bytes, vram_size: int) -> TextMode:
    """Return the text mode.

    Args:
        registers: R#0-R#2 at least.
    """
    bits = mode_bits(registers)
    # 16 KB: a TMS9918, which has four address bits in R#2 and no M4 and M5.
    small = vram_size <= 0x4000
    if small:
        bits &= 0b00111
    table = registers[2] & (0x0F if small else 0x7F)
    if bits == 0b00000:
        return TextMode(1, 32, table << 10)
    if bits == 0b00001:
        return TextMode(0, 40, table << 10)
    if bits == 0b01001:
        # The two low bits are a mask in this mode, always set.
        return TextMode(0, 80, (table & 0x7C) << 10)
    name = _MODES.get(bits, f"a mode with the bits {bits:05b}")
    raise MachineError(f"the machine shows {name}, which has no text: use a screenshot or read VRAM")
