"""A program that is run statement by statement, forwards and backwards, with no protocol around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.dap import views
from msxkit.dap.breaks import Breaks
from msxkit.dap.debuggee import PACED, Debuggee, Goal, ScopeRow, StackFrame
from msxkit.dap.past import Past, StopCause
from msxkit.dap.places import Places, StatementPlace
from msxkit.dap.routines import Routines
from msxkit.dap.watching import Watch, watch
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.interpreter.watching import Write
from msxkit.language import tree
from msxkit.machine.clock import SECOND
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame as VideoFrame
from msxkit.stop_reason import StopReason

#: Steps that run before the client's requests are looked at.
SLICE = 20_000
#: How many writes of one statement a stop names.
SHOWN = 4
#: A step, and what stops the run there.
_Moment: TypeAlias = tuple[int, StopCause]


class Debugger(Debuggee):
    """One program on the interpreter.

    Args:
        target: The interpreter, with the program started.
        keys: The keys of a recording, given at each wait.
        paced: Whether a person watches the run: it is looked at often.
    """

    where = "the interpreter"

    def __init__(
        self,
        target: InterpreterTarget,
        *,
        keys: tuple[int, ...] = (),
        tell: Callable[[str], None] = lambda text: None,
        paced: bool = False,
    ) -> None:
        self.target = target
        self.session, self.history, self.files = target.session, target.history, target.history.files
        self.breaks = Breaks(Places(self.session.layout))
        self.tell = tell
        self.session.breaks = lambda: False
        self.waiting = self.ended = False
        #: T-states after which a run is looked at; 0: some number of statements.
        self._pace = round(PACED * SECOND) if paced else 0
        self._keys = keys
        self._given = 0
        self._goal = Goal.RUN
        self._depth = 0
        #: Where the step began.
        self._begun: StatementPlace | None = None
        self.halts: set[int] = set()
        self.watches: list[Watch] = []
        #: Writes of the statement that is being run.
        self.writes: list[Write] = []
        #: The STOP that the run stands at; whether going on has just left it.
        self._stood: StatementPlace | None = None
        self._left_stop = False
        self.past = Backwards(self)
        self.arm()

    # Where the run is

    @property
    def place(self) -> StatementPlace | None:
        return self.places.at(self.session.offset)

    @property
    def error_number(self) -> int:
        return self.session.state.on_error.err

    @property
    def step(self) -> int:
        return self.history.step

    @property
    def depth(self) -> int:
        """The number of subroutines that the run is in."""
        return sum(frame[0] is None for frame in self.session.state.control.stack)

    @property
    def here(self) -> StatementPlace | None:
        """The statement that begins where the run stands; None within a statement."""
        return self.places.by_offset.get(self.session.offset)

    # What stops it

    def forget_watches(self) -> None:
        self.watches = []

    def watch_also(self, name: str) -> None:
        """Stop after each write to it, even of an equal value: a variable, an array `A()`, an element; or after each
        change of `VRAM(address)` or `SCREEN(x,y)`.
        """
        self.watches.append(watch(self.session, name))

    def watchable(self, name: str) -> str:
        return watch(self.session, name).name

    def arm(self) -> None:
        self._stop_at(self.breaks.offsets() | self.halts, self.watches)

    def _stop_at(self, offsets: set[int], watches: list[Watch]) -> None:
        self.writes.clear()
        self.session.halt_at(offsets, [each.watched for each in watches])

    def run_free(self) -> None:
        """Let the run stop nowhere."""
        self._stop_at(set(), [])

    # Going on

    def go(self, goal: Goal) -> None:
        self._goal, self._depth, self._begun = goal, self.depth, self.place
        self.halts = set()
        if goal is Goal.OUT:
            back = self._return_offset()
            if back is None:
                self._goal = Goal.RUN
            else:
                self.halts = {back}
        self.arm()
        self._left_stop = self._leave_stop()

    def _leave_stop(self) -> bool:
        """Step over a STOP that has stopped the run already, as CONT does. Return whether it did."""
        place = self.place
        if place is None or place is not self._stood or place.offset != self.session.offset:
            return False
        behind = self.session.block(place.offset).following
        self.history.put_in(lambda: self.session.jump(behind))
        return True

    def _return_offset(self) -> int | None:
        for frame in reversed(self.session.state.control.stack):
            if frame[0] is None:
                return int(frame[1])
        return None

    @property
    def stepping(self) -> bool:
        """Whether the next slice is a single step."""
        return self._goal is Goal.IN or (self._goal is Goal.OVER and not self.halts)

    def slice(self, poll: Callable[[], bool] | None = None, until: int | None = None) -> StopCause | None:
        """Run on for a while. Return why the run stopped; None if it goes on or waits for a key.

        Args:
            poll, until: As for `Session.run`.
        """
        stepping, self.waiting = self.stepping, False
        if self._left_stop:
            self._left_stop = False
            if stepping or self.session.offset in self.breaks.offsets():
                return self._judged(StopReason.LIMIT, stepping=stepping)
        unbroken, self.session.breaks = self.session.breaks, self.asked
        if until is None and self._pace:
            until = self.session.t_states + self._pace
        begun = self.history.step
        at = self.advance(1 if stepping or self.writes else SLICE, poll, until)
        self.session.breaks = unbroken
        if at is StopReason.LIMIT and self.history.step == begun and not self.writes:
            return None  # the time was over before a statement was: the run has not come here, it stood here
        while at is StopReason.LIMIT and self.writes and not self.behind_statement():
            at = self.advance(1)
        if at is StopReason.LIMIT and self.writes:
            return self.written()
        return self._judged(at, stepping=stepping)

    def advance(
        self, steps: int, poll: Callable[[], bool] | None = None, until: int | None = None
    ) -> StopReason:
        """Run some steps, note what they wrote, and return why the run stopped."""
        at = self.history.advance(steps, poll, until).at
        self.writes += self.session.writes
        self.session.writes.clear()
        return at

    def behind_statement(self) -> bool:
        """Return whether the statement that was run is over."""
        return self.here is not None or self.session.offset == self.session.layout.end

    def written(self) -> StopCause:
        """Return the stop for what the statement wrote, with the breakpoints of the place that the run has come to."""
        text, hit = self.told(), self.hit(self.here)
        return StopCause("data breakpoint", text, () if hit is None else hit.points)

    def told(self) -> str:
        """Return what the statement wrote, and forget it."""
        writes, self.writes = self.writes, []
        told = []
        for write in writes:
            place = self.places.at(write.offset)
            told.append(
                self.watches[write.watched].told(
                    write, place.line if place is not None else 0, self.places.program.characters
                )
            )
        more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
        return "; ".join(told[:SHOWN]) + more

    def _judged(self, at: StopReason, *, stepping: bool) -> StopCause | None:
        """Return the stop, if the run should stop where it has halted."""
        self._stood = None
        if at is StopReason.KEY:
            return self._waits()
        if at is StopReason.ERROR:
            self.ended = True
            return StopCause("exception" if self.breaks.uncaught else "end", str(self.target.failure))
        if at is not StopReason.LIMIT:
            self.ended = True
            return StopCause("end", "the program has ended")
        offset = self.session.offset
        place = self.here if stepping or self.session.halts_here else None
        if place is None:
            return None
        hit = self.hit(place)
        if hit is not None:
            return hit
        if self.breaks.stops and isinstance(place.node, tree.Stop):
            self._stood = place
            return StopCause("pause", f"STOP in {place.line}")
        on_error = self.session.state.on_error
        if self.breaks.errors and on_error.handling and offset in self.breaks.handlers():
            return StopCause("exception", f"{self.error_text()} in {on_error.erl}")
        in_row = self.places.share_row(self._begun, place)
        if stepping and self._goal is Goal.IN:
            return None if in_row else StopCause("step")
        if self._goal is Goal.OVER:
            if self.depth <= self._depth and (stepping or offset in self.halts):
                if in_row:
                    self.halts = set()
                    self.arm()
                return None if in_row else StopCause("step")
            if stepping:
                back = self._return_offset()
                self.halts = set() if back is None else {back}
                self.arm()
        if self._goal is Goal.OUT and offset in self.halts and self.depth < self._depth:
            return StopCause("step")
        return None

    def error_text(self) -> str:
        """Return the last error in the machine's words."""
        from msxkit.basic_errors import text_of

        return text_of(self.session.state.on_error.err)

    # Keys

    def _waits(self) -> StopCause | None:
        """Answer a wait for a key with the next key of the recording, or let the user type one. Return None."""
        if self._given < len(self._keys):
            code = self._keys[self._given]
            self._given += 1
            self.target.press(code)
            return None
        self.waiting = True
        return None

    def type(self, codes: bytes) -> None:
        self.history.put_in(lambda: self.session.keys.press(codes))
        self.waiting = False

    def hold(self, keys: Sequence[str]) -> None:
        pressed = self.session.keys
        if pressed.unread:
            self.history.put_in(lambda: pressed.hold(*keys))
        else:  # the user's time decides whether they repeat, not the machine's
            self.history.put_in(lambda: pressed.strike(*keys, repeat=False))
        self.waiting = False

    def release(self, keys: Sequence[str]) -> None:
        self.target.release(keys)
        self.waiting = False

    def assign(self, target: str, expression: str) -> None:
        self.history.put_in(lambda: self.session.memory.assign(target, expression))

    def command(self, line: bytes) -> None:
        """Run a line of direct mode. Raise `MsxError` for an error, a wait, and a line that leads elsewhere."""
        self.history.put_in(lambda: self.session.command(line))

    @property
    def code_address(self) -> int | None:
        """The address that DEFUSR has set for the USR function with the lowest number; None if there is none."""
        defined = self.session.state.functions.usr
        return next((defined[number] for number in sorted(defined)), None)

    def jump(self, place: StatementPlace) -> None:
        self.history.put_in(lambda: self.session.jump(place.offset))
        self.ended = False

    # Looking

    def frames(self, routines: Routines) -> list[StackFrame]:
        return views.frames(self.session, self.places, routines)

    def variables(self) -> list[ScopeRow]:
        return views.variables(self.session.variables, self.places.program.characters)

    def machine_state(self) -> list[ScopeRow]:
        return views.machine(self.session)

    def frame(self, chip: Chip) -> VideoFrame:
        """Return the picture with the cursor that blinks at `Ok`."""
        return self.session.video.frame

    def evaluate(self, expression: str | bytes) -> Number | str:
        return self.session.memory.evaluate(expression)


class Backwards(Past):
    """The past of a program on the interpreter."""

    def __init__(self, run: Debugger) -> None:
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
        if not 0 <= step <= self._run.history.reached:
            raise MsxError(f"step {step}: the run has steps from 0 to {self._run.history.reached}")
        self._run.run_free()
        self._back_to(step)
        self._run.arm()
        return StopCause("step")

    def reverse(self) -> StopCause:
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
