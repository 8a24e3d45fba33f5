"""As `exact` until few layouts are left; then one step of policy improvement over it, by full playouts.

Greedy takes the likeliest square, not the one after which the fewest shots follow. When the layouts can be
listed, the likeliest squares are compared by playing every layout to its end with `exact` after each of them:
the mean is then at most that of `exact` (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo
search", 1996; here without sampling).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from battleship.players.exact import Exact, best
from battleship.players.positions import Position
from battleship.posterior.listing import Listing, list_agreeing
from battleship.posterior.playout import greedy_shots
from battleship.rules import Cell, Rules
from battleship.rules.board import View
from battleship.rules.draws import Draws

Ints = NDArray[np.int64]

#: Layouts from which on they are listed and played out.
LISTED = 10_000
#: Squares that are compared.
COMPARED = 6


class Rollout(Exact):
    """Compares the likeliest squares by the shots that follow, once the layouts left can be listed."""

    about = "as exact; near the end it plays every layout left to its end before it shoots"

    def __init__(self, rules: Rules, random: Draws, start: Position | None = None) -> None:
        super().__init__(rules, random, start)
        self._listing: Listing | None = None
        self._listed = 0
        #: Shots that this game's choices save on average, beside those of `exact`.
        self.gain = 0.0

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
        squares, shots = compare(view, self._listing)
        self.gain += float(shots[0] - shots.min()) / len(self._listing)
        return view.rules.cells[int(squares[np.argmin(shots)])]


def compare(view: View, listing: Listing) -> tuple[Ints, Ints]:
    """The likeliest squares, that of `exact` first, and for each the shots that all listed games need together.

    A certain hit stands alone, with no shots counted: it has to be made some time and can only tell more.
    """
    shot = np.zeros(len(view.rules.cells), dtype=bool)
    shot[[view.rules.index(cell) for cell in view.shots]] = True
    covered = np.where(shot, -1, (listing.squares >= 0).sum(axis=0))
    likeliest = np.argsort(-covered, kind="stable")
    likeliest = likeliest[covered[likeliest] > 0][:COMPARED]
    if covered[likeliest[0]] == len(listing):
        return likeliest[:1], np.zeros(1, dtype=np.int64)
    return likeliest, greedy_shots(listing, shot, likeliest)
