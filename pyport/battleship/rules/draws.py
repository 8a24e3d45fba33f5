"""The random numbers that players and placements are given; nothing here calls the global `random`."""

from __future__ import annotations

from typing import Protocol


class Draws(Protocol):
    """A source of random numbers."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1."""
