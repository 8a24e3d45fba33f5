"""A program as the interpreter sees it: lines at their places in memory, and the lexemes of a line.

A lexeme is a token of the scanner with its offset in the whole program text; statements, loops and subroutines resume
at such offsets, as the machine's own text pointer does.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from msxkit.decimal14 import LIMIT, BasicError, Number
from msxkit.decimal14.values import WIDE, rounded
from msxkit.language.constants import Constant
from msxkit.language.program import Line as StoredLine
from msxkit.language.program import Program
from msxkit.language.scanner import Kind
from msxkit.language.tokens import POINTER

END = "end"
LARGEST = Decimal("9.9999999999999E+62")
#: Where the program text lies in memory.
TEXT_BASE = 0x8001
_WORDS = (Kind.KEYWORD, Kind.FUNCTION, Kind.OPERATOR)
_KINDS = {
    Kind.STRING: "text",
    Kind.NAME: "name",
    Kind.DIGITS: "digits",
    Kind.PUNCTUATION: "char",
    Kind.TEXT: "raw",
    Kind.UNKNOWN: "unknown",
}


class Lexeme(NamedTuple):
    """kind: word (keyword, function, operator), number, line (a line number), pointer (an address in its
    place), text (a string literal), name, digits, char (punctuation), raw (a remark, DATA), unknown, end.
    at, end: offsets in the program text."""

    kind: str
    value: object
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A program line in memory: its number, the offset of its body and of the 00 that ends it."""

    number: int
    start: int
    end: int
    stored: StoredLine

    def lexemes(self) -> list[Lexeme]:
        """The lexemes of the line; the last one is the `end`."""
        found: list[Lexeme] = []
        base = self.start
        for token in self.stored.tokens:
            at, end = base + token.start, base + token.end
            if token.kind in _WORDS:
                found.append(Lexeme("word", token.text, at, end))
            elif token.kind is Kind.NUMBER:
                assert token.number is not None
                found.append(Lexeme("number", value_of(token.number), at, end))
            elif token.kind is Kind.LINE:
                pointer = self.stored.stored[token.start] == POINTER
                found.append(Lexeme("pointer" if pointer else "line", token.line, at, end))
            else:
                found.append(Lexeme(_KINDS[token.kind], token.text, at, end))
        found.append(Lexeme(END, None, self.end, self.end))
        return found


class Layout:
    """A program's lines at their offsets. `direct`: one more line behind the text, as direct mode has it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.data = program.memory()
        self.lines: list[Line] = []
        position = 0
        for stored in program.lines:
            start = position + 4
            end = start + len(stored.stored)
            self.lines.append(Line(stored.number, start, end, stored))
            position = end + 1
        #: Offset of the end of the text: running there is running off the program.
        self.end = position
        self.by_number = {line.number: line for line in self.lines}
        self._starts = [line.start for line in self.lines]
        self.direct: Line | None = None

    def line_at(self, offset: int) -> Line | None:
        """The line that the offset lies in."""
        if self.direct is not None and offset >= self.direct.start:
            return self.direct
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset > self.lines[index].end:
            return None
        return self.lines[index]

    def after(self, line: Line) -> int:
        """Offset of the body of the line behind `line`, or of the end of the text."""
        if line is self.direct:
            return line.end + 1
        index = bisect_right(self._starts, line.start)
        return self.lines[index].start if index < len(self.lines) else self.end

    def set_direct(self, stored: StoredLine) -> Line:
        """Puts a line of direct mode behind the text (offsets from end + 8)."""
        start = self.end + 8
        self.direct = Line(stored.number, start, start + len(stored.stored), stored)
        return self.direct


def value_of(constant: Constant) -> Number:
    """The value of a constant in the program text."""
    if constant.type == "%":
        return constant.integer
    if constant.exponent >= 0 and constant.exponent < 15:
        whole: int = constant.mantissa * 10**constant.exponent
        if whole < LIMIT:
            return whole
    # A constant that BASIC itself did not store can lie outside of the range.
    try:
        return rounded(WIDE.scaleb(Decimal(constant.mantissa), constant.exponent))
    except BasicError:
        return LARGEST
