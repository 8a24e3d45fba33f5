"""A run that can go backwards: its inputs, by the step at which they came, and its state at some steps.

A run depends only on its program and its inputs. So the way to a moment of the past is to take the nearest state that
was kept before it, and to run on with the same keys and times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from sys import maxsize

from msxkit.interpreter.session import Event, Session
from msxkit.interpreter.snapshot import Snapshot
from msxkit.stop_reason import StopReason

#: Steps between two states that are kept, or seconds of processor time, whichever come first; and how many are kept. Of
#: more, every other one in the older half is dropped.
INTERVAL, PERIOD, KEPT = 5_000, 0.04, 400
#: The seconds of processor time where only the latest are kept.
_LATEST_PERIOD = 0.25
#: Steps between two looks at the clock at first, and the seconds of processor time that they should take.
_FEW, _SOON = 100, 0.01


class Times:
    """The TIME of each draw, in order.

    Attributes:
        values: Those that are known, from the first that can be given again. More can be added; without them they come
            from `source`.
        given: How many have been given; a lower number takes the last ones back.
    """

    def __init__(self, source: Iterable[int] = ()) -> None:
        self._source = iter(source)
        self.values: list[int] = []
        self.given = self._forgotten = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        place = self.given - self._forgotten
        if place == len(self.values):
            self.values.append(next(self._source))
        self.given += 1
        return self.values[place]

    def forget(self, before: int) -> None:
        """Forget those before a number of given ones, to which nothing goes back."""
        del self.values[: before - self._forgotten]
        self._forgotten = before


@dataclass(frozen=True)
class _Input:
    step: int
    act: Callable[[], object]


@dataclass(frozen=True)
class _Kept:
    step: int
    snapshot: Snapshot
    applied: int
    times: int
    files: dict[str, bytes]


class History:
    """A session with its past.

    Attributes:
        times: The TIMEs of draws.
        files: The files that the program works with, as they are now.

    Args:
        latest: Keep only so many states, the latest ones; None: `KEPT` of the whole run.
    """

    def __init__(
        self,
        session: Session,
        times: Times,
        files: MutableMapping[str, bytes],
        latest: int | None = None,
    ) -> None:
        self.session = session
        self.files = files
        self.times = times
        self._latest = latest
        self._interval, self._period = (INTERVAL, PERIOD) if latest is None else (maxsize, _LATEST_PERIOD)
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
            self.session.steps, self.session.snapshot(), self._applied, self.times.given, dict(self.files)
        )

    # Going on

    def put_in(self, act: Callable[[], object]) -> None:
        """Put something into the run from outside, now. It is repeated whenever the run reaches this step again.

        Later inputs are forgotten, because their future is no longer valid; if `act` raises, they are kept.
        """
        act()
        self._forget_later()
        self._inputs.append(_Input(self.step, act))
        self._applied += 1

    def keep(self) -> None:
        """Keep the state now, after something came in that is not repeated. What was later is forgotten."""
        self._forget_later()
        self._keep()

    def _forget_later(self) -> None:
        self._reached = self.step
        del self._inputs[self._applied :]
        self._kept = [kept for kept in self._kept if kept.step <= self.step]

    def advance(self, steps: int, poll: Callable[[], bool] | None = None, until: int | None = None) -> Event:
        """Run at most so many steps. Return the event: LIMIT at a halt or after the steps, a wait for a key, an end.

        Args:
            poll, until: As for `Session.run`.
        """
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
                end = min(end, self._kept[-1].step + self._interval, self.step + self._chunk)
            if end <= self.step:
                return Event(StopReason.LIMIT, self.session.line)
            event = self._run(end - self.step, poll, until)
            if event.at is StopReason.KEY and self._waits():
                continue
            if (
                event.at is not StopReason.LIMIT
                or self.step >= goal
                or self.step < end
                or self.session.writes
                or (until is not None and self.session.t_states >= until)
            ):
                return event

    def _run(self, steps: int, poll: Callable[[], bool] | None, until: int | None) -> Event:
        """Run, and measure how slow the program is: a hundred PAINTs take longer than ten thousand other steps."""
        begun = time.process_time()
        event = self.session.run(steps, poll, until)
        taken = time.process_time() - begun
        self._spent += taken
        if taken > 2 * _SOON:
            self._chunk = max(1, self._chunk // 2)
        elif taken < _SOON:
            self._chunk = min(INTERVAL, self._chunk * 2)
        return event

    def _is_due(self) -> bool:
        return self._spent >= self._period or self.step >= self._kept[-1].step + self._interval

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
        if self._latest is not None:
            del self._kept[: -self._latest]
            self.times.forget(self._kept[0].times)
        elif len(self._kept) > KEPT:
            half = KEPT // 2
            self._kept = [self._kept[0], *self._kept[1:half:2], *self._kept[half:]]

    # Going back

    def go_back(self, step: int) -> None:
        """Go back to a step of the past: the state there, before any input at that step. If the states before it are
        no longer kept, go to the first that is.
        """
        self._reached = self.reached
        self._restore(([each for each in self._kept if each.step <= step] or self._kept[:1])[-1])
        with self._unbroken():
            if step > self.step:
                self.advance(step - self.step)

    def _restore(self, kept: _Kept) -> None:
        self.session.restore(kept.snapshot)
        self._applied, self.times.given = kept.applied, kept.times
        self.files.clear()
        self.files.update(kept.files)

    def again(self) -> Iterator[None]:
        """Do the run again. Yield at its start and after each step; it ends where the run is now."""
        now = self._state()
        self.go_back(0)
        with self._unbroken():
            yield
            # A wait for a key that nobody pressed halts the run twice.
            for _ in range(2 * now.step):
                if self.step < now.step:
                    self.advance(1)
                    yield
        self._restore(now)

    @contextmanager
    def _unbroken(self) -> Iterator[None]:
        """Break no statement off: the run must come to a place where it has been before."""
        breaks, self.session.breaks = self.session.breaks, lambda: False
        try:
            yield
        finally:
            self.session.breaks = breaks
