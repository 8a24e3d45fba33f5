"""Greedy on the exact posterior: the square most likely to be hit; of equal ones the first, row by row."""

from __future__ import annotations

from typing import ClassVar

from battleship.players import BasePlayer
from battleship.players.positions import Position, first_position
from battleship.posterior import Posterior, exact, layouts, rows
from battleship.rules import Cell, Rules
from battleship.rules.board import Result, View
from battleship.rules.draws import Draws


class Exact(BasePlayer):
    """A player that counts every layout that the answers allow, and shoots where most have a ship.

    What it answers depends on the answers alone, so what was computed once in this process, or stands in the
    opening book, is looked up.
    """

    about = "shoots where most of all possible layouts have a ship (exact count)"
    #: The player whose opening book this one shares: one that opens as it does.
    book: ClassVar[str] = "exact"

    def __init__(self, rules: Rules, random: Draws, start: Position | None = None) -> None:
        """`start`: the lines to look up and to add to; the book and this process's own by default."""
        super().__init__(rules, random)
        self._position: Position | None = start or first_position(type(self).__name__, self.book, rules)

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        if rows.refuses(rules) is None:
            return None
        return layouts.refuses(rules)

    def shoot(self, view: View) -> Cell:
        position = self._position
        if position is not None and position.length == len(view.results) and position.cell is not None:
            return self.rules.cells[position.cell]
        cell = self.choose(view)
        if position is not None and position.length == len(view.results):
            position.cell = self.rules.index(cell)
        return cell

    def observe(self, result: Result) -> None:
        if self._position is not None:
            self._position = self._position.after(self.rules, result)

    def choose(self, view: View) -> Cell:
        """Return the best square by a fresh count."""
        return best(view, self.posterior(view))

    def posterior(self, view: View) -> Posterior:
        return exact(view)


def best(view: View, found: Posterior) -> Cell:
    """Return the square not yet shot with the greatest weight, the first of equal ones."""
    weights = found.weights
    index = view.rules.index
    return max(view.unshot, key=lambda cell: (weights[index(cell)], -index(cell)))
