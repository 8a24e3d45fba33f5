"""The board and the optional file of Battle of Ships (the BBM103 document)."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator

from battleship.errors import IllegalFleetError, NotationError, quoted
from battleship.layouts.cutting import fleet_from_cells
from battleship.notation.cells import parse_cell
from battleship.notation.grid import WATER, read_grid, symbols
from battleship.rules.board import Fleet, Ship
from battleship.rules.model import Cell, Rules, ShipType


def format_bbm103(rules: Rules, fleet: Fleet) -> str:
    """The board file of Battle of Ships: `;` between squares, nothing for water."""
    mark = symbols(fleet, "")
    return "".join(
        ";".join(mark(Cell(row, column)) for column in range(rules.width)) + "\n"
        for row in range(rules.height)
    )


def parse_bbm103(rules: Rules, text: str, optional: str | None = None, where: str = "the board") -> Fleet:
    """Ten lines of `;`-separated squares, and the lines "B1:6,B;right;" that say where equal ships lie.

    Without `optional` the ships are worked out from the squares when there is one way only.
    """
    marks = read_grid(rules, text, where)
    cells: dict[Cell, str | None] = {}
    for cell, mark in marks.items():
        if mark.text in WATER:
            continue
        if rules.ship_type(mark.text) is None:
            raise NotationError(
                f"cannot parse {where}: {mark.text!r} at {rules.cell_name(cell)} (line {mark.line}) is no ship"
            )
        cells[cell] = mark.text
    fixed = () if optional is None else tuple(parse_optional(rules, optional))
    for ship in fixed:
        for cell in ship.cells:
            if cells.get(cell) != ship.type.symbol:
                raise IllegalFleetError(
                    f"not legal: {where} has no {ship.type.symbol} at {rules.cell_name(cell)}, "
                    f"where a {ship.type.name} is said to lie"
                )
    return fleet_from_cells(rules, cells, fixed)


def parse_optional(rules: Rules, text: str) -> Iterator[Ship]:
    """The ships of lines like "P3:7,F;down;": symbol and number, first square, right or down."""
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = re.fullmatch(r"\s*([A-Za-z])([0-9]+)\s*:\s*([^;]*);\s*(right|down)\s*;?\s*", line)
        ship_type = rules.ship_type(match[1]) if match else None
        if match is None or ship_type is None:
            raise NotationError(
                f"cannot parse line {number}: {quoted(line.strip())}; write it like B1:6,B;right;"
            )
        name = match[1] + match[2]
        if name in seen:
            raise NotationError(f"cannot parse line {number}: {name} stands in line {seen[name]} already")
        if not 1 <= int(match[2]) <= ship_type.count:
            raise NotationError(
                f"cannot parse line {number}: there is no {name}, a fleet has {ship_type.count} "
                f"{ship_type.name}"
            )
        seen[name] = number
        cell = parse_cell(rules, match[3])
        yield Ship(ship_type, cell, vertical=match[4] == "down")


def format_optional(fleet: Fleet) -> str:
    """The optional file of Battle of Ships for the ships whose type is not unique."""
    numbers: Counter[ShipType] = Counter()
    lines = []
    for ship in fleet.ships:
        if ship.type.count > 1:
            numbers[ship.type] += 1
            column = string.ascii_uppercase[ship.cell.column]
            direction = "down" if ship.vertical else "right"
            lines.append(
                f"{ship.type.symbol}{numbers[ship.type]}:{ship.cell.row + 1},{column};{direction};\n"
            )
    return "".join(lines)
