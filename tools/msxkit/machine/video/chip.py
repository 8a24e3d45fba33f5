"""The video chip: memory, registers, status and palette, and what the ports 98H-9BH do to them.

Where a table lies is what the registers say; nothing else knows it. Sources: TMS9918A data manual (Texas Instruments
1982), V9938 technical data book (ASCII/Yamaha 1985).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from msxkit.display.palette import V9938_RESET
from msxkit.machine.chiptype import ChipType
from msxkit.machine.video.commands import ALWAYS, COMMAND, DATA, Engine, Transfer

#: Bits of status register 0: end of a frame, a fifth (ninth) sprite on a line, a collision of sprites.
FRAME, TOO_MANY, COLLISION = 0x80, 0x40, 0x20
_BANK = 0x10000
_SCREEN_ON, _SPRITES_OFF, _ROWS_212 = 0x40, 0x02, 0x80


class DisplayMode(Enum):
    """What the mode bits M5 M4 M3 M2 M1 select, by the names of the data books."""

    TEXT1 = 0b00001
    TEXT2 = 0b01001
    MULTICOLOUR = 0b00010
    GRAPHIC1 = 0b00000
    GRAPHIC2 = 0b00100
    GRAPHIC3 = 0b01000
    GRAPHIC4 = 0b01100
    GRAPHIC5 = 0b10000
    GRAPHIC6 = 0b10100
    GRAPHIC7 = 0b11100

    @property
    def is_bitmap(self) -> bool:
        """GRAPHIC4 to 7: pixels lie in memory row by row."""
        return self.value >= 0b01100

    @property
    def is_planar(self) -> bool:
        """GRAPHIC6 and 7: two banks of memory take turns, byte by byte."""
        return self in (DisplayMode.GRAPHIC6, DisplayMode.GRAPHIC7)


#: Bits of the status registers that are always set.
_ALWAYS = {2: ALWAYS, 4: 0xFE, 6: 0xFC, 9: 0xFE}
#: Dots in a line and bits of a dot of the modes that have commands.
_DOTS = {
    DisplayMode.GRAPHIC4: (256, 4),
    DisplayMode.GRAPHIC5: (512, 2),
    DisplayMode.GRAPHIC6: (512, 4),
    DisplayMode.GRAPHIC7: (256, 8),
}
_MODES = {mode.value: mode for mode in DisplayMode}


def mode_bits(registers: bytes | bytearray) -> int:
    """M5 M4 M3 M2 M1 of registers 0 and 1 of a V9938; a TMS9918A has the lower three."""
    first, second = registers[0], registers[1]
    return (second >> 4 & 1) | (second >> 2 & 2) | (first << 1 & 0b11100)


@dataclass
class Chip:
    """The state of a video chip, and its registers as programs write them.

    Attributes:
        vram: Video memory as the processor sees it in the present mode; a change from or to GRAPHIC6 or 7 reorders
            it.
        registers: R#0 and on.
        status: S#0 and on.
        palette: Two bytes for each of 16 colours, 0RRR0BBB 00000GGG (empty on a TMS9918A).
        first: The first of two bytes written to port 99H.
        pointer: The lower 14 bits of the address that port 98H is at.
        ahead: The byte that it has read ahead.
        palette_first: The first of two bytes of port 9AH.
        transfer: The command that waits for the processor.
    """

    type: ChipType
    vram: bytearray = field(default_factory=bytearray)
    registers: bytearray = field(default_factory=bytearray)
    status: bytearray = field(default_factory=bytearray)
    palette: bytearray = field(default_factory=bytearray)
    first: int | None = None
    pointer: int = 0
    ahead: int = 0
    palette_first: int | None = None
    transfer: Transfer | None = None

    @classmethod
    def fresh(cls, kind: ChipType) -> Chip:
        """Return a chip after a reset, its memory all zeros."""
        chip = cls(
            kind,
            bytearray(kind.vram_size),
            bytearray(kind.last_register + 1),
            bytearray(kind.last_status + 1),
        )
        if kind is ChipType.V9938:
            chip.palette = bytearray(V9938_RESET)
            for number, bits in _ALWAYS.items():
                chip.status[number] = bits
        return chip

    # Registers

    @property
    def is_v9938(self) -> bool:
        return self.type is ChipType.V9938

    @property
    def mode(self) -> DisplayMode:
        """The display mode; combinations of bits that no book names are shown as GRAPHIC1."""
        bits = mode_bits(self.registers)
        if not self.is_v9938:
            bits &= 0b00111
        return _MODES.get(bits, DisplayMode.GRAPHIC1)

    def write_register(self, number: int, value: int) -> None:
        """Write R#number (0-63); registers that the chip does not have ignore it."""
        if not self.is_v9938:
            self.registers[number & 7] = value & 0xFF
            return
        if number > self.type.last_register:
            return
        planar = self.mode.is_planar
        self.registers[number] = value & 0xFF
        if number < 2 and self.mode.is_planar != planar:
            self._reorder(not planar)
        elif number == 16:
            self.palette_first = None
        elif number == DATA and self.transfer:
            engine = self._engine()
            self.transfer = engine.send(self.transfer) if engine else None
        elif number == COMMAND:
            engine = self._engine()
            self.transfer = engine.start() if engine else None

    def _engine(self) -> Engine | None:
        """Return the engine that executes commands; None if the mode has none."""
        dots = _DOTS.get(self.mode)
        return dots and Engine(self.registers, self.status, self.vram, *dots)

    def _reorder(self, planar: bool) -> None:
        """Reorder video memory: in a planar mode the processor's addresses alternate between the two banks, else the
        banks follow one another.
        """
        vram = self.vram
        if planar:
            low, high = vram[:_BANK], vram[_BANK:]
            vram[::2], vram[1::2] = low, high
        else:
            even, odd = vram[::2], vram[1::2]
            vram[:_BANK], vram[_BANK:] = even, odd

    # Tables

    def _bits(self, number: int, mask: int, shift: int) -> int:
        return (self.registers[number] & mask) << shift if number < len(self.registers) else 0

    @property
    def name_table(self) -> int:
        """Address of the name table, or of the first pixel shown in a bitmap mode."""
        mode = self.mode
        if not self.is_v9938:
            return self._bits(2, 0x0F, 10)
        if mode is DisplayMode.TEXT2:
            return self._bits(2, 0x7C, 10)
        if mode.is_planar:
            return self._bits(2, 0x20, 11)
        if mode.is_bitmap:
            return self._bits(2, 0x60, 10)
        return self._bits(2, 0x7F, 10)

    @property
    def colour_table(self) -> int:
        """Address of the colour table; in GRAPHIC2 and 3 the low bits of R#3 are a mask, in TEXT2 the three lowest."""
        mode = self.mode
        mask = 0xFF
        if mode in (DisplayMode.GRAPHIC2, DisplayMode.GRAPHIC3):
            mask = 0x80
        elif mode is DisplayMode.TEXT2:
            mask = 0xF8
        return self._bits(3, mask, 6) | self._bits(10, 7, 14)

    @property
    def pattern_table(self) -> int:
        """Address of the pattern table; in GRAPHIC2 and 3 the two low bits of R#4 are a mask."""
        mask = 0x3F if self.is_v9938 else 7
        if self.mode in (DisplayMode.GRAPHIC2, DisplayMode.GRAPHIC3):
            mask &= 0x3C
        return self._bits(4, mask, 11)

    @property
    def sprite_attributes(self) -> int:
        """Address of the rows, columns, patterns and colours of sprites; mode 2 has 512 bytes of colours before it."""
        if self.sprite_mode == 2:
            return self._bits(5, 0xFC, 7) | self._bits(11, 3, 15)
        mask = 0xFF if self.is_v9938 else 0x7F
        return self._bits(5, mask, 7) | self._bits(11, 3, 15)

    @property
    def sprite_patterns(self) -> int:
        """Address of the patterns of sprites."""
        return self._bits(6, 0x3F if self.is_v9938 else 7, 11)

    @property
    def sprite_mode(self) -> int:
        """0: the mode has no sprites; 1: one colour each; 2: a colour for each line."""
        mode = self.mode
        if mode in (DisplayMode.TEXT1, DisplayMode.TEXT2):
            return 0
        return 2 if mode.value & 0b11000 else 1

    @property
    def height(self) -> int:
        """Rows of pixels: 192, or what R#9 of a V9938 says."""
        return 212 if self.is_v9938 and self.registers[9] & _ROWS_212 else 192

    @property
    def sprites_shown(self) -> bool:
        """Whether the mode has sprites, the screen is on (R#1) and sprites are not off (R#8 of a V9938)."""
        off = self.is_v9938 and self.registers[8] & _SPRITES_OFF
        return bool(self.sprite_mode and self.registers[1] & _SCREEN_ON and not off)

    # Ports

    def _address(self) -> int:
        if not self.is_v9938:
            return self.pointer
        return (self.registers[14] & 7) << 14 | self.pointer

    def _advance(self) -> None:
        self.pointer = (self.pointer + 1) & 0x3FFF
        # The upper bits count on in the modes that the TMS9918A does not have.
        if not self.pointer and self.is_v9938 and mode_bits(self.registers) & 0b11000:
            self.registers[14] = (self.registers[14] + 1) & 7

    def read_data(self) -> int:
        """IN from port 98H: the byte read ahead; the next one is read."""
        self.first = None
        found, self.ahead = self.ahead, self.vram[self._address()]
        self._advance()
        return found

    def write_data(self, value: int) -> None:
        """OUT to port 98H."""
        self.first = None
        self.vram[self._address()] = self.ahead = value
        self._advance()

    def write_control(self, value: int) -> None:
        """OUT to port 99H: two bytes are an address in VRAM (bit 6: to write there), or a value and its register."""
        first, self.first = self.first, value
        if first is None:
            return
        self.first = None
        if value & 0x80:
            self.write_register(value & 0x3F, first)
            return
        self.pointer = (value & 0x3F) << 8 | first
        if not value & 0x40:
            self.ahead = self.vram[self._address()]
            self._advance()

    def read_status(self) -> int:
        """IN from port 99H: the status register that R#15 selects; S#0 is cleared by that."""
        self.first = None
        number = self.registers[15] & 15 if self.is_v9938 else 0
        found = self.look_at_status(number)
        if number == 0:
            self.status[0] &= 0x1F
        return found

    def look_at_status(self, number: int) -> int:
        """Return S#number (0-15), as a read does; those that the chip does not have are 255. A command may go on by
        that (LMCM by S#7).
        """
        if number >= len(self.status):
            return 0xFF
        found = self.status[number]
        engine = self._engine() if number == 7 and self.transfer else None
        if engine and self.transfer:
            self.transfer = engine.fetched(self.transfer)
        return found

    def write_palette(self, value: int) -> None:
        """OUT to port 9AH of a V9938: red and blue, then green, of the colour that R#16 selects, which counts on."""
        if not self.is_v9938:
            return
        first, self.palette_first = self.palette_first, value
        if first is None:
            return
        colour = self.registers[16] & 15
        self.set_colour(colour, first, value)
        self.registers[16] = (colour + 1) & 15
        self.palette_first = None

    def set_colour(self, colour: int, red_blue: int, green: int) -> None:
        """Set one colour of the palette of a V9938."""
        self.palette[2 * colour : 2 * colour + 2] = bytes((red_blue & 0x77, green & 7))

    def write_indirect(self, value: int) -> None:
        """OUT to port 9BH of a V9938: the register that R#17 selects, which counts on unless bit 7 says no."""
        if not self.is_v9938:
            return
        selected = self.registers[17]
        number = selected & 0x3F
        if number != 17:
            self.write_register(number, value)
        if not selected & 0x80:
            self.registers[17] = (number + 1) & 0x3F
