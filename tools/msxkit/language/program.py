"""A program: numbered lines of stored bytes, however they came in, and the file that SAVE writes.

    program = Program.from_ascii(b"10 PRINT 1\\r\\n")     # or from_bytes(tokenised), or from_file(either)
    for line in program.lines:
        for token in line.tokens: ...

Sources for the layout: MSX2 Technical Handbook, chapter 2.3.3; The MSX Red Book, 4253h.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from msxkit import charset
from msxkit.errors import ProgramError
from msxkit.language.lister import head, list_line, listed_offsets
from msxkit.language.recovery import read_lines
from msxkit.language.scanner import (
    CrunchError,
    Mark,
    Token,
    blank_skipped,
    column,
    crunch,
    scan,
    take_line_number,
)
from msxkit.language.tokens import DEFAULT_BASE as DEFAULT_BASE
from msxkit.language.tokens import LAST_LINE

if TYPE_CHECKING:
    from msxkit.language import tree

#: First byte of a tokenised file.
TOKENISED = 0xFF
#: The longest line of text that the machine's input buffer takes, number included.
TEXT_LIMIT = 255
#: The longest text after the number that LIST can show.
LISTED_LIMIT = 255

#: What the machine says to the number of a line that does not exist.
_NO_LINE = "Undefined line number"
_ROWS = re.compile(rb"([^\r\n]*)(?:\r\n?|\n\r?|\Z)")
_SHORT_NAME = re.compile(r"\b[A-Z][A-Z0-9]\b")
#: A name, or what is no place for one.
_WORD = re.compile(r'"[^"]*"?|[A-Za-z_][A-Za-z0-9_]*|\[[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\]')
#: A default in the content of a define, or what is no place for one.
_SLOT = re.compile(r'("[^"]*"?)|\[([^\[\]]*)\]')
_LINE_NUMBER = re.compile(r"\blines? ([0-9]+)(?: to ([0-9]+))?\b|(?<= in )([0-9]+)$")
#: Microseconds that a row takes, beside one for each byte.
_ROW = 5


class Place(NamedTuple):
    """A place in a modern source.

    Attributes:
        row, column: From 1, the column in characters.
        text: The whole row, in MSX codes.
    """

    file: str
    row: int
    column: int
    width: int
    text: bytes = b""

    def __str__(self) -> str:
        return f"{self.file}:{self.row}:{self.column}"


class Doubt(NamedTuple):
    """What the author of a modern source is not likely to mean.

    Attributes:
        check, severity, instead: As a finding of the checker has them.
    """

    check: str
    severity: str
    place: Place
    message: str
    instead: str = ""


class LineSource(NamedTuple):
    """Where a line stands in its listing.

    Attributes:
        row: The row, from 1.
        text: The whole row.
        body: Its offset in it.
        places: The place in a modern source of what begins at each offset of the row; nothing for a classic listing.
    """

    row: int
    text: bytes
    body: int
    places: Sequence[tuple[int, Place]] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row of a listing cannot be loaded.

    Attributes:
        row, column: The place, from 1.
        message: MSX's words.
        advice: What to do about it.
    """

    row: int
    column: int
    message: str
    advice: str
    text: bytes

    @property
    def is_number_alone(self) -> bool:
        """Whether the row is the number of a line that does not exist, and nothing else."""
        return self.message == _NO_LINE

    def told(self, name: str) -> str:
        """Return what is wrong, with the file of that name."""
        return f"{name}:{self.row}:{self.column}: {self.message}: {self.advice}"


@dataclass(frozen=True, slots=True)
class Span:
    """The place of a part of a line.

    Attributes:
        line: Its number.
        row: In the listing, from 1; 0 if there is none.
        column, width: The place in characters, the column from 1, of that row or of the line as LISTed.
        offset, length: In bytes, in the stored line.
        place: The place in a modern source, whose row, column and width these are then.
    """

    line: int
    row: int
    column: int
    width: int
    offset: int
    length: int
    place: Place | None = None


@cache
def _parser() -> Callable[[Sequence[Token]], tuple[tree.Statement, ...]]:
    """Return the parser, imported late so that tokenising and listing do not wait for it."""
    from msxkit.language.parser import parse

    return parse


@dataclass(eq=False)
class Line:
    """A program line.

    Attributes:
        number: 0-65529 (damaged files: up to 65535).
        stored: Its bytes without the end.
    """

    number: int
    stored: bytes
    source: LineSource | None = None
    # `cached_property` takes a lock when it is first asked, which takes longer than many a line.
    _tokens: list[Token] | None = field(default=None, init=False, repr=False)
    _statements: tuple[tree.Statement, ...] | None = field(default=None, init=False, repr=False)

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line. Offsets count in `stored`."""
        if self._tokens is None:
            self._tokens = scan(self.stored)
        return self._tokens

    @property
    def statements(self) -> tuple[tree.Statement, ...]:
        """The syntax tree of the line. A statement that MSX BASIC cannot read has a `fault`."""
        if self._statements is None:
            self._statements = _parser()(self.tokens)
        return self._statements

    @cached_property
    def text(self) -> bytes:
        """The row of the listing, or the line as LISTed, in MSX codes."""
        return self.source.text if self.source is not None else self.listed()

    @cached_property
    def shown(self) -> str:
        """`text` as Unicode."""
        return charset.decode(self.text)

    @cached_property
    def _marks(self) -> list[Mark]:
        marks: list[Mark] = []
        if self.source is not None:
            crunch(self.source.text[self.source.body :], marks)
        return marks

    @cached_property
    def _columns(self) -> list[int]:
        return listed_offsets(self.number, self.stored)

    def column(self, offset: int) -> int:
        """Return the column, from 1, of a stored offset: in the row of the listing, else in the line as LISTed."""
        if self.source is not None:
            if offset >= len(self.stored):
                return len(self.source.text) + 1
            return self.source.body + column(self._marks, offset) + 1
        return self._columns[min(offset, len(self.stored))] + 1

    def columns_of_tokens(self) -> tuple[list[int], list[int]]:
        """Return where each token begins and ends in the row of the listing: columns in characters, from 0."""
        tokens, text, source = self.tokens, self.text, self.source
        if source is None or charset.GRAPHIC_HEADER in text:
            spans = [self.span(token.start, token.end) for token in tokens]
            return [span.column - 1 for span in spans], [span.column - 1 + span.width for span in spans]
        marks = self._marks
        size, at = len(self.stored), 0
        columns: list[int] = []
        for offset in [offset for token in tokens for offset in (token.start, token.end)]:
            while at + 1 < len(marks) and marks[at + 1][0] <= offset:
                at += 1
            if offset >= size:
                columns.append(len(text))
            else:
                stored, origin, linear = marks[at]
                columns.append(source.body + origin + (offset - stored if linear else 0))
        return columns[::2], columns[1::2]

    def place(self, offset: int) -> Place | None:
        """Return the place in the modern source of what is at a stored offset; None in a classic listing."""
        if self.source is None or not self.source.places:
            return None
        places = self.source.places
        offset += len(self.stored[offset:]) - len(self.stored[offset:].lstrip(b" "))
        at = bisect_right(places, self.column(offset) - 1, key=lambda item: item[0])
        return places[max(0, at - 1)][1]

    def span(self, start: int, end: int) -> Span:
        """Return the place of the stored bytes from `start` to `end`, such as those of a node."""
        first, last = self.place(start), self.place(max(start, end - 1))
        if first is not None and last is not None:
            same = (first.file, first.row) == (last.file, last.row) and last.column >= first.column
            size = last.column + last.width - first.column if same else first.width
            return Span(self.number, first.row, first.column, size, start, end - start, first)
        column, behind = self.column(start), self.column(end)
        before = charset.width(self.text[: column - 1])
        width = charset.width(self.text[column - 1 : behind - 1])
        row = self.source.row if self.source is not None else 0
        return Span(self.number, row, before + 1, width, start, end - start)

    def listed(self) -> bytes:
        """Return the line as LIST shows it, in MSX codes."""
        return list_line(self.number, self.stored)

    @property
    def listed_size(self) -> int:
        """Characters of the line as LIST shows it, without the number and the blank after it."""
        return len(self.listed()) - len(head(self.number, self.stored))


@dataclass(eq=False)
class Program:
    """Program lines, in ascending order of their numbers. `problems` (rows) and `notes` (in words) say what a lenient
    reading left out.

    Attributes:
        missing: Characters of the listing that the MSX does not have; placeholders stand for them.
        advice: How to read these characters without placeholders.
        characters: The character of each code on the machine that the program is for, index 0-255.
        given: Row and number of each line that the listing gives, in the order of the text; a later one replaces an
            earlier one of the same number. Nothing for a tokenised program.
        long_names: The long name of each short one, for a modern source.
        defines: What each define of a modern source stands for, by `[name]`, and by the name alone where that is no
            other word; more than one content where files differ.
        routines: Line number -> the function (`.name`) or label (`{name}`) of a modern source that begins there.
        listing: The file of a classic listing; empty if it is not known.
        modern_file: The modern source that it was made of; empty for a classic listing.
        doubts: What its author is not likely to mean.
        is_library: Whether it is a modern source of functions alone, which is there to be included.
    """

    lines: Sequence[Line]
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    missing: list[charset.Missing] = field(default_factory=list)
    given: list[tuple[int, int]] = field(default_factory=list)
    advice: str = ""
    characters: str = charset.UNICODE
    long_names: dict[str, str] = field(default_factory=dict)
    defines: dict[str, set[str]] = field(default_factory=dict)
    routines: dict[int, str] = field(default_factory=dict)
    listing: str = ""
    modern_file: str = ""
    doubts: list[Doubt] = field(default_factory=list)
    is_library: bool = False

    @cached_property
    def index(self) -> dict[int, int]:
        """Line number -> position in `lines`."""
        return {line.number: position for position, line in enumerate(self.lines)}

    def auto_prompt(self, number: int) -> str:
        """Return what AUTO shows for a line: its number, with an asterisk if there is such a line."""
        return f"{number}{'*' if number in self.index else ' '}"

    def place(self, number: int | None, offset: int = 0) -> Place | None:
        """Return the place in the modern source of a line's stored offset; None in a classic listing."""
        at = None if number is None else self.index.get(number)
        return None if at is None else self.lines[at].place(offset)

    @property
    def is_whole(self) -> bool:
        """Whether every row of a modern source could be read."""
        return not any(doubt.check == "load" for doubt in self.doubts)

    @property
    def is_modern(self) -> bool:
        """Whether it was made of a modern source."""
        return bool(self.modern_file)

    def classic_names(self, text: str) -> str:
        """Return an expression with short names in place of the long ones of the modern source, and with what its
        defines stand for. One that is not the same in all files is left in brackets, which no expression has.
        """
        short = {long: short for short, long in reversed(self.long_names.items())}
        return self._classic(text, short, ()) if short or self.defines else text

    def _classic(self, text: str, short: Mapping[str, str], among: Sequence[str]) -> str:
        """Return an expression in the names of the machine.

        Args:
            among: The defines whose content it is part of.
        """

        def classic(match: re.Match[str]) -> str:
            name = re.sub(r"[ \t]", "", match[0].lower())
            if name in short or name not in self.defines or name in among:
                return short.get(name, match[0])
            content, *others = self.defines[name]
            if others:
                return f"[{name.strip('[]')}]"
            shown = charset.decode(content.encode("latin-1"), self.characters)
            whole = self._classic(shown, short, (*among, name))
            return _SLOT.sub(lambda slot: slot[1] or slot[2], whole)

        return _WORD.sub(classic, text)

    def long_name(self, name: str) -> str:
        """Return a variable, with its type, as the modern source names it."""
        return self.long_names.get(name[:2], name[:2]) + name[2:]

    def in_source(self, message: str) -> str:
        """Return a message in the words of the modern source: long names for short ones, rows for lines."""
        if not self.is_modern:
            return message
        message = _SHORT_NAME.sub(lambda match: self.long_names.get(match[0], match[0]), message)
        return _LINE_NUMBER.sub(self._row, message)

    def _row(self, match: re.Match[str]) -> str:
        places = [self.place(int(number)) for number in match.groups() if number is not None]
        rows = [f"{place.file}:{place.row}" for place in places if place is not None]
        return " to ".join(rows) if len(rows) == len(places) else match[0]

    @classmethod
    def from_file(
        cls,
        data: bytes,
        name: str = "program",
        *,
        lenient: bool = False,
        spend: Callable[[int], None] | None = None,
    ) -> Program:
        """Read a tokenised file (first byte FFh) or an ASCII listing in MSX codes. Raise `ProgramError`.

        Args:
            spend: Told of the work that each row of a listing is, in microseconds.
        """
        if data[:1] == bytes((TOKENISED,)):
            return cls.from_bytes(data, name, lenient=lenient)
        return cls.from_ascii(data, name, lenient=lenient, spend=spend)

    @classmethod
    def from_ascii(
        cls,
        data: bytes,
        name: str = "program",
        *,
        lenient: bool = False,
        cut_numbers: bool = False,
        spend: Callable[[int], None] | None = None,
    ) -> Program:
        """Read a listing as LOAD does: in MSX codes, lines ended by CR LF, LF or CR, up to a byte 1Ah.

        A later line replaces an earlier one of the same number, a number alone deletes. Raise `ProgramError` with row
        and column for what LOAD refuses.

        Args:
            lenient: Leave such a row out, and note it as a problem.
            cut_numbers: Read 70000 END as line 7000 with the text 0 END, as the machine does, instead of refusing it.
            spend: As in `from_file`.
        """
        data = data.partition(b"\x1a")[0]
        lines: dict[int, Line] = {}
        problems: list[Problem] = []
        given: list[tuple[int, int]] = []
        for row, match in enumerate(_ROWS.finditer(data), 1):
            text = match[1]
            if spend is not None:
                spend(_ROW + len(text))
            try:
                number = _enter(lines, row, text.partition(b"\0")[0], cut_numbers=cut_numbers)
                if number is not None:
                    given.append((row, number))
            except CrunchError as error:
                problem = Problem(row, error.offset + 1, error.message, _advice(error, row, text), text)
                if not lenient:
                    raise ProgramError(problem.told(name)) from None
                problems.append(problem)
        notes = [f"{problem.told(name)}; left out" for problem in problems]
        return cls([lines[number] for number in sorted(lines)], notes, problems, given=given)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "program", *, lenient: bool = False) -> Program:
        """Read a tokenised program, with or without its FFh. Raise `ProgramError` that names the offset.

        Line ends decide, as on the machine, which makes new links when it loads; the links must agree.

        Args:
            lenient: Keep every line that can be told apart, and note what was wrong.
        """
        lines, notes = read_lines(data, name, lenient=lenient)
        return cls([Line(number, stored) for number, stored in lines], notes)

    @property
    def size(self) -> int:
        """Bytes of the program text in memory, links, numbers and zero link included."""
        return sum(len(line.stored) + 5 for line in self.lines) + 2

    def is_same(self, other: Program) -> bool:
        """Return whether another program has the same lines."""
        return [(line.number, line.stored) for line in self.lines] == [
            (line.number, line.stored) for line in other.lines
        ]

    def memory(self, base: int = DEFAULT_BASE) -> bytes:
        """Return the program text as it lies in memory from `base`: links, numbers, stored bytes, zero link."""
        out = []
        address = base
        for line in self.lines:
            stored = line.stored
            address += len(stored) + 5
            if address > 0xFFFF:
                raise ProgramError(
                    f"line {line.number}: the program does not fit below FFFFh from {base:04X}h; shorten it"
                )
            out.append(address.to_bytes(2, "little") + line.number.to_bytes(2, "little") + stored)
        return b"\0".join([*out, b"\0\0"]) if out else b"\0\0"

    def file(self, base: int = DEFAULT_BASE) -> bytes:
        """Return the bytes of the file that SAVE writes."""
        return bytes((TOKENISED,)) + self.memory(base)

    def listed(self) -> bytes:
        """Return the file that SAVE"...",A writes: lines in MSX codes ended by CR LF, then 1Ah.

        The text after a line's number is built in the machine's buffer, so it ends after 255 characters.
        """
        rows = []
        for line in self.lines:
            limit = len(head(line.number, line.stored)) + LISTED_LIMIT
            rows.append(line.listed()[:limit] + b"\r\n")
        return b"".join([*rows, b"\x1a"])


@dataclass(frozen=True, slots=True)
class Deletion:
    """A row of a number alone, which deletes that line; a problem if there is none."""

    number: int
    problem: Problem


def read_row(row: int, text: bytes) -> Line | Deletion | Problem | None:
    """Return what a row of a listing is by itself; None for an empty row.

    Args:
        row: The row, from 1.
    """
    lines: dict[int, Line] = {}
    text = text.partition(b"\0")[0]
    try:
        _enter(lines, row, text)
    except CrunchError as error:
        problem = Problem(row, error.offset + 1, error.message, _advice(error, row, text), text)
        taken = take_line_number(text)
        if taken is not None and error.message == _NO_LINE:
            return Deletion(taken[0], problem)
        return problem
    return next(iter(lines.values()), None)


def _enter(lines: dict[int, Line], row: int, text: bytes, *, cut_numbers: bool = False) -> int | None:
    """Do with a row of text what the machine's main loop does with a line. Return the number of a line that it stores.

    Raise `CrunchError`.

    Args:
        cut_numbers: A number that passes 65529 is not an error yet, as on the machine.
    """
    if text.isspace() or not text:
        return None
    taken = take_line_number(text)
    if taken is None:
        raise CrunchError("Direct statement in file", len(text) - len(text.lstrip()))
    if len(text) > TEXT_LIMIT:
        # The input buffer is full: the machine takes what follows for another line.
        if not text[TEXT_LIMIT:].isspace():
            raise CrunchError("Direct statement in file", TEXT_LIMIT)
        text = text[:TEXT_LIMIT]
    number, body = taken
    behind = text[body : body + 1]
    if not cut_numbers and behind.isdigit():
        # Whatever follows, a digit begins no statement.
        raise CrunchError(f"Syntax error in {number}", body)
    body += blank_skipped(number, behind)
    try:
        stored = crunch(text[body:])
    except CrunchError as error:
        raise CrunchError(error.message, error.offset + body) from None
    if stored and not stored.isspace():
        lines[number] = Line(number, stored, LineSource(row, text, body))
        return number
    if lines.pop(number, None) is None:
        raise CrunchError(_NO_LINE, 0)
    return None


def _advice(error: CrunchError, row: int, text: bytes) -> str:
    """Return what to do about a row that LOAD refuses."""
    if len(text) > TEXT_LIMIT and error.offset == TEXT_LIMIT:
        return f"the line has {len(text)} characters, the machine takes {TEXT_LIMIT}; split it"
    if error.message == "Direct statement in file":
        modern = "; a modern source, which has none, is named .dmx" if row == 1 else ""
        return f"every line of a listing starts with a line number{modern}"
    if error.message.startswith("Syntax error"):
        return f"the machine ends the line number before this digit: {LAST_LINE} is the highest"
    if error.message == _NO_LINE:
        return "a number alone deletes that line, and there is none; remove it"
    if error.message == "Overflow":
        return "a constant is outside the range of its type"
    return "the line is too long when stored; split it"
