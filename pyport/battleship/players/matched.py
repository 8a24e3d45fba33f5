"""Greedy on the posterior of the original's own placement: exploits that it does not draw boards uniformly."""

from __future__ import annotations

from battleship.players import BasePlayer
from battleship.players.exact import Exact, best
from battleship.players.positions import Memory, first_position
from battleship.posterior import generator
from battleship.rules import MARMSX, Cell, Rules
from battleship.rules.board import Result, View
from battleship.rules.draws import Draws


class Matched(BasePlayer):
    """A player that knows how the original places ships. It is stronger on its boards, weaker on uniform ones."""

    about = "exact, fitted to the original's own placement: an exploit, weaker on uniform boards"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        self._memory = Memory(rules, first_position("matched", "matched", rules))

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        same = (rules.width, rules.height, rules.ships) == (MARMSX.width, MARMSX.height, MARMSX.ships)
        if same and Exact.refuses(rules) is None and not rules.vertical:
            return None
        return "it knows the original's board and fleet only"

    def shoot(self, view: View) -> Cell:
        return self._memory.shoot(view, lambda view: best(view, generator.posterior(view)))

    def observe(self, result: Result) -> None:
        self._memory.observe(result)
