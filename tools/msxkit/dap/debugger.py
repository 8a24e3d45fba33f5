"""A program that is run statement by statement, forwards and backwards, with no protocol around it."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.dap import views
from msxkit.dap.backwards import Backwards
from msxkit.dap.breaks import Breaks
from msxkit.dap.debuggee import Debuggee, Goal, ScopeRow, StackFrame
from msxkit.dap.past import StopCause
from msxkit.dap.places import Places, StatementPlace
from msxkit.dap.routines import Routines
from msxkit.dap.watching import Watch, watch
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.interpreter.watching import Write
from msxkit.language import tree
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame as VideoFrame
from msxkit.stop_reason import StopReason

#: Steps that run before the client's requests are looked at.
SLICE = 20_000
#: How many writes of one statement a stop names.
SHOWN = 4


class Debugger(Debuggee):
    """One program on the interpreter.

    Args:
        target: The interpreter, with the program started.
        keys: The keys of a recording, given at each wait.
    """

    where = "the interpreter"

    def __init__(
        self,
        target: InterpreterTarget,
        *,
        keys: tuple[int, ...] = (),
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.target = target
        self.session, self.history, self.files = target.session, target.history, target.history.files
        self.breaks = Breaks(Places(self.session.layout))
        self.tell = tell
        self.session.breaks = lambda: False
        self.waiting = self.ended = False
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
        """The statement that runs next."""
        return self.places.at(self.session.offset)

    @property
    def error_number(self) -> int:
        """The number of the last error, ERR."""
        return self.session.state.on_error.err

    @property
    def step(self) -> int:
        """The number of steps since the start."""
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

    def watch(self, names: list[str]) -> list[str]:
        """Stop after each write to one of these, even of an equal value: a variable, an array `A()`, an element; and
        after each change of `VRAM(address)` or `SCREEN(x,y)`.

        Return for each what is wrong with it; empty if nothing is.
        """
        told: list[str] = []
        self.watches = []
        for name in names:
            try:
                self.watches.append(watch(self.session, name))
                told.append("")
            except MsxError as error:
                told.append(str(error))
        self.arm()
        return told

    def watchable(self, name: str) -> str:
        """Return the name of a data breakpoint on a name, with the present values of its subscripts."""
        return watch(self.session, name).name

    def arm(self) -> None:
        """Let the run stop wherever something wants it to."""
        self._stop_at(self.breaks.offsets() | self.halts, self.watches)

    def _stop_at(self, offsets: set[int], watches: list[Watch]) -> None:
        self.writes.clear()
        self.session.halt_at(offsets, [each.watched for each in watches])

    def run_free(self) -> None:
        """Let the run stop nowhere."""
        self._stop_at(set(), [])

    # Going on

    def go(self, goal: Goal) -> None:
        """Set the goal that `slice` runs towards from now on."""
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
        at = self.advance(1 if stepping or self.writes else SLICE, poll, until)
        self.session.breaks = unbroken
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
            told.append(self.watches[write.watched].told(write, place.line if place is not None else 0))
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
        """Type keys, as MSX codes."""
        self.history.put_in(lambda: self.session.keys.press(codes))
        self.waiting = False

    def assign(self, target: str, expression: str) -> None:
        """Set a variable to the value of an expression. Raise `MsxError` if that fails."""
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
        """Go on at another statement."""
        self.history.put_in(lambda: self.session.jump(place.offset))
        self.ended = False

    # Looking

    def frames(self, routines: Routines) -> list[StackFrame]:
        """Return the stack: subroutines, loops, handlers of errors."""
        return views.frames(self.session, self.places, routines)

    def variables(self) -> list[ScopeRow]:
        """Return simple variables and arrays, by name."""
        return views.variables(self.session.variables)

    def machine_state(self) -> list[ScopeRow]:
        """Return errors, DATA, files, traps, time, video, sprites and sound."""
        return views.machine(self.session)

    def frame(self, chip: Chip) -> VideoFrame:
        """Return the picture with the cursor that blinks at `Ok`."""
        return self.session.video.frame

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of any expression."""
        return self.session.memory.evaluate(expression)
