"""What stops a run from outside: a caller that asks for it, a time, and the work that one statement may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msxkit.decimal14 import BasicError
from msxkit.machine.clock import AT_ONCE, NEVER, SECOND, ClockState
from msxkit.machine.guard import QUOTA
from msxkit.stop_reason import Pause, StopReason

#: T-states between two polls for a stop request, so that long statements do not delay them.
_LOOK = 5 * SECOND
#: Work that a single statement may do (`guard.Guard`) where the statements are limited, beside one for each of them.
_LONGEST = 1_000_000


class RunLimits:
    """The limits of one machine's run.

    Attributes:
        until: T-states since the start, of which the first interrupt ends the run.
        breaks: Asked within a statement that takes long whether it is broken off; None: whether to stop is.
        at_interrupt: Called when interrupts have come, before the traps are looked at; True ends the run with `limit`.
        hook_error: The error of what the program has put into a hook of the interrupt.
        look: T-states at which the next poll is due.
        worked: The work that the statement has done which runs.
    """

    def __init__(self, clock: ClockState) -> None:
        self._clock = clock
        self._poll: Callable[[], bool] | None = None
        self.look = self.until = NEVER
        self.worked = 0
        #: The work that a statement may do.
        self._most: int | None = None
        self.hook_error: BasicError | None = None
        self.breaks: Callable[[], bool] | None = None
        self.at_interrupt: Callable[[], bool] | None = None

    @contextmanager
    def run(self, budget: int | None, poll: Callable[[], bool] | None, until: int | None) -> Iterator[None]:
        """Limit a run: see `RunLoop.execute`."""
        self._poll, self.worked, self.hook_error = poll, 0, None
        self.until = NEVER if until is None else until
        # A target that can break off a statement needs no limit here.
        self._most = None if budget is None or self.breaks is not None else _LONGEST + budget
        try:
            yield
        finally:
            self._poll = self._most = None
            self.until = NEVER

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Let an expression that a debugger computes take no longer than a statement may."""
        self._most, self.worked = _LONGEST, 0
        try:
            yield
        finally:
            self._most = None

    @contextmanager
    def asking(self, poll: Callable[[], bool] | None) -> Iterator[None]:
        """Let code of the program in interrupts take no longer than a statement may, while no statement runs."""
        self._poll, self.worked = poll, 0
        self._most = _LONGEST if poll is None and self.breaks is None else None
        try:
            yield
        finally:
            self._poll = self._most = None

    def looked(self, now: int) -> bool:
        """Return whether a poll is due; then the next one is not, for a while."""
        looks = now >= self.look
        if looks:
            self.look = NEVER if self._poll is None else now + _LOOK
        return looks

    def look_soon(self) -> None:
        """Let the run be looked at after this statement."""
        self.look = self._clock.limit = AT_ONCE

    def overdue(self) -> None:
        """Break off a statement that takes too long, if a stop was requested; else look for a request after it."""
        self.worked += QUOTA
        asked = self.breaks or self._poll
        if (asked is not None and asked()) or (self._most is not None and self.worked > self._most):
            raise Pause(StopReason.LIMIT)
        if self._poll is not None or self._most is not None:
            self.look_soon()

    def hook_failed(self, error: BasicError) -> None:
        """Note that code of the program in an interrupt has failed: the statement that runs then is the last."""
        self.hook_error = error
        self.look_soon()

    def busy(self) -> bool:
        """Poll for a stop request within machine code, which can pause. Return whether a caller is polling."""
        if self._poll is not None and self._poll():
            raise Pause(StopReason.LIMIT)
        return self._poll is not None

    def interrupted(self) -> None:
        """Handle interrupts within a statement that takes long."""
        if self.stops():
            raise Pause(StopReason.LIMIT)

    def stops(self) -> bool:
        """Report that interrupts have come. Return whether the run ends there."""
        told = self.at_interrupt is not None and self.at_interrupt()
        return told or self._clock.t_states >= self.until
