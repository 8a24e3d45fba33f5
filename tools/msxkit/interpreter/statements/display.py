"""The statements of the text screen, and what SCREEN and COLOR do besides video."""

from __future__ import annotations

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.clock_chip import ClockChipState
from msxkit.machine.keyboard import KeyboardState
from msxkit.machine.model import Model
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import FUNCTION_KEYS, KEY_BYTES
from msxkit.machine.video.text_screen import TextScreen

#: A byte 0 ends a text. KEY LIST writes all bytes of a key, with blanks for what is not a character.
MAX_KEY_TEXT = KEY_BYTES - 1
BAUD_RATES = (1, 2)


class Display:
    """What statements do to the screen of a machine."""

    def __init__(
        self,
        model: Model,
        screens: Screens,
        screen: TextScreen,
        keyboard: KeyboardState,
        chip: ClockChipState,
    ) -> None:
        self._model = model
        self._screens = screens
        self._screen = screen
        self._keyboard = keyboard
        self._chip = chip

    def switch_on(self) -> None:
        """Set the screen up as it is at the prompt, with what SET SCREEN and SET ADJUST kept."""
        screens, chip = self._screens, self._chip
        screens.power_on()
        if chip.right or chip.down:
            screens.set_adjust(chip.right, chip.down)
        if chip.screen:
            mode, kept_width, ink, paper, border, keys, self._keyboard.click = chip.screen
            screens.colours.set(ink, paper, border)
            screens.set_mode(mode)
            screens.set_width(kept_width)
            self.key_line(bool(keys))

    @carries("SET_SCREEN")
    def keep_screen(self) -> None:
        """Carry out SET SCREEN: keep mode, width, colours, function keys and click for the next start."""
        text, modes = self._screen.state, self._screens.state
        self._chip.screen = (
            modes.text_mode,
            text.width,
            *modes.colours,
            int(text.keys_shown),
            self._keyboard.click,
        )

    @carries("SET_ADJUST")
    def set_adjust(self, right: int, down: int) -> None:
        """Carry out SET ADJUST."""
        self._screens.set_adjust(right, down)
        self._chip.right, self._chip.down = right, down

    @carries("LOCATE")
    def locate(self, x: int | None, y: int | None, switch: int | None) -> None:
        """Carry out LOCATE."""
        screen = self._screen
        screen.lift_cursor()
        if switch is not None:
            screen.state.cursor_always = bool(switch)
        screen.locate(screen.state.x - 1 if x is None else x, screen.state.y - 1 if y is None else y)
        screen.drop_cursor()

    @carries("WIDTH")
    def set_width(self, width: int) -> None:
        """Carry out WIDTH."""
        self._screens.set_width(width)

    @carries("SCREEN_CLICK")
    def set_click(self, click: int) -> None:
        """Carry out SCREEN ,,click."""
        self._keyboard.click = click

    @carries("SCREEN_BAUD")
    def set_baud_rate(self, rate: int) -> None:
        """Carry out SCREEN ,,,baud rate: 1 or 2, of a cassette recorder that is not there."""
        if rate not in BAUD_RATES:
            raise RaisedError(basic_errors.ILLEGAL_CALL)

    @carries("NEED_MSX2")
    def need_msx2(self, error: int) -> None:
        """Raise the error of an MSX1 for a statement that it does not know."""
        if not self._model.basic.is_extended:
            raise RaisedError(error, note="this needs an MSX2")

    @carries("NEED_MSX2_PLUS")
    def need_scroll(self) -> None:
        """Raise the error of a machine that does not know SET SCROLL."""
        if not self._model.basic.scrolls:
            raise RaisedError(basic_errors.SYNTAX, note="this needs an MSX2+")

    @carries("NEED_SCREEN")
    def need_screen(self, least: int) -> None:
        """Raise error 5 in a SCREEN that a statement does not work in, before its operands are looked at."""
        if self._screens.mode.number < least:
            raise RaisedError(basic_errors.ILLEGAL_CALL)

    @carries("KEY_DISPLAY")
    def key_line(self, shown: bool) -> None:
        """Carry out KEY ON and KEY OFF."""
        self._screen.set_keys(shown)

    @carries("KEY")
    def key_text(self, number: int, text: str) -> None:
        """Carry out KEY n, text."""
        if not 1 <= number <= len(FUNCTION_KEYS) or "\0" in text:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._screen.state.function_keys[number - 1] = str.__str__(text)[:MAX_KEY_TEXT]
        self._screen.show_keys()

    @carries("KEY_LIST")
    def key_list(self) -> None:
        """Carry out KEY LIST."""
        for text in self._screen.state.function_keys:
            shown = "".join(c if c >= " " and c != "\x7f" else " " for c in text)
            self._screen.write(shown.ljust(KEY_BYTES))
            self._screen.newline()

    @carries("COLUMN")
    def pos(self, _x: Number) -> int:
        """Return POS."""
        return self._screen.state.column

    @carries("ROW")
    def csrlin(self) -> int:
        """Return CSRLIN."""
        return self._screen.state.y - 1
