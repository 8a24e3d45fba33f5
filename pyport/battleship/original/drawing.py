"""Lines 200-340 and 1000-1040: the game screen, and the player's own ships on it."""

from __future__ import annotations

from battleship.original.state import PLAYER, State

#: Line 2020: the legend, three items a row.
LEGEND = (
    ("Ship", "Format", "Total"),
    ("Aircraft Carrier", "AAAA", "1"),
    ("Cruiser", "CCC", "2"),
    ("Battleship", "BB", "3"),
    ("Submarine", "S", "4"),
)


def draw_game(state: State) -> None:
    """Draw two boards of dots, whose they are, and the legend (lines 210-340)."""
    console = state.console
    boards = (0, 18)
    for px in boards:
        console.locate(px + 2, 0)
        console.print("ABCDEFGHIJ")
    for y in range(1, 11):
        for px in boards:
            console.locate(px, y)
            console.print(f"{y:2}..........")
    console.locate(4, 12)
    console.print("You")
    console.locate(24, 12)
    console.print("Me")
    console.locate(0, 17)
    for index, (ship, form, total) in enumerate(LEGEND):
        for column, text in ((0, ship), (18, form)):
            console.locate(column)
            console.print(text, newline=False)
        console.locate(26)
        console.print(total)
        if index == 0:
            console.print("")


def show_player(state: State) -> None:
    """Show the player's own ships; the computer's board stays dots (lines 1010-1040)."""
    for y in range(1, 11):
        for x in range(1, 11):
            kind = state.tj[x][y][PLAYER]
            state.console.locate(x + 1, y)
            state.console.print(state.symbol(kind) if kind else " ")
