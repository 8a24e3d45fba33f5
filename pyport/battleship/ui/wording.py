"""The words of a full game line by line: those of the N x N document, or with the squares of the other screens."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from battleship.errors import NotationError
from battleship.notation import nxn
from battleship.notation.cells import parse_cell
from battleship.notation.views import format_view
from battleship.rules import Cell, Rules, column_name
from battleship.rules.board import Board, Outcome, Result, Ship
from battleship.rules.game import Move
from battleship.ui.duel import Duel, Ending, Pair, counted, describe


class Telling(Protocol):
    """Squares and boards as text; every text that is shown ends in a line feed."""

    #: After a ship's name and after `Your shot`: what to type.
    place: str
    shot: str
    #: After `is not a place`, `is not a square` in a place, `is not a square`: what would be one.
    place_example: str
    start_example: str
    shot_example: str

    def square(self, cell: Cell) -> str:
        """Return a square as it is written."""

    def outside(self, cell: Cell) -> str:
        """Return the sentence that a square is not on the board, and which squares are."""

    def placing(self, taken: Mapping[Cell, Ship]) -> str:
        """Return the person's board while ships are placed."""

    def boards(self, duel: Duel | Pair) -> str:
        """Return the boards that the person sees before a shot."""

    def move(self, move: Move) -> str:
        """Return a shot and its answer."""

    def ending(self, duel: Duel | Pair) -> str:
        """Return the last board and who has won."""


def telling_for(rules: Rules) -> Telling:
    """Return the telling for a rule set: the N x N game as in its document, all others with letters and numbers."""
    return Numbered(rules) if rules.name == "nxn" else Lettered(rules)


def read_square(rules: Rules, text: str) -> Cell | None:
    """Return a square in any notation, `B7`, `7,B`, `4 3` or `[4, 3]`, perhaps outside of the board; None for any other
    text.
    """
    if re.fullmatch(r"[A-Za-z]{1,2}\s*,?\s*[0-9]{1,3}|[0-9]{1,3}\s*,\s*[A-Za-z]{1,2}", text.strip()):
        lettered = re.sub(r"([A-Za-z])\s*,\s*", r"\1", text)
        try:
            return parse_cell(rules, lettered)
        except NotationError:
            return Cell(-1, -1)
    return nxn.parse_square(text)


class Lettered:
    """Squares such as B7, both boards side by side.

    `.` unknown or empty, `*` shot and empty, `X` hit, a letter for a ship: one's own, one that sank, or one whose type
    each hit tells.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.place = "square and H or V" if rules.vertical else "square"
        self.place_example = (
            "a square, then H (across) or V (down), such as A1 V"
            if rules.vertical
            else "the ship's left square, such as A1"
        )
        self.start_example = self.shot_example = "a letter and a number, such as A1"
        self.shot = "such as A1"

    def square(self, cell: Cell) -> str:
        return self._rules.cell_name(cell)

    def outside(self, cell: Cell) -> str:
        last = column_name(self._rules.width - 1)
        return f"That is not on the board: columns are A to {last}, rows 1 to {self._rules.height}.\n"

    def placing(self, taken: Mapping[Cell, Ship]) -> str:
        return _lines(
            self._board("Your fleet", lambda cell: taken[cell].type.symbol if cell in taken else ".")
        )

    def boards(self, duel: Duel | Pair) -> str:
        known = format_view(duel.theirs.view).splitlines()
        return self._pair(duel, lambda cell: known[cell.row][cell.column])

    def move(self, move: Move) -> str:
        return f"{describe(self._rules, move)}\n"

    def ending(self, duel: Duel | Pair) -> str:
        return self._pair(duel, lambda cell: _revealed(duel.theirs, cell)) + f"{duel.summary()}\n"

    def _pair(self, duel: Duel | Pair, theirs: Callable[[Cell], str]) -> str:
        left = self._board("Your fleet", lambda cell: _revealed(duel.mine, cell))
        right = self._board("The enemy", theirs)
        width = max(map(len, left)) + 4
        return _lines(f"{mine:<{width}}{enemy}" for mine, enemy in zip(left, right, strict=True))

    def _board(self, title: str, mark: Callable[[Cell], str]) -> list[str]:
        """Return a line for the title, one for the columns, one for each row."""
        rules = self._rules
        wide = rules.width > len(string.ascii_uppercase)
        names = " ".join(f"{column_name(column):>{1 + wide}}" for column in range(rules.width))
        lines = [f"    {title}", f"    {names}"]
        for row in range(rules.height):
            marks = " ".join(f"{mark(Cell(row, column)):>{1 + wide}}" for column in range(rules.width))
            lines.append(f"{row + 1:>3} {marks}")
        return lines


class Numbered:
    """Squares such as [4, 3], and the pictures of the N x N document."""

    place = "x y H|V"
    shot = "x y"
    place_example = "two numbers and H or V, such as 0 0 V"
    start_example = "x and y are numbers, such as 0 0 V"
    shot_example = "two numbers, such as 4 3"

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def square(self, cell: Cell) -> str:
        return nxn.format_square(cell)

    def outside(self, cell: Cell) -> str:
        rows, columns = self._rules.height - 1, self._rules.width - 1
        limits = (
            f"x and y go from 0 to {rows}" if rows == columns else f"x goes from 0 to {rows}, y to {columns}"
        )
        return f"Outside: {self.square(cell)} is not on the board; {limits}.\n"

    def placing(self, taken: Mapping[Cell, Ship]) -> str:
        return nxn.format_placing(self._rules, taken)

    def boards(self, duel: Duel | Pair) -> str:
        view = duel.theirs.view
        sunk = [nxn.format_span(cells) for cells in nxn.sunk_ships(view)]
        return nxn.format_view(view) + _lines(["Sunk ships :", *(sunk or ["none"])])

    def move(self, move: Move) -> str:
        who = "The computer shoots" if move.seat else "You shoot"
        return f"{who} at {self.square(move.result.cell)}: {_outcome(move.result)}\n"

    def ending(self, duel: Duel | Pair) -> str:
        moves = counted(len(duel.theirs.view.results), "move")
        if duel.ending is Ending.WON:
            distance = f"The computer had {_distance(duel.mine)} of yours left to find."
            return f"{nxn.format_view(duel.theirs.view)}You won in {moves}! {distance}\n"
        lost = f"The computer won in {moves}. You had {_distance(duel.theirs)} left to find:\n"
        return lost + nxn.format_placing(self._rules, duel.theirs.fleet.at)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _revealed(board: Board, cell: Cell) -> str:
    ship, shot = board.fleet.at.get(cell), cell in board.view.shots
    if shot:
        return "*" if ship is None else "X"
    return "." if ship is None else ship.type.symbol


def _outcome(result: Result) -> str:
    if result.outcome is Outcome.SUNK:
        return f"hit!\n{nxn.format_span(result.sunk_cells)} has sunk!"
    return "hit!" if result.hit else "miss."


def _distance(board: Board) -> str:
    """Return how far the board's enemy is from winning."""
    afloat = sum(not board.is_sunk(ship) for ship in board.fleet.ships)
    squares = f"{board.remaining} of {board.rules.fleet_cells} ship squares"
    return f"{squares} ({afloat} of {board.rules.fleet_size} ships)"
