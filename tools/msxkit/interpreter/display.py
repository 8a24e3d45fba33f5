"""The statements of the text screen: LOCATE, WIDTH, SCREEN, COLOR, KEY and their kin."""

from __future__ import annotations

from msxkit import basicerrors
from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.chiptype import ChipType
from msxkit.machine.keyboard import KeyboardState
from msxkit.machine.model import Model
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import FUNCTION_KEYS
from msxkit.machine.video.textscreen import TextScreen

MAX_KEY_TEXT = 15


class Display:
    """What statements do to the screen of a machine."""

    def __init__(self, model: Model, screens: Screens, screen: TextScreen, keyboard: KeyboardState) -> None:
        self._model = model
        self._screens = screens
        self._screen = screen
        self._keyboard = keyboard

    def locate(self, x: int | None, y: int | None, switch: int | None) -> None:
        """LOCATE."""
        screen = self._screen
        screen.locate(screen.x - 1 if x is None else x, screen.y - 1 if y is None else y)
        if switch is not None:
            screen.state.cursor_always = bool(switch)

    def set_width(self, width: int) -> None:
        """WIDTH."""
        self._screens.set_width(width)

    def set_screen(self, mode: int | None, size: int | None, click: int | None, *_rest: int | None) -> None:
        """SCREEN."""
        if mode is not None:
            if mode > self._model.highest_screen:
                raise RaisedError(basicerrors.ILLEGAL_CALL)
            if mode > 1:
                raise RaisedError(basicerrors.ILLEGAL_CALL, note=errors.TEXT_SCREENS_ONLY)
            self._screens.set_mode(mode)
        if size is not None:
            self._screens.set_sprite_size(size)
        if click is not None:
            self._keyboard.click = click

    def cls(self) -> None:
        """CLS."""
        self._screens.clear()

    def color(self, foreground: int | None, background: int | None, border: int | None) -> None:
        """COLOR."""
        self._screens.colours.set(foreground, background, border)

    def color_reset(self) -> None:
        """COLOR alone: the MSX2 palette; a missing operand on MSX1."""
        if self._model.chip is ChipType.TMS9918A:
            raise RaisedError(basicerrors.MISSING_OPERAND)

    def color_palette(self) -> None:
        """COLOR=: the MSX2 palette, accepted without effect on the cells."""
        if self._model.chip is ChipType.TMS9918A:
            raise RaisedError(basicerrors.SYNTAX)

    def key_line(self, shown: bool) -> None:
        """KEY ON, KEY OFF."""
        self._screen.set_keys(shown)

    def key_text(self, number: int, text: str) -> None:
        """KEY n, text."""
        if not 1 <= number <= len(FUNCTION_KEYS) or "\0" in text:
            raise RaisedError(basicerrors.ILLEGAL_CALL)
        self._screen.state.function_keys[number - 1] = str.__str__(text)[:MAX_KEY_TEXT]
        self._screen.show_keys()

    def key_list(self) -> None:
        """KEY LIST."""
        for text in self._screen.state.function_keys:
            self._screen.write("".join(c if c >= " " and c != "\x7f" else " " for c in text))
            self._screen.newline()

    def pos(self, _x: Number) -> int:
        """POS."""
        return self._screen.column

    def csrlin(self) -> int:
        """CSRLIN."""
        return self._screen.y - 1

    def text_only(self, *_values: object) -> int:
        """POINT on a text screen."""
        raise RaisedError(basicerrors.ILLEGAL_CALL, note=errors.TEXT_SCREENS_ONLY)
