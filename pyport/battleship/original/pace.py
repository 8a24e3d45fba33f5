"""How long the machine takes for each step of the game, and the TIME that it counts meanwhile.

The listing seeds RND with TIME at every draw, so the pace of the machine decides which fleets can follow each
other. The figures are fitted to the TIME values of the 88 recordings: with one pace for each of the four machines they
leave 0.39 to 0.45 interrupts (standard deviation) from one draw to the next; cutting to whole interrupts alone
leaves 0.41. See docs/clock.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from battleship.original.state import FLEET, Work
from msxkit.recording import DRAW, KEY, Step

# Seconds on a Philips VG 8020/20. Lines 430 to 435 and 660 to 665: from one draw to the next of the same cell.
_SECOND_DRAW = 0.0203
#: The first of these makes the variable Y: all arrays move.
_FIRST_DRAWS = 0.0985
# From a placed ship to the next one, beside its overlap checks: the first ship of each side is not checked, and what
# makes new variables takes longer.
_FIRST_SHIPS = {0: 0.1611, 1: 0.1197, 2: 0.3334}
_NEXT_SHIP, _NEXT_LENGTH, _NEXT_TYPE, _COMPUTERS = 0.0504, 0.0087, 0.0414, 0.0052
_ROW, _OUTSIDE, _INSIDE, _OVERLAP = 0.0091, 0.0142, 0.0222, 0.03
# Lines 200-340 and 1000-1040.
_DRAW_GAME = 4.2
_CURSOR_KEY = 0.045
_SHOT = 0.13
_SCAN, _MARK = 0.022, 0.054

#: The length of each ship in the order of placing; each is placed for the player, then for the computer.
LENGTHS = tuple(length for _, length, total in FLEET for _ in range(total))
#: Ships of both sides together, and draws for them: a column and a row each.
SHIPS = 2 * len(LENGTHS)
PLACING_DRAWS = 2 * SHIPS


@dataclass(frozen=True)
class Speed:
    """A machine.

    Attributes:
        pace: Its time for the same work, relative to a Philips VG 8020/20.
        hertz: Interrupts a second.
    """

    pace: float = 1.0
    hertz: int = 50


#: The machines of the recordings.
MACHINES = {
    "Philips VG 8020/20": Speed(),
    "Philips NMS 8250": Speed(1.0475),
    "Sanyo PHC-28P": Speed(0.9693),
    "Gradiente Expert GPC-1": Speed(0.9718, 60),
}


def from_column_to_row(number: int) -> float:
    """Return the seconds from the draw of the column to that of the row, for the ship of this number (0-19)."""
    return _SECOND_DRAW if number else _FIRST_DRAWS


def from_ship_to_ship(number: int, work: Work) -> float:
    """Return the seconds from the draw of the row to the next ship's first draw.

    Args:
        work: The overlap checks in between.
    """
    checked = work.rows * _ROW + work.outside * _OUTSIDE + work.inside * _INSIDE + work.overlaps * _OVERLAP
    if number in _FIRST_SHIPS:
        return checked + _FIRST_SHIPS[number]
    length, computers = LENGTHS[number // 2], number % 2
    type_ends = computers and number + 1 < SHIPS and LENGTHS[number // 2 + 1] != length
    return (
        checked + _NEXT_SHIP + length * _NEXT_LENGTH + computers * _COMPUTERS + bool(type_ends) * _NEXT_TYPE
    )


def seconds(before: Step, after: Step, work: Work, drawn: int) -> float:
    """Return how long a Philips VG 8020/20 is busy from one event to the next.

    Args:
        work: What the loops of the listing did in between.
        drawn: Draws answered since the game began.
    """
    if before.at == DRAW and drawn <= PLACING_DRAWS:
        number, second = divmod(drawn - 1, 2)
        if not second:
            return from_column_to_row(number)
        return from_ship_to_ship(number, work) + (_DRAW_GAME if number + 1 == SHIPS else 0)
    busy = work.scans * _SCAN + work.marks * _MARK
    if before.at == DRAW and after.at == DRAW:
        return busy + _SECOND_DRAW
    shot = before.at == DRAW or after.at != KEY or before.screen.cells != after.screen.cells
    return busy + (_SHOT if shot else _CURSOR_KEY)


class Jiffies:
    """TIME: frame interrupts since `start`, counted while the game is busy.

    The time that a player thinks does not count, so that the same keys give the same game.
    """

    def __init__(self, start: float, speed: Speed = Speed()) -> None:
        """Start at `start`: 0 to 65536, with the part of an interrupt that has passed."""
        self._jiffies = start
        self._speed = speed
        self._drawn = 0
        self._done = Work()

    @property
    def time(self) -> int:
        """TIME now, 0-65535."""
        return int(self._jiffies) & 0xFFFF

    def advance(self, before: Step, after: Step, work: Work) -> float:
        """Count the step that has just been made. Return its seconds.

        Args:
            work: The game's total.
        """
        done, self._done = self._done, replace(work)
        self._drawn += before.at == DRAW
        elapsed = seconds(before, after, work.since(done), self._drawn) * self._speed.pace
        self._jiffies += elapsed * self._speed.hertz
        return elapsed
