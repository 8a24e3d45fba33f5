"""Lines 650-860: the computer's moves, the first one ("shot in the dark") and the improved search.

The computer knows what it has shot from the screen alone, and looks at the player's board only at the cell that
it shoots - except in line 810, where the listing itself does.
"""

from __future__ import annotations

from battleship.original.state import PLAYER, SHIP_CELLS, Routine, State


def shot_in_the_dark(state: State) -> Routine:
    """Fire as lines 660-695 of shotdark.bas do: at a random cell, or the next one that is not marked."""
    yield from _random_cell(state)
    _fire(state)


def search(state: State) -> Routine:
    """Search as lines 655-770 of battle.bas do: after a hit, shoot along the row until the length of the ship is used
    up.
    """
    if state.oe == 0:
        yield from _random_cell(state)
        kind = _ship(state)  # line 685
        if kind:
            state.oe = 1
            state.cr = state.c = state.length(kind)
            state.dx = 1
    _fire(state)
    # Line 690 ends the game before anything is searched or marked.
    if state.oe == 1 and not has_won(state):
        _next_cell(state)


def has_won(state: State) -> bool:
    """Return whether the computer has won: line 695 (690 in shotdark.bas)."""
    return state.pc == SHIP_CELLS


def _ship(state: State) -> int:
    return state.tj[state.x][state.y][PLAYER]


def _random_cell(state: State) -> Routine:
    """Draw a random cell and move on from marked ones (lines 660-680): right, at the end of the row down, at the end of
    the board to the top.
    """
    state.x = yield from state.draw(10, 660)
    state.y = yield from state.draw(10, 665)
    while state.marked(state.x, state.y):
        state.work.scans += 1
        state.x += 1
        if state.x > 10:
            state.x = 1
            state.y = state.y + 1 if state.y < 10 else 1


def _fire(state: State) -> None:
    """Mark the cell and count the score PC (line 690)."""
    state.console.locate(state.x + 1, state.y)
    state.console.print("X")
    kind = _ship(state)
    if kind:
        state.pc += 1
    state.shots += 1
    state.shot = (state.x, state.y, kind)


def _next_cell(state: State) -> None:
    """Find where the next move of the search shoots (lines 710-770)."""
    if _ship(state) == 0:
        _turn(state)
        return
    state.cr -= 1
    if state.cr == 0:
        state.oe = 0
        mark_surround(state)
        return
    state.x += state.dx
    if state.x < 1 or state.x > 10 or state.marked(state.x, state.y):
        _turn(state)


def _turn(state: State) -> None:
    """Turn round (DX=-DX) and go on in that direction to the first cell that is not marked (line 760)."""
    state.dx = -state.dx
    state.x += state.dx
    while state.marked(state.x, state.y):
        state.work.scans += 1
        state.x += state.dx


def mark_surround(state: State) -> None:
    """Mark the box around a sunk ship, which no ship can touch (lines 810-860)."""
    while state.x > 0 and _ship(state):
        state.x -= 1
    state.y -= 1
    for py in range(state.y, state.y + 3):
        for px in range(state.x, state.x + state.c + 2):
            state.work.marks += 1
            if not (px < 1 or py < 1 or px > 10 or py > 10):
                state.console.locate(px + 1, py)
                state.console.print("X")
