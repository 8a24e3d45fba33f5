"""The player that reads the clock, by which the original draws its ships, from the ships that it was given."""

from __future__ import annotations

from battleship.original.pace import Speed
from battleship.players import BasePlayer
from battleship.players.matched import Matched
from battleship.posterior.clock import Guesses, guesses
from battleship.rules import Cell, Rules
from battleship.rules.board import Fleet, Result, View
from battleship.rules.draws import Draws


class Clock(BasePlayer):
    """A player that keeps the computer's fleets that agree with its own, and plays as `matched` when none is left."""

    about = "like matched, but reads the clock from the fleet that the original gave it: an exploit"

    def __init__(
        self, rules: Rules, random: Draws, own: Fleet | None = None, speed: Speed | None = None
    ) -> None:
        """Begin a game.

        Args:
            own: The player's fleet, as the original placed it; without it this plays as `matched`.
            speed: The machine that it was placed on; a Philips VG 8020/20 by default.
        """
        super().__init__(rules, random)
        self._matched = Matched(rules, random)
        #: The computer's fleets that agree with all answers.
        self.left: Guesses = guesses(own, speed or Speed()) if own is not None else {}
        self._known = 0

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        return Matched.refuses(rules)

    def observe(self, result: Result) -> None:
        self._matched.observe(result)

    def shoot(self, view: View) -> Cell:
        for result in view.results[self._known :]:
            named = result.type.length if result.type is not None else 0
            cell = result.cell
            self.left = {
                ships: share for ships, share in self.left.items() if _length_at(ships, cell) == named
            }
        self._known = len(view.results)
        if not self.left:
            return self._matched.shoot(view)
        shares = dict.fromkeys(view.unshot, 0.0)
        for ships, share in self.left.items():
            for length, column, row in ships:
                for step in range(length):
                    cell = Cell(row - 1, column - 1 + step)
                    if cell in shares:
                        shares[cell] += share
        return max(shares, key=lambda cell: (shares[cell], -self.rules.index(cell)))


def _length_at(ships: tuple[tuple[int, int, int], ...], cell: Cell) -> int:
    """Return the length of the ship on this square, 0 for water."""
    for length, column, row in ships:
        if row == cell.row + 1 and column <= cell.column + 1 < column + length:
            return length
    return 0
