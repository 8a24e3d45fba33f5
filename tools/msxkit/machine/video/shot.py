"""The video chip at one moment, as recordings hold it: frozen, and as bytes that tell what changed since the moment
before.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass, field

from msxkit.display.screen import ROWS, Screen
from msxkit.machine.chip_type import ChipType
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.modes import MODES

#: Registers that the picture depends on; the others are pointers and those of the command engine.
SHOWN_REGISTERS = (*range(12), 23, 25, 26, 27)


@dataclass(frozen=True, slots=True)
class Shot:
    """What a picture is made of. Two are equal when all that can be seen and all of video memory are equal.

    Attributes:
        chip: The type of the chip.
        mode: SCRMOD, 0-8.
        vram: Video memory as the processor sees it.
        shown: The registers that the picture depends on.
        palette: 32 bytes; empty for a TMS9918A.
        registers: R#0 to R#7, of the others R#0 to R#27.
    """

    chip: ChipType
    mode: int
    vram: bytes
    shown: tuple[int, ...]
    palette: bytes
    registers: bytes = field(compare=False)

    @classmethod
    def made(cls, chip: ChipType, mode: int, vram: bytes, registers: bytes, palette: bytes) -> Shot:
        """Return a shot made of its parts. Raise `ValueError` if one has another size than the chip's."""
        wanted = (chip.vram_size, chip.recorded_registers, len(chip.palette))
        if (len(vram), len(registers), len(palette)) != wanted:
            raise ValueError(f"video memory, registers and palette of a {chip.name} have {wanted} bytes")
        shown = tuple(registers[number] for number in SHOWN_REGISTERS if number < len(registers))
        return cls(chip, mode, vram, shown, palette, registers)

    @classmethod
    def of(cls, chip: Chip, mode: int) -> Shot:
        """Return a shot of the chip now, in a screen mode."""
        registers = bytes(chip.registers[: chip.type.recorded_registers])
        return cls.made(chip.type, mode, bytes(chip.vram), registers, bytes(chip.palette))

    def to_chip(self) -> Chip:
        """Return a chip that shows this."""
        made = Chip.fresh(self.chip)
        made.vram[:] = self.vram
        made.registers[: len(self.registers)] = self.registers
        made.palette[:] = self.palette
        return made

    def screen(self, cursor: tuple[int, int]) -> Screen:
        """Return the text screen that it shows; a blank one in a graphic mode."""
        chip = self.to_chip()
        columns = chip.mode.columns
        if not chip.mode.is_text or not MODES[self.mode].is_text:
            return Screen(b" " * (32 * ROWS), cursor, mode=self.mode)
        start, size = chip.name_table, columns * ROWS
        return Screen(self.vram[start : start + size], cursor, columns, self.mode, columns)

    def change_since(self, before: bytes) -> str | None:
        """Return how video memory differs from before: base64 of zlib of the exclusive or; None if it does not.

        Args:
            before: The memory then; no bytes stand for zeros.
        """
        if self.vram == (before or bytes(len(self.vram))):
            return None
        return base64.b64encode(zlib.compress(exclusive_or(self.vram, before), 9)).decode("ascii")


def changed(before: bytes, change: str) -> bytes:
    """Return video memory after a change that `Shot.change_since` has written. Raise `ValueError` for anything else."""
    try:
        packed = base64.b64decode(change, validate=True)
        if base64.b64encode(packed).decode() != change:  # Python passes over padding at the end
            raise binascii.Error("the base64 is cut, or something follows it")
        unpack = zlib.decompressobj()
        mixed = unpack.decompress(packed, len(before) + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(str(error)) from None
    if len(mixed) != len(before):
        raise ValueError(f"the change is not one of {len(before)} bytes")
    if not unpack.eof or unpack.unused_data:
        raise ValueError("the change is cut, or something follows it")
    return exclusive_or(before, mixed)


def exclusive_or(one: bytes, other: bytes) -> bytes:
    """Return the exclusive or of two strings of bytes; zeros follow the other one where it is shorter."""
    together = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return together.to_bytes(len(one), "little")
