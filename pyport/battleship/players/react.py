"""The React document's computer: a plan of diagonals, the squares around a hit, the ship's direction.

`ReactLiteral` does what the document says: it follows a ship in the one direction that it found first,
"until the cannonball splashes. Then, it resets the strategy back to the plan". `React` completes that: it
also tries the other end. The document leaves the order of the plan to chance; here the diagonals of one
colour come first, from one corner to the other, then those of the other colour.
"""

from __future__ import annotations

from battleship.errors import RulesError
from battleship.layouts import placing
from battleship.players import BasePlayer
from battleship.rules import Cell, Rules
from battleship.rules.board import Fleet, Result, View
from battleship.rules.draws import Draws

#: Left, right, up, down of a hit: the document's order.
NEXT = ((0, -1), (0, 1), (-1, 0), (1, 0))


class React(BasePlayer):
    """Plan, neighbours of a hit, direction, both ends; makes a new plan when two ship squares are left."""

    about = "the React game's computer, completed: follows a ship to both ends"

    def __init__(self, rules: Rules, random: Draws, *, both_ends: bool = True) -> None:
        super().__init__(rules, random)
        self._both_ends = both_ends
        self._plan = diagonals(rules, random)
        self._replanned = False
        self._hits = 0
        #: The squares to try first, and the ship being followed: its first hit and, from the second on,
        #: where to.
        self._next: list[Cell] = []
        self._first: Cell | None = None
        self._direction: tuple[int, int] | None = None
        self._turned = False

    def place(self, rules: Rules, random: Draws) -> Fleet:
        """Place boats as the document does, where that makes a legal fleet; else automatically."""
        if not rules.vertical or not rules.touching:
            return super().place(rules, random)
        try:
            return placing.react(rules, random)
        except RulesError:
            return super().place(rules, random)

    def shoot(self, view: View) -> Cell:
        while self._next:
            cell = self._next.pop(0)
            if self.rules.contains(cell) and cell not in view.shots:
                return cell
            if self._direction is not None:
                self._end_of_line()
        self._forget()
        if not self._replanned and self._hits == self.rules.fleet_cells - 2:
            # sorted() keeps the plan's order among equals.
            self._plan = sorted(self._plan, key=lambda cell: not has_room(view, cell))
            self._replanned = True
        self._plan = [cell for cell in self._plan if cell not in view.shots]
        return next((cell for cell in self._plan if not is_lone(view, cell)), self._plan[0])

    def observe(self, result: Result) -> None:
        row, column = result.cell
        if not result.hit:
            if self._direction is not None:
                self._end_of_line()
            return
        self._hits += 1
        if self._first is None:
            self._first = result.cell
            self._next = [Cell(row + down, column + right) for down, right in NEXT]
            return
        if self._direction is None:
            self._direction = (row - self._first.row, column - self._first.column)
        self._next = [Cell(row + self._direction[0], column + self._direction[1])]

    def _end_of_line(self) -> None:
        """End the ship at this side: at a splash, the border or a known square."""
        assert self._first is not None
        assert self._direction is not None
        if self._turned or not self._both_ends:
            self._forget()
            return
        down, right = self._direction
        self._direction = (-down, -right)
        self._turned = True
        self._next = [Cell(self._first.row - down, self._first.column - right)]

    def _forget(self) -> None:
        self._next, self._first, self._direction, self._turned = [], None, None, False


class ReactLiteral(BasePlayer):
    """The document's strategy to the letter: one direction, then back to the plan."""

    about = "the React game's computer as described: one direction, then back to the plan"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        self._strategy = React(rules, random, both_ends=False)

    def place(self, rules: Rules, random: Draws) -> Fleet:
        return self._strategy.place(rules, random)

    def shoot(self, view: View) -> Cell:
        return self._strategy.shoot(view)

    def observe(self, result: Result) -> None:
        self._strategy.observe(result)


def diagonals(rules: Rules, random: Draws) -> list[Cell]:
    """Return all squares, diagonal by diagonal: first those of one colour, from a random corner."""
    colour, flip_rows, flip_columns = (random.randrange(2) for _ in range(3))
    squares = sorted(rules.cells, key=lambda cell: (cell.row + cell.column, cell.row))
    plan = [
        Cell(
            rules.height - 1 - cell.row if flip_rows else cell.row,
            rules.width - 1 - cell.column if flip_columns else cell.column,
        )
        for cell in squares
    ]
    return sorted(plan, key=lambda cell: (cell.row + cell.column + colour) % 2)


def has_room(view: View, cell: Cell) -> bool:
    """Return whether at least two squares are not yet shot on either side, along the row or along the column."""
    unshot = set(view.unshot)
    return any(
        all(
            Cell(cell.row + down * step, cell.column + right * step) in unshot
            for down, right in ends
            for step in (1, 2)
        )
        for ends in (NEXT[:2], NEXT[2:])
    )


def is_lone(view: View, cell: Cell) -> bool:
    """Return whether each of the four squares around it is off the board or a known miss: no ship of two
    squares fits.
    """
    for down, right in NEXT:
        near = Cell(cell.row + down, cell.column + right)
        if view.rules.contains(near) and (near not in view.shots or view.shots[near].hit):
            return False
    return True
