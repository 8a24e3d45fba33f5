"""The boards of the N x N document."""

from __future__ import annotations

from battleship.notation.grid import write_numbered
from battleship.rules.board import Fleet
from battleship.rules.model import Rules


def format_nxn(rules: Rules, fleet: Fleet) -> str:
    """The board of the N x N document's placing phase: S for ships, * for nothing."""
    return write_numbered(rules, lambda cell: "S" if cell in fleet.at else "*")
