"""Lines 400-560: the ships of both boards are placed at random, and moved on while they overlap.

`layouts.placing` and `posterior.clock` place by the same rule, on boards of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from battleship.original.state import BT, COMPUTER, FLEET, PLAYER, Routine, State, Work

#: Whether a ship is in column x and row y, both from 1.
Taken: TypeAlias = Callable[[int, int], object]


def place_ships(state: State) -> Routine:
    """Place the ships as lines 410-470 do: type by type, for each ship first the player's, then the computer's."""
    for kind, (_, length, total) in enumerate(FLEET, start=1):
        state.console.locate(0, 2)
        # PRINT of a number: a blank for the sign before it, a blank after it.
        state.console.print(f"Placing ships: {100 * (kind - 1) // 4} %")
        for _ in range(total):
            for owner in (PLAYER, COMPUTER):
                x = yield from state.draw(BT - length + 1, 430)
                y = yield from state.draw(BT, 435)
                # Line 440: the first ship stands on an empty board.
                while kind > 1 and not is_free(_board(state, owner), x, y, length, state.work):
                    x, y = next_pivot(x, y, length)
                for cell in range(length):
                    state.tj[x + cell][y][owner] = kind


def _board(state: State, owner: int) -> Taken:
    return lambda x, y: state.tj[x][y][owner]


def next_pivot(x: int, y: int, length: int, width: int = BT, height: int = BT) -> tuple[int, int]:
    """Return the next pivot (lines 450-453): one to the right, at the end of the row to the next row, at the end of the
    board to the top.
    """
    x += 1
    if x + length - 1 > width:
        x = 1
        y += 1
    return x, 1 if y > height else y


def is_free(taken: Taken, x: int, y: int, length: int, work: Work, width: int = BT, height: int = BT) -> bool:
    """Return FV (lines 510-560): whether no ship is in the box around the pivot.

    The box goes down as far as it goes right (line 520 uses C for both), so a long ship also keeps clear of rows
    that it could never touch. The RETURN in 540 leaves two FOR loops. `work` counts what the machine does.
    """
    for vy in range(y - 1, y + length + 1):
        work.rows += 1
        for vx in range(x - 1, x + length + 1):
            if vx < 1 or vx > width or vy < 1 or vy > height:
                work.outside += 1
                continue
            work.inside += 1
            if taken(vx, vy):
                work.overlaps += 1
                return False
    return True
