"""The way back on the interpreter: to the statement before, the last stop, any step, or the last write of a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msxkit.backends.history import History
from msxkit.dap.breaks import Breaks
from msxkit.dap.past import Past, StopCause
from msxkit.dap.places import StatementPlace
from msxkit.dap.watching import Watch, watch
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.watching import Write
from msxkit.stop_reason import StopReason

#: A step, and what stops the run there.
_Moment: TypeAlias = tuple[int, StopCause]


class DebuggedRun(Protocol):
    """The parts of a debugger that going backwards needs."""

    session: Session
    history: History
    breaks: Breaks
    tell: Callable[[str], None]
    waiting: bool
    ended: bool
    watches: list[Watch]
    writes: list[Write]
    halts: set[int]

    @property
    def here(self) -> StatementPlace | None: ...
    def arm(self) -> None: ...
    def run_free(self) -> None: ...
    def advance(self, steps: int) -> StopReason: ...
    def behind_statement(self) -> bool: ...
    def hit(self, place: StatementPlace | None) -> StopCause | None: ...
    def told(self) -> str: ...
    def written(self) -> StopCause: ...


class Backwards(Past):
    """The past of a program on the interpreter."""

    def __init__(self, run: DebuggedRun) -> None:
        self._run = run

    def _back_to(self, step: int) -> None:
        self._run.history.go_back(step)
        self._run.waiting = self._run.ended = False
        self._run.session.writes.clear()
        self._run.writes.clear()

    def step_back(self) -> StopCause:
        """Go to the statement before this one, or to where its row of a modern source began, and return the stop."""
        last = self._run.history.step - 1
        if self._run.ended and self._run.session.error is not None:
            last -= 1  # the statement that failed has been begun
        if not self._run.breaks.places.goes_by_row:
            return self._back_to_statement(last)
        found = self._search(last + 1, lambda end: self._last_row(min(end, last)))
        return self._back_to_statement(found[0] if found is not None else 0)

    def _last_row(self, end: int) -> _Moment | None:
        """Return the last step, from now to the step `end`, at which the run comes to another row, or begins."""
        found: _Moment | None = None
        before: StatementPlace | None = None
        self._run.run_free()
        while (step := self._run.history.step) <= end:
            place = self._run.here
            if place is not None:
                if (before or not step) and not self._run.breaks.places.share_row(before, place):
                    found = step, StopCause("step")
                before = place
            self._run.advance(1)
            if self._run.history.step == step:
                break
        return found

    def _back_to_statement(self, step: int) -> StopCause:
        """Go back to the last statement that begins at a step or before."""
        self._run.run_free()
        step = max(0, step)
        self._back_to(step)
        while step > 0 and self._run.here is None:
            step -= 1
            self._back_to(step)
        self._run.halts = set()
        self._run.arm()
        return StopCause("step" if step else "entry")

    def go_to_step(self, step: int) -> StopCause:
        """Go to the state after so many steps. Raise `MsxError` for a step that the run has not reached."""
        if not 0 <= step <= self._run.history.reached:
            raise MsxError(f"step {step}: the run has steps from 0 to {self._run.history.reached}")
        self._run.run_free()
        self._back_to(step)
        self._run.arm()
        return StopCause("step")

    def reverse(self) -> StopCause:
        """Go back to the last stop, at a breakpoint or a write to what is watched, else to the start. Return it."""
        here = self._run.history.step
        self._run.halts = set()
        counts = [point.count for point in self._run.breaks.points]
        silent, self._run.tell = self._run.tell, lambda text: None
        try:
            found = self._search(here, lambda end: self._last_stop(end, here))
        finally:
            self._run.tell = silent
            for point, count in zip(self._run.breaks.points, counts, strict=True):
                point.count = count
        self._run.run_free()
        self._back_to(found[0] if found is not None else 0)
        self._run.arm()
        return StopCause("entry") if found is None else found[1]

    def _search(self, here: int, last: Callable[[int], _Moment | None]) -> _Moment | None:
        """Return the last moment before a step that `last` finds; it looks from each kept state on, latest first."""
        end = here
        for start in reversed([step for step in self._run.history.starts if step < here]):
            self._run.run_free()
            self._back_to(start)
            self._run.arm()
            found = last(end)
            if found is not None:
                return found
            end = start
        return None

    def _last_stop(self, end: int, here: int) -> _Moment | None:
        """Return the last stop before the step `here`, from now to the step `end`."""
        found: _Moment | None = None
        hit = self._run.hit(self._run.here)
        if hit is not None:
            found = self._run.history.step, hit
        while (before := self._run.history.step) < end:
            self._run.advance(end - before)
            while self._run.writes and not self._run.behind_statement() and self._run.history.step < here:
                self._run.advance(1)
            step = self._run.history.step
            if self._run.writes and step < here:
                found = step, self._run.written()
            elif step < here and (hit := self._run.hit(self._run.here)):
                found = step, hit
            self._run.writes.clear()
            if step == before:
                break
        return found

    def who_wrote(self, name: str) -> StopCause:
        """Go back to the statement that wrote a name last, and return the stop. Raise `MsxError` if none has since the
        start.
        """
        here = self._run.history.step
        kept, points, self._run.halts = self._run.watches, self._run.breaks.points, set()
        self._run.watches, self._run.breaks.points = [watch(self._run.session, name)], []
        called = self._run.watches[0].name
        try:
            found = self._search(here, lambda end: self._last_write(end, here))
        finally:
            self._run.watches, self._run.breaks.points = kept, points
        if found is None:
            self.go_to_step(here)
            raise MsxError(f"{called}: nothing has written it since the start of the run")
        self._back_to_statement(found[0])
        return found[1]

    def _last_write(self, end: int, here: int) -> _Moment | None:
        """Return the step at which the last write begins, from now to the step `end`."""
        found: _Moment | None = None
        while (before := self._run.history.step) < end:
            self._run.advance(end - before)
            begun = self._run.history.step - 1
            if self._run.writes and begun < here:
                found = begun, StopCause("step", self._run.told())
            if self._run.history.step == before:
                break
        return found
