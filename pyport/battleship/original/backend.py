"""The port as a backend of `msxkit.verify`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, get_ident
from time import process_time

from battleship.errors import BattleshipError
from battleship.original.game import BATTLE, SHOTDARK, OriginalGame
from msxkit.recording import ProgramId, Recording
from msxkit.verify import Run, Seen

#: The programs that the port implements. The SHA-1 is that of the tokens at 8001h, as in recordings.
PROGRAMS = {
    BATTLE: ProgramId("battle.bas", "749b9efdd2d9ed58895d3edc76471332fde9a000"),
    SHOTDARK: ProgramId("shotdark.bas", "8d1b5d527962a03987488a5cd6572a3d6e8f19bc"),
}


#: Seconds of processor time in which an event has to come: the longest takes a hundredth of one.
EVENT_LIMIT = 10.0


class EndlessLoopError(Exception):
    """The port did not reach its next event."""

    def __str__(self) -> str:
        return f"no event within {EVENT_LIMIT:g} s"


class PortRun:
    """A game of the port, as a run.

    Attributes:
        events: How many events have been asked for.
        busy: Whether the port is on its way to the next one.
    """

    def __init__(self, program: str) -> None:
        self._program = program
        self._game: OriginalGame | None = None
        self.events = 0
        self.busy = False

    def seen(self) -> Seen:
        """Return the event that the game is at."""
        return self._event(None)

    def send(self, value: int) -> Seen:
        """Go on to the next event with a TIME or a key."""
        return self._event(value)

    def _event(self, value: int | None) -> Seen:
        self.events += 1
        self.busy = True
        try:
            if self._game is None:
                self._game = OriginalGame(self._program)
            event = self._game.event if value is None else self._game.send(value)
        finally:
            self.busy = False
        return Seen(event.at, event.line, event.screen)


@contextmanager
def _watched(run: PortRun) -> Iterator[PortRun]:
    """Yield the run, and raise `EndlessLoopError` in it where an event does not come."""
    done, thread = Event(), get_ident()

    def watch() -> None:
        events, begun = run.events, process_time()
        while not done.wait(EVENT_LIMIT / 10):
            if run.events != events:
                events, begun = run.events, process_time()
            elif run.busy and process_time() - begun > EVENT_LIMIT:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(EndlessLoopError)
                )
                return

    Thread(target=watch, daemon=True).start()
    try:
        yield run
    finally:
        done.set()


class PortBackend:
    """Plays the two programs that the port implements."""

    name = "port"
    is_emulator = False

    def close(self) -> None:
        """Do nothing: the port is in memory only."""

    @contextmanager
    def start(self, recording: Recording) -> Iterator[Run]:
        """Yield a game at its first event. Raise `BattleshipError` for another program."""
        program = recording.program
        for name, known in PROGRAMS.items():
            if known.tokens_sha1 == program.tokens_sha1:
                with _watched(PortRun(name)) as run:
                    yield run
                return
        raise BattleshipError(
            f"the port is not of this program: {program.file} (tokens SHA-1 {program.tokens_sha1}); "
            f"it plays {' and '.join(known.file for known in PROGRAMS.values())}"
        )
