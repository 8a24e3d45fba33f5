"""The N x N game's text interface: place ships and shoot line by line against a computer player.

Source: the N x N document. Squares are `[row, column]` from 0. While placing, `S` is a ship and `*` nothing;
the enemy's board shows `#` unknown, `*` nothing, `X` hit, `O` sunk. Lines come in as an iterator and text
goes out as one, so that the same game runs in a terminal, from a file and in a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator

from battleship.errors import IllegalFleetError, quoted
from battleship.notation.grid import write_numbered
from battleship.players import Player
from battleship.rules import Cell, Rules, ShipType
from battleship.rules.board import (
    Board,
    Fleet,
    Outcome,
    Result,
    Ship,
    View,
    check_ships,
    placements,
    ship_list,
)
from battleship.rules.draws import Draws

_QUIT = {"q", "quit"}


def play(rules: Rules, computer: Player, random: Draws, lines: Iterator[str]) -> Iterator[str]:
    """The whole game as text to print; a line is taken from `lines` after each prompt.

    The person goes first. Whatever is not allowed is asked again with the reason; when `lines` end, or at
    `q`, the game stops with a sentence.
    """
    moves = 0
    try:
        yield f"Place your ships on the {rules.height} x {rules.width} board.\n"
        fleet = yield from _place(rules, lines)
        mine = Board.new(rules, fleet)
        theirs = Board.new(rules, computer.place(rules, random))
        yield _placing_board(rules, fleet.at)
        yield "All ships are placed. You shoot first.\n"
        while True:
            cell = yield from _ask_shot(theirs.view, lines)
            moves += 1
            theirs, result = theirs.fire(cell)
            yield f"You shoot at {_square(cell)}: {_outcome(result)}\n"
            if theirs.lost:
                yield _known_board(theirs.view)
                yield (
                    f"You won in {moves} moves! The computer had {_distance(mine)} of yours left to find.\n"
                )
                return
            aim = computer.shoot(mine.view)
            mine, result = mine.fire(aim)
            computer.observe(result)
            yield f"The computer shoots at {_square(aim)}: {_outcome(result)}\n"
            if mine.lost:
                yield f"The computer won in {moves} moves. You had {_distance(theirs)} left to find:\n"
                yield _placing_board(rules, theirs.fleet.at)
                return
    except _InputEnded:
        yield f"The input has ended, so the game stops here, after {moves} moves.\n"


class _InputEnded(Exception):  # noqa: N818 - not an error: the player has gone
    """No more lines."""


def _next_line(lines: Iterator[str]) -> str:
    line = next(lines, None)
    if line is None or line.strip().lower() in _QUIT:
        raise _InputEnded
    return line.strip()


def _place(rules: Rules, lines: Iterator[str]) -> Generator[str, None, Fleet]:
    """Asks for each ship in turn; begins anew when what has been placed leaves no room for the rest."""
    while True:
        ships: list[Ship] = []
        taken: dict[Cell, Ship] = {}
        for ship_type in ship_list(rules):
            if not any(_may_lie(rules, ships, ship) for ship in placements(rules, ship_type)):
                yield f"No room is left for the {_named(ship_type)}: "
                yield "take all ships back and place them anew.\n"
                break
            yield _placing_board(rules, taken)
            ship = yield from _ask_ship(rules, ship_type, taken, lines)
            ships.append(ship)
            taken.update(dict.fromkeys(ship.cells, ship))
        else:
            return Fleet.of(rules, ships)


def _may_lie(rules: Rules, ships: list[Ship], ship: Ship) -> bool:
    try:
        check_ships(rules, [*ships, ship])
    except IllegalFleetError:
        return False
    return True


def _ask_ship(
    rules: Rules, ship_type: ShipType, taken: dict[Cell, Ship], lines: Iterator[str]
) -> Generator[str, None, Ship]:
    while True:
        yield f"{_named(ship_type)}, x y H|V:\n"
        line = _next_line(lines)
        words = _words(line)
        if len(words) != 3 or words[2].upper() not in ("H", "V"):
            yield f"{quoted(line)} is not a place: two numbers and H or V, such as 0 0 V.\n"
            continue
        cell = _cell(words[:2])
        if cell is None:
            yield f"{quoted(' '.join(words[:2]))} is not a square: x and y are numbers, such as 0 0 V.\n"
            continue
        ship = Ship(ship_type, cell, words[2].upper() == "V")
        outside = [part for part in ship.cells if not rules.contains(part)]
        overlap = [part for part in ship.cells if part in taken]
        if outside:
            yield _outside(rules, outside[0])
        elif overlap:
            yield f"Overlapping: there is a ship on {_square(overlap[0])} already.\n"
        else:
            try:
                check_ships(rules, [*dict.fromkeys(taken.values()), ship])
            except IllegalFleetError as error:
                yield f"{error}.\n"
            else:
                return ship


def _ask_shot(view: View, lines: Iterator[str]) -> Generator[str, None, Cell]:
    rules = view.rules
    yield _known_board(view)
    yield "Sunk ships :\n"
    yield "".join(f"{_span(sunk)}\n" for sunk in _sunk(view)) or "none\n"
    while True:
        yield "Your shot, x y:\n"
        line = _next_line(lines)
        words = _words(line)
        cell = _cell(words) if len(words) == 2 else None
        if cell is None:
            yield f"{quoted(line)} is not a square: two numbers, such as 4 3.\n"
        elif not rules.contains(cell):
            yield _outside(rules, cell)
        elif cell in view.shots:
            yield f"You have already shot at {_square(cell)}.\n"
        else:
            return cell


def _outside(rules: Rules, cell: Cell) -> str:
    rows, columns = rules.height - 1, rules.width - 1
    limits = f"x and y go from 0 to {rows}" if rows == columns else f"x goes from 0 to {rows}, y to {columns}"
    return f"Outside: {_square(cell)} is not on the board; {limits}.\n"


def _words(line: str) -> list[str]:
    """The parts of `4 3`, `4,3`, `[4, 3]` or `[0 0 V]`."""
    return re.sub(r"[\[\],]", " ", line).split()


def _cell(words: list[str]) -> Cell | None:
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        return None
    return Cell(int(words[0]), int(words[1]))


def _sunk(view: View) -> list[tuple[Cell, ...]]:
    return [result.sunk_cells for result in view.results if result.outcome is Outcome.SUNK]


def _outcome(result: Result) -> str:
    if result.outcome is Outcome.SUNK:
        return f"hit!\n{_span(result.sunk_cells)} has sunk!"
    return "hit!" if result.hit else "miss."


def _distance(board: Board) -> str:
    """How far the board's enemy is from winning."""
    afloat = sum(not board.is_sunk(ship) for ship in board.fleet.ships)
    squares = f"{board.remaining} of {board.rules.fleet_cells} ship squares"
    return f"{squares} ({afloat} of {board.rules.fleet_size} ships)"


def _square(cell: Cell) -> str:
    return f"[{cell.row}, {cell.column}]"


def _span(cells: tuple[Cell, ...]) -> str:
    return f"{_square(cells[0])} -> {_square(cells[-1])}"


def _named(ship_type: ShipType) -> str:
    return f"{ship_type.name} ({ship_type.length} x 1)"


def _placing_board(rules: Rules, ships: dict[Cell, Ship]) -> str:
    header, line, *rows = _numbered(rules, lambda cell: "S" if cell in ships else "*")
    # The document draws this board one column further right than the other, all but the line.
    return "\n".join([f" {header}", line, *(f" {row}" for row in rows)]) + "\n"


def _known_board(view: View) -> str:
    sunk = {cell for cells in _sunk(view) for cell in cells}

    def mark(cell: Cell) -> str:
        if cell in sunk:
            return "O"
        if cell not in view.shots:
            return "#"
        return "X" if view.shots[cell].hit else "*"

    return "\n".join(_numbered(view.rules, mark)) + "\n"


def _numbered(rules: Rules, mark: Callable[[Cell], str]) -> list[str]:
    return write_numbered(rules, mark).splitlines()
