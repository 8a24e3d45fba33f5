"""The result of a count of layouts: how many there are, and how often each square has a ship."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Posterior:
    """Layouts in agreement with a view.

    Attributes:
        total: How many (a sampled posterior: an estimate).
        weights: For each square, row by row, in how many of them a ship is on it; known hits included.
    """

    total: float
    weights: NDArray[np.float64]

    @property
    def chances(self) -> NDArray[np.float64]:
        """The probability of a ship for each square, row by row; all 0 when no layout is left."""
        return self.weights / self.total if self.total else self.weights
