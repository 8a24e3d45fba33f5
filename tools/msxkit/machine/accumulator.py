"""DAC: where the math-pack of BASIC computes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Accumulator:
    """What the math-pack has computed last, as far as PLAY has to know it.

    Attributes:
        left: The last eight of the 14 digits of that real. They take part in the next division of PLAY.
    """

    left: int = 0

    def clear(self) -> None:
        """Note that something else was computed. Most numbers of a program have six digits at most."""
        self.left = 0
