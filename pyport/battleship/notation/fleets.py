"""Fleets in whichever of the notations they are written."""

from __future__ import annotations

import re

from battleship.errors import NotationError
from battleship.layouts.cutting import fleet_from_cells
from battleship.notation import react, skynet
from battleship.notation.grid import WATER, read_grid
from battleship.rules.board import Fleet
from battleship.rules.model import Cell, Rules


def parse_fleet(rules: Rules, text: str, where: str = "the board") -> Fleet:
    """Return a fleet from a grid of ship symbols (the original, BBM103) or of S for any ship (N x N), or from
    SKYNET's line.

    Raise `IllegalFleetError` also when equal ships lie so that more than one fleet has these squares.
    """
    if re.fullmatch(r"\s*[A-Za-z][0-9][A-Za-z](\s+[A-Za-z][0-9][A-Za-z])*\s*", text):
        return skynet.parse_fleet(text, rules)
    if text.lstrip().startswith("["):
        return react.parse_fleet(rules, text)
    marks = read_grid(rules, text, where)
    symbols = {ship.symbol for ship in rules.ships}
    anonymous = {mark.text for mark in marks.values()} - WATER == {"S"} and symbols != {"S"}
    cells: dict[Cell, str | None] = {}
    for cell, mark in marks.items():
        if mark.text in WATER:
            continue
        if not anonymous and mark.text not in symbols:
            raise NotationError(
                f"cannot parse {where}: {mark.text!r} at {rules.cell_name(cell)} (line {mark.line}) is not a ship of "
                f"the rules {rules.name!r}, which have {', '.join(sorted(symbols))}"
            )
        cells[cell] = None if anonymous else mark.text
    return fleet_from_cells(rules, cells)
