"""What the answers so far say about where the enemy's ships are: exact and sampled posteriors.

Every layout that the rules allow and the answers do not contradict counts the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battleship.errors import PosteriorError
from battleship.rules.board import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Posterior:
    """Layouts in agreement with a view.

    total: how many (a sampled posterior: an estimate). weights: for each square, row by row, in how many of
    them a ship is on it; known hits included.
    """

    total: float
    weights: NDArray[np.float64]

    @property
    def chances(self) -> NDArray[np.float64]:
        """The probability of a ship for each square, row by row; all 0 when no layout is left."""
        return self.weights / self.total if self.total else self.weights


def exact(view: View) -> Posterior:
    """The exact posterior. Raises `PosteriorError` when the rules are beyond both ways of counting."""
    from battleship.posterior import layouts, rows

    if rows.refuses(view.rules) is None:
        return rows.posterior(view)
    reason = layouts.refuses(view.rules)
    if reason is None:
        return layouts.posterior(view)
    raise PosteriorError(f"the rules {view.rules.name!r} cannot be counted exactly: {reason}")
