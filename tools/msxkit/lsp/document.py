"""A listing in an editor: rows of text, each read once and kept while others change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Protocol

from msxkit import charset
from msxkit.language.program import Deletion, Line, LineSource, Problem, Program, read_row
from msxkit.language.scanner import Token


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a row.

    Attributes:
        row: The row, from 0.
        start, end: The columns of its first character, from 0, and after its last one.
        down: How many rows below it ends, for an edit that removes rows.
    """

    row: int
    start: int
    end: int
    down: int = 0

    def holds(self, column: int) -> bool:
        """Return whether the caret at `column` touches it."""
        return self.start <= column <= self.end


class FileRange(NamedTuple):
    """A part of a row of a file.

    Attributes:
        file: The name of the file; empty for the document itself.
    """

    file: str
    range: Range


class _TextRow(Protocol):
    @property
    def text(self) -> str: ...


class Text(Protocol):
    """What has rows of text: a listing, or a file of a modern source."""

    @property
    def rows(self) -> Sequence[_TextRow]:
        """Its rows, in order."""


class PlacedToken(NamedTuple):
    """A token and where it stands in its row.

    Attributes:
        start, end: The columns in characters, from 0.
    """

    token: Token
    start: int
    end: int


@dataclass(eq=False)
class ListingRow:
    """A row of the listing.

    Attributes:
        text: The text as the editor has it.
        content: What LOAD makes of it; None for an empty row.
        ends: Whether it holds the byte 1Ah, which ends the file.
        missing: Its characters that the MSX does not have; a placeholder stands for each.
    """

    text: str
    content: Line | Deletion | Problem | None
    ends: bool = False
    missing: tuple[charset.Missing, ...] = ()

    @cached_property
    def pieces(self) -> tuple[PlacedToken, ...]:
        """The tokens of its line, with their places; none for a row that is not a line."""
        return tuple(PlacedToken(*span) for span in self.spans())

    def spans(self) -> Iterator[tuple[Token, int, int]]:
        """Yield what `pieces` has, and keep nothing: that takes less for a long listing."""
        line = self.content
        if not isinstance(line, Line):
            return
        text, size = self.text, len(self.text)
        for token, start, end in zip(line.tokens, *line.columns_of_tokens(), strict=True):
            while end > start + 1 and end <= size and text[end - 1] in " \t":
                end -= 1
            yield token, start, min(end, size)

    @property
    def number_end(self) -> int:
        """The column after the line number."""
        count = len(self.text) - len(self.text.lstrip(" \t"))
        while count < len(self.text) and self.text[count] in "0123456789":
            count += 1
        return count


def _read(position: int, text: str, characters: str) -> ListingRow:
    encoded, missing = charset.encode_replacing(text, characters)
    before, mark, _ = encoded.partition(b"\x1a")
    return ListingRow(text, read_row(position + 1, before), bool(mark), tuple(missing))


class Document:
    """A listing that changes.

    Attributes:
        tokenised: Whether it was made from a tokenised file. Its rows are then what LIST shows.
        characters: The character of each code of its machine.
        version: The number of changes so far.
        touched: The first row of the last change, from 0.
    """

    def __init__(self, text: str, *, tokenised: bool = False, characters: str = charset.UNICODE) -> None:
        self.tokenised = tokenised
        self.characters = characters
        self.version = self.touched = 0
        self._rows: list[ListingRow] = [
            _read(place, row, characters) for place, row in enumerate(split(text))
        ]
        self._program: Program | None = None

    @property
    def rows(self) -> Sequence[ListingRow]:
        """Its rows, in order."""
        return self._rows

    @property
    def text(self) -> str:
        """The whole text, its rows divided by LF."""
        return "\n".join(row.text for row in self._rows)

    def replace(self, first: int, start: int, last: int, end: int, text: str) -> None:
        """Put a text in place of what stands from column `start` of row `first` to column `end` of row `last`.

        Rows and columns count from 0, columns in characters. A place after the text means its end, as for editors.
        """
        rows = self._rows
        if first >= len(rows):
            first, start = len(rows) - 1, len(rows[-1].text)
        if last >= len(rows):
            last, end = len(rows) - 1, len(rows[-1].text)
        if (last, end) < (first, start):
            last, end = first, start
        joined = rows[first].text[:start] + text + rows[last].text[end:]
        made = [_read(first + place, row, self.characters) for place, row in enumerate(split(joined))]
        moved = len(made) - (last - first + 1)
        rows[first : last + 1] = made
        if moved:
            for place in range(first + len(made), len(rows)):
                rows[place].content = _moved(rows[place].content, place + 1)
        self.version += 1
        self.touched = first
        self._program = None

    def with_row(self, row: int, text: str) -> Document:
        """Return the listing with another text in a row; all other rows are those of this one."""
        made = Document("", tokenised=self.tokenised, characters=self.characters)
        made._rows = [*self._rows]
        made._rows[row] = _read(row, text, self.characters)
        return made

    def alone(self, text: str) -> Document:
        """Return a document of one row, with the characters of this one."""
        return Document(text, characters=self.characters)

    @property
    def program(self) -> Program:
        """The program that LOAD would make of the rows. The rows that it refuses are among the program's problems."""
        if self._program is None:
            lines: dict[int, Line] = {}
            problems: list[Problem] = []
            missing: list[charset.Missing] = []
            given: list[tuple[int, int]] = []
            for place, row in enumerate(self._rows, 1):
                content = row.content
                missing += [replace(character, line=place) for character in row.missing]
                if isinstance(content, Line):
                    lines[content.number] = content
                    given.append((place, content.number))
                elif isinstance(content, Deletion):
                    if lines.pop(content.number, None) is None:
                        problems.append(content.problem)
                elif content is not None:
                    problems.append(content)
                if row.ends:
                    break
            self._program = Program([lines[number] for number in sorted(lines)], [], problems, missing, given)
        return self._program

    # Places

    def line_at(self, row: int) -> Line | None:
        """Return the program line of a row; None for a row without one, or one that a later row replaces."""
        if not 0 <= row < len(self._rows):
            return None
        content = self._rows[row].content
        return content if isinstance(content, Line) and self.line(content.number) is content else None

    def line(self, number: int) -> Line | None:
        """Return the program line with a number; None if there is none."""
        place = self.program.index.get(number)
        return None if place is None else self.program.lines[place]

    def row_of(self, line: Line) -> int:
        """Return the row, from 0, of a program line."""
        assert line.source is not None
        return line.source.row - 1

    def range(self, line: Line, start: int, end: int) -> Range:
        """Return the place of the stored bytes from `start` to `end` of a line."""
        span = line.span(start, end)
        row = self.row_of(line)
        text = self._rows[row].text
        first = span.column - 1
        behind = min(first + span.width, len(text))
        while behind > first + 1 and text[behind - 1] in " \t":
            behind -= 1
        return Range(row, first, behind)

    def number_range(self, line: Line) -> Range:
        """Return the place of a line's number."""
        row = self._rows[self.row_of(line)]
        start = len(row.text) - len(row.text.lstrip(" \t"))
        return Range(self.row_of(line), start, row.number_end)

    def piece_at(self, row: int, column: int) -> PlacedToken | None:
        """Return the token that a caret touches: the one that begins there rather than the one that ends there.

        None if it touches none.
        """
        if not 0 <= row < len(self._rows):
            return None
        touched = [piece for piece in self._rows[row].pieces if piece.start <= column <= piece.end]
        return touched[-1] if touched else None

    def lines(self) -> Iterator[Line]:
        """Yield the program lines in the order of their numbers."""
        return iter(self.program.lines)


def split(text: str) -> list[str]:
    """Return the rows of a text. CR LF, LF and CR end a row, as for LOAD and for editors."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _moved(content: Line | Deletion | Problem | None, row: int) -> Line | Deletion | Problem | None:
    """Return the same content in another row, from 1."""
    if isinstance(content, Line):
        assert content.source is not None
        content.source = LineSource(row, content.source.text, content.source.body)
        return content
    if isinstance(content, Problem):
        return replace(content, row=row)
    if isinstance(content, Deletion):
        return Deletion(content.number, replace(content.problem, row=row))
    return None
