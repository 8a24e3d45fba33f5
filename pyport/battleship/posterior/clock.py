"""The computer's fleets that go with the player's own one, by the clock that both were drawn from.

The original seeds RND with TIME at every draw, ship for ship: one for the player, one for itself. What it gave the
player stands on the screen, so it tells what TIME was; how long the machine is busy until the next draw is known to a
part of an interrupt (`original.pace`), and with it the few values that TIME can have then. An exploit of one program's
generator.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import floor
from typing import NamedTuple

from battleship.original.pace import LENGTHS, SHIPS, Speed, from_column_to_row, from_ship_to_ship
from battleship.original.placing import is_free, next_pivot
from battleship.original.state import BT, Work
from battleship.rules.board import Fleet
from msxkit.rnd import INITIAL, rnd_minus_time, scaled

#: By how much the modelled time of a step may be off, in interrupts: always, and for each interrupt that it takes.
OFF, OFF_EACH = 0.06, 0.006
#: Traces followed at a time: the likeliest.
MOST_TRACES = 5_000

#: A ship: its length and its leftmost square, column and row from 1.
Place = tuple[int, int, int]
#: What the computer may have: its ten ships in the order of placing, and their share.
Guesses = dict[tuple[Place, ...], float]


class Trace(NamedTuple):
    """One way in which the placing may have gone so far.

    Attributes:
        low, high: When the last draw was made, in interrupts; its whole part is TIME.
        speed: The machine.
        weight: How likely it is, compared with other traces.
        boards: Bits of the squares of the player's and of the computer's ships.
        own: Ships of the player that have not been placed yet.
        theirs: Ships of the computer that have been placed.
    """

    low: float
    high: float
    speed: Speed
    weight: float
    boards: tuple[int, int]
    own: frozenset[Place]
    theirs: tuple[Place, ...]

    def later(self, seconds: float) -> list[Trace]:
        """Return the traces for the next draw, after work that takes a Philips VG 8020/20 so long."""
        jiffies = seconds * self.speed.pace * self.speed.hertz
        off = OFF + OFF_EACH * jiffies
        low, high = self.low + jiffies - off, self.high + jiffies + off
        found = []
        for time in range(floor(low), floor(high) + 1):
            start, end = max(low, time), min(high, time + 1)
            if end > start:
                weight = self.weight * (end - start) / (high - low)
                found.append(self._replace(low=start, high=end, weight=weight))
        return found


def places(fleet: Fleet) -> frozenset[Place]:
    """Return the ships of a fleet of the original."""
    return frozenset((ship.type.length, ship.cell.column + 1, ship.cell.row + 1) for ship in fleet.ships)


def guesses(own: Fleet, speed: Speed) -> Guesses:
    """Return the computer's fleets that go with the player's `own` on a machine of this speed; none when no clock leads
    to it.
    """
    traces = _beginnings(places(own), speed)
    for number in range(SHIPS):
        traces = [placed for trace in traces for placed in _place(trace, number)]
        if number + 1 < SHIPS:
            traces = sorted(traces, key=lambda trace: -trace.weight)[:MOST_TRACES]
    found: Guesses = defaultdict(float)
    for trace in traces:
        found[trace.theirs] += trace.weight
    total = sum(found.values())
    return {ships: weight / total for ships, weight in found.items()}


def _beginnings(own: frozenset[Place], speed: Speed) -> list[Trace]:
    """Return the traces of the first draw: every TIME that leads to the first ship's column."""
    columns = {place[1] for place in own if place[0] == LENGTHS[0]}
    return [
        Trace(time, time + 1, speed, 1.0, (0, 0), own, ())
        for time in range(1, 65536)
        if _column(LENGTHS[0], time) in columns
    ]


def _place(trace: Trace, number: int) -> list[Trace]:
    """Place the ship after the draw of its column, and go on to the next ship's draw of the column."""
    length, owner = LENGTHS[number // 2], number % 2
    first = _column(length, floor(trace.low))
    found = []
    for drawn in trace.later(from_column_to_row(number)):
        column, row, work = _settle(
            drawn.boards[owner], first, _row(floor(drawn.low)), length, number // 2 > 0
        )
        place = (length, column, row)
        if not column or (owner == 0 and place not in drawn.own):
            continue
        boards = list(drawn.boards)
        boards[owner] |= sum(1 << (BT + 1) * row + column + step for step in range(length))
        left, theirs = (
            (drawn.own - {place}, drawn.theirs) if owner == 0 else (drawn.own, (*drawn.theirs, place))
        )
        placed = drawn._replace(boards=(boards[0], boards[1]), own=left, theirs=theirs)
        found += placed.later(from_ship_to_ship(number, work)) if number + 1 < SHIPS else [placed]
    return found


@lru_cache(maxsize=1 << 17)
def _column(length: int, time: int) -> int:
    """Return the column drawn in line 430."""
    return scaled(BT - length + 1, rnd_minus_time(time & 0xFFFF, INITIAL)) + 1


@lru_cache(maxsize=1 << 17)
def _row(time: int) -> int:
    """Return the row drawn in line 435."""
    return scaled(BT, rnd_minus_time(time & 0xFFFF, INITIAL)) + 1


@lru_cache(maxsize=1 << 16)
def _settle(board: int, column: int, row: int, length: int, checked: bool) -> tuple[int, int, Work]:
    """Return the ship's place (lines 440-455), and the checks that this takes; column 0 if the board is full."""
    work = Work()

    def taken(x: int, y: int) -> int:
        return board >> (BT + 1) * y + x & 1

    for _ in range(BT * BT if checked else 0):
        if is_free(taken, column, row, length, work):
            return column, row, work
        column, row = next_pivot(column, row, length)
    return (0, 0, work) if checked else (column, row, work)
