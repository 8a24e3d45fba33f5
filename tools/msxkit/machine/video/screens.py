"""SCREEN, WIDTH and CLS: what a change of the screen mode writes into registers and memory, and what it keeps.

Sources: MSX Red Book (CHGMOD, CHGCLR, CLS, CLRSPR), MSX2 Technical Handbook chapter 4; tests/graphics.
"""

from __future__ import annotations

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.display.font import font
from msxkit.machine.model import BasicVersion, Model
from msxkit.machine.video.colours import ScreenColours
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.modes import MODES, VARIANTS, ScreenMode
from msxkit.machine.video.state import ModeState, VideoState
from msxkit.machine.video.text_screen import TextScreen

FONT_BYTES = 2048
PATTERN_BYTES, BLOCK_BYTES = 0x1800, 0x600
SPRITES = 32
#: Bytes of sprite mode 2 before the attributes: a colour for each line of each sprite.
SPRITE_COLOURS = 512
#: R#1: display on, interrupts on.
_SHOWN = 0x60
#: R#9: 212 rows.
_ROWS_212 = 0x80
#: R#9: interlaced; two pages shown in turn.
_INTERLACE, _TWO_PAGES = 0x08, 0x04
#: The line at the top; R#25 to R#27 of a V9958: how it scrolls across, by eight dots to the left, by dots to the right.
_TOP, _SCROLLED, _ACROSS, _FINE = 23, 25, 26, 27
#: R#25: the border covers the left eight dots; two pages lie side by side.
_MASKED, _TWO_WIDE = 0x02, 0x01


class Screens:
    """The screen modes of a machine."""

    def __init__(self, model: Model, video: VideoState, text: TextScreen) -> None:
        self._model = model
        self._video = video
        self._text = text
        self.colours = ScreenColours(video, self)

    @property
    def basic(self) -> BasicVersion:
        """The machine's MSX BASIC."""
        return self._model.basic

    @property
    def state(self) -> ModeState:
        """What SCREEN and COLOR chose."""
        return self._video.screen

    @property
    def mode(self) -> ScreenMode:
        """The mode that SCREEN chose."""
        return self._shown(self._video.screen.kind)

    def _shown(self, mode: ScreenMode) -> ScreenMode:
        """Return a mode as it is shown with the width that WIDTH set for SCREEN 0."""
        return mode.for_width(self._video.text.widths[0]) if mode.wide else mode

    def power_on(self) -> None:
        """Set the video up as a machine has it at its prompt, the screen cleared."""
        chip = self._video.chip
        self._video.screen.colours[:] = self._model.colours
        self._video.text.widths[1] = self._model.width_32
        self._video.text.characters = self._model.characters
        self._video.screen.tables[1] = self.basic.text_colours
        for number, text in self._model.function_keys:
            self._video.text.function_keys[number] = text
        for number, value in self._model.boot_registers:
            chip.write_register(number, value)
        self.set_mode(1)
        for at, left in self._model.boot_vram:
            chip.vram[at : at + len(left)] = left
        self.set_mode(0)
        self.set_width(self._model.width)
        if self._model.screen:
            self.set_mode(self._model.screen)

    # SCREEN

    @carries("SCREEN_MODE")
    def select(self, number: int) -> None:
        """Carry out SCREEN number. Raise error 5 for a mode that the machine does not have."""
        self.change(number)
        self.colours.reset_palette()

    def change(self, number: int) -> None:
        """Set a mode as the BIOS does (CHGMOD): the palette, and its table in video memory, stay. Raise error 5."""
        if number > self._model.highest_screen:
            raise IllegalFunctionCallError
        if number in VARIANTS:
            self._set_up(8)
            self._video.chip.write_register(_SCROLLED, VARIANTS[number])
            self._video.screen.draws_bytes = number == 11
        elif number < len(MODES):
            self._set_up(number)
        else:
            raise IllegalFunctionCallError

    @carries("FORCE_TEXT")
    def to_text(self) -> None:
        """Go from a graphic mode back to the text mode that was there last (TOTEXT)."""
        if not self.mode.is_text:
            self.set_mode(self._video.screen.text_mode)

    def set_mode(self, number: int) -> None:
        """Set registers and palette, clear the screen, and hide the sprites. What else is in memory stays."""
        self._set_up(number)
        self.colours.reset_palette()

    def _set_up(self, number: int) -> None:
        video = self._video
        screen = video.screen
        screen.kind = MODES[number]
        if screen.kind.is_text:
            screen.text_mode = number
            video.text.names, _, video.text.patterns = self.tables(number)[:3]
            self._text.set_window()
        mode = self.mode
        if mode.display.sprite_mode:
            screen.sprites[:] = self._tables(mode)[3:]
        self._write_registers(mode)
        if video.chip.has(_SCROLLED):
            for register in (_TOP, _SCROLLED, _ACROSS, _FINE):
                video.chip.write_register(register, 0)
        self.colours.show()
        self._write_tables(mode)

    def show(self, on: bool) -> None:
        """Show the picture, or the border's colour alone (ENASCR and DISSCR)."""
        chip = self._video.chip
        chip.write_register(1, chip.registers[1] & ~_SHOWN | _SHOWN * on)

    def set_chip(self, number: int) -> None:
        """Set the registers of a mode; memory, and BASIC's variables of the screen, stay."""
        self._write_registers(self._shown(MODES[number]))

    def _write_registers(self, mode: ScreenMode) -> None:
        chip = self._video.chip
        if chip.has(9):
            chip.write_register(9, chip.registers[9] & ~_ROWS_212 | _ROWS_212 * (mode.height == 212))
        chip.write_register(0, mode.mode_bits[0])
        chip.write_register(1, chip.type.memory_bit | _SHOWN | mode.mode_bits[1] | chip.registers[1] & 3)
        for number, value in enumerate(self._table_registers(mode), 2):
            if value is not None:
                chip.write_register(number, value)
                if number == 5 and chip.has(11):
                    chip.write_register(11, mode.tables[3] >> 15)
        if mode.display.sprite_mode == 2:
            self._video.graphics.shown_page = self._video.graphics.active_page = 0

    def _table_registers(self, mode: ScreenMode) -> tuple[int | None, ...]:
        """Return R#2 to R#6; None: the register keeps its value."""
        if mode.registers is not None:
            return mode.registers
        names, colours, patterns, attributes, sprites = self.tables(mode.number)
        low = 0x7F if mode.display.layout is ModeLayout.PATTERNS else 0
        found = (names >> 10, colours >> 6 | low, patterns >> 11 | low & 3, attributes >> 7, sprites >> 11)
        kept = mode.kept if self._model.basic.keeps_registers else ()
        return tuple(None if number in kept else value for number, value in enumerate(found, 2))

    def tables(self, number: int) -> tuple[int, ...]:
        """Return the addresses of the five tables of SCREEN number, where BASE has put them."""
        return self._tables(self._shown(MODES[number]))

    def _tables(self, mode: ScreenMode) -> tuple[int, ...]:
        if mode.registers is None:
            return tuple(self._video.screen.tables[5 * mode.number : 5 * mode.number + 5])
        return mode.tables

    def _write_tables(self, mode: ScreenMode) -> None:
        vram = self._video.chip.vram
        names, _, patterns, _, _ = self.tables(mode.number if mode.is_text else mode.drawn_as)
        if mode.is_text:
            vram[patterns : patterns + FONT_BYTES] = font(self._model.characters)
        elif mode.display.layout is ModeLayout.PATTERNS:
            vram[names : names + 768] = bytes(range(256)) * 3
        elif mode.display.layout is ModeLayout.BLOCKS:
            for row in range(24):
                first = row // 4 * 32
                vram[names + 32 * row : names + 32 * row + 32] = bytes(range(first, first + 32))
        self.clear()
        if mode.display.sprite_mode:
            self.hide_sprites()

    # Sprites

    @carries("SCREEN_SPRITES")
    def set_sprite_size(self, size: int) -> None:
        """Carry out SCREEN ,size: 0 and 1 are 8x8 dots, 2 and 3 16x16; odd ones are magnified.

        Clear the patterns (CLRSPR). Raise error 5 above 3.
        """
        if size > 3:
            raise IllegalFunctionCallError
        chip = self._video.chip
        chip.write_register(1, chip.registers[1] & ~3 | size)
        if self.mode.display.sprite_mode:
            patterns = self.sprite_tables()[1]
            chip.vram[patterns : patterns + FONT_BYTES] = bytes(FONT_BYTES)
            self.hide_sprites()

    def sprite_tables(self) -> tuple[int, int]:
        """Return the addresses of the attributes and patterns of sprites, in the page that is drawn on."""
        mode = self.mode
        _, _, _, attributes, patterns = self._tables(mode)
        page = self._video.graphics.active_page * mode.page_size
        return page + attributes, page + patterns

    def hide_sprites(self) -> None:
        """Put all sprites off the screen, in the foreground colour, each with its own pattern. Their columns stay."""
        mode, chip = self.mode, self._video.chip
        step = 4 if chip.registers[1] & 2 else 1
        at = self.sprite_tables()[0]
        colour = self._video.screen.colours[0]
        if mode.display.sprite_mode == 2:
            chip.vram[at - SPRITE_COLOURS : at] = bytes((colour,)) * SPRITE_COLOURS
        for plane in range(SPRITES):
            chip.vram[at] = mode.off
            chip.vram[at + 2] = plane * step
            chip.vram[at + 3] = colour
            at += 4

    # CLS

    @carries("CLS")
    def clear(self) -> None:
        """Fill the screen of any mode with the background colour, as CLS does."""
        mode, vram, screen = self.mode, self._video.chip.vram, self._video.screen
        if mode.is_text:
            self._text.clear()
            return
        self.colours.show_border()
        paper = screen.colours[1]
        _, colours, patterns, _, _ = self.tables(mode.drawn_as)
        if mode.display.layout is ModeLayout.PATTERNS:
            vram[colours : colours + PATTERN_BYTES] = bytes((paper,)) * PATTERN_BYTES
            vram[patterns : patterns + PATTERN_BYTES] = bytes(PATTERN_BYTES)
        elif mode.display.layout is ModeLayout.BLOCKS:
            vram[patterns : patterns + BLOCK_BYTES] = bytes((paper * 0x11 & 0xFF,)) * BLOCK_BYTES
        else:
            start, size = (
                self._video.graphics.active_page * mode.page_size,
                mode.display.row_bytes * mode.height,
            )
            pixel = self._video.pixel_of(self.colours.cleared())
            byte = sum(pixel << place for place in range(0, 8, mode.display.bits))
            vram[start : start + size] = bytes((byte & 0xFF,)) * size

    # WIDTH

    def set_width(self, width: int) -> None:
        """Carry out WIDTH: clear the screen if the width changes. Raise error 5 beyond the mode's columns."""
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

    @carries("SCREEN_INTERLACE")
    def set_interlace(self, interlace: int) -> None:
        """Carry out the sixth operand of SCREEN: 0 neither, 1 interlaced, 2 two pages in turn, 3 both."""
        chip = self._video.chip
        bits = _INTERLACE * (interlace & 1) | _TWO_PAGES * (interlace >> 1 & 1)
        chip.write_register(9, chip.registers[9] & ~(_INTERLACE | _TWO_PAGES) | bits)

    @carries("SET_PAGE")
    def set_page(self, shown: int | None, active: int | None) -> None:
        """Set the page that is seen, with its own sprites, and the page that is drawn on, as SET PAGE does.

        What is None stays. Raise error 5 for a page that does not exist.
        """
        chip, mode, graphics = self._video.chip, self.mode, self._video.graphics
        pages = mode.pages(chip.type.vram_size)
        for page in (shown, active):
            if page is not None and page >= pages:
                raise IllegalFunctionCallError
        if active is not None:
            graphics.active_page = active
        if shown is None:
            return
        graphics.shown_page = shown
        start = shown * mode.page_size
        names, _, _, attributes, patterns = mode.registers or [None] * 5
        assert names is not None
        assert attributes is not None
        assert patterns is not None
        # In SCREEN 7 and 8 too bit 5 is the page (V9938 technical data book, R#2).
        chip.write_register(2, names | shown << 5)
        chip.write_register(5, attributes)
        chip.write_register(11, (start + mode.tables[3]) >> 15)
        chip.write_register(6, patterns + (start >> 11))

    def set_adjust(self, x: int, y: int) -> None:
        """Set where the picture is on the tube, as SET ADJUST does. Raise error 5 outside -7 to 8 dots."""
        if not (-7 <= x <= 8 and -7 <= y <= 8):
            raise IllegalFunctionCallError
        self._video.chip.write_register(18, (-y & 15) << 4 | -x & 15)

    @carries("SET_SCROLL")
    def set_scroll(self, x: int | None, y: int | None, masked: int | None, wide: int | None) -> None:
        """Move the picture left and up, as SET SCROLL of an MSX2+ does; what is None stays.

        Args:
            x, y: By how many dots: 0-511 and 0-255.
            masked: 1: the border covers the left eight dots.
            wide: 1: two pages lie side by side.
        """
        if (x is not None and not 0 <= x <= 511) or any(flag not in (None, 0, 1) for flag in (masked, wide)):
            raise IllegalFunctionCallError
        chip = self._video.chip
        if x is not None:
            chip.write_register(_ACROSS, -(-x // 8) & 63)
            chip.write_register(_FINE, -x & 7)
        if y is not None:
            chip.write_register(_TOP, y)
        for flag, bit in ((masked, _MASKED), (wide, _TWO_WIDE)):
            if flag is not None:
                chip.write_register(_SCROLLED, chip.registers[_SCROLLED] & ~bit | bit * flag)
