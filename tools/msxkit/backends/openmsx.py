"""openMSX as a backend of `msxkit.verify`: the genuine ROM replays a recording, with its TIME values and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from msxkit.language.program import Program
from msxkit.machine.video.shot import Shot
from msxkit.openmsx.basic import DRAW, KEY, Basic, Event
from msxkit.openmsx.recorder import EVENT_LIMIT
from msxkit.openmsx.settings import Choice
from msxkit.recording import END, ProgramId
from msxkit.verify import ERROR, Seen


class RunningProgram:
    """A program on the emulator, stopped at an event (the protocol `msxkit.verify.Run`)."""

    def __init__(self, basic: Basic) -> None:
        self._basic = basic
        self._event = basic.go(EVENT_LIMIT, draws=True)

    def seen(self) -> Seen:
        """The event that the program is at."""
        event = self._event
        machine = self._basic.machine
        message = _message(event)
        screen = machine.screen_or_none()
        if screen is None:
            screen = machine.shot.screen(machine.cursor)
        # A recording does not say what WIDTH was.
        screen = replace(screen, width=screen.columns)
        return Seen(event.at if event.at in (DRAW, KEY, END) else ERROR, event.line, screen, message)

    def shot(self) -> Shot:
        """The video chip now."""
        return self._basic.machine.shot

    def send(self, value: int) -> Seen:
        """Puts the TIME into RND's argument, or the key into the key queue, and runs to the next event."""
        if self._event.at == DRAW:
            self._basic.set_draw(value)
        elif self._event.at == KEY:
            self._basic.machine.queue_keys(bytes((value,)))
        self._event = self._basic.go(EVENT_LIMIT, draws=True)
        return self.seen()


def _message(event: Event) -> str:
    if event.error is not None:
        return str(event.error)
    return "" if event.at in (DRAW, KEY, END) else f"no event within {EVENT_LIMIT:g} emulated seconds"


class OpenmsxBackend:
    """Replays on an emulated machine, which is started once and goes back to its prompt for each recording.

    find: gives the program that a recording names. Close it after use, or use it in a `with` block.
    """

    name = "openmsx"

    def __init__(self, choice: Choice, find: Callable[[ProgramId], Program]) -> None:
        self._choice = choice
        self._find = find
        self._basic: Basic | None = None
        self._prompt: Path | None = None

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[RunningProgram]:
        """The program at its first event. Raises the package's errors for a missing machine or program."""
        found = self._find(program)
        if self._basic is None or self._basic.machine.emulator.closed:
            self._basic = self._choice.boot()
            self._prompt = self._basic.machine.save_state()
        else:
            assert self._prompt is not None
            self._basic.machine.load_state(self._prompt)
        self._basic.load(found)
        self._basic.start()
        yield RunningProgram(self._basic)

    def close(self) -> None:
        """Ends the emulator."""
        if self._basic is not None:
            self._basic.machine.close()

    def __enter__(self) -> OpenmsxBackend:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
