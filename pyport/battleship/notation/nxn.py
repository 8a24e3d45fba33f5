"""Squares and boards of the N x N document: `[row, column]` from 0.

While placing, `S` is a ship and `*` nothing; the enemy's board shows `#` unknown, `*` nothing, `X` hit, `O` sunk.
"""

from __future__ import annotations

import re
from collections.abc import Container

from battleship.notation.grid import write_numbered
from battleship.rules.board import Outcome, View
from battleship.rules.model import Cell, Rules


def parse_square(text: str) -> Cell | None:
    """Read `4 3`, `4,3` or `[4, 3]`; None for text that is not a square. It may lie outside the board."""
    words = re.sub(r"[\[\],]", " ", text).split()
    if len(words) != 2 or not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        return None
    return Cell(int(words[0]), int(words[1]))


def format_square(cell: Cell) -> str:
    """Return a square as `[4, 3]`."""
    return f"[{cell.row}, {cell.column}]"


def format_span(cells: tuple[Cell, ...]) -> str:
    """Return a ship by its ends: `[4, 0] -> [4, 3]`."""
    return f"{format_square(cells[0])} -> {format_square(cells[-1])}"


def format_placing(rules: Rules, taken: Container[Cell]) -> str:
    """Return the board of the placing phase."""
    header, line, *rows = _numbered(rules, taken)
    # The document draws this board one column further right than the other, all but the line.
    return "\n".join([f" {header}", line, *(f" {row}" for row in rows)]) + "\n"


def _numbered(rules: Rules, taken: Container[Cell]) -> list[str]:
    return write_numbered(rules, lambda cell: "S" if cell in taken else "*").splitlines()


def format_view(view: View) -> str:
    """Return the board of the shooting phase: what is known of the enemy's."""
    sunk = {cell for cells in sunk_ships(view) for cell in cells}

    def mark(cell: Cell) -> str:
        if cell in sunk:
            return "O"
        if cell not in view.shots:
            return "#"
        return "X" if view.shots[cell].hit else "*"

    return write_numbered(view.rules, mark)


def sunk_ships(view: View) -> list[tuple[Cell, ...]]:
    """Return the squares of each sunk ship, in the order in which they sank."""
    return [result.sunk_cells for result in view.results if result.outcome is Outcome.SUNK]
