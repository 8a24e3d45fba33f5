"""Squares in the notations of all documents."""

from __future__ import annotations

import re
import string

from battleship.errors import NotationError
from battleship.rules.model import Cell, Rules
from msxkit.errors import quoted


def parse_cell(rules: Rules, text: str) -> Cell:
    """Return the original's B7 (column, row from 1), BBM103's 7,B, or the N x N game's [6, 1] (row, column from 0).

    Raise `NotationError` when unreadable or outside the board.
    """
    cell = _read_cell(text.strip())
    if cell is None:
        raise NotationError(f"cannot parse the square {quoted(text)}: write it like B7, 7,B or [6, 1]")
    if not rules.contains(cell):
        raise NotationError(
            f"the square {quoted(text)} is outside the board of {rules.height} rows and {rules.width} columns"
        )
    return cell


def _read_cell(text: str) -> Cell | None:
    if match := re.fullmatch(r"([A-Za-z]{1,2})\s*([0-9]{1,3})", text):
        return Cell(int(match[2]) - 1, _column(match[1]))
    if match := re.fullmatch(r"([0-9]{1,3})\s*,\s*([A-Za-z]{1,2})", text):
        return Cell(int(match[1]) - 1, _column(match[2]))
    if match := re.fullmatch(r"\[?\s*([0-9]{1,3})(?:\s*,\s*|\s+)([0-9]{1,3})\s*\]?", text):
        return Cell(int(match[1]), int(match[2]))
    return None


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + string.ascii_uppercase.index(letter) + 1
    return number - 1
