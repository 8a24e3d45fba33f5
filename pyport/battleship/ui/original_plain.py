"""The game line by line, for dumb terminals, screen readers and scripts: coordinates in, sentences out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from battleship.original.match import Match, keys_to, unseen
from battleship.rules import MARMSX
from msxkit.errors import quoted
from msxkit.recording import END

#: Names of the ship types by symbol, with their article (line 2020).
SHIPS = {"A": "an Aircraft Carrier", "C": "a Cruiser", "B": "a Battleship", "S": "a Submarine"}
HELP = (
    "Type a cell to shoot at: a letter A-J for the column and a number 1-10 for the row, like B7.\n"
    "board shows both boards, fleet the ships of the game, hint the chances, ? this text, quit ends the game."
)


def play(match: Match, lines: Iterator[str], say: Callable[[str], None]) -> None:
    """Play to the end of the game or of `lines`.

    Args:
        say: Takes each text to be shown, without a final newline.
    """
    match.skip_draws()
    say(boards(match))
    say(HELP)
    for line in lines:
        word = line.strip().lower()
        if word in ("q", "quit", "exit"):
            break
        if word in ("?", "help"):
            say(HELP)
        elif word in ("h", "hint"):
            say(_hint(match))
        elif word in ("b", "board"):
            say(boards(match))
        elif word in ("f", "fleet"):
            say("\n".join(match.event.screen[y] for y in range(17, 23)))
        elif word:
            for sentence in _turn(match, word):
                say(sentence)
            if match.event.at == END:
                return
    say("You left the game before its end.")


def _hint(match: Match) -> str:
    from battleship.ui.hints import hint, seen_on  # numpy is slow to import

    found = hint(seen_on(match.event.screen))
    best = ", ".join(f"{MARMSX.cell_name(cell)} {100 * chance:.0f} %" for cell, chance in found.best)
    return f"HINT, not part of the game: {found.layouts} layouts left; best {best}"


def boards(match: Match) -> str:
    """Return both boards as on the MSX: yours on the left, the computer's on the right."""
    return "\n".join(match.event.screen[y] for y in range(13)) + "\n"


def _turn(match: Match, word: str) -> Iterator[str]:
    found = re.fullmatch(r"([a-z])\s*,?\s*([0-9]{1,3})", word)
    if not found:
        yield f"{quoted(word)} is not a cell: a letter and a number are needed, like B7. Type ? for more."
        return
    column, row = ord(found[1]) - ord("a") + 1, int(found[2])
    cell = f"{found[1].upper()}{row}"
    if not (1 <= column <= 10 and 1 <= row <= 10):
        yield f"{cell} is not on the board: columns are A to J, rows 1 to 10."
        return
    if not unseen(match.game, column, row):
        yield f"You have already shot at {cell}. Choose another cell."
        return
    before = match.game.hits
    for key in keys_to(match.game, column, row):
        match.press(key)
    match.skip_draws()
    symbol = match.event.screen.row(row)[19 + column]
    yield f"{cell}: {'water' if symbol == ' ' else f'hit {SHIPS[symbol]}'}."
    if match.game.outcome != "player" and match.game.shot is not None:
        x, y, hit = match.game.shot
        mine = f"{'ABCDEFGHIJ'[x - 1]}{y}"
        yield f"I shoot at {mine}: {f'hit {SHIPS[hit]}' if hit else 'water'}."
    player, computer = match.game.hits
    if (player, computer) != before or match.event.at == END:
        yield f"Hits: you {player} of 20, I {computer} of 20."
    yield boards(match)
    if match.event.at == END:
        yield match.event.screen[14]
