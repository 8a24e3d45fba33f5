"""The original's two computers, decision for decision, from the answers alone.

Sources: lines 650-860 of basic/battle.bas and lines 650-690 of basic/shotdark.bas. `random.randrange(10)`
stands for INT(BT*RND(-TIME)): column first, then row.
"""

from __future__ import annotations

from battleship.layouts import placing
from battleship.players import BasePlayer
from battleship.rules import Cell, Rules
from battleship.rules.board import Fleet, Result, View
from battleship.rules.draws import Draws


class ShotInTheDark(BasePlayer):
    """Lines 660-680: a random square, or the next one to the right and down that is not marked."""

    about = "the original's first computer: a random square, or the next one not yet shot"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        self.marked: set[Cell] = set()

    def place(self, rules: Rules, random: Draws) -> Fleet:
        """Place as the original does, where ships lie as in the original; else automatically."""
        if refuses(rules) is None:
            return placing.marmsx(rules, random)
        return super().place(rules, random)

    def shoot(self, view: View) -> Cell:
        column = self.random.randrange(self.rules.width)
        row = self.random.randrange(self.rules.height)
        while Cell(row, column) in self.marked:
            column += 1
            if column == self.rules.width:
                column, row = 0, (row + 1) % self.rules.height
        return Cell(row, column)

    def observe(self, result: Result) -> None:
        self.marked.add(result.cell)


class MarMsx(BasePlayer):
    """Lines 655-860: follows a hit along the row until the ship is complete, then marks the squares around it."""

    about = "the original's computer: follows a hit along the row, marks the squares around a sunk ship"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        #: What shoots while no ship is being followed, and knows which squares are marked.
        self._search = ShotInTheDark(rules, random)
        #: The next square of the search (OE=1), or None. `_left` is CR, `_direction` is DX.
        self._next: Cell | None = None
        self._left = 0
        self._direction = 1
        self._hits: set[Cell] = set()

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        return refuses(rules)

    def place(self, rules: Rules, random: Draws) -> Fleet:
        return self._search.place(rules, random)

    def shoot(self, view: View) -> Cell:
        return self._next or self._search.shoot(view)

    def observe(self, result: Result) -> None:
        self._search.observe(result)
        if result.hit:
            self._hits.add(result.cell)
        if self._next is None:
            if not result.hit:
                return
            assert result.type is not None
            self._left = result.type.length  # line 685
            self._direction = 1
        if not result.hit:
            self._turn(result.cell)  # line 710
            return
        self._left -= 1
        if self._left == 0:
            self._next = None
            self._mark_around(result)
            return
        ahead = Cell(result.cell.row, result.cell.column + self._direction)
        if not self.rules.contains(ahead) or ahead in self._search.marked:
            self._turn(ahead)
        else:
            self._next = ahead

    def _turn(self, cell: Cell) -> None:
        """Turn round (DX=-DX) and go on in that direction to the first square that is not marked (line 760)."""
        self._direction = -self._direction
        column = cell.column + self._direction
        while Cell(cell.row, column) in self._search.marked:
            column += self._direction
        self._next = Cell(cell.row, column)

    def _mark_around(self, result: Result) -> None:
        """Mark the squares around a sunk ship, which no ship can touch (lines 800-860)."""
        assert result.type is not None
        row, left = result.cell
        # In the listing the computer looks at the board for the left end; the ship's own squares are marked and
        # hits, so going back over those gives the same square.
        while Cell(row, left - 1) in self._hits:
            left -= 1
        for near_row in range(row - 1, row + 2):
            for column in range(left - 1, left + result.type.length + 1):
                if self.rules.contains(Cell(near_row, column)):
                    self._search.marked.add(Cell(near_row, column))


def refuses(rules: Rules) -> str | None:
    """Return why the rules do not fit: the search needs ships that lie along rows, apart from each other, and name
    themselves.
    """
    if rules.vertical or rules.touching or not rules.hit_names_type:
        return "it needs ships that lie horizontally, do not touch, and name their type at each hit"
    return None
