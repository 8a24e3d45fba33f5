"""The words of the SKYNET protocol: messages to a bot, and what its answers mean: squares and fleets.

Source: the SKYNET challenge document (`docs/bots.md` has the whole protocol). Columns are A-J, rows 0-9: `B0` is the
second square of the top row. Text and values only; the order of messages is the referee's business.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from battleship.errors import IllegalFleetError, NotationError
from battleship.rules import SKYNET, Cell, Rules, column_name
from battleship.rules.board import Fleet, Outcome, Result, Ship, ship_list
from msxkit.errors import quoted

FIRE = "F"
WIN = "W"
LOSS = "L"
KILL = "K"
ERROR = "E"

#: What an answer begins with.
OUTCOMES = {"H": Outcome.HIT, "M": Outcome.MISS, "S": Outcome.SUNK}

_CELL = re.compile(r"([A-J])([0-9])")
_SHIP = re.compile(r"([A-J])([0-9])([DR])")


def new_game(opponent: str) -> str:
    """Return `N opponent`, with the name in small letters and without blanks.

    The document's own C bot reads word by word and obeys the first letter of each: a name such as `Killer`
    would make it quit.
    """
    return f"N {'_'.join(opponent.lower().split())}"


def result(answer: Result) -> str:
    """Return `H`, `M`, or `S x` with the letter of the ship that sank."""
    if answer.outcome is Outcome.SUNK and answer.type is not None:
        return f"S {answer.type.symbol}"
    return "H" if answer.hit else "M"


def opponent_shot(cell: Cell) -> str:
    """Return the message `O B7`."""
    return f"O {format_cell(cell)}"


def format_cell(cell: Cell) -> str:
    """Return a square as `B7`: column letter and row from 0."""
    return f"{column_name(cell.column)}{cell.row}"


def parse_cell(text: str) -> Cell:
    """Return the square of an answer to `F`. Raise `NotationError`."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text)} is not a shot; write a letter A-J and a digit 0-9, such as B7")
    return _cell(match)


def parse_fleet(text: str, rules: Rules = SKYNET) -> Fleet:
    """Return the fleet of an answer to `N`: a place for each ship, in the rule set's order. Boards of up to 10 x 10.

    Raise `NotationError` for anything else, `IllegalFleetError` when a ship leaves the board or two overlap; both in
    the protocol's own squares.
    """
    words, types = text.split(), ship_list(rules)
    if len(words) != len(types):
        raise NotationError(
            f"{quoted(text)} is not a board: {len(words)} places where {len(types)} are expected, such as A0D "
            f"(column A-J, row 0-9, D or R), for {', '.join(ship_type.name for ship_type in types)}"
        )
    ships = []
    taken: dict[Cell, Ship] = {}
    for number, (word, ship_type) in enumerate(zip(words, types, strict=True), start=1):
        match = _SHIP.fullmatch(word)
        if match is None:
            raise NotationError(
                f"{quoted(text)} is not a board: {quoted(word)} (ship {number}, {ship_type.name}) is not a place "
                "such as A0D: column A-J, row 0-9, D or R"
            )
        ship = Ship(ship_type, _cell(match), match[3] == "D")
        for cell in ship.cells:
            if not rules.contains(cell):
                raise IllegalFleetError(
                    f"the {ship_type.name} at {word} is {ship_type.length} long and falls off the board"
                )
            if cell in taken:
                raise IllegalFleetError(
                    f"the {ship_type.name} and the {taken[cell].type.name} overlap at {format_cell(cell)}"
                )
        taken.update(dict.fromkeys(ship.cells, ship))
        ships.append(ship)
    return Fleet.of(rules, ships)


def format_fleet(fleet: Fleet) -> str:
    """Return the answer to `N`, such as `A0D B0D C0D D0D E6R`. Boards of up to 10 x 10."""
    return " ".join(f"{format_cell(ship.cell)}{'D' if ship.vertical else 'R'}" for ship in fleet.ships)


def _cell(match: re.Match[str]) -> Cell:
    return Cell(int(match[2]), string.ascii_uppercase.index(match[1]))


def looks_like_cell(text: str) -> bool:
    """Return whether a text is a square, such as B7."""
    return _CELL.fullmatch(text) is not None


def looks_like_fleet(text: str) -> bool:
    """Return whether a text is five places, legal or not."""
    words = text.split()
    return len(words) == len(SKYNET.ships) and all(_SHIP.fullmatch(word) for word in words)


def stale(message: str) -> Callable[[str], bool]:
    """Return a test for lines that cannot be the answer to `message` but may be a late one to the message before.

    The document's C bot takes the square in `O F3` for a command and fires once too often.
    """
    return looks_like_cell if message.startswith("N") else looks_like_fleet
