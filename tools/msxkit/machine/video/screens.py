"""SCREEN, WIDTH and CLS: what a change of the screen mode writes into registers and memory, and what it keeps.

Sources: MSX Red Book (CHGMOD, CHGCLR, CLS, CLRSPR), MSX2 Technical Handbook chapter 4; tests/graphics.
"""

from __future__ import annotations

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.display.font import font
from msxkit.machine.model import Model
from msxkit.machine.video.colours import Colours
from msxkit.machine.video.modes import MODES, WIDE_TEXT, ScreenMode
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.textscreen import TextScreen

FONT_BYTES = 2048
PATTERN_BYTES, BLOCK_BYTES = 0x1800, 0x600
SPRITES = 32
#: Bytes of sprite mode 2 before the attributes: a colour for each line of each sprite.
SPRITE_COLOURS = 512
#: R#1: 16 KB, display on, interrupts on; and what an MSX1 adds.
_SHOWN, _MSX1_MEMORY = 0x60, 0x80
#: R#9: 212 rows.
_ROWS_212 = 0x80
#: R#9: interlaced; two pages shown in turn.
_INTERLACE, _TWO_PAGES = 0x08, 0x04
#: What an MSX1 shows in SCREEN 1 when it is switched on: row, column, text.
_MSX1_BANNER = ((10, 11, b"MSX  system"), (11, 11, b"version 1.0"), (13, 3, b"Copyright 1983 by Microsoft"))
_BANNER_WIDTH = 32
#: Registers of an MSX2 that nothing sets later: number, value (recorded on an NMS 8250).
_BOOT_REGISTERS = ((8, 0x08), (9, 0x02), (16, 0x0F), (21, 0x3B), (22, 0x05))
#: What the picture that an MSX2 boots with leaves above 16 KB: address, byte (recorded on an NMS 8250).
_BOOT_REST = (0x4000, 0x55)


class Screens:
    """The screen modes of a machine."""

    def __init__(self, model: Model, video: VideoState, text: TextScreen) -> None:
        self._model = model
        self._video = video
        self._text = text
        self.colours = Colours(video, self)

    @property
    def mode(self) -> ScreenMode:
        """The mode that SCREEN chose."""
        number = self._video.screen.mode
        return WIDE_TEXT if number == 0 and self._is_wide else MODES[number]

    @property
    def _is_wide(self) -> bool:
        return self._video.text.widths[0] > 40

    def power_on(self, width: int) -> None:
        """Set the video up as a machine has it at its prompt after `SCREEN 0:WIDTH width:CLS`."""
        video = self._video
        if video.chip.is_v9938:
            for number, value in _BOOT_REGISTERS:
                video.chip.write_register(number, value)
            video.chip.vram[_BOOT_REST[0]] = _BOOT_REST[1]
        self.set_mode(1)
        if not video.chip.is_v9938:
            for row, column, words in _MSX1_BANNER:
                at = video.text.names + row * _BANNER_WIDTH + column
                video.chip.vram[at : at + len(words)] = words
        self.set_mode(0)
        self.set_width(width)

    # SCREEN

    def select(self, number: int) -> None:
        """SCREEN number. Raise error 5 for a mode that the machine does not have."""
        if number > self._model.highest_screen:
            raise IllegalFunctionCallError
        self.set_mode(number)

    def to_text(self) -> None:
        """TOTEXT: from a graphic mode back to the text mode that was there last."""
        if self._video.screen.mode > 1:
            self.set_mode(self._video.screen.text_mode)

    def set_mode(self, number: int) -> None:
        """CHGMOD: registers, a cleared screen, and sprites that are not seen. What else is in memory stays."""
        video = self._video
        screen = video.screen
        screen.mode = number
        if number < 2:
            screen.text_mode = number
            video.text.names, _, video.text.patterns = self.tables(number)[:3]
            self._text.set_window()
        mode = self.mode
        self._write_registers(mode)
        self.colours.show()
        self._write_tables(mode)
        if video.chip.is_v9938:
            self.colours.reset_palette()

    def show(self, on: bool) -> None:
        """ENASCR and DISSCR: the picture, or the border's colour alone."""
        chip = self._video.chip
        chip.write_register(1, chip.registers[1] & ~_SHOWN | _SHOWN * on)

    def set_chip(self, number: int) -> None:
        """Set the registers of a mode; memory, and BASIC's variables of the screen, stay."""
        self._write_registers(WIDE_TEXT if number == 0 and self._is_wide else MODES[number])

    def _write_registers(self, mode: ScreenMode) -> None:
        chip = self._video.chip
        memory = 0 if chip.is_v9938 else _MSX1_MEMORY
        if chip.is_v9938:
            chip.write_register(9, chip.registers[9] & ~_ROWS_212 | _ROWS_212 * (mode.height == 212))
        chip.write_register(0, mode.mode_bits[0])
        chip.write_register(1, memory | _SHOWN | mode.mode_bits[1] | chip.registers[1] & 3)
        for number, value in enumerate(self._table_registers(mode), 2):
            if value is not None:
                chip.write_register(number, value)
        if chip.is_v9938 and mode.number > 3:
            self._video.graphics.shown_page = self._video.graphics.active_page = 0
            chip.write_register(11, mode.tables[3] >> 15)

    def _table_registers(self, mode: ScreenMode) -> tuple[int | None, ...]:
        """R#2 to R#6; None: the register keeps its value."""
        if mode.number > 3 or mode is WIDE_TEXT:
            return mode.registers
        names, colours, patterns, attributes, sprites = self.tables(mode.number)
        low = 0x7F if mode.number == 2 else 0
        colour: int | None = colours >> 6 | low
        pattern = patterns >> 11 | low & 3
        if self._video.chip.is_v9938:
            if mode.number == 0:
                return names >> 10, None, pattern
            if mode.number == 3:
                colour = None
        return names >> 10, colour, pattern, attributes >> 7, sprites >> 11

    def tables(self, number: int) -> tuple[int, ...]:
        """Return the five tables of SCREEN number, where BASE has put them."""
        if number == 0 and self._is_wide:
            return WIDE_TEXT.tables
        if number < 4:
            return tuple(self._video.screen.tables[5 * number : 5 * number + 5])
        return MODES[number].tables

    def _write_tables(self, mode: ScreenMode) -> None:
        vram = self._video.chip.vram
        names, _, patterns, _, _ = self.tables(2 if mode.number == 4 else mode.number)
        if mode.is_text:
            vram[patterns : patterns + FONT_BYTES] = font()
        elif mode.number in (2, 4):
            vram[names : names + 768] = bytes(range(256)) * 3
        elif mode.number == 3:
            for row in range(24):
                first = row // 4 * 32
                vram[names + 32 * row : names + 32 * row + 32] = bytes(range(first, first + 32))
        self.clear()
        if mode.number:
            self.hide_sprites()

    # Sprites

    def set_sprite_size(self, size: int) -> None:
        """SCREEN ,size: 0 and 1 are 8x8 dots, 2 and 3 16x16; odd ones are magnified. CLRSPR clears the patterns."""
        if size > 3:
            raise IllegalFunctionCallError
        chip = self._video.chip
        chip.write_register(1, chip.registers[1] & ~3 | size)
        if self.mode.number:
            patterns = self.sprite_tables()[1]
            chip.vram[patterns : patterns + FONT_BYTES] = bytes(FONT_BYTES)
            self.hide_sprites()

    def sprite_tables(self) -> tuple[int, int]:
        """Return the addresses of the attributes and patterns of sprites, in the page that is drawn on."""
        mode = self.mode
        _, _, _, attributes, patterns = self.tables(mode.number)
        page = self._video.graphics.active_page * mode.page_size if mode.bits else 0
        return page + attributes, page + patterns

    def hide_sprites(self) -> None:
        """All sprites off the screen, in the foreground colour, each with its own pattern. Their columns stay."""
        mode, chip = self.mode, self._video.chip
        step = 4 if chip.registers[1] & 2 else 1
        at = self.sprite_tables()[0]
        colour = self._video.screen.colours[0]
        if mode.number > 3:
            chip.vram[at - SPRITE_COLOURS : at] = bytes((colour,)) * SPRITE_COLOURS
        for plane in range(SPRITES):
            chip.vram[at] = mode.off
            chip.vram[at + 2] = plane * step
            chip.vram[at + 3] = colour
            at += 4

    # CLS

    def clear(self) -> None:
        """CLS, in any mode: the background colour everywhere."""
        mode, vram, screen = self.mode, self._video.chip.vram, self._video.screen
        if mode.is_text:
            self._text.clear()
            return
        self.colours.show_border()
        paper = screen.colours[1]
        if mode.number in (2, 4):
            _, colours, patterns, _, _ = self.tables(2)
            vram[colours : colours + PATTERN_BYTES] = bytes((paper,)) * PATTERN_BYTES
            vram[patterns : patterns + PATTERN_BYTES] = bytes(PATTERN_BYTES)
        elif mode.number == 3:
            patterns = self.tables(3)[2]
            vram[patterns : patterns + BLOCK_BYTES] = bytes((paper * 0x11 & 0xFF,)) * BLOCK_BYTES
        else:
            start, size = self._video.graphics.active_page * mode.page_size, mode.row_bytes * mode.height
            pixel = self.colours.cleared()
            byte = sum(pixel << place for place in range(0, 8, mode.bits))
            vram[start : start + size] = bytes((byte & 0xFF,)) * size

    # WIDTH

    def set_width(self, width: int) -> None:
        """WIDTH: nothing for the present width, else a cleared screen. Raise error 5 beyond the mode's columns."""
        text, mode = self._video.text, self._video.screen.text_mode
        if not 1 <= width <= self._model.widest[mode]:
            raise IllegalFunctionCallError
        if width == text.width:
            return
        self._text.clear()
        text.column = 0
        columns = text.columns
        text.widths[mode] = width
        self._text.set_window()
        if text.columns != columns:
            # 80 columns are another mode of the chip.
            self.set_mode(0)
            return
        self._text.clear()

    # Display

    def set_interlace(self, interlace: int) -> None:
        """The sixth operand of SCREEN: 1 interlaced, 2 two pages in turn, 3 both."""
        chip = self._video.chip
        bits = _INTERLACE * (interlace & 1) | _TWO_PAGES * (interlace >> 1 & 1)
        chip.write_register(9, chip.registers[9] & ~(_INTERLACE | _TWO_PAGES) | bits)

    def set_page(self, shown: int | None, active: int | None) -> None:
        """SET PAGE: the page that is seen, with its own sprites, and the page that is drawn on."""
        chip, mode, graphics = self._video.chip, self.mode, self._video.graphics
        pages = chip.type.vram_size // mode.page_size if mode.bits else 0
        for page in (shown, active):
            if page is not None and page >= pages:
                raise IllegalFunctionCallError
        if active is not None:
            graphics.active_page = active
        if shown is None:
            return
        graphics.shown_page = shown
        start = shown * mode.page_size
        names, _, _, attributes, patterns = mode.registers
        assert names is not None
        assert attributes is not None
        assert patterns is not None
        # In SCREEN 7 and 8 too bit 5 is the page (V9938 technical data book, R#2).
        chip.write_register(2, names | shown << 5)
        chip.write_register(5, attributes)
        chip.write_register(11, (start + mode.tables[3]) >> 15)
        chip.write_register(6, patterns + (start >> 11))

    def set_adjust(self, x: int, y: int) -> None:
        """SET ADJUST: where the picture is on the tube, -7 to 8 dots."""
        if not (-7 <= x <= 8 and -7 <= y <= 8):
            raise IllegalFunctionCallError
        self._video.chip.write_register(18, (-y & 15) << 4 | -x & 15)
