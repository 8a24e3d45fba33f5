"""Greedy on the exact posterior: the square most likely to be hit; of equal ones the first, row by row."""

from __future__ import annotations

from battleship.players import BasePlayer
from battleship.players.positions import Memory, Position, first_position
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

    def __init__(self, rules: Rules, random: Draws, start: Position | None = None) -> None:
        """Begin a game.

        Args:
            start: The positions to look up and to add to; those of the book and of this process by default.
        """
        super().__init__(rules, random)
        self._memory = Memory(rules, start or first_position("exact", "exact", rules))

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        if rows.refuses(rules) is None:
            return None
        return layouts.refuses(rules)

    def shoot(self, view: View) -> Cell:
        return self._memory.shoot(view, choose)

    def observe(self, result: Result) -> None:
        self._memory.observe(result)


def choose(view: View) -> Cell:
    """Return the best square by a fresh count."""
    return best(view, exact(view))


def best(view: View, found: Posterior) -> Cell:
    """Return the square not yet shot with the greatest weight, the first of equal ones."""
    weights = found.weights
    index = view.rules.index
    return max(view.unshot, key=lambda cell: (weights[index(cell)], -index(cell)))
