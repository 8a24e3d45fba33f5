"""The fleets of the SKYNET document: "A0D B0D C0D D0D E6R"."""

from __future__ import annotations

import re
import string

from battleship.errors import NotationError, quoted
from battleship.rules.board import Fleet, Ship
from battleship.rules.model import Cell, Rules


def parse_skynet(rules: Rules, text: str) -> Fleet:
    """One word per ship in the rule set's order: column letter, row digit from 0, D(own) or R(ight)."""
    words = text.split()
    types = [ship_type for ship_type in rules.ships for _ in range(ship_type.count)]
    if len(words) != len(types):
        raise NotationError(
            f"cannot parse {quoted(text.strip())}: {len(words)} ships where {len(types)} are expected, "
            f"such as 'A0D B0D C0D D0D E6R'"
        )
    ships = []
    for number, (word, ship_type) in enumerate(zip(words, types, strict=True), 1):
        match = re.fullmatch(r"([A-J])([0-9])([DR])", word)
        if match is None:
            raise NotationError(
                f"cannot parse {quoted(word)} (ship {number}, {ship_type.name}): a letter A-J, a digit 0-9, then D or R"
            )
        cell = Cell(int(match[2]), string.ascii_uppercase.index(match[1]))
        ships.append(Ship(ship_type, cell, vertical=match[3] == "D"))
    return Fleet.of(rules, ships)


def format_skynet(fleet: Fleet) -> str:
    """The fleet as a SKYNET bot announces it. Boards of up to 10 x 10."""
    return " ".join(
        f"{string.ascii_uppercase[ship.cell.column]}{ship.cell.row}{'D' if ship.vertical else 'R'}"
        for ship in fleet.ships
    )
