"""What PLAY and DRAW do not take in a string: music and drawing commands as the machine reads them.

Source: MSX Red Book (566CH-5782H, 5D6EH-5E87H, 73E5H-7754H); the recordings in tests/graphics.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

_DIRECTIONS = "UDLREFGH"
_NOTES = "CDEFGAB"
#: Command of PLAY -> what its number may be, and whether it must be there.
_MUSIC = {
    "O": (1, 8, False),
    "L": (1, 64, False),
    "T": (32, 255, False),
    "V": (0, 15, False),
    "S": (0, 15, False),
    "M": (0, 65535, False),
    "N": (0, 96, True),
}
#: Command of DRAW -> what its number may be.
_DRAWING = {"A": (0, 3), "S": (0, 255), "C": (-65535, 65535), **dict.fromkeys(_DIRECTIONS, (-65535, 65535))}
_LONGEST_NAME = 39
_LIMIT = 0x10000


class MacroFault(NamedTuple):
    """What is wrong in a string of PLAY or DRAW.

    Attributes:
        start, end: Where it stands in the string.
        message: A sentence without its full stop.
    """

    start: int
    end: int
    message: str


class _FaultError(Exception):
    """The machine stops here."""


def music_fault(text: str) -> MacroFault | None:
    """Return the first thing that PLAY does not take; None if it takes all."""
    return _first(text, _music)


def drawing_fault(text: str) -> MacroFault | None:
    """Return the first thing that DRAW does not take; None if it takes all."""
    return _first(text, _drawing)


class _Reader:
    """The characters of a macro, in upper case and without blanks."""

    def __init__(self, text: str) -> None:
        self.text = text.upper() if text.isascii() else text
        self.at = 0

    def take(self) -> str:
        while self.at < len(self.text):
            self.at += 1
            if self.text[self.at - 1] != " ":
                return self.text[self.at - 1]
        self.at = len(self.text) + 1
        return ""

    def back(self) -> None:
        self.at -= 1

    def variable(self) -> None:
        """Take a name up to its semicolon."""
        end = self.text.find(";", self.at)
        if end < 0 or len(self.text[self.at : end].replace(" ", "")) > _LONGEST_NAME:
            raise _FaultError("a variable must end with a semicolon")
        self.at = end + 1

    def number(self, first: str) -> int | None:
        """Return a number; None for the value of a variable."""
        if first in ("+", "-"):
            value = self.number(self.take())
            return -value if value is not None and first == "-" else value
        if first == "=":
            self.variable()
            return None
        if not _is_digit(first):
            raise _FaultError(f"{first or 'the end'} where a number must stand")
        digits = first
        while _is_digit(following := self.take()):
            digits += following
            if int(digits) >= _LIMIT:
                raise _FaultError(f"{digits} is more than {_LIMIT - 1}")
        if following != ";":
            self.back()
        return int(digits)

    def given(self, absent: int | None) -> int | None:
        """Return the number that stands here; None for a variable's value, and `absent` where there is none."""
        first = self.take()
        if first != "=" and not _is_digit(first):
            self.back()
            return absent
        return self.number(first)


def _is_digit(character: str) -> bool:
    return character != "" and character in "0123456789"


def _first(text: str, read: Callable[[_Reader, str], None]) -> MacroFault | None:
    reader = _Reader(text)
    start = 0
    try:
        while command := reader.take():
            start = reader.at - 1
            read(reader, command)
    except _FaultError as error:
        return MacroFault(start, max(min(reader.at, len(text)), start + 1), str(error))
    return None


def _music(reader: _Reader, command: str) -> None:
    if command in _NOTES or command == "R":
        if command != "R" and reader.take() not in ("+", "#", "-"):
            reader.back()
        _checked("the length of a note", reader.given(None), 1, 64)
        while reader.take() == ".":
            pass
        reader.back()
    elif command == "X":
        reader.variable()
    elif command in _MUSIC:
        low, high, needed = _MUSIC[command]
        value = reader.given(-1)
        if value == -1 and needed:
            raise _FaultError(f"{command} needs a number")
        _checked(command, None if value == -1 else value, low, high)
        if command == "N":
            while reader.take() == ".":
                pass
            reader.back()
    elif command != ";":
        raise _FaultError(f"PLAY has no command {command}")


def _drawing(reader: _Reader, command: str) -> None:
    if command == "M":
        reader.number(reader.take())
        if reader.take() != ",":
            raise _FaultError("M takes two numbers, with a comma between them")
        reader.number(reader.take())
    elif command == "X":
        reader.variable()
    elif command in _DRAWING:
        first = reader.take()
        if first in ("+", "-", "=") or _is_digit(first):
            _checked(command, reader.number(first), *_DRAWING[command])
        elif first != ";":
            reader.back()
    elif command not in ("B", "N"):
        raise _FaultError(f"DRAW has no command {command}")


def _checked(word: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise _FaultError(f"{word} takes {low} to {high}, not {value}")
