"""PRINT: items, zones, TAB and SPC to the screen, a file or the printer, and PRINT USING."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msxkit.decimal14 import Number, format_number
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.video.textscreen import TextScreen

ZONE = 14


class Printer(Protocol):
    """Where PRINT goes."""

    def string(self, text: str) -> None: ...
    def number(self, x: Number) -> None: ...
    def comma(self) -> None: ...
    def tab(self, column: int) -> None: ...
    def blanks(self, count: int) -> None: ...
    def newline(self) -> None: ...


class ScreenPrinter:
    """PRINT to the text screen."""

    def __init__(self, screen: TextScreen) -> None:
        self._screen = screen
        self.string = screen.write
        self.newline = screen.newline

    def number(self, x: Number) -> None:
        """A number with a blank behind it, in a new row if its digits do not fit into this one."""
        text = format_number(x)
        screen = self._screen
        if screen.column + len(text) > screen.width:
            screen.newline()
        screen.write(text + " ")

    def comma(self) -> None:
        screen = self._screen
        if screen.column >= screen.state.limit:
            screen.newline()
        else:
            screen.blanks(ZONE - screen.column % ZONE)

    def tab(self, column: int) -> None:
        _check(column)
        self._screen.blanks(column - self._screen.column)

    def blanks(self, count: int) -> None:
        _check(count)
        self._screen.blanks(count)


class TextPrinter:
    """PRINT to a file or the printer: bytes, lines ended by CR LF. `column` counts as POS would.

    room: bytes that go in at most; full: makes the error that one more raises.
    """

    def __init__(self, out: bytearray, room: int, full: Callable[[], RaisedError]) -> None:
        self.out = out
        self.column = 0
        self._room = room
        self._full = full

    def string(self, text: str) -> None:
        if len(self.out) + len(text) > self._room:
            raise self._full()
        self.out += text.encode("latin-1")
        for character in text:
            self.column = 0 if character == "\r" else self.column + (character >= " ")

    def number(self, x: Number) -> None:
        self.string(format_number(x) + " ")

    def comma(self) -> None:
        self.string(" " * (ZONE - self.column % ZONE))

    def tab(self, column: int) -> None:
        _check(column)
        self.string(" " * (column - self.column))

    def blanks(self, count: int) -> None:
        _check(count)
        self.string(" " * count)

    def newline(self) -> None:
        self.string("\r\n")


def _check(count: int) -> None:
    from msxkit.interpreter.strings import byte

    byte(count)
