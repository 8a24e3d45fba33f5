"""When a comparison of two players is decided: Wald's sequential probability ratio test.

There are two hypotheses about the shots that one player saves a board compared with another: none, or so many. The test
computes the logarithm of the ratio of their likelihoods after each board. It ends when this leaves two bounds (Wald,
"Sequential Analysis", 1947). It takes the savings as normal, with the variance that they show, as the generalised test
for games of chess programs does. So it waits for some boards until the variance is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, log

#: Boards before the first look: the variance has to be known.
FIRST_LOOK = 40


@dataclass(frozen=True)
class Verdict:
    """How a test stands.

    Attributes:
        better: Whether the saving is there; None while that is not decided.
        boards: How many have been looked at.
        ratio: The natural logarithm of the likelihood ratio.
    """

    better: bool | None
    boards: int
    ratio: float


@dataclass(frozen=True)
class Sequential:
    """The question whether player `one` saves `saving` shots a game compared with player `other`, or none.

    Attributes:
        error: How often either answer may be wrong.
    """

    one: str
    other: str
    saving: float
    error: float = 0.05


class Trial:
    """One run of the test over the savings of boards 0, 1, 2, ..."""

    def __init__(self, test: Sequential) -> None:
        self._test = test
        self._bound = log((1 - test.error) / test.error)
        self._mean = self._squares = 0.0
        self.verdict = Verdict(None, 0, 0.0)

    def add(self, saved: float) -> Verdict:
        """Return the verdict after one more board; one that is decided stays as it is."""
        if self.verdict.better is not None:
            return self.verdict
        number, saving = self.verdict.boards + 1, self._test.saving
        # Welford's running mean and sum of squares.
        step = saved - self._mean
        self._mean += step / number
        self._squares += step * (saved - self._mean)
        ratio = 0.0
        if number >= FIRST_LOOK:
            lean = self._mean - saving / 2
            variance = self._squares / (number - 1)
            ratio = number * saving * lean / variance if variance else copysign(self._bound, lean)
        better = ratio > 0 if abs(ratio) >= self._bound else None
        self.verdict = Verdict(better, number, ratio)
        return self.verdict
