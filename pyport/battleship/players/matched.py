"""Greedy on the posterior of the original's own placement: exploits that it does not draw boards uniformly."""

from __future__ import annotations

from battleship.players.exact import Exact
from battleship.posterior import Posterior, generator
from battleship.rules import MARMSX, Rules
from battleship.rules.board import View


class Matched(Exact):
    """A player that knows how the original places ships. It is stronger on its boards, weaker on uniform ones."""

    about = "exact, fitted to the original's own placement: an exploit, weaker on uniform boards"
    book = "matched"

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        same = (rules.width, rules.height, rules.ships) == (MARMSX.width, MARMSX.height, MARMSX.ships)
        if same and super().refuses(rules) is None and not rules.vertical:
            return None
        return "it knows the original's board and fleet only"

    def posterior(self, view: View) -> Posterior:
        return generator.posterior(view)
