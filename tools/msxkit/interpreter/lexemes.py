"""A program as the interpreter sees it: lines at their places in memory, and the lexemes of a line.

Every lexeme knows its offset in the program text; statements, loops and subroutines resume at such offsets, as the
machine's own text pointer does.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from msxkit.decimal14 import decode_integer, decode_real
from msxkit.language import tokens

END = "end"
#: Where the program text lies in memory.
TEXT_BASE = 0x8001


class Lexeme(NamedTuple):
    """kind: word (a keyword), number (a constant), line (a line number), text (a string literal), char (any
    other character), raw (the text of a remark or of DATA), end. at, end: offsets in the program text."""

    kind: str
    value: object
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A program line: its number, the offset of its body and of the 00 that ends it."""

    number: int
    start: int
    end: int


@dataclass
class Program:
    """A tokenised program without the leading FF byte, and where its lines are."""

    data: bytes
    lines: list[Line] = field(init=False)
    by_number: dict[int, Line] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = list(_lines(self.data))
        self.by_number = {}
        for line in self.lines:
            self.by_number.setdefault(line.number, line)
        self._starts = [line.start for line in self.lines]

    @property
    def end(self) -> int:
        """Offset of the end of the text: running there is running off the program."""
        return self.lines[-1].end + 1 if self.lines else 0

    def line_at(self, offset: int) -> Line | None:
        """The line that the offset lies in."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return None
        line = self.lines[index]
        return line if offset <= line.end else None

    def after(self, line: Line) -> int:
        """Offset of the body of the line behind `line`, or of the end of the text."""
        index = bisect_right(self._starts, line.start)
        return self.lines[index].start if index < len(self.lines) else self.end


def _lines(data: bytes) -> list[Line]:
    lines = []
    position = 0
    while position + 4 <= len(data) and data[position : position + 2] != b"\0\0":
        number = int.from_bytes(data[position + 2 : position + 4], "little")
        start = position + 4
        end = body_end(data, start)
        lines.append(Line(number, start, end))
        position = end + 1
    return lines


_OPERAND_BYTES = {
    tokens.OCTAL: 2,
    tokens.HEXADECIMAL: 2,
    tokens.POINTER: 2,
    tokens.LINE_NUMBER: 2,
    tokens.BYTE: 1,
    tokens.WORD: 2,
    tokens.SINGLE: 4,
    tokens.DOUBLE: 8,
}


def body_end(data: bytes, position: int) -> int:
    """Offset of the 00 that ends the line body at `position`: zeros inside constants do not."""
    for lexeme in scan(data, position):
        position = lexeme.end
    return position


def scan(data: bytes, position: int) -> list[Lexeme]:
    """The lexemes of the line body at `position`, up to its 00; the last one is the `end`."""
    found: list[Lexeme] = []
    size = len(data)
    while position < size and data[position]:
        start = position
        code = data[position]
        if code == 32 or code in (9, 10):
            position += 1
            continue
        if code == 0x22:
            close = position + 1
            while close < size and data[close] not in (0, 0x22):
                close += 1
            text = data[position + 1 : close].decode("latin-1")
            position = close + 1 if close < size and data[close] == 0x22 else close
            found.append(Lexeme("text", text, start, position))
            continue
        if code in _OPERAND_BYTES:
            position += 1 + _OPERAND_BYTES[code]
            found.append(_constant(code, data[start + 1 : position], start, position))
            continue
        if tokens.DIGIT_0 <= code <= tokens.DIGIT_9:
            position += 1
            found.append(Lexeme("number", code - tokens.DIGIT_0, start, position))
            continue
        if code < 0x80:
            position += 1
            found.append(Lexeme("char", chr(code), start, position))
            continue
        if code == tokens.FUNCTION_PREFIX:
            word = tokens.FUNCTION_WORDS.get(data[position + 1] if position + 1 < size else 0)
            position += 2
        else:
            word = tokens.STATEMENT_WORDS.get(code)
            position += 1
        found.append(Lexeme("word", word or "", start, position))
        if word in ("REM", "'"):
            end = position
            while end < size and data[end]:
                end += 1
            found.append(Lexeme("raw", data[position:end].decode("latin-1"), position, end))
            position = end
        elif word == "DATA":
            end, quoted = position, False
            while end < size and data[end] and (quoted or data[end] != 0x3A):
                quoted ^= data[end] == 0x22
                end += 1
            found.append(Lexeme("raw", data[position:end].decode("latin-1"), position, end))
            position = end
    found.append(Lexeme(END, None, position, position))
    return found


def _constant(code: int, operand: bytes, start: int, end: int) -> Lexeme:
    if code in (tokens.OCTAL, tokens.HEXADECIMAL, tokens.WORD):
        return Lexeme("number", decode_integer(operand), start, end)
    if code == tokens.LINE_NUMBER:
        return Lexeme("line", int.from_bytes(operand, "little"), start, end)
    if code == tokens.POINTER:
        return Lexeme("pointer", int.from_bytes(operand, "little") - TEXT_BASE, start, end)
    if code == tokens.BYTE:
        return Lexeme("number", operand[0], start, end)
    return Lexeme("number", decode_real(operand), start, end)
