"""The port as a backend of `msxkit.verify`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from battleship.errors import BattleshipError
from battleship.original.game import BATTLE, SHOTDARK, Game
from msxkit.recording import ProgramId, Step
from msxkit.verify import Run, Seen

#: The programs that the port implements. The SHA-1 is that of the tokens at 8001h, as in recordings.
PROGRAMS = {
    BATTLE: ProgramId("battle.bas", "749b9efdd2d9ed58895d3edc76471332fde9a000"),
    SHOTDARK: ProgramId("shotdark.bas", "8d1b5d527962a03987488a5cd6572a3d6e8f19bc"),
}


class PortRun:
    """A game of the port, as a run."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def seen(self) -> Seen:
        """Return the event that the game is at."""
        return _seen(self._game.event)

    def send(self, value: int) -> Seen:
        """Go on to the next event with a TIME or a key."""
        return _seen(self._game.send(value))


class PortBackend:
    """Plays the two programs that the port implements."""

    name = "port"
    is_emulator = False

    def close(self) -> None:
        """Do nothing: the port is in memory only."""

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[Run]:
        """Yield a game at its first event. Raise `BattleshipError` for another program."""
        for name, known in PROGRAMS.items():
            if known.tokens_sha1 == program.tokens_sha1:
                yield PortRun(Game(name))
                return
        raise BattleshipError(
            f"the port is not of this program: {program.file} (tokens SHA-1 {program.tokens_sha1}); "
            f"it plays {' and '.join(known.file for known in PROGRAMS.values())}"
        )


def _seen(event: Step) -> Seen:
    return Seen(event.at, event.line, event.screen)
