"""Greedy on a sampled posterior: any rules, any fleet."""

from __future__ import annotations

import numpy as np

from battleship.players import BasePlayer
from battleship.players.density import Density
from battleship.players.exact import best
from battleship.posterior import sampled
from battleship.rules import Cell, Rules
from battleship.rules.board import View
from battleship.rules.draws import Draws

#: Samples for each shot.
SAMPLES = 1000


class Sampled(BasePlayer):
    """A player that shoots where most sampled layouts have a ship; when no sample fits the answers, by density."""

    about = "like exact, but from random layouts instead of all: plays any rules"

    def __init__(self, rules: Rules, random: Draws) -> None:
        super().__init__(rules, random)
        self._density = Density(rules, random)
        self._generator = np.random.Generator(np.random.PCG64(random.randrange(2**32)))

    def shoot(self, view: View) -> Cell:
        found = sampled.posterior(view, SAMPLES, self._generator)
        return best(view, found) if found.total else self._density.shoot(view)
