"""VPEEK, VPOKE, BASE, VDP and the ports of the video chip, as BASIC lets a program use them.

Sources: MSX Red Book (BASE, VDP), MSX2 Technical Handbook chapter 2 and appendix 9; tests/graphics.
"""

from __future__ import annotations

from typing import Protocol

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError, Number, to_address, to_byte
from msxkit.machine.guard import STATEMENT, Spend, unguarded
from msxkit.machine.model import Model
from msxkit.machine.video.chip import COLLISION
from msxkit.machine.video.modes import MODES, MOVABLE
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.sprite_lines import SpriteScan, status_of_interrupt
from msxkit.machine.video.state import VideoState

#: Ports of the chip; an MSX1 has the first two.
DATA, CONTROL, PALETTE, INDIRECT = 0x98, 0x99, 0x9A, 0x9B
#: What the name, colour, pattern, sprite attribute and sprite pattern tables of SCREEN 0-3 are multiples of.
_UNITS = (0x400, 0x40, 0x800, 0x80, 0x800)
_GRAPHIC2_UNITS = (0x400, 0x2000, 0x2000, 0x80, 0x800)
#: What BASE can move lies in the first 16 KB.
_MOVED_UP_TO = 0x4000
#: VDP(8) is the status register; VDP(9) is R#8, and so on.
_STATUS = 8


class Beam(Protocol):
    """What the clock tells of the picture that is being drawn."""

    @property
    def lines_left(self) -> int:
        """Lines of the screen that have not been drawn before the next interrupt."""

    def catch_up(self) -> None:
        """Count the interrupts that were due."""

    def listen(self) -> None:
        """Count each interrupt in its statement from now on."""


class VideoAccess:
    """The video chip as a program sees it through BASIC."""

    def __init__(
        self, model: Model, video: VideoState, screens: Screens, clock: Beam, spend: Spend = unguarded
    ) -> None:
        self._model = model
        self._clock = clock
        self._basic = model.basic
        self._video = video
        self._chip = video.chip
        self._screens = screens
        self._spend = spend

    # Memory

    def _address(self, address: Number) -> int:
        place = to_address(address)
        if place >= len(self._chip.vram):
            raise IllegalFunctionCallError
        # In SCREEN 5-8 addresses count from the page that is drawn on.
        return place + self._video.graphics.active_page * self._screens.mode.page_size

    @carries("VPEEK")
    def vpeek(self, address: Number) -> int:
        """Return VPEEK(address). Raise error 5 beyond video memory."""
        if type(address) is int and 0 <= address < _MOVED_UP_TO and not self._video.graphics.active_page:
            return self._chip.vram[address]
        return self._chip.vram[self._address(address) % len(self._chip.vram)]

    @carries("VPOKE")
    def vpoke(self, address: Number, value: Number) -> None:
        """Carry out VPOKE address, value. Raise error 5 beyond video memory."""
        place = self._address(address)
        self._chip.vram[place % len(self._chip.vram)] = to_byte(value)

    # Tables

    @carries("BASE")
    def base(self, index: Number) -> int:
        """Return BASE(n): where table n MOD 5 of SCREEN n \\ 5 lies."""
        number = to_byte(index)
        if number >= 5 * len(MODES) or number // 5 > self._model.highest_screen:
            raise IllegalFunctionCallError
        if number == 1:
            return self._video.screen.tables[1]
        return self._screens.tables(number // 5)[number % 5]

    @carries("SET_BASE")
    def set_base(self, index: Number, value: Number) -> None:
        """Carry out BASE(n) = address: SCREEN puts the table there. Tables of SCREEN 4-8 stay where they are.

        For the present mode the registers are set at once; an MSX1 sets those of SCREEN 2 in SCREEN 1, and those of
        SCREEN 3 in SCREEN 2 (MSX Red Book, 7B99H).
        """
        number = to_byte(index)
        self.base(number)
        place = to_address(value)
        units = _GRAPHIC2_UNITS if number // 5 == 2 else _UNITS
        if place >= _MOVED_UP_TO or place % units[number % 5]:
            raise IllegalFunctionCallError
        if number < len(MOVABLE):
            self._video.screen.tables[number] = place
            mode = number // 5
            if mode == self._video.screen.mode:
                self._screens.set_chip(self._basic.base_sets[mode])

    # Registers

    @carries("VDP")
    def vdp(self, index: Number) -> int:
        """Return VDP(n): registers 0-7, 8 the status register, on an MSX2 R#8 and on from 9, S#1 and on from -1."""
        chip = self._chip
        if chip.type.last_status and -len(chip.status) < index < 0:
            return chip.look_at_status(-int(index))
        number = to_byte(index)
        register = number if number < _STATUS else number - 1
        if number != _STATUS and not chip.has(register):
            raise IllegalFunctionCallError
        if number == _STATUS:
            return self._kept_status()
        return chip.registers[register]

    @carries("SET_VDP")
    def set_vdp(self, number: int, value: Number) -> None:
        """Carry out VDP(n) = value. An MSX2 refuses the status register."""
        self.vdp(number)
        code = to_byte(value)
        if number == _STATUS and not self._basic.sets_status:
            raise IllegalFunctionCallError
        if number != _STATUS:
            self._chip.write_register(number if number < _STATUS else number - 1, code, self._spend)

    # Status register 0

    def interrupted(self) -> None:
        """Note that an interrupt has read the status register, as it does at the end of a picture."""
        video = self._video
        if video.status is not None:
            video.status = status_of_interrupt(self._chip, video.lines_read)
            video.lines_read = 0

    def sprites_met(self) -> bool:
        """Return whether the last interrupt found that two sprites touch."""
        return bool(self._video.last_status & COLLISION)

    def _kept_status(self) -> int:
        """Return STATFL. From now on it is kept at each interrupt."""
        self._spend(STATEMENT)
        video = self._video
        if video.status is None:
            self._clock.listen()
            video.status = video.last_status
        self._clock.catch_up()
        return video.status

    def _status(self) -> int:
        """Read the status register: sprites that met in the lines which were drawn since it was last read, be it by an
        interrupt. Bit 7 is clear: the interrupt has read that.
        """
        self._kept_status()
        chip, video = self._chip, self._video
        drawn = max(video.lines_read, chip.height - self._clock.lines_left)
        lines, video.lines_read = range(video.lines_read, drawn), drawn
        return chip.read_status() | SpriteScan.of(chip).status(lines)

    # Ports

    def read_port(self, port: int) -> int | None:
        """Return what IN reads; None if the port is not the chip's."""
        if port == DATA:
            return self._chip.read_data()
        return self._read_status() if port == CONTROL else None

    def _read_status(self) -> int:
        return self._chip.read_status() if self._chip.register(15) & 15 else self._status()

    def write_port(self, port: int, value: int) -> bool:
        """Carry out OUT. Return False when the port is not the chip's."""
        if port == DATA:
            self._chip.write_data(value)
        elif port == CONTROL:
            self._chip.write_control(value, self._spend)
        elif port == PALETTE:
            self._chip.write_palette(value)
        elif port == INDIRECT:
            self._chip.write_indirect(value, self._spend)
        else:
            return False
        return True
