"""Which video chips there are. Sources: TMS9918A data manual, V9938 technical data book."""

from __future__ import annotations

from enum import Enum


class ChipType(Enum):
    """A video chip.

    Attributes:
        vram_size: Bytes of video memory that a machine with it has here.
        last_register, last_status: The highest register that can be written, and the highest status register.
    """

    TMS9918A = "TMS9918A", 0x4000, 7, 0
    V9938 = "V9938", 0x20000, 46, 9

    vram_size: int
    last_register: int
    last_status: int

    def __new__(cls, value: str, vram_size: int, last_register: int, last_status: int) -> ChipType:
        chip = object.__new__(cls)
        chip._value_ = value
        chip.vram_size, chip.last_register, chip.last_status = vram_size, last_register, last_status
        return chip
