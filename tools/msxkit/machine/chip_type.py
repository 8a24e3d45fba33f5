"""The video chips, and what each can do. Sources: TMS9918A data manual, V9938 technical data book, V9958 data book.

A chip that has a register can do what the register is for; `Chip.register` returns 0 for one that it lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from msxkit.display.palette import V9938_RESET


@dataclass(frozen=True, slots=True, eq=False)
class ChipType:
    """A video chip.

    Attributes:
        name: Its name in recordings.
        vram_size: Bytes of video memory that a machine with it has here.
        last_register, last_status: The highest register that can be written, and the highest status register.
        gap: The registers below `last_register` that it does not have.
        register_bits: The bits of a register's number that it uses.
        recorded_registers: How many registers, from R#0, the state in a recording has.
        mode_bits: Those of YAE YJK M5 M4 M3 M2 M1 that it has.
        name_bits, pattern_bits, attribute_bits, sprite_bits: The bits of R#2, R#4, R#5 and R#6 that it has.
        memory_bit: What the BIOS sets in R#1 for 16 KB of memory.
        lines: The lines of its highest picture.
        palette: The palette after a reset, two bytes a colour; empty where the colours are fixed.
        status: Number and bits of the status registers that are not 0 after a reset.
    """

    name: str
    vram_size: int
    last_register: int
    last_status: int
    gap: frozenset[int]
    register_bits: int
    recorded_registers: int
    mode_bits: int
    name_bits: int
    pattern_bits: int
    attribute_bits: int
    sprite_bits: int
    memory_bit: int
    lines: int
    palette: bytes
    status: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return self.name

    def parts(self) -> tuple[Any, ...]:
        """Return the name: a saved state holds no more."""
        return (self.name,)

    @classmethod
    def of_parts(cls, *parts: Any) -> ChipType:
        """Return the chip of this name."""
        (name,) = parts
        return CHIPS[name]


TMS9918A = ChipType(
    name="TMS9918A",
    vram_size=0x4000,
    last_register=7,
    last_status=0,
    gap=frozenset(),
    register_bits=0x07,
    recorded_registers=8,
    mode_bits=0b00111,
    name_bits=0x0F,
    pattern_bits=0x07,
    attribute_bits=0x7F,
    sprite_bits=0x07,
    memory_bit=0x80,
    lines=192,
    palette=b"",
    status=(),
)
V9938 = ChipType(
    name="V9938",
    vram_size=0x20000,
    last_register=46,
    last_status=9,
    gap=frozenset(range(24, 32)),
    register_bits=0x3F,
    recorded_registers=28,
    mode_bits=0b11111,
    name_bits=0x7F,
    pattern_bits=0x3F,
    attribute_bits=0xFF,
    sprite_bits=0x3F,
    memory_bit=0,
    lines=212,
    palette=V9938_RESET,
    status=((2, 0x0C), (4, 0xFE), (6, 0xFC), (9, 0xFE)),
)
V9958 = replace(
    V9938,
    name="V9958",
    gap=V9938.gap - {25, 26, 27},
    mode_bits=0b1111111,
    # S#1 also holds the number of the chip, 2.
    status=((1, 0x04), *V9938.status),
)
#: Every chip, by name. Another one is added by adding a value.
CHIPS: Mapping[str, ChipType] = MappingProxyType({chip.name: chip for chip in (TMS9918A, V9938, V9958)})


def chip_with(vram_size: int) -> ChipType:
    """Return the chip of a machine by its video memory: the first that can have so much, else the largest."""
    return next((chip for chip in CHIPS.values() if vram_size <= chip.vram_size), V9938)
