"""As `exact` until the layouts can be listed; then one step of policy improvement over it, by full playouts.

Greedy takes the likeliest square, not the one after which the fewest shots follow. When the layouts can be
listed, the likeliest squares are compared by playing every layout to its end with `exact` after each of them:
the mean is then at most that of `exact` (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo
search", 1996; here without sampling).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from battleship.players import BasePlayer
from battleship.players.exact import Exact, best
from battleship.players.positions import Choice, Memory, first_position
from battleship.posterior import compiled, exact
from battleship.posterior.listing import Listing, list_agreeing
from battleship.posterior.playout import Playout
from battleship.rules import Cell, Rules
from battleship.rules.board import Result, View
from battleship.rules.draws import Draws


@dataclass(frozen=True)
class Depth:
    """How far `rollout` looks.

    Attributes:
        listed: Layouts from which on all are listed and played out.
        compared: Likeliest squares that are compared.
        screened: From so many layouts on, one in `share` of them is played first after each of these squares, and
            only the `kept` best and the likeliest one are played on all.
        close, seconds, replies: Squares within `close` shots of the best, `seconds` at most, are compared again
            with the best of `replies` squares after each answer.
        again: So many layouts times squares at most, but two squares, so that no move takes long.
        thorough: Up to so many layouts all squares are compared again.
    """

    listed: int = 200_000
    compared: int = 16
    screened: int = 50_000
    share: int = 4
    kept: int = 4
    close: float = 0.02
    seconds: int = 4
    replies: int = 6
    again: int = 400_000
    thorough: int = 10_000


#: How far the player looks.
_DEPTH = Depth()


class Rollout(BasePlayer):
    """A player that compares the likeliest squares by the shots that follow, once the layouts left can be listed."""

    about = "like exact; with 200,000 layouts or fewer it plays every one to its end before it shoots"
    baseline = "exact"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        self._memory = Memory(rules, first_position("rollout", "exact", rules))
        self._playout: Playout | None = None
        self._listing: Listing | None = None
        self._listed = 0
        self.saved: float = 0.0

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        return Exact.refuses(rules) or compiled.MISSING

    def shoot(self, view: View) -> Cell:
        cell, saved = self._memory.recall(view, self._choose)
        self.saved += saved
        return cell

    def observe(self, result: Result) -> None:
        self._memory.observe(result)

    def _choose(self, view: View) -> Choice:
        if self._listing is None:
            found = exact(view)
            if found.total > _DEPTH.listed:
                return best(view, found), 0.0
            self._listing = list_agreeing(view)
            self._playout = Playout(self._listing)
        else:
            for result in view.results[self._listed :]:
                self._listing = self._listing.after(result)
        assert self._playout is not None
        self._listed = len(view.results)
        cell, saved = improve(self._playout, self._listing, _DEPTH)
        return view.rules.cells[cell], saved


def improve(playout: Playout, listing: Listing, depth: Depth) -> tuple[int, float]:
    """Return the square to shoot (its index), and the shots that it saves on average, compared with `exact`, when
    both play on as `exact`.

    A certain hit is taken at once: it has to be made some time and can only tell more.
    """
    rules = listing.rules
    covered = playout.covered(listing)
    covered[[rules.index(cell) for cell in listing.view.shots]] = -1
    squares = np.argsort(-covered, kind="stable")
    squares = squares[covered[squares] > 0][: depth.compared]
    if covered[squares[0]] == len(listing):
        return int(squares[0]), 0.0
    if len(listing) >= depth.screened:
        screened = playout.shots(listing.share(depth.share), squares)
        squares = squares[np.union1d(np.argsort(screened, kind="stable")[: depth.kept], [0])]
    shots = playout.shots(listing, squares)
    good = np.argsort(shots, kind="stable")
    if len(listing) > depth.thorough:
        near = shots[good] <= shots[good[0]] + depth.close * len(listing)
        good = good[near][: max(2, min(depth.seconds, depth.again // len(listing)))]
    chosen = int(good[0])
    if len(good) > 1:
        chosen = int(good[np.argmin(playout.shots_ahead(listing, squares[good], depth.replies))])
    return int(squares[chosen]), float(shots[0] - shots[chosen]) / len(listing)
