"""What a person sits down to: the rules, who plays against them, and what becomes of their games."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from battleship.arena.bot_player import begin, contestants
from battleship.errors import BattleshipError
from battleship.notation.games import GameRecord
from battleship.players import BasePlayer
from battleship.rules import Rules
from battleship.rules.board import Fleet
from battleship.rules.draws import Draws
from battleship.ui.duel import Duel, Pair

#: The opponent's name in the record of a game between two people.
PERSON = "person"

#: Called with a game that is left or over.
Keep = Callable[[GameRecord, bool], None]


@dataclass
class Sitting:
    """Games of one person, or of two at one terminal.

    Attributes:
        opponent: A player's name, a bot's command, or `PERSON`.
        random: Places fleets, and begins each game with a seed of its own.
        name: What the opponent is called.
        computer: Makes the opponent of a game from the game's draws.
        is_bot: Whether the opponent is a bot's process, which may take long.
        keep: Called with games that are left (False) or over (True).
        saved: A game to go on with, and where it was kept.
    """

    rules: Rules
    opponent: str
    random: Draws
    name: str
    computer: Callable[[Draws], BasePlayer]
    is_bot: bool = False
    keep: Keep = lambda record, over: None
    saved: GameRecord | None = None
    where: str = ""
    _seed: int = 0
    _player: BasePlayer | None = None

    @staticmethod
    def against(rules: Rules, opponent: str, random: Draws, folder: Path = Path()) -> Sitting:
        """Return a sitting against a player or a bot, or of two people (`PERSON`).

        Raise `PlayerError` at once for an opponent that does not exist or does not play the rules.
        """
        if opponent == PERSON:
            return Sitting(rules, opponent, random, "Player 2", lambda draws: BasePlayer(rules, draws))
        (spec,) = contestants([opponent])
        sitting = Sitting(
            rules,
            opponent,
            random,
            spec.name,
            lambda draws: begin(spec, rules, draws, folder),
            bool(spec.command),
        )
        sitting.computer(Random(0))
        return sitting

    @property
    def two(self) -> bool:
        """Whether two people play."""
        return self.opponent == PERSON

    def duel(self, fleet: Fleet) -> Duel:
        """Begin a game with this fleet of the person. Raise `BotFaultError` for a bot that places none."""
        return self._begin(fleet, self.random.randrange(2**32))

    def resumed(self) -> Duel | Pair | None:
        """Return the saved game, if there is one. Raise `BattleshipError`: the opponent does not repeat what it did."""
        record, self.saved = self.saved, None
        if record is None:
            return None
        if self.two:
            return Pair(record.game())
        duel = self._begin(record.fleets[0], record.seed)
        if not duel.follow(record.shots, record.fleets[1]):
            raise BattleshipError(
                f"{self.where}: {self.name} does not repeat what it did in this game, so nobody can go on with it; "
                "watch it with `battleship replay`"
            )
        return duel

    def save(self, duel: Duel | Pair) -> None:
        """Keep a game that is left or over. Raise `MsxError`: it cannot be written."""
        names = ("Player 1", "Player 2") if self.two else ("you", self.name)
        record = GameRecord.of(duel.game, names, self.opponent, self._seed, duel.fault)
        self.keep(record, duel.game.over)

    def repeats(self, record: GameRecord, seconds: float = 5.0) -> bool | None:
        """Return whether the bot does again what it did in a game; None: it is too slow to find out."""
        begun = time.monotonic()
        try:
            duel = self._begin(record.fleets[0], record.seed)
            return duel.follow(record.shots, record.fleets[1], lambda: time.monotonic() < begun + seconds)
        except BattleshipError:
            return False

    def close(self) -> None:
        """End the bot, if it is one."""
        if self._player is not None:
            self._player.close()

    def _begin(self, fleet: Fleet, seed: int) -> Duel:
        self.close()
        self._seed = seed
        source = Random(seed)
        self._player = self.computer(source)
        return Duel(self.rules, self._player, fleet, source)
