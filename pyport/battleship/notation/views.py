"""Half-played boards as text: what a shooter knows, read and written.

`.` `#` `?` `-` unknown; `*` `~` `o` `0` a miss, `O` too except under rules that announce a sunk ship's
squares, where it is a sunk square; `X` a hit; a ship's symbol is a hit on that type: under rules that name
the type at each hit any square of it, else a square of a sunk ship. Under the original's rules a blank is a
miss, as on its screen. After an N x N board, lines such as `[4, 0] -> [4, 3]` say which ships are sunk.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from battleship.errors import NotationError
from battleship.layouts.cutting import covers
from battleship.notation.grid import read_grid, write_grid
from battleship.rules import Cell, Rules, Sunk
from battleship.rules.board import Outcome, Result, Ship, View

UNKNOWN = set(".#?-")
MISS = set("*~o0")
_SUNK_LINE = re.compile(r"\[?\s*(\d+)\s*,\s*(\d+)\s*\]?\s*->\s*\[?\s*(\d+)\s*,\s*(\d+)\s*\]?.*")
_HEADING = re.compile(r"\s*sunk ships\s*:?\s*", re.IGNORECASE)


def parse_view(rules: Rules, text: str, where: str = "the board") -> View:
    """Return the view that a board text shows. Answers come in reading order, each sunk ship's last square at the end.

    Raise `NotationError` for what cannot be read, and for more hits or sunk ships than a fleet has.
    """
    board, named = _split(text)
    misses: list[Cell] = []
    hits: dict[Cell, str] = {}  # the square's symbol: a type's, "X" for any, "O" for sunk
    for cell, mark in read_grid(rules, board, where).items():
        if mark.text in UNKNOWN and mark.text:
            continue
        if (
            mark.text in MISS
            or (mark.text == "" and _blank_is_miss(rules))
            or _is_other_miss(rules, mark.text)
        ):
            misses.append(cell)
        elif mark.text in ("X", "x", "O") or rules.ship_type(mark.text):
            hits[cell] = mark.text.upper() if rules.ship_type(mark.text) is None else mark.text
        else:
            raise NotationError(
                f"cannot parse {where}: {mark.text!r} at {rules.cell_name(cell)} (line {mark.line}): expected "
                f". unknown, * miss, X hit, or a ship: {', '.join(ship.symbol for ship in rules.ships)}"
            )
    if len(hits) > rules.fleet_cells:
        raise NotationError(f"{where} has {len(hits)} hits, but a fleet has only {rules.fleet_cells} squares")
    results = [Result(cell, Outcome.MISS) for cell in misses]
    return View(rules, (*results, *_hits(rules, hits, list(named), where)))


def _split(text: str) -> tuple[str, list[tuple[Cell, Cell]]]:
    """Return the board, and the ends of the ships listed as sunk."""
    lines, named = [], []
    for line in text.splitlines():
        match = _SUNK_LINE.fullmatch(line.strip())
        if match:
            top, left, bottom, right = (int(number) for number in match.groups())
            named.append((Cell(top, left), Cell(bottom, right)))
        elif not _HEADING.fullmatch(line):
            lines.append(line)
    return "\n".join(lines), named


def _blank_is_miss(rules: Rules) -> bool:
    return rules.hit_names_type and rules.sunk is Sunk.NOTHING


def _is_other_miss(rules: Rules, mark: str) -> bool:
    return mark == "O" and rules.sunk is not Sunk.CELLS and rules.ship_type("O") is None


def _hits(
    rules: Rules, hits: dict[Cell, str], named: list[tuple[Cell, Cell]], where: str
) -> Iterable[Result]:
    if rules.hit_names_type:
        for cell, symbol in hits.items():
            if symbol in ("X", "O") and rules.ship_type(symbol) is None:
                raise NotationError(
                    f"cannot parse {where}: {symbol} at {rules.cell_name(cell)}: under the rules "
                    f"{rules.name!r} a "
                    "hit names its ship; write the ship's symbol"
                )
            yield Result(cell, Outcome.HIT, rules.ship_type(symbol))
        return
    sunk = {cell: None if symbol == "O" else symbol for cell, symbol in hits.items() if symbol != "X"}
    if sunk and rules.sunk is Sunk.NOTHING:
        raise NotationError(
            f"{where} has sunk ships, but the rules {rules.name!r} announce none; write X for a hit"
        )
    ships = _sunk_ships(rules, sunk, named, where)
    last = {ship.cells[-1] for ship in ships}
    for cell in hits:
        if cell not in last:
            yield Result(cell, Outcome.HIT)
    for ship in ships:
        yield Result(ship.cells[-1], Outcome.SUNK, ship.type, ship.cells)


def _sunk_ships(
    rules: Rules, sunk: dict[Cell, str | None], named: list[tuple[Cell, Cell]], where: str
) -> list[Ship]:
    """Return the sunk squares cut into ships; different fleets of sunk ships are an error, different cuts are not."""
    fixed = tuple(_between(rules, start, end, sunk, where) for start, end in named)
    found: list[Ship] | None = None
    symbols: Counter[str] = Counter()
    for ships in covers(rules, sunk, rules.vertical, fixed):
        these = Counter(ship.type.symbol for ship in ships)
        if found is None:
            found, symbols = ships, these
        elif these != symbols:
            raise NotationError(
                f"cannot tell which ships are sunk on {where}: list them below it, such as [4, 0] -> [4, 3]"
            )
    if found is None:
        squares = ", ".join(rules.cell_name(cell) for cell in sorted(sunk))
        raise NotationError(f"the sunk squares {squares} of {where} are not whole ships of the fleet")
    return found


def _between(rules: Rules, start: Cell, end: Cell, sunk: dict[Cell, str | None], where: str) -> Ship:
    length = max(end.row - start.row, end.column - start.column) + 1
    for ship_type in rules.ships:
        ship = Ship(ship_type, start, vertical=end.column == start.column)
        if ship_type.length == length and ship.cells[-1] == end:
            if any(cell not in sunk or sunk[cell] not in (None, ship_type.symbol) for cell in ship.cells):
                break
            return ship
    raise NotationError(f"{where} has no sunk ship from {list(start)} to {list(end)}")


def format_view(view: View) -> str:
    """Return the board as `parse_view` reads it; a hit of unknown type is X, a sunk ship whose squares are unknown
    too.
    """
    sunk = {cell: result.type for result in view.results if result.type for cell in result.sunk_cells}

    def mark(cell: Cell) -> str:
        result = view.shots.get(cell)
        if result is None:
            return "."
        if not result.hit:
            return "*"
        ship_type = sunk.get(cell) or (result.type if view.rules.hit_names_type else None)
        return ship_type.symbol if ship_type else "X"

    return write_grid(view.rules, mark)
