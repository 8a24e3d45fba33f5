"""Computer players. A player is one module with one class; `TABLE` names it. See `docs/players.md`."""

from __future__ import annotations

import importlib
from typing import ClassVar

from battleship.errors import PlayerError
from battleship.layouts.placing import automatic
from battleship.rules import Cell, Rules
from battleship.rules.board import Fleet, Result, View
from battleship.rules.draws import Draws


class BasePlayer:
    """A player that keeps rules and random source, places automatically and notes nothing. Most others derive from it.

    `refuses` says why a player does not play certain rules (None: it does).
    """

    #: One line for the list of players.
    about: ClassVar[str]
    #: The player whose play this one improves, if it knows by how much.
    baseline: ClassVar[str | None] = None
    #: Shots that the choices of this game save compared with the baseline's, on average over all layouts that the
    #: player could not tell apart; None for a player that does not know.
    saved: float | None = None
    #: Whether it may shoot at a square again, which wastes the turn, as bots may.
    repeats: ClassVar[bool] = False

    def __init__(self, rules: Rules, random: Draws) -> None:
        self.rules = rules
        self.random = random

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        return None

    def place(self, rules: Rules, random: Draws) -> Fleet:
        return automatic(rules, random)

    def shoot(self, view: View) -> Cell:
        raise NotImplementedError

    def observe(self, result: Result) -> None:
        """Do nothing: players that work from the view alone need not listen."""

    def shot_at(self, cell: Cell) -> None:
        """Hear where the enemy has shot; only bots are told."""

    def ended(self, won: bool) -> None:
        """Hear that the game is over."""

    def close(self) -> None:
        """End what runs for it: the process of a bot."""


#: name -> "module:class". A new player is one module and one line here.
TABLE: dict[str, str] = {
    "random": "battleship.players.simple:RandomPlayer",
    "shotdark": "battleship.players.marmsx:ShotInTheDark",
    "marmsx": "battleship.players.marmsx:MarMsx",
    "react": "battleship.players.react:React",
    "react-literal": "battleship.players.react:ReactLiteral",
    "nxn-simple": "battleship.players.nxn:NxnSimple",
    "nxn-brute": "battleship.players.nxn:NxnBrute",
    "density": "battleship.players.density:Density",
    "exact": "battleship.players.exact:Exact",
    "rollout": "battleship.players.rollout:Rollout",
    "matched": "battleship.players.matched:Matched",
    "clock": "battleship.players.clock:Clock",
    "sampled": "battleship.players.sampled:Sampled",
}


def player_class(name: str) -> type[BasePlayer]:
    """Return the class of the player called `name`. Raise `PlayerError` with the list of names."""
    if name not in TABLE:
        raise PlayerError(f"there is no player {name!r}; choose one of {', '.join(TABLE)}")
    module, _, attribute = TABLE[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, type)
    assert issubclass(found, BasePlayer)
    return found


def baseline(name: str) -> str | None:
    """Return the player whose play the one called `name` improves by a known number of shots; None for a bot."""
    return player_class(name).baseline if name in TABLE else None


def create(name: str, rules: Rules, random: Draws) -> BasePlayer:
    """Return a fresh player for one game. Raise `PlayerError` for an unknown name, or rules that it does not play."""
    chosen = player_class(name)
    reason = chosen.refuses(rules)
    if reason is not None:
        raise PlayerError(f"player {name!r} does not play the rules {rules.name!r}: {reason}")
    return chosen(rules, random)
