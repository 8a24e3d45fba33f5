"""A bot to begin with: ships at random, shots around open hits, else on every second square.

Run it with `battleship play --player "python3 sample_bot.py"`. It needs Python and nothing else.
"""

from __future__ import annotations

import os
import random
import sys

#: Carrier, Battleship, Destroyer, Submarine, Patrol Boat.
LENGTHS = {"C": 5, "B": 4, "D": 3, "S": 3, "P": 2}
SQUARES = [(column, row) for row in range(10) for column in range(10)]

# The referee hands out a seed: with it the same game can be played again.
dice = random.Random(os.environ.get("BATTLESHIP_SEED"))


def name(square: tuple[int, int]) -> str:
    """Return `B7` for column 1, row 7."""
    return f"{'ABCDEFGHIJ'[square[0]]}{square[1]}"


def board() -> str:
    """Return five places such as A0D, ships at random."""
    taken: set[tuple[int, int]] = set()
    places = []
    for length in LENGTHS.values():
        while True:
            down = dice.random() < 0.5
            column = dice.randrange(10 if down else 11 - length)
            row = dice.randrange(11 - length if down else 10)
            cells = {(column, row + i) if down else (column + i, row) for i in range(length)}
            if not cells & taken:
                break
        taken |= cells
        places.append(name((column, row)) + ("D" if down else "R"))
    return " ".join(places)


class Shooter:
    """What the bot knows of the enemy's board in one game."""

    def __init__(self) -> None:
        self.shot: set[tuple[int, int]] = set()
        #: Hits on ships that have not sunk.
        self.hits: list[tuple[int, int]] = []
        self.last = (0, 0)

    def aim(self) -> str:
        """Choose a square not yet shot: beside a hit, else on a chessboard."""
        free = [square for square in SQUARES if square not in self.shot]
        beside = [(c, r) for c, r in free if any(abs(c - x) + abs(r - y) == 1 for x, y in self.hits)]
        chessboard = [(c, r) for c, r in free if (c + r) % 2 == 0]
        self.last = dice.choice(beside or chessboard or free or SQUARES)
        self.shot.add(self.last)
        return name(self.last)

    def hear(self, message: str) -> None:
        """Note the answer to the last shot: H, M or S and the letter of the ship that sank."""
        if message[0] in "HS":
            self.hits.append(self.last)
        if message[0] == "S":
            # Its squares are the nearest hits: good enough to begin with.
            x, y = self.last
            self.hits.sort(key=lambda square: abs(square[0] - x) + abs(square[1] - y))
            del self.hits[: LENGTHS[message[2]]]


def main() -> None:
    """Answer N with a board and F with a square; K and the end of input end the bot."""
    shooter = Shooter()
    print(">", end="", flush=True)
    for line in sys.stdin:
        message = line.strip()
        if message.startswith("N"):
            shooter = Shooter()
            print(board())
        elif message == "F":
            print(shooter.aim())
        elif message[:1] in ("H", "M", "S"):
            shooter.hear(message)
        elif message == "K":
            return
        print(">", end="", flush=True)


if __name__ == "__main__":
    main()
