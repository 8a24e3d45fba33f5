"""How long the machine takes for each step of the game, and the TIME that it counts meanwhile.

The listing seeds RND with TIME at every draw, so the pace of the machine decides which fleets can follow each
other. The figures are fitted to the TIME values of the 88 recordings (four machines; they differ by some 10 %).
"""

from __future__ import annotations

from dataclasses import replace

from battleship.original.state import Work
from msxkit.recording import DRAW, KEY, Step

# Seconds. Lines 430 to 435 and 660 to 665: from one draw to the next of the same cell.
_SECOND_DRAW = 0.022
# From a placed ship to the next one, beside its overlap checks.
_NEXT_SHIP = 0.1
# Lines 200-340 and 1000-1040.
_DRAW_GAME = 4.2
_CURSOR_KEY = 0.045
_SHOT = 0.13
_CHECK, _SCAN, _MARK = 0.0285, 0.022, 0.054


def seconds(before: Step, after: Step, work: Work) -> float:
    """How long the machine is busy from one event to the next.

    work: what the loops of the listing did in between.
    """
    busy = work.checks * _CHECK + work.scans * _SCAN + work.marks * _MARK
    if before.at == DRAW and after.at == DRAW:
        return busy + (_SECOND_DRAW if before.line in (430, 660) else _NEXT_SHIP)
    if before.line == 435:
        return busy + _DRAW_GAME
    shot = before.at == DRAW or after.at != KEY or before.screen.cells != after.screen.cells
    return busy + (_SHOT if shot else _CURSOR_KEY)


class Jiffies:
    """TIME: frame interrupts since `start` (0-65535), 50 a second, counted while the game is busy.

    The time that a player thinks does not count, so that the same keys give the same game.
    """

    HERTZ = 50

    def __init__(self, start: int) -> None:
        self._jiffies = float(start)
        self._done = Work()

    @property
    def time(self) -> int:
        """TIME now, 0-65535."""
        return int(self._jiffies) & 0xFFFF

    def advance(self, before: Step, after: Step, work: Work) -> float:
        """Counts the step that has just been made. work: the game's total. Gives its seconds."""
        done, self._done = self._done, replace(work)
        elapsed = seconds(
            before,
            after,
            Work(work.checks - done.checks, work.scans - done.scans, work.marks - done.marks),
        )
        self._jiffies += elapsed * self.HERTZ
        return elapsed
