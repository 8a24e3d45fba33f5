"""A game being played: the machine's clock answers the draws, a person types the keys, and everything is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from battleship.original.backend import PROGRAMS
from battleship.original.game import OriginalGame
from battleship.original.pace import MACHINES, Jiffies, Speed
from battleship.original.player import SPACE, way
from msxkit.recording import DRAW, KEY, Recorder, Recording, Step


class Match:
    """One game of `program` on a machine of this speed. TIME starts at `start`: 0 to 65536, with the part of an
    interrupt that has passed.

    The same start, speed and keys give the same game.
    """

    def __init__(self, program: str, start: float, speed: Speed | None = None) -> None:
        self.game = OriginalGame(program)
        self._clock = Jiffies(start, speed or Speed())
        self._recorder = Recorder("played", PROGRAMS[program])
        self._recorder.see(self.game.event)

    @classmethod
    def drawn(cls, program: str, random: Random) -> Match:
        """Return a game on a machine, and begun at a moment, that `random` chooses."""
        speed = list(MACHINES.values())[random.randrange(len(MACHINES))]
        pace = speed.pace * (1 + (random.randrange(1001) - 500) / 1e5)
        return cls(program, random.randrange(65536 * 256) / 256, Speed(pace, speed.hertz))

    @property
    def event(self) -> Step:
        """Where the game is: a draw, a key wait, or the end."""
        return self.game.event

    def draw(self) -> float:
        """Answer a draw. Return the seconds that the machine needs to the next event."""
        return self._send(self._clock.time)

    def press(self, code: int) -> float:
        """Answer a key wait with a character code. Return the seconds that the machine needs to the next event."""
        return self._send(code)

    def skip_draws(self) -> None:
        """Go on to the next key wait or the end."""
        while self.event.at == DRAW:
            self.draw()

    def recording(self) -> Recording:
        """Return what has been played so far, as `battleship verify` accepts it."""
        return self._recorder.finish(
            self.game.outcome,
            recorded_on={"emulator": "none", "machine": "the Python port"},
            style="played",
            notes={"fleets": {owner: list(rows) for owner, rows in self.game.fleets().items()}},
        )

    def _send(self, value: int) -> float:
        before = self.event
        self._recorder.give(value)
        after = self.game.send(value)
        self._recorder.see(after)
        return self._clock.advance(before, after, self.game.work)


def keys_to(game: OriginalGame, column: int, row: int) -> Iterator[int]:
    """Yield the keys that take the cursor to a cell of the computer's board (1-10 both) and shoot there."""
    yield from way(game.target, (column, row))
    yield SPACE


def unseen(game: OriginalGame, column: int, row: int) -> bool:
    """Return whether a cell of the computer's board (1-10 both) still shows its dot."""
    return game.event.at == KEY and game.event.screen.row(row)[19 + column] == "."
