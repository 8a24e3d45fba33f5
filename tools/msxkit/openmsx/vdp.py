"""The text mode of the video chip, told by its registers: the columns, and where the name table lies.

Source: TMS9918A data manual and V9938 technical data book, mode bits M1-M5 and name table register R#2.
"""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.display.screen import ROWS
from msxkit.errors import MachineError
from msxkit.machine.chip_type import chip_with
from msxkit.machine.video.display_modes import DISPLAY_MODES, mode_bits
from msxkit.machine.video.modes import screen_of


@dataclass(frozen=True, slots=True)
class TextMode:
    """A text mode.

    Attributes:
        mode: 0 or 1, as in SCREEN.
        columns: 32, 40 or 80.
        address: The address of the name table in VRAM.
    """

    mode: int
    columns: int
    address: int

    @property
    def size(self) -> int:
        """The number of cells of the name table that are shown."""
        return self.columns * ROWS


def text_mode(registers: bytes, vram_size: int) -> TextMode:
    """Return the text mode. Raise `MachineError` in a graphic mode.

    Args:
        registers: R#0-R#2 at least.
        vram_size: Bytes of video memory, which tell the type of the chip.
    """
    chip = chip_with(vram_size)
    bits = mode_bits(registers) & chip.mode_bits
    screen = screen_of(DISPLAY_MODES.get(bits))
    if screen is None or not screen.is_text:
        name = f"SCREEN {screen.number}" if screen else f"a mode with the bits {bits:05b}"
        raise MachineError(f"the machine shows {name}, which has no text: use a screenshot or read VRAM")
    display = screen.display
    address = (registers[2] & display.name_bits & chip.name_bits) << display.name_shift
    return TextMode(screen.number, display.columns, address)
