"""Build the opening books of `exact`: `python -m battleship.players.book [RULES...]`, or `make book`.

The player meets uniform boards of a fixed seed. Positions that came up more than once, all of them early
ones, are the book; building again gives the same file.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

from battleship.errors import BattleshipError
from battleship.layouts.placing import uniform
from battleship.players.exact import Exact
from battleship.players.positions import Position, Tree, answer_key, book_name, write
from battleship.rules import Rules, named
from battleship.rules.board import Board
from msxkit.files import write_atomic

#: Boards met, and how often a position must come up to stand in the book.
GAMES = 400
LEAST = 2
#: The rules for which there is a book in the package.
BOOKS = ("marmsx", "hasbro", "nxn", "react")

History = tuple[str, ...]


def build(rules: Rules, games: int = GAMES) -> bytes:
    """Return the book as JSON: [square index, {answer: book of what follows}]."""
    known = Tree()  # not the book that is being built
    met: Counter[History] = Counter()
    shots: dict[History, int] = {}
    for number in range(games):
        board = Board.new(rules, uniform(rules, Random(f"book:{number}")))
        shooter = Exact(rules, Random(0), known.root)
        history: History = ()
        while not board.lost:
            cell = shooter.shoot(board.view)
            met[history] += 1
            shots[history] = rules.index(cell)
            board, result = board.fire(cell)
            shooter.observe(result)
            history = (*history, answer_key(rules, result))
    tree = Tree()
    # Shorter histories come first, so that each finds the position that it continues.
    for history in sorted((history for history, times in met.items() if times >= LEAST), key=len):
        position = tree.root
        for key in history:
            position = position.answers.setdefault(key, Position(tree, position.length + 1))
        position.cell = shots[history]
    return (json.dumps(write(tree.root), separators=(",", ":")) + "\n").encode()


def main(names: list[str]) -> int:
    """Write the books of the rules named (all without names) into the package."""
    for name in names or BOOKS:
        rules = named(name)
        file = Path(__file__).parent / (book_name("exact", rules) or "")
        data = build(rules)
        write_atomic(file, data)
        print(f"{file.name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BattleshipError as error:
        sys.exit(f"book: {error}")
