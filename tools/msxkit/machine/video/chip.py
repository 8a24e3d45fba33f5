"""The video chip: memory, registers, status and palette, and what the ports 98H-9BH do to them.

Where a table lies is what the registers say; nothing else knows it. Sources: TMS9918A data manual (Texas Instruments
1982), V9938 technical data book (ASCII/Yamaha 1985), V9958 data book (Yamaha 1988).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.machine.chip_type import ChipType
from msxkit.machine.guard import Spend, unguarded
from msxkit.machine.video.commands import COMMAND, DATA, Engine, Transfer
from msxkit.machine.video.display_modes import GRAPHIC1, DisplayMode, mode_bits, mode_of

#: Bits of status register 0: end of a frame, a fifth (ninth) sprite on a line, a collision of sprites.
FRAME, TOO_MANY, COLLISION = 0x80, 0x40, 0x20
_BANK = 0x10000
#: The register that selects another one for port 9BH.
_INDIRECT = 17
_SCREEN_ON, _SPRITES_OFF, _SOLID_ZERO, _ROWS_212 = 0x40, 0x02, 0x20, 0x80
#: R#25: commands work in every mode; the left eight dots are the border's; two pages lie side by side.
_COMMANDS, _MASKED, _TWO_WIDE = 0x40, 0x02, 0x01


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
        transfer: The command that waits for the processor, or None.
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
            bytearray(kind.palette),
        )
        for number, bits in kind.status:
            chip.status[number] = bits
        return chip

    # Registers

    @property
    def _mode_bits(self) -> int:
        return mode_bits(self.registers) & self.type.mode_bits

    @property
    def mode(self) -> DisplayMode:
        """The display mode; combinations of bits that no book names are shown as GRAPHIC1."""
        return mode_of(self._mode_bits) or GRAPHIC1

    def has(self, number: int) -> bool:
        """Return whether the chip has R#number, and so can do what it is for."""
        return number <= self.type.last_register and number not in self.type.gap

    def register(self, number: int) -> int:
        """Return R#number; 0 for one that the chip does not have, which turns off what it would do."""
        return self.registers[number] if number < len(self.registers) else 0

    def write_register(self, number: int, value: int, spend: Spend = unguarded) -> None:
        """Write R#number (0-63); registers that the chip does not have ignore it.

        Args:
            spend: Told of the work of a command that this starts.
        """
        number &= self.type.register_bits
        if not self.has(number):
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
            engine = self._engine(spend)
            self.transfer = engine.start() if engine else None

    def _engine(self, spend: Spend = unguarded) -> Engine | None:
        """Return the engine that executes commands; None in a mode without commands."""
        mode = self.mode
        if mode.bits:
            return Engine(self.registers, self.status, self.vram, mode.dots, mode.bits, spend)
        if self.register(25) & _COMMANDS:
            return Engine(self.registers, self.status, self.vram, 256, 8, spend)
        return None

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

    @property
    def name_table(self) -> int:
        """Address of the name table, or of the first pixel shown in a bitmap mode."""
        mode = self.mode
        return (self.registers[2] & mode.name_bits & self.type.name_bits) << mode.name_shift

    @property
    def colour_table(self) -> int:
        """Address of the colour table; in GRAPHIC2 and 3 the low bits of R#3 are a mask, in TEXT2 the three lowest."""
        return (self.registers[3] & self.mode.colour_bits) << 6 | (self.register(10) & 7) << 14

    @property
    def pattern_table(self) -> int:
        """Address of the pattern table; in GRAPHIC2 and 3 the two low bits of R#4 are a mask."""
        return (self.registers[4] & self.mode.pattern_bits & self.type.pattern_bits) << 11

    @property
    def sprite_attributes(self) -> int:
        """Address of the rows, columns, patterns and colours of sprites; mode 2 has 512 bytes of colours before it."""
        bits = self.mode.attribute_bits & self.type.attribute_bits
        return (self.registers[5] & bits) << 7 | (self.register(11) & 3) << 15

    @property
    def sprite_patterns(self) -> int:
        """Address of the patterns of sprites."""
        return (self.registers[6] & self.type.sprite_bits) << 11

    @property
    def sprite_mode(self) -> int:
        """0: the mode has no sprites; 1: one colour each; 2: a colour for each line."""
        return self.mode.sprite_mode

    @property
    def height(self) -> int:
        """Rows of pixels: 192, or what R#9 of a V9938 says."""
        return 212 if self.register(9) & _ROWS_212 else 192

    @property
    def top_line(self) -> int:
        """The line of 256 that is at the top (R#23 of a V9938)."""
        return self.register(23)

    @property
    def shows_zero(self) -> bool:
        """Whether colour 0 is a colour like the others (R#8 of a V9938)."""
        return bool(self.register(8) & _SOLID_ZERO)

    @property
    def sprites_shown(self) -> bool:
        """Whether the mode has sprites, the screen is on (R#1) and sprites are not off (R#8 of a V9938)."""
        on = self.registers[1] & _SCREEN_ON and not self.register(8) & _SPRITES_OFF
        return bool(on and self.sprite_mode)

    # Ports

    def _address(self) -> int:
        return (self.register(14) & 7) << 14 | self.pointer

    def _advance(self) -> None:
        self.pointer = (self.pointer + 1) & 0x3FFF
        # The upper bits count on in the modes that the TMS9918A does not have.
        if not self.pointer and self._mode_bits & 0b11000:
            self.registers[14] = (self.registers[14] + 1) & 7

    def read_data(self) -> int:
        """Return what IN from port 98H reads: the byte that was read ahead. Read the next one ahead."""
        self.first = None
        found, self.ahead = self.ahead, self.vram[self._address()]
        self._advance()
        return found

    def write_data(self, value: int) -> None:
        """Carry out OUT to port 98H."""
        self.first = None
        self.vram[self._address()] = self.ahead = value
        self._advance()

    def write_block(self, data: bytes) -> None:
        """Carry out OUT to port 98H for each byte."""
        while data:
            address, piece = self._address(), data[: 0x4000 - self.pointer]
            self.vram[address : address + len(piece) - 1] = piece[:-1]
            self.pointer += len(piece) - 1
            self.write_data(piece[-1])
            data = data[len(piece) :]

    def write_control(self, value: int, spend: Spend = unguarded) -> None:
        """Take a byte at port 99H: two are an address in VRAM (bit 6: to write there), or a value and its register."""
        first, self.first = self.first, value
        if first is None:
            return
        self.first = None
        if value & 0x80:
            self.write_register(value & 0x3F, first, spend)
            return
        self.pointer = (value & 0x3F) << 8 | first
        if not value & 0x40:
            self.ahead = self.vram[self._address()]
            self._advance()

    def read_status(self) -> int:
        """Return what IN from port 99H reads: the status register that R#15 selects; S#0 is cleared by that."""
        self.first = None
        number = self.register(15) & 15
        found = self.look_at_status(number)
        if number == 0:
            self.status[0] &= 0x1F
        return found

    def look_at_status(self, number: int) -> int:
        """Return S#number (0-15), as a read does; those that the chip does not have are 255. LMCM goes on to its next
        dot when S#7 is read.
        """
        if number >= len(self.status):
            return 0xFF
        found = self.status[number]
        engine = self._engine() if number == 7 and self.transfer else None
        if engine and self.transfer:
            self.transfer = engine.fetched(self.transfer)
        return found

    def write_palette(self, value: int) -> None:
        """Carry out OUT to port 9AH of a V9938: red and blue, then green, of the colour in R#16, which counts on."""
        if not self.palette:
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

    def write_indirect(self, value: int, spend: Spend = unguarded) -> None:
        """Carry out OUT to port 9BH of a V9938, to the register in R#17, which counts on unless its bit 7 is set."""
        if not self.has(_INDIRECT):
            return
        selected = self.registers[_INDIRECT]
        number = selected & 0x3F
        if number != _INDIRECT:
            self.write_register(number, value, spend)
        if not selected & 0x80:
            self.registers[_INDIRECT] = (number + 1) & 0x3F
