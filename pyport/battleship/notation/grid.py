"""Text grids: one character per square, as every document prints its boards, with or without labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from battleship.errors import NotationError
from battleship.rules.model import Cell, Rules, column_name
from msxkit.errors import quoted


class Mark(NamedTuple):
    """What a grid has on a square: one character, or "" for an empty field between separators."""

    text: str
    line: int  # of the text, from 1


def read_grid(rules: Rules, text: str, where: str = "the board") -> dict[Cell, Mark]:
    """Return the marks of a board, whichever way it is written.

    Squares stand side by side, or between blanks or `;`. Row numbers (from 0 or 1, with or without `|`), a line of
    column names, ruled lines and blank lines around the board are passed over. Raise `NotationError` that names the
    line.
    """
    marks: dict[Cell, Mark] = {}
    row = 0
    for number, line in _lines(rules, text):
        if row == rules.height:
            raise NotationError(f"cannot parse {where}: line {number} is beyond the {rules.height} rows")
        fields = _fields(line, rules.width, row)
        if fields is None:
            raise NotationError(
                f"cannot parse {where}: line {number} does not have {rules.width} squares: {quoted(line.rstrip())}"
            )
        for column, field in enumerate(fields):
            marks[Cell(row, column)] = Mark(field.strip(), number)
        row += 1
    if row < rules.height:
        raise NotationError(f"cannot parse {where}: {row} rows where {rules.height} are expected")
    return marks


def _lines(rules: Rules, text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold squares, numbered from 1."""
    names = [column_name(column) for column in range(rules.width)]
    numbers = [str(column) for column in range(rules.width)]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(8).split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    started = False
    for number, line in enumerate(lines, 1):
        packed = line.strip()
        if not started and (
            not packed
            or packed.split() in (names, numbers)
            or (packed == "".join(names) and rules.width > 1)
            or (set(packed) == {"-"} and len(packed) > rules.width)
        ):
            continue
        started = True
        yield number, line


def _fields(line: str, width: int, row: int) -> list[str] | None:
    """Return the `width` squares of a line; None when it has another number of them."""
    label = re.match(rf"\s*(?:{row}|{row + 1})(?=\D|$)\s?\|?", line)
    for body in [line, *([line[label.end() :]] if label else [])]:
        if ";" in body:
            fields = body.split(";")
            if len(fields) == width + 1 and not fields[-1].strip():
                fields.pop()
            if len(fields) == width and all(len(field.strip()) <= 1 for field in fields):
                return fields
            continue
        if len(body) == width or (len(body) < width and label and body is not line):
            return list(body.ljust(width))
        if len(body.strip()) == width and not body.strip().count(" "):
            return list(body.strip())
        fields = body.replace("|", " ").split()
        if len(fields) == width and all(len(field) == 1 for field in fields):
            return fields
    return None


def write_grid(rules: Rules, mark: Callable[[Cell], str]) -> str:
    """Return rows of marks side by side, each ending in a line feed."""
    return "".join(
        "".join(mark(Cell(row, column)) for column in range(rules.width)) + "\n"
        for row in range(rules.height)
    )


def write_numbered(rules: Rules, mark: Callable[[Cell], str]) -> str:
    """Return the N x N document's board: columns and rows numbered from 0, three characters per square."""
    margin = len(str(rules.height - 1))
    header = "".join(f"{column:<3}" for column in range(rules.width)).rstrip()
    lines = [" " * (margin + 1) + header, " " * margin + "-" * (3 * rules.width)]
    for row in range(rules.height):
        squares = "".join(f"{mark(Cell(row, column)):<3}" for column in range(rules.width)).rstrip()
        lines.append(f"{row:>{margin}}|{squares}")
    return "\n".join(lines) + "\n"
