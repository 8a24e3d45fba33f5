"""The files of Battle of Ships: a fleet as letters between semicolons, the ships' names, and shots.

Source: the BBM103 document (`docs/batch.md` describes the formats). Text in, values out; where the document's program
accepted anything, these readers report file, line and reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from battleship.errors import IllegalFleetError, NotationError
from battleship.layouts.cutting import covers
from battleship.rules import BBM103, Cell, ShipType, column_name
from battleship.rules.board import Fleet, Ship
from msxkit.errors import quoted

#: A line of the optional file: name and number, row, column, direction.
_NAMED_SHIP = re.compile(r"([A-Z])([0-9]?):([0-9]+),([A-Z]);(right|down);?")


def decode(data: bytes, name: str) -> str:
    """Return the text of a file; a byte order mark is dropped. Raise `NotationError` when it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NotationError(f"{name}:{line}: byte {data[error.start]:02X} is not UTF-8 text") from error


def parse_shots(text: str) -> tuple[str, ...]:
    """Return the shots of a `.in` file as they are written; each is checked when its turn comes.

    Line ends separate like `;`. Blank lines and separators at the end of a line count for nothing; an empty shot
    between two separators stays, because the game answers it.
    """
    shots: list[str] = []
    for line in text.splitlines():
        stripped = re.sub(r"[;\s]+$", "", line)
        if stripped:
            shots += stripped.split(";")
    return tuple(shots)


def parse_fleet(text: str, name: str, optional: str | None = None, optional_name: str = "") -> Fleet:
    """Return the fleet of a `.txt` file, with the optional file's text if there is one.

    Ships that the optional file does not place are worked out when there is one way only. Raises, with file, line
    and reason, `NotationError` for what cannot be read (wrong size, unknown letter) and `IllegalFleetError` for
    what is not a fleet (wrong number, crooked ships, more than one reading).
    """
    grid = _parse_grid(text, name)
    named = _parse_optional(optional, optional_name, grid) if optional is not None else {}
    ships: list[Ship] = []
    for ship_type in BBM103.ships:
        squares = [cell for cell in BBM103.cells if cell in grid and grid[cell].symbol == ship_type.symbol]
        _check_number(ship_type, squares, grid, name)
        fixed = tuple(ship for ship in named.values() if ship.type == ship_type)
        readings = covers(BBM103, dict.fromkeys(squares, ship_type.symbol), vertical=True, fixed=fixed)
        first = next(readings, None)
        if first is None:
            stuck = _stuck(ship_type, frozenset(squares).difference(*(ship.cells for ship in fixed)))
            raise IllegalFleetError(
                f"{name}:{grid[stuck].line}: the {ship_type.symbol} at {_place(stuck)} is not part of a straight "
                f"{ship_type.name} of {ship_type.length} squares"
            )
        second = next(readings, None)
        if second is not None:
            differs = next(ship for ship in first if ship not in second)
            raise IllegalFleetError(
                f"{name}:{grid[differs.cell].line}: the {ship_type.symbol} squares at {_place(differs.cell)} can be "
                f"read as ships in more than one way; say which in the optional file, one line for each "
                f'{ship_type.name}, such as "{ship_type.symbol}1:{_place(differs.cell)};{_direction(differs)};"'
            )
        ships += first
    return Fleet.of(BBM103, ships)


@dataclass(frozen=True, slots=True)
class _Square:
    symbol: str
    line: int  # in its file, from 1


def _parse_grid(text: str, name: str) -> dict[Cell, _Square]:
    rows = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(rows) != BBM103.height:
        number = rows[BBM103.height][0] if len(rows) > BBM103.height else len(text.splitlines()) or 1
        raise NotationError(
            f"{name}:{number}: {len(rows)} lines of squares; a board has {BBM103.height} lines, "
            f'an empty one is "{";" * (BBM103.width - 1)}"'
        )
    grid = {}
    for row, (number, line) in enumerate(rows):
        squares = [square.strip() for square in line.split(";")]
        while len(squares) > BBM103.width and not squares[-1]:
            squares.pop()
        if len(squares) != BBM103.width:
            raise NotationError(
                f"{name}:{number}: {len(squares)} squares; a line has {BBM103.width} with "
                f'{BBM103.width - 1} ";" between them'
            )
        for column, symbol in enumerate(squares):
            if not symbol:
                continue
            if BBM103.ship_type(symbol) is None:
                letters = ", ".join(ship_type.symbol for ship_type in BBM103.ships)
                raise NotationError(
                    f"{name}:{number}: column {column_name(column)} holds {quoted(symbol)}; "
                    f"a square is empty or one of {letters}"
                )
            grid[Cell(row, column)] = _Square(symbol, number)
    return grid


def _check_number(ship_type: ShipType, squares: list[Cell], grid: Mapping[Cell, _Square], name: str) -> None:
    wanted = ship_type.length * ship_type.count
    if len(squares) == wanted:
        return
    # The first square too many, else the last there is, else the end of the board.
    line = (
        grid[squares[min(wanted, len(squares) - 1)]].line
        if squares
        else max((square.line for square in grid.values()), default=1)
    )
    raise IllegalFleetError(
        f"{name}:{line}: wrong fleet: {len(squares)} squares of {ship_type.symbol}; "
        f"{ship_type.count} {ship_type.name} of {ship_type.length} squares make {wanted}"
    )


def _parse_optional(text: str, name: str, grid: Mapping[Cell, _Square]) -> dict[str, Ship]:
    ships: dict[str, Ship] = {}
    owners: dict[Cell, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        compact = "".join(line.split())
        if not compact:
            continue
        match = _NAMED_SHIP.fullmatch(compact)
        if match is None:
            raise NotationError(
                f'{name}:{number}: {quoted(line.strip())} is not like "B1:6,B;right;" or "P2:3,C;down;"'
            )
        symbol, ordinal, row, column, direction = match.groups()
        ship_type = BBM103.ship_type(symbol)
        if ship_type is None or (ordinal or "1") not in [str(n + 1) for n in range(ship_type.count)]:
            raise NotationError(f"{name}:{number}: the fleet has no ship {symbol}{ordinal}; {_names()}")
        key = symbol + (ordinal or "1")
        if key in ships:
            raise NotationError(
                f"{name}:{number}: the ship {symbol}{ordinal} stands here for the second time"
            )
        ship = Ship(ship_type, Cell(int(row[-3:]) - 1, ord(column) - ord("A")), direction == "down")
        for cell in ship.cells:
            found = grid[cell].symbol if cell in grid else "empty"
            if not BBM103.contains(cell):
                raise IllegalFleetError(f"{name}:{number}: {symbol}{ordinal} leaves the board")
            if found != symbol:
                raise IllegalFleetError(
                    f"{name}:{number}: {symbol}{ordinal} would lie on {_place(cell)}, "
                    f"and that square of the board is {found}"
                )
            if cell in owners:
                raise IllegalFleetError(
                    f"{name}:{number}: {symbol}{ordinal} overlaps {owners[cell]} at {_place(cell)}"
                )
        owners.update(dict.fromkeys(ship.cells, symbol + ordinal))
        ships[key] = ship
    return ships


def _stuck(ship_type: ShipType, squares: frozenset[Cell]) -> Cell:
    """Return the first square, in reading order, at which every way of dividing the squares into ships fails."""
    first = min(squares)
    places = (Ship(ship_type, first, vertical) for vertical in (False, True))
    rests = [squares.difference(ship.cells) for ship in places if squares.issuperset(ship.cells)]
    return max([first, *(_stuck(ship_type, rest) for rest in rests if rest)])


def _place(cell: Cell) -> str:
    return f"{cell.row + 1},{column_name(cell.column)}"


def _direction(ship: Ship) -> str:
    return "down" if ship.vertical else "right"


def _names() -> str:
    names = [
        ship_type.symbol
        if ship_type.count == 1
        else f"{ship_type.symbol}1 to {ship_type.symbol}{ship_type.count}"
        for ship_type in BBM103.ships
    ]
    return f"it has {', '.join(names)}"
