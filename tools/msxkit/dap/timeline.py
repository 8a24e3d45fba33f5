"""A run that can go backwards: its inputs, by the step at which they came, and its state at some steps.

A run depends only on its program and its inputs. So the way to a moment of the past is to take the nearest state that
was kept before it, and to run on with the same keys and times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msxkit.interpreter import Event, Session
from msxkit.interpreter.snapshot import Snapshot
from msxkit.stop_reason import StopReason

#: Steps between two states that are kept, or seconds of processor time, whichever come first; and how many are kept. Of
#: more, every other one in the older half is dropped.
INTERVAL, PERIOD, KEPT = 5_000, 0.04, 400
#: Steps between two looks at the clock at first, and the seconds of processor time that they should take.
_FEW, _SOON = 100, 0.01


class Times:
    """The TIME of each draw, in order.

    Attributes:
        given: How many have been given; a lower number takes the last ones back.
    """

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values
        self.given = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self.given >= len(self._values):
            raise StopIteration
        self.given += 1
        return self._values[self.given - 1]


@dataclass(frozen=True)
class _Input:
    step: int
    act: Callable[[], None]


@dataclass(frozen=True)
class _Kept:
    step: int
    snapshot: Snapshot
    applied: int
    times: int
    files: dict[str, bytes]


class Timeline:
    """A session with its past.

    Attributes:
        files: The files that the program works with, as they are now.
    """

    def __init__(self, session: Session, times: Times, files: dict[str, bytes]) -> None:
        self.session = session
        self.files = files
        self._times = times
        self._inputs: list[_Input] = []
        self._applied = self._reached = 0
        self._chunk, self._spent = _FEW, 0.0
        self._kept = [self._state()]

    @property
    def step(self) -> int:
        """The step that the run is at."""
        return self.session.steps

    @property
    def reached(self) -> int:
        """The last step that was reached and can be reached again."""
        return max(self._reached, self.step)

    @property
    def starts(self) -> list[int]:
        """The steps whose state is kept, in order."""
        return [kept.step for kept in self._kept]

    def _state(self) -> _Kept:
        return _Kept(
            self.session.steps, self.session.snapshot(), self._applied, self._times.given, dict(self.files)
        )

    def put_in(self, act: Callable[[], None]) -> None:
        """Put something into the run from outside, now. It is repeated whenever the run reaches this step again.

        Later inputs are forgotten, because their future is no longer valid; if `act` raises, they are kept.
        """
        act()
        self._reached = self.step
        del self._inputs[self._applied :]
        self._kept = [kept for kept in self._kept if kept.step <= self.step]
        self._inputs.append(_Input(self.step, act))
        self._applied += 1

    def advance(self, steps: int) -> Event:
        """Run at most so many steps. Return the event: LIMIT at a halt or after the steps, a wait for a key, an end."""
        begun = self.step
        goal = begun + steps
        while True:
            self._put_in_again()
            # A part of the run that ends right before a place to halt at would pass it.
            if self.step > begun and self.session.halts_here:
                return Event(StopReason.LIMIT, self.session.line)
            end = goal
            if self._applied < len(self._inputs):
                end = min(end, self._inputs[self._applied].step)
            if not self._past():
                if self.step > self._kept[-1].step and self._is_due():
                    self._keep()
                end = min(end, self._kept[-1].step + INTERVAL, self.step + self._chunk)
            if end <= self.step:
                return Event(StopReason.LIMIT, self.session.line)
            event = self._run(end - self.step)
            if event.at is StopReason.KEY and self._waits():
                continue
            if (
                event.at is not StopReason.LIMIT
                or self.step >= goal
                or self.step < end
                or self.session.writes
            ):
                return event

    def _run(self, steps: int) -> Event:
        """Run, and measure how slow the program is: a hundred PAINTs take longer than ten thousand other steps."""
        begun = time.process_time()
        event = self.session.run(max_steps=steps)
        taken = time.process_time() - begun
        self._spent += taken
        if taken > 2 * _SOON:
            self._chunk = max(1, self._chunk // 2)
        elif taken < _SOON:
            self._chunk = min(INTERVAL, self._chunk * 2)
        return event

    def _is_due(self) -> bool:
        return self._spent >= PERIOD or self.step >= self._kept[-1].step + INTERVAL

    def _past(self) -> bool:
        return self.step < self._kept[-1].step

    def _waits(self) -> bool:
        """Return whether an input is known for this very step."""
        return self._applied < len(self._inputs) and self._inputs[self._applied].step <= self.step

    def _put_in_again(self) -> None:
        while self._waits():
            self._inputs[self._applied].act()
            self._applied += 1

    def _keep(self) -> None:
        self._spent = 0.0
        self._kept.append(self._state())
        if len(self._kept) > KEPT:
            half = KEPT // 2
            self._kept = [self._kept[0], *self._kept[1:half:2], *self._kept[half:]]

    def go_back(self, step: int) -> None:
        """Go back to a step of the past: the state there, before any input at that step."""
        self._reached = self.reached
        kept = [each for each in self._kept if each.step <= step][-1]
        self.session.restore(kept.snapshot)
        self._applied, self._times.given = kept.applied, kept.times
        self.files.clear()
        self.files.update(kept.files)
        if step > self.step:
            self.advance(step - self.step)
