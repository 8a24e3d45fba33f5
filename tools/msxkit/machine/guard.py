"""The guard of long loops: every loop that a program can lengthen reports to it, so that limits and CTRL-C end it.

Loops say how much they have done; every now and then the guard asks whether the run goes on. It counts
work and reads no clock.
"""

from __future__ import annotations

from collections.abc import Callable

#: Units of work between two questions. A unit takes about a microsecond, a few steps of Python.
QUOTA = 20_000
#: Units for a statement that does more than compute, besides what its loops say.
STATEMENT = 300

#: A function that is told how much work was done.
Spend = Callable[[int], None]


def unguarded(_work: int) -> None:
    """Count nothing."""


class Guard:
    """The guard of one machine.

    Args:
        overdue: Called after each `QUOTA` of work. It ends the statement by raising what it likes.
    """

    def __init__(self, overdue: Callable[[], None]) -> None:
        self._left = QUOTA
        self._overdue = overdue

    def spend(self, work: int) -> None:
        """Count work that was done, or is about to be done."""
        self._left -= work
        if self._left < 0:
            self._left = QUOTA
            self._overdue()
