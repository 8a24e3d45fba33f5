"""The statements of a program: where they lie in memory, and where they stand in the source."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from msxkit.basic_type import DEFAULT_TYPES
from msxkit.language import tree
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line


@dataclass(frozen=True, slots=True)
class StatementPlace:
    """A statement.

    Attributes:
        offset: Where the run reaches it in the program text.
        line: The line number.
        row, column, end: The position in the source, from 1; end is the column after it.
        node: The statement's node in the tree; None if it has none.
        file: The included file of a modern source; empty for the program's own file.
    """

    offset: int
    line: int
    row: int
    column: int
    end: int
    node: tree.Statement | None
    file: str = ""

    @property
    def marked(self) -> dict[str, int]:
        """The position as the protocol has it."""
        return {"line": self.row, "column": self.column, "endLine": self.row, "endColumn": self.end}


class Places:
    """The statements of a program, in the order of memory. Remarks, DATA and colons are not among them. They are looked
    for when somebody asks.

    Attributes:
        program: The program as it was read.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.program = layout.program

    @cached_property
    def all(self) -> list[StatementPlace]:
        """The statements."""
        found: list[StatementPlace] = []
        layout = self._layout
        own = layout.program.modern_file
        for index, line in enumerate(layout.lines):
            row = line.stored.source.row if line.stored.source is not None else index + 1
            nodes: dict[int, tree.Statement] = {}
            for statement in line.stored.statements:
                for node in tree.walk(statement):
                    if isinstance(node, tree.Statement):
                        nodes.setdefault(node.start, node)
            for block in lower_line(layout, line, DEFAULT_TYPES).blocks:
                if not block.first or block.idle:
                    continue
                start = block.offset - line.start
                body = line.stored.stored
                while start < len(body) and body[start] in b" \t\n":
                    start += 1
                at = nodes.get(start)
                span = line.stored.span(start, at.end if at is not None else len(body))
                end = span.column + max(1, span.width)
                file = "" if span.place is None or span.place.file == own else span.place.file
                place_row = row if span.place is None else span.row
                found.append(StatementPlace(block.offset, line.number, place_row, span.column, end, at, file))
        return sorted(found, key=lambda place: place.offset)

    @cached_property
    def by_offset(self) -> dict[int, StatementPlace]:
        """Offset -> the statement that begins there."""
        return {place.offset: place for place in self.all}

    def at(self, offset: int) -> StatementPlace | None:
        """Return the statement that an offset lies in, or the last one before it; the first if none is before it.

        None for a program without statements.
        """
        index = bisect_right(self.all, offset, key=lambda place: place.offset) - 1
        return self.all[max(0, index)] if self.all else None

    def of_line(self, number: int, offset: int) -> StatementPlace | None:
        """Return the last statement of a line that begins at an offset or before."""
        found = [place for place in self.all if place.line == number and place.offset <= offset]
        return found[-1] if found else None

    def before(self, offset: int) -> StatementPlace | None:
        """Return the statement that ends before an offset: for the place after a GOSUB, the GOSUB."""
        index = bisect_right(self.all, offset - 1, key=lambda place: place.offset) - 1
        return self.all[index] if index >= 0 else None

    def in_row(self, row: int, column: int | None = None, file: str = "") -> StatementPlace | None:
        """Return the statement for a breakpoint: of this row, or of the next row that has one; None after the last.

        Args:
            row, column, file: The place in the source, from 1. With a column, it is the last statement of the row that
                begins there or before; without one, the one that runs first.
        """
        here = [place for place in self.all if place.file == file]
        rows = sorted({place.row for place in here if place.row >= row})
        if not rows:
            return None
        there = [place for place in here if place.row == rows[0]]
        if column is None or rows[0] != row:
            return there[0]
        there.sort(key=lambda place: place.column)
        return [there[0], *(place for place in there if place.column <= column)][-1]

    @property
    def goes_by_row(self) -> bool:
        """Whether a step goes over the statements of a row as one: in a modern source."""
        return self._layout.program.is_modern

    def share_row(self, one: StatementPlace | None, other: StatementPlace) -> bool:
        """Return whether a step goes over two statements as one."""
        return self.goes_by_row and one is not None and (one.file, one.row) == (other.file, other.row)

    def of_kind(self, kind: type[tree.Statement]) -> list[StatementPlace]:
        """Return the statements whose node is of a class."""
        return [place for place in self.all if isinstance(place.node, kind)]
