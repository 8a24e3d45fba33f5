"""Hints at the end of rows: how long a line takes on the machine, and how many bytes it has."""

from __future__ import annotations

from collections.abc import Iterator

from msxkit.basic_type import DEFAULT_TYPES
from msxkit.language import tree
from msxkit.language.program import Line
from msxkit.language.tree.entry import LOADED
from msxkit.lsp.document import Document
from msxkit.lsp.measuring import measured
from msxkit.machine.clock import SECOND
from msxkit.machine.costs import costs_of
from msxkit.machine.model import model_of
from msxkit.timing.lines import LineTable
from msxkit.timing.statement import CostedText
from msxkit.timing.statements import statement_cost


def hints(document: Document, first: int, last: int, machine: str) -> Iterator[tuple[int, str]]:
    """Yield row (from 0) and text of the hints of rows `first` to `last`.

    Args:
        machine: The name of a model.
    """
    table = LineTable([line.number for line in document.lines()])
    for place in range(max(first, 0), min(last + 1, len(document.rows))):
        line = document.line_at(place)
        if line is not None:
            spent = measured(document, line, machine)
            known = "" if spent is not None else "at least "
            spent = t_states(line, table, machine) if spent is None else spent
            yield place, f"{known}{1000 * spent / SECOND:.2f} ms, {len(line.stored) + 5} bytes"


def t_states(line: Line, table: LineTable, machine: str) -> int:
    """Return the T-states that the statements of a line take when each runs once and every variable is the first of its
    table.

    Loops, true conditions and printing add to that; `msxkit run --profile` measures them.
    """
    text = CostedText(costs_of(model_of(machine)), line.stored, DEFAULT_TYPES, table, line.number)
    return sum(
        statement_cost(text, statement).total
        for statement in line.statements
        if not isinstance(statement, tree.Else)
    )


def links(document: Document) -> Iterator[tuple[int, int, int, str]]:
    """Yield row, start and end of each file name in a statement, and the name without its drive."""
    for line in document.lines():
        for statement in line.statements:
            for node in tree.walk(statement):
                for file in tree.taking(node, LOADED):
                    if not isinstance(file, tree.String):
                        continue
                    place = document.range(line, file.start, file.end)
                    name = file.text.rpartition(":")[2].strip()
                    if name:
                        yield place.row, place.start, place.end, name
