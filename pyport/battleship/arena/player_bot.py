"""One of our players behind the SKYNET protocol: messages in, answers out."""

from __future__ import annotations

from random import Random

from battleship.errors import NotationError
from battleship.notation import skynet
from battleship.players import BasePlayer, create
from battleship.rules import SKYNET, Cell
from battleship.rules.board import Result, View
from msxkit.errors import quoted


class PlayerBot:
    """A bot that answers with the player called `name`: a new player for each game, one random source for all.

    Raises `PlayerError` at once when there is no such player or it does not play the SKYNET rules.
    """

    def __init__(self, name: str, random: Random) -> None:
        self._name = name
        self._random = random
        self._player: BasePlayer = create(name, SKYNET, random)
        self._view = View(SKYNET)
        self._aim: Cell | None = None

    def answer(self, message: str) -> str | None:
        """Return the line that a message asks for, or None. Raise `NotationError` for a line that is not of the
        protocol.
        """
        match message.split():
            case ["N", *_]:
                self._player = create(self._name, SKYNET, self._random)
                self._view = View(SKYNET)
                self._aim = None
                return skynet.format_fleet(self._player.place(SKYNET, self._random))
            case ["F"]:
                # A referee that goes on after the last square has been shot still gets a legal answer.
                self._aim = self._player.shoot(self._view) if self._view.unshot else Cell(0, 0)
                return skynet.format_cell(self._aim)
            case ["H" | "M"]:
                self._observe(message, None)
            case ["S", symbol] if SKYNET.ship_type(symbol):
                self._observe("S", symbol)
            case ["O", square] if skynet.looks_like_cell(square):
                pass
            case ["W" | "L" | "E" | "K"]:
                pass
            case _:
                raise NotationError(
                    f"{quoted(message)} is not a message of the protocol: N F H M S O W L K E"
                )
        return None

    def _observe(self, letter: str, symbol: str | None) -> None:
        if self._aim is None:
            raise NotationError(f"{letter} came without a shot before it")
        if self._aim not in self._view.shots:
            ship_type = SKYNET.ship_type(symbol) if symbol else None
            result = Result(self._aim, skynet.OUTCOMES[letter], ship_type)
            self._view = self._view.after(result)
            self._player.observe(result)
        self._aim = None
