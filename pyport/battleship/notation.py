"""Squares, ships and fleets in the notations of the five documents, read and written.

Text that is not in the notation raises `NotationError` ("cannot parse"); text that is, but breaks a rule,
raises `IllegalFleetError` ("not legal").
"""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from battleship.board import Fleet, Ship, check_fleet, neighbours, sort_ships
from battleship.errors import IllegalFleetError, NotationError
from battleship.grid import read_grid, write_grid, write_numbered
from battleship.rules import Cell, Rules, ShipType

#: Characters that stand for water in a fleet's grid.
WATER = {"", ".", "-", "~", "*", " "}


def parse_cell(rules: Rules, text: str) -> Cell:
    """The original's B7 (column, row from 1), BBM103's 7,B, or the N x N game's [6, 1] (row, column from 0).

    Raises `NotationError` when unreadable or outside the board.
    """
    cell = _read_cell(text.strip())
    if cell is None:
        raise NotationError(f"cannot parse the square {text!r}: write it like B7, 7,B or [6, 1]")
    if not rules.contains(cell):
        raise NotationError(
            f"the square {text!r} is outside the board of {rules.height} rows and {rules.width} columns"
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


# --- SKYNET: "A0D B0D C0D D0D E6R" --------------------------------------------------------------------------


def parse_skynet(rules: Rules, text: str) -> Fleet:
    """One word per ship in the rule set's order: column letter, row digit from 0, D(own) or R(ight)."""
    words = text.split()
    types = [ship_type for ship_type in rules.ships for _ in range(ship_type.count)]
    if len(words) != len(types):
        raise NotationError(
            f"cannot parse {text.strip()!r}: {len(words)} ships where {len(types)} are expected, "
            f"such as 'A0D B0D C0D D0D E6R'"
        )
    ships = []
    for number, (word, ship_type) in enumerate(zip(words, types, strict=True), 1):
        match = re.fullmatch(r"([A-J])([0-9])([DR])", word)
        if match is None:
            raise NotationError(
                f"cannot parse {word!r} (ship {number}, {ship_type.name}): a letter A-J, a digit 0-9, then D or R"
            )
        cell = Cell(int(match[2]), string.ascii_uppercase.index(match[1]))
        ships.append(Ship(ship_type, cell, vertical=match[3] == "D"))
    return Fleet.of(rules, ships)


def format_skynet(fleet: Fleet) -> str:
    """The fleet as a SKYNET bot announces it. Boards of up to 10 x 10."""
    return " ".join(
        f"{string.ascii_uppercase[ship.cell.column]}{ship.cell.row}{'D' if ship.vertical else 'R'}"
        for ship in fleet.ships
    )


# --- grids --------------------------------------------------------------------------------------------------


def parse_fleet(rules: Rules, text: str, where: str = "the board") -> Fleet:
    """A fleet from a grid of ship symbols (the original, BBM103) or of S for any ship (N x N), or from
    SKYNET's line.

    Raises `IllegalFleetError` also when equal ships lie so that more than one fleet has these squares.
    """
    if re.fullmatch(r"\s*[A-Za-z][0-9][A-Za-z](\s+[A-Za-z][0-9][A-Za-z])*\s*", text):
        return parse_skynet(rules, text)
    if text.lstrip().startswith("["):
        return parse_react(rules, text)
    marks = read_grid(rules, text, where)
    symbols = {ship.symbol for ship in rules.ships}
    anonymous = {mark.text for mark in marks.values()} - WATER == {"S"} and symbols != {"S"}
    cells: dict[Cell, str | None] = {}
    for cell, mark in marks.items():
        if mark.text in WATER:
            continue
        if not anonymous and mark.text not in symbols:
            raise NotationError(
                f"cannot parse {where}: {mark.text!r} at {rules.cell_name(cell)} (line {mark.line}) is no ship of "
                f"the rules {rules.name!r}, which have {', '.join(sorted(symbols))}"
            )
        cells[cell] = None if anonymous else mark.text
    return fleet_from_cells(rules, cells)


def fleet_from_cells(rules: Rules, cells: Mapping[Cell, str | None], fixed: tuple[Ship, ...] = ()) -> Fleet:
    """The one fleet that has these squares. symbol None: some ship. fixed: ships already known.

    Raises `IllegalFleetError`: wrong number of squares, ships that are not straight, or more than one
    reading.
    """
    _check_counts(rules, cells)
    found: list[Fleet] = []
    illegal: IllegalFleetError | None = None
    # Vertical ships are tried last under rules that forbid them, only to say what is wrong.
    for vertical in (rules.vertical, True):
        for ships in covers(rules, cells, vertical, fixed):
            fleet = Fleet(sort_ships(rules, ships))
            try:
                check_fleet(rules, fleet)
            except IllegalFleetError as error:
                illegal = illegal or error
                continue
            if fleet not in found:
                found.append(fleet)
            if len(found) == 2:
                raise IllegalFleetError(_ambiguous(rules, *found))
        if found:
            return found[0]
        if illegal is not None:
            raise illegal
    raise IllegalFleetError(_crooked(rules, cells))


def covers(
    rules: Rules, cells: Mapping[Cell, str | None], vertical: bool, fixed: tuple[Ship, ...] = ()
) -> Iterator[list[Ship]]:
    """Every way to cut the squares into ships, at most as many of each type as a fleet has; `fixed` among them."""
    left = Counter({ship_type: ship_type.count for ship_type in rules.ships})
    left.subtract(ship.type for ship in fixed)
    free = dict(cells)
    for ship in fixed:
        for cell in ship.cells:
            free.pop(cell, None)
    chosen = list(fixed)

    def descend() -> Iterator[list[Ship]]:
        first = min(free, default=None)
        if first is None:
            yield list(chosen)
            return
        # The first square in reading order is the left or top end of its ship.
        for ship_type in rules.ships:
            if left[ship_type] <= 0 or free[first] not in (None, ship_type.symbol):
                continue
            for downwards in (False, True) if vertical and ship_type.length > 1 else (False,):
                ship = Ship(ship_type, first, downwards)
                marks = [free.get(cell, "") for cell in ship.cells]
                if all(mark is None or mark == ship_type.symbol for mark in marks):
                    for cell in ship.cells:
                        del free[cell]
                    left[ship_type] -= 1
                    chosen.append(ship)
                    yield from descend()
                    chosen.pop()
                    left[ship_type] += 1
                    free.update(zip(ship.cells, marks, strict=True))

    return descend()


def _check_counts(rules: Rules, cells: Mapping[Cell, str | None]) -> None:
    given = Counter(cells.values())
    if None in given:
        if len(cells) != rules.fleet_cells:
            raise IllegalFleetError(
                f"not legal: {len(cells)} ship squares, a fleet of the rules {rules.name!r} has "
                f"{rules.fleet_cells}"
            )
        return
    for ship_type in rules.ships:
        wanted = ship_type.length * ship_type.count
        if given[ship_type.symbol] != wanted:
            squares = [rules.cell_name(cell) for cell in sorted(cells) if cells[cell] == ship_type.symbol]
            raise IllegalFleetError(
                f"not legal: {given[ship_type.symbol]} squares of {ship_type.symbol} "
                f"({', '.join(squares) or 'none'}) where {ship_type.count} x {ship_type.name} of "
                f"{ship_type.length} make {wanted}"
            )


def _ambiguous(rules: Rules, one: Fleet, other: Fleet) -> str:
    ship = next(ship for ship in one.ships if ship not in other.ships)
    return (
        f"not legal without more: the {ship.type.name} squares around {rules.cell_name(ship.cell)} can be cut into "
        "ships in more than one way; say which ship lies where"
    )


def _crooked(rules: Rules, cells: Mapping[Cell, str | None]) -> str:
    """Names the first group of touching equal squares that cannot be cut into straight ships."""
    left = set(cells)
    while left:
        group, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left and cell not in group:
                group.add(cell)
                edge += [near for near in neighbours(cell) if near in cells and cells[near] == cells[cell]]
        left -= group
        part = {cell: cells[cell] for cell in group}
        if next(covers(rules, part, vertical=True), None) is None:
            squares = ", ".join(rules.cell_name(cell) for cell in sorted(group))
            mark = cells[min(group)]
            lengths = sorted({t.length for t in rules.ships if mark in (None, t.symbol)})
            return (
                f"not legal: the squares {squares}{f' ({mark})' if mark else ''} are not straight ships of "
                f"length {' or '.join(map(str, lengths))}"
            )
    return f"not legal: the ship squares cannot be cut into the fleet of the rules {rules.name!r}"


def _symbols(fleet: Fleet, water: str) -> Callable[[Cell], str]:
    return lambda cell: fleet.at[cell].type.symbol if cell in fleet.at else water


def format_grid(rules: Rules, fleet: Fleet, water: str = ".") -> str:
    """One row per line, ship symbols and `water`: as the original's boards are written in recordings."""
    return write_grid(rules, _symbols(fleet, water))


def format_bbm103(rules: Rules, fleet: Fleet) -> str:
    """The board file of Battle of Ships: `;` between squares, nothing for water."""
    mark = _symbols(fleet, "")
    return "".join(
        ";".join(mark(Cell(row, column)) for column in range(rules.width)) + "\n"
        for row in range(rules.height)
    )


def format_nxn(rules: Rules, fleet: Fleet) -> str:
    """The board of the N x N document's placing phase: S for ships, * for nothing."""
    return write_numbered(rules, lambda cell: "S" if cell in fleet.at else "*")


# --- BBM103: the optional file ------------------------------------------------------------------------------


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
            raise NotationError(f"cannot parse line {number}: {line.strip()!r}; write it like B1:6,B;right;")
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


# --- React: rows of cell objects ----------------------------------------------------------------------------


def parse_react(rules: Rules, text: str) -> Fleet:
    """The React game's grid as JSON: rows of {"isShip", "isDiscovered", "name", "length"}."""
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
                        f"cannot parse the board: row {row}, column {column}: {name!r} is no ship of the rules "
                        f"{rules.name!r}"
                    )
                cells[Cell(row, column)] = by_name[name].symbol
    return fleet_from_cells(rules, cells)


def format_react(rules: Rules, fleet: Fleet) -> str:
    """The React game's grid as JSON, nothing discovered yet; row by row."""
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
