"""What a tournament plays, cut into tasks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from battleship.arena.seats import BotSpec
from battleship.errors import PlayerError
from battleship.rules import Rules

#: Boards in one task.
CHUNK = 10


class Task(NamedTuple):
    """Games for one worker: a player against some boards."""

    name: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """What is played: each player against the same boards 0 to games - 1 of a seed.

    Attributes:
        bots: Those of the players that are commands, by their names.
    """

    rules: Rules
    players: tuple[str, ...]
    games: int
    seed: int
    placement: str = "uniform"
    bots: Mapping[str, BotSpec] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.players:
            if self.players.count(name) > 1:
                raise PlayerError(f"player {name!r} is named twice; name each player once")

    def tasks(self, played: Mapping[str, Collection[int]]) -> Iterator[Task]:
        """Yield the games that have not been played, all players board by board."""
        for start in range(0, self.games, CHUNK):
            for name in self.players:
                numbers = range(start, min(start + CHUNK, self.games))
                left = tuple(number for number in numbers if number not in played.get(name, ()))
                if left:
                    yield Task(name, left)
