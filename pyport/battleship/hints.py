"""What to tell a person who asks for a hint: the posterior of a view, and its best squares."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from battleship.board import View
from battleship.errors import PosteriorError
from battleship.posterior import Posterior, exact
from battleship.rules import Cell

#: Samples where the exact count is out of reach.
SAMPLES = 20_000


@dataclass(frozen=True)
class Hint:
    """chances: probability of a ship for each square, row by row. best: squares not yet shot, best first."""

    view: View
    posterior: Posterior
    exact: bool
    best: tuple[tuple[Cell, float], ...]

    @property
    def layouts(self) -> str:
        """The number of layouts left, as a sentence has it."""
        if self.exact:
            return f"{self.posterior.total:,.0f}"
        return f"about {self.posterior.total:.3g}"


def hint(view: View, number: int = 5) -> Hint:
    """The hint for a view; sampled (with a fixed seed) under rules that cannot be counted.

    Raises `PosteriorError` when no layout agrees with the answers.
    """
    counted = True
    try:
        found = exact(view)
    except PosteriorError:
        import numpy as np

        from battleship.posterior import sampled

        counted = False
        found = sampled.posterior(
            view, SAMPLES, np.random.Generator(np.random.PCG64(Random(1).randrange(2**32)))
        )
    if not found.total:
        raise PosteriorError(
            "no layout agrees with this board" + ("" if counted else f" among {SAMPLES} samples")
        )
    chances = found.chances
    index = view.rules.index
    ordered = sorted(view.unshot, key=lambda cell: (-chances[index(cell)], index(cell)))
    best = tuple((cell, float(chances[index(cell)])) for cell in ordered[:number])
    return Hint(view, found, counted, best)
