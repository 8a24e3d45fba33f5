"""As `exact` until few layouts are left; then one step of policy improvement over it, by full playouts.

Greedy takes the likeliest square, not the one after which the fewest shots follow. When the layouts can be
listed, the likeliest squares are compared by playing every layout to its end with `exact` after each of them:
the mean is then at most that of `exact` (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo
search", 1996; here without sampling).
"""

from __future__ import annotations

import numpy as np

from battleship.board import View
from battleship.placement import Draws
from battleship.players.exact import Exact, best
from battleship.players.line import Line
from battleship.posterior.listing import Listing, list_agreeing
from battleship.posterior.playout import greedy_shots
from battleship.rules import Cell, Rules

#: Layouts from which on they are listed and played out.
LISTED = 10_000
#: Squares that are compared.
COMPARED = 6


class Rollout(Exact):
    """Compares the likeliest squares by the shots that follow, once the layouts left can be listed."""

    about = "as exact; near the end it plays every layout left to its end before it shoots"

    def __init__(self, rules: Rules, random: Draws, start: Line | None = None) -> None:
        super().__init__(rules, random, start)
        self._listing: Listing | None = None
        self._listed = 0

    def choose(self, view: View) -> Cell:
        if self._listing is None:
            found = self.posterior(view)
            if found.total > LISTED:
                return best(view, found)
            self._listing = list_agreeing(view)
        else:
            for result in view.results[self._listed :]:
                self._listing = self._listing.after(result)
        self._listed = len(view.results)
        return view.rules.cells[best_by_playout(view, self._listing)]


def best_by_playout(view: View, listing: Listing) -> int:
    """The index of the square after which the greedy player needs the fewest shots; certain hits come first."""
    shot = np.zeros(len(view.rules.cells), dtype=bool)
    shot[[view.rules.index(cell) for cell in view.shots]] = True
    covered = np.where(shot, -1, (listing.squares >= 0).sum(axis=0))
    likeliest = np.argsort(-covered, kind="stable")
    likeliest = likeliest[covered[likeliest] > 0][:COMPARED]
    if covered[likeliest[0]] == len(listing):
        return int(likeliest[0])
    return int(likeliest[np.argmin(greedy_shots(listing, shot, likeliest))])
