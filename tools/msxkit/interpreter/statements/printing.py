"""PRINT: items, zones, TAB and SPC to the screen, a file or the printer, and PRINT USING."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from msxkit.carrying import carries
from msxkit.decimal14 import Number, format_number
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.accumulator import Accumulator
from msxkit.machine.video.text_screen import TextScreen

ZONE = 14


class Printer(Protocol):
    """Where PRINT goes."""

    @property
    def column(self) -> int: ...
    def string(self, text: str) -> None: ...
    def number(self, x: Number) -> None: ...
    def comma(self) -> None: ...
    def tab(self, column: int) -> None: ...
    def blanks(self, count: int) -> None: ...
    def newline(self) -> None: ...


class ScreenPrinter:
    """PRINT to the text screen."""

    def __init__(self, screen: TextScreen, accumulator: Accumulator) -> None:
        self._screen = screen
        self._accumulator = accumulator
        self.string = screen.write
        self.newline = screen.newline

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self._screen.state.width

    @property
    def column(self) -> int:
        """Where PRINT is in the row."""
        return self._screen.state.column

    @carries("PRINT_NUMBER")
    def number(self, x: Number) -> None:
        """Print a number with a blank after it, in a new row if its digits do not fit into this one."""
        text = format_number(x)
        self._accumulator.left = 0
        screen = self._screen
        if screen.state.column + len(text) > screen.state.width:
            screen.newline()
        screen.write(text + " ")

    @carries("PRINT_COMMA")
    def comma(self) -> None:
        screen = self._screen
        if screen.state.column >= screen.state.limit:
            screen.newline()
        else:
            screen.blanks(ZONE - screen.state.column % ZONE)

    @carries("PRINT_TAB")
    def tab(self, column: int) -> None:
        _check(column)
        self._screen.blanks(column - self._screen.state.column)

    @carries("PRINT_SPACES")
    def blanks(self, count: int) -> None:
        _check(count)
        self._screen.blanks(count)


class CodePrinter(ABC):
    """PRINT as character codes alone, lines ended by CR LF."""

    @property
    @abstractmethod
    def column(self) -> int:
        """Where PRINT is in the line."""

    @abstractmethod
    def string(self, text: str) -> None: ...

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


class BlockPrinter(CodePrinter):
    """PRINT # through a file's control block, to a disk, a cassette or a graphic screen.

    Columns are not counted there: PRINT takes a byte of the block for its column, which OPEN leaves as memory was.

    Attributes:
        put: Takes the codes.
    """

    column = 0

    def __init__(self, put: Callable[[bytes], None], column: int) -> None:
        self._put = put
        self.column = column

    def string(self, text: str) -> None:
        self._put(text.encode("latin-1"))


class Output(Protocol):
    """Bytes that were printed, and the column that counts as POS would."""

    data: bytearray
    column: int


class TextPrinter(CodePrinter):
    """PRINT to the printer: bytes.

    Attributes:
        room: Bytes that go in at most.
        full: Makes the error that one more raises.
    """

    def __init__(self, out: Output, room: int, full: Callable[[], RaisedError]) -> None:
        self._out = out
        self._room = room
        self._full = full

    @property
    def column(self) -> int:
        return self._out.column

    def string(self, text: str) -> None:
        out = self._out
        if len(out.data) + len(text) > self._room:
            raise self._full()
        out.data += text.encode("latin-1")
        for character in text:
            out.column = 0 if character == "\r" else out.column + (character >= " ")


def _check(count: int) -> None:
    from msxkit.interpreter.values.strings import byte

    byte(count)
