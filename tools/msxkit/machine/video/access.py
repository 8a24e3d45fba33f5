"""VPEEK, VPOKE, BASE, VDP and the ports of the video chip, as BASIC lets a program use them.

Sources: MSX Red Book (BASE, VDP), MSX2 Technical Handbook chapter 2 and appendix 9; tests/graphics.
"""

from __future__ import annotations

from msxkit.decimal14 import IllegalFunctionCallError, Number, to_address, to_byte
from msxkit.machine.video.modes import MODES
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import TABLES, VideoState

#: Ports of the chip; an MSX1 has the first two.
DATA, CONTROL, PALETTE, INDIRECT = 0x98, 0x99, 0x9A, 0x9B
_MSX1_VRAM = 0x4000
#: What the name, colour, pattern, sprite attribute and sprite pattern tables of SCREEN 0-3 are multiples of.
_UNITS = (0x400, 0x40, 0x800, 0x80, 0x800)
_GRAPHIC2_UNITS = (0x400, 0x2000, 0x2000, 0x80, 0x800)
#: VDP(8) is status register 0, as the last interrupt found it: a frame was over, no sprite was the fifth.
STATUS = 0x9F
#: VDP(9) is R#8, and so on; VDP(33) to VDP(47) are R#32 to R#46.
_LAST_SHOWN, _FIRST_COMMAND, _LAST_COMMAND = 24, 33, 47


class VideoAccess:
    """The video chip as a program sees it through BASIC."""

    def __init__(self, video: VideoState, screens: Screens) -> None:
        self._video = video
        self._chip = video.chip
        self._screens = screens

    # Memory

    def _address(self, address: Number) -> int:
        place = to_address(address)
        if not self._chip.is_v9938 and place >= _MSX1_VRAM:
            raise IllegalFunctionCallError
        return place

    def vpeek(self, address: Number) -> int:
        """VPEEK(address)."""
        if type(address) is int and 0 <= address < _MSX1_VRAM:
            return self._chip.vram[address]
        return self._chip.vram[self._address(address)]

    def vpoke(self, address: Number, value: Number) -> None:
        """VPOKE address, value."""
        place = self._address(address)
        self._chip.vram[place] = to_byte(value)

    # Tables

    def base(self, index: Number) -> int:
        """BASE(n): where table n MOD 5 of SCREEN n \\ 5 lies."""
        number = to_byte(index)
        if number >= (5 * len(MODES) if self._chip.is_v9938 else len(TABLES)):
            raise IllegalFunctionCallError
        if self._chip.is_v9938 and number == 1:
            # An MSX2 gives the pattern table here too.
            number = 2
        return self._screens.tables(number // 5)[number % 5]

    def set_base(self, index: Number, value: Number) -> None:
        """BASE(n) = address: the next SCREEN puts the table there. Those of SCREEN 4-8 stay where they are."""
        number = to_byte(index)
        self.base(number)
        place = to_address(value)
        units = _GRAPHIC2_UNITS if number // 5 == 2 else _UNITS
        if place >= _MSX1_VRAM or place % units[number % 5]:
            raise IllegalFunctionCallError
        if number < len(TABLES):
            self._video.screen.tables[number] = place

    # Registers

    def vdp(self, index: Number) -> int:
        """VDP(n): registers 0-7, 8 the status register, on an MSX2 R#8 and on from 9, S#1 and on from -1."""
        chip = self._chip
        if chip.is_v9938 and -len(chip.status) < index < 0:
            return chip.status[-int(index)]
        number = to_byte(index)
        if number > (_LAST_COMMAND if chip.is_v9938 else 8):
            raise IllegalFunctionCallError
        if number == 8:
            return STATUS
        register = number if number < 8 else number - 1
        return chip.registers[register]

    def set_vdp(self, index: Number, value: Number) -> None:
        """VDP(n) = value."""
        number = to_byte(index)
        self.vdp(number)
        code = to_byte(value)
        if number != 8:
            self._chip.write_register(number if number < 8 else number - 1, code)

    # Ports

    def read_port(self, port: int) -> int | None:
        """IN; None: the port is not the chip's."""
        if port == DATA:
            return self._chip.read_data()
        return self._chip.read_status() if port == CONTROL else None

    def write_port(self, port: int, value: int) -> bool:
        """OUT; False: the port is not the chip's."""
        if port == DATA:
            self._chip.write_data(value)
        elif port == CONTROL:
            self._chip.write_control(value)
        elif port == PALETTE:
            self._chip.write_palette(value)
        elif port == INDIRECT:
            self._chip.write_indirect(value)
        else:
            return False
        return True
