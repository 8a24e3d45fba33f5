"""Lines 110-160 and 600-640: the cursor on the right-hand board, and the player's shot."""

from __future__ import annotations

from battleship.original.state import COMPUTER, SHIP_CELLS, UNSEEN, State

RIGHT, LEFT, UP, DOWN, SPACE = 28, 29, 30, 31, 32
#: Columns of the computer's board on the screen; its rows are 1-10.
FIRST_COLUMN, LAST_COLUMN = 20, 29


def way(start: tuple[int, int], end: tuple[int, int]) -> list[int]:
    """Return the cursor keys from one square to another, both as column and row: along the row first."""
    right, down = end[0] - start[0], end[1] - start[1]
    return [RIGHT if right > 0 else LEFT] * abs(right) + [DOWN if down > 0 else UP] * abs(down)


def move_cursor(state: State, key: int) -> None:
    """Move the cursor (lines 120-150): it stops at the edges; other keys do nothing."""
    if key == LEFT:
        state.cx = max(state.cx - 1, FIRST_COLUMN)
    elif key == RIGHT:
        state.cx = min(state.cx + 1, LAST_COLUMN)
    elif key == UP:
        state.cy = max(state.cy - 1, 1)
    elif key == DOWN:
        state.cy = min(state.cy + 1, 10)


def shoot(state: State) -> bool:
    """Shoot (lines 610-640): show what is under the cursor. Return False (V=0) when the screen shows it already."""
    if state.console.vpeek(6144 + state.cx + state.cy * 32) != UNSEEN:
        return False
    kind = state.tj[state.cx - 19][state.cy][COMPUTER]
    state.console.locate(state.cx, state.cy)
    if kind:
        state.pj += 1
    state.console.print(state.symbol(kind) if kind else " ")
    return True


def has_won(state: State) -> bool:
    """Return whether the player has won (line 630)."""
    return state.pj == SHIP_CELLS
