"""A program on an emulated machine, as `msxkit.verify` runs it: from event to event, or many of them at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from msxkit.display.screen import Screen
from msxkit.machine.video.shot import Shot
from msxkit.openmsx.machine import NOTED, EmulatedMachine, Plan
from msxkit.recording import DRAW, END, KEY
from msxkit.stopreason import StopReason
from msxkit.verify import ERROR, Seen

#: Events that the machine goes through without a word to Python: more save little, and a dead emulator is told later.
_AT_ONCE = 64


class EmulatedRun(ABC):
    """A program, always stopped at an event (the protocols `Run`, `PictureRun` and `ForesightedRun` of `verify`)."""

    #: Emulated seconds between two events.
    limit: float

    def __init__(self, machine: EmulatedMachine) -> None:
        self.machine = machine
        #: What will be sent, and how much of it has been.
        self._foreseen: Sequence[tuple[StopReason, int]] = ()
        self._sent = 0
        #: What was seen on the way to where the machine stands, and there.
        self._seen: deque[Seen] = deque()
        self._run(None)

    @abstractmethod
    def _go(self, plan: Plan | None) -> tuple[StopReason, int | None, str]:
        """Run at most `limit` seconds to the next event that is not in the plan. Return why it stopped, its line and
        the error.
        """

    @abstractmethod
    def _answering(self, at: StopReason, value: int) -> str:
        """Return the Tcl that gives an event its TIME or key."""

    @abstractmethod
    def _plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        """Return the events with their answers; None if they cannot be noted."""

    @abstractmethod
    def _line(self, numbers: Sequence[int]) -> int | None:
        """Return the BASIC line from the numbers that end a note."""

    def foresee(self, inputs: Sequence[tuple[StopReason, int]]) -> None:
        """Note what `send` will be given if all events come as these."""
        self._foreseen = inputs

    def seen(self) -> Seen:
        """Return the event that the program is at."""
        return self._seen[0]

    def shot(self) -> Shot:
        """Return the state of the video chip."""
        return self.machine.shot

    def send(self, value: int) -> Seen:
        """Answer the event with a TIME or a key, and go on to the next event."""
        before = self._seen.popleft()
        self._sent += 1
        if self._seen:
            assert self._foreseen[self._sent - 1] == (before.at, value), "another answer was foreseen"
            return self._seen[0]
        coming = self._foreseen[self._sent : self._sent + _AT_ONCE]
        plan = self._plan(coming) if coming else None
        if before.at in (DRAW, KEY):
            self.machine.command(self._answering(before.at, value))
        self._run(plan)
        return self._seen[0]

    def _run(self, plan: Plan | None) -> None:
        at, line, error = self._go(plan)
        for event, note in () if plan is None else zip(plan.stops, plan.notes, strict=False):
            passed = self._line([int(word) for word in note[NOTED:]])
            self._seen.append(_seen(StopReason(event[0]), passed, self.machine.noted_screen(note)))
        screen = self.machine.screen_or_none()
        if screen is None:
            screen = self.machine.shot.screen(self.machine.cursor)
        if at not in (DRAW, KEY, END):
            at, error = ERROR, error or f"no event within {self.limit:g} emulated seconds"
        self._seen.append(_seen(at, line, screen, error))


def _seen(at: StopReason, line: int | None, screen: Screen, message: str = "") -> Seen:
    # A recording does not say what WIDTH was.
    return Seen(at, line, replace(screen, width=screen.columns), message)
