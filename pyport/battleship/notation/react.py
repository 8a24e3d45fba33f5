"""The grid of the React document: rows of objects as JSON."""

from __future__ import annotations

import json

from battleship.errors import NotationError
from battleship.layouts.cutting import fleet_from_cells
from battleship.rules.board import Fleet
from battleship.rules.model import Cell, Rules


def parse_fleet(rules: Rules, text: str) -> Fleet:
    """Return the fleet in a grid of the React game: JSON rows of {"isShip", "isDiscovered", "name", "length"}.

    Raise `NotationError` for what cannot be read, and `IllegalFleetError` for squares that are not one fleet.
    """
    try:
        rows = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise NotationError(f"cannot parse the board: not JSON: {error}") from error
    by_name = {ship_type.name: ship_type for ship_type in rules.ships}
    if not isinstance(rows, list) or len(rows) != rules.height:
        raise NotationError(f"cannot parse the board: a list of {rules.height} rows is expected")
    cells: dict[Cell, str | None] = {}
    for row, fields in enumerate(rows):
        if not isinstance(fields, list) or len(fields) != rules.width:
            raise NotationError(f"cannot parse the board: row {row} is not a list of {rules.width} squares")
        for column, field in enumerate(fields):
            if not isinstance(field, dict) or not isinstance(field.get("isShip"), bool):
                raise NotationError(
                    f"cannot parse the board: row {row}, column {column} has no isShip true or false"
                )
            if field["isShip"]:
                name = field.get("name")
                if not isinstance(name, str) or name not in by_name:
                    raise NotationError(
                        f"cannot parse the board: row {row}, column {column}: {name!r} is not a ship of the rules "
                        f"{rules.name!r}"
                    )
                cells[Cell(row, column)] = by_name[name].symbol
    return fleet_from_cells(rules, cells)


def format_fleet(rules: Rules, fleet: Fleet) -> str:
    """Return the React game's grid as JSON, nothing discovered yet; row by row."""
    rows = []
    for row in range(rules.height):
        fields = []
        for column in range(rules.width):
            ship = fleet.at.get(Cell(row, column))
            fields.append(
                {
                    "isShip": ship is not None,
                    "isDiscovered": False,
                    "name": ship.type.name if ship else None,
                    "length": ship.type.length if ship else None,
                }
            )
        rows.append(fields)
    return json.dumps(rows)
