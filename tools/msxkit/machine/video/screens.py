"""SCREEN, WIDTH, COLOR and CLS: what a change of the screen mode writes into registers and memory, and what it keeps.

Sources: MSX Red Book (CHGMOD, CHGCLR, CLS, CLRSPR), MSX2 Technical Handbook chapter 4; tests/graphics.
"""

from __future__ import annotations

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.font import font
from msxkit.machine.video.modes import MODES, WIDE_TEXT, ScreenMode
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.textscreen import TextScreen

FONT_BYTES = 2048
SPRITES = 32
#: R#1: 16 KB, display on, interrupts on; and what an MSX1 adds.
_SHOWN, _MSX1_MEMORY = 0x60, 0x80
#: R#9: 212 rows.
_ROWS_212 = 0x80
#: The widest WIDTH of SCREEN 0 and 1, on an MSX1 and on an MSX2.
_WIDEST = ((40, 32), (80, 32))
#: What an MSX1 shows in SCREEN 1 when it is switched on: row, column, text.
_MSX1_BANNER = ((10, 11, b"MSX  system"), (11, 11, b"version 1.0"), (13, 3, b"Copyright 1983 by Microsoft"))
_BANNER_WIDTH = 32
#: What the picture that an MSX2 boots with leaves above 16 KB: address, byte (recorded on an NMS 8250).
_BOOT_REST = (0x4000, 0x55)


class Screens:
    """The screen modes of a machine."""

    def __init__(self, video: VideoState, text: TextScreen) -> None:
        self._video = video
        self._text = text

    @property
    def mode(self) -> ScreenMode:
        """The mode that SCREEN chose."""
        number = self._video.screen.mode
        return WIDE_TEXT if number == 0 and self._is_wide else MODES[number]

    @property
    def _is_wide(self) -> bool:
        return self._video.text.widths[0] > 40

    def power_on(self, width: int) -> None:
        """As a machine stands at its prompt after `SCREEN 0:WIDTH width:CLS`."""
        video = self._video
        if video.chip.is_v9938:
            video.chip.write_register(8, 0x08)
            video.chip.write_register(9, 0x02)
            video.chip.vram[_BOOT_REST[0]] = _BOOT_REST[1]
        self.set_mode(1)
        if not video.chip.is_v9938:
            for row, column, words in _MSX1_BANNER:
                at = video.text.names + row * _BANNER_WIDTH + column
                video.chip.vram[at : at + len(words)] = words
        self.set_mode(0)
        self.set_width(width)

    # SCREEN

    def set_mode(self, number: int) -> None:
        """SCREEN number: registers, a cleared screen, and sprites that are not seen."""
        screen = self._video.screen
        screen.mode = number
        if number < 2:
            screen.text_mode = number
            screen_tables = screen.tables[5 * number : 5 * number + 3]
            self._video.text.names = screen_tables[0]
            self._text.set_window()
        mode = self.mode
        self._write_registers(mode)
        self.show_colours()
        self._write_tables(mode)
        if self._video.chip.is_v9938:
            self.store_palette()

    def _write_registers(self, mode: ScreenMode) -> None:
        chip = self._video.chip
        size = chip.registers[1] & 3
        memory = 0 if chip.is_v9938 else _MSX1_MEMORY
        if chip.is_v9938:
            chip.write_register(9, chip.registers[9] & ~_ROWS_212 | _ROWS_212 * (mode.height == 212))
            chip.write_register(11, 1 if mode.row_bytes == 256 else 0)
        chip.write_register(0, mode.mode_bits[0])
        chip.write_register(1, memory | _SHOWN | mode.mode_bits[1] | size)
        values = mode.registers
        if mode.number < 4 and mode is not WIDE_TEXT:
            names, colours, patterns, attributes, sprites = self.tables(mode.number)
            low = 0x7F if mode.number == 2 else 0
            values = (
                names >> 10,
                colours >> 6 | low,
                patterns >> 11 | (low and 3),
                attributes >> 7,
                sprites >> 11,
            )
            if chip.is_v9938 and mode.number == 0:
                values = (values[0], None, values[2], None, None)
            elif chip.is_v9938 and mode.number == 3:
                values = (values[0], None, *values[2:])
        for number, value in enumerate(values, 2):
            if value is not None:
                chip.write_register(number, value)

    def tables(self, number: int) -> tuple[int, ...]:
        """The five tables of SCREEN number, where BASE has put them."""
        if number == 0 and self._is_wide:
            return WIDE_TEXT.tables
        if number < 4:
            return tuple(self._video.screen.tables[5 * number : 5 * number + 5])
        return MODES[number].tables

    def _write_tables(self, mode: ScreenMode) -> None:
        vram = self._video.chip.vram
        patterns = self.tables(mode.number)[2]
        self._video.text.patterns = patterns
        if mode.is_text:
            vram[patterns : patterns + FONT_BYTES] = font()
            self._text.clear()
        if mode.number == 1:
            self.clear_sprites()

    # Sprites

    def set_sprite_size(self, size: int) -> None:
        """SCREEN ,size: 0 and 1 are 8x8 dots, 2 and 3 16x16; odd ones are magnified. The patterns are cleared."""
        chip = self._video.chip
        chip.write_register(1, chip.registers[1] & ~3 | (size & 1) | (size & 2))
        self.clear_sprites()
        if self.mode.number:
            patterns = self.tables(self.mode.number)[4]
            chip.vram[patterns : patterns + FONT_BYTES] = bytes(FONT_BYTES)

    def clear_sprites(self) -> None:
        """CLRSPR: all off the screen, in the foreground colour, each with the pattern of its own number."""
        mode, chip = self.mode, self._video.chip
        if mode.number == 0:
            return
        large = chip.registers[1] & 2
        at = self.tables(mode.number)[3]
        colour = self._video.screen.colours[0]
        for plane in range(SPRITES):
            chip.vram[at : at + 4] = bytes((mode.off, 0, plane * (4 if large else 1), colour))
            at += 4

    # Colours

    def set_colours(self, foreground: int | None, background: int | None, border: int | None) -> None:
        """COLOR: what is None stays."""
        for index, colour in enumerate((foreground, background, border)):
            if colour is not None:
                self._video.screen.colours[index] = colour
        self.show_colours()

    def show_colours(self) -> None:
        """CHGCLR: the border, and in the text modes the cells, take the colours of COLOR."""
        chip, screen = self._video.chip, self._video.screen
        ink, paper, border = screen.colours
        if screen.mode == 0:
            chip.write_register(7, ink << 4 | paper)
            return
        chip.write_register(7, border)
        if screen.mode == 1:
            table = self.tables(1)[1]
            chip.vram[table : table + 32] = bytes((ink << 4 | paper,)) * 32

    def store_palette(self) -> None:
        """The copy of the palette in video memory, which COLOR=RESTORE reads."""
        chip, at = self._video.chip, self.mode.palette
        chip.vram[at : at + 32] = chip.palette

    # Text

    def set_width(self, width: int) -> None:
        """WIDTH: nothing for the present width, else a cleared screen. Raises error 5 beyond the mode's columns."""
        text, mode = self._video.text, self._video.screen.text_mode
        if not 1 <= width <= _WIDEST[self._video.chip.is_v9938][mode]:
            raise IllegalFunctionCallError
        if width == text.width:
            return
        self._text.clear()
        columns = text.columns
        text.widths[mode] = width
        self._text.set_window()
        if text.columns != columns:
            # 80 columns are another mode of the chip.
            self.set_mode(0)
            return
        self._text.clear()

    def clear(self) -> None:
        """CLS."""
        self._text.clear()
