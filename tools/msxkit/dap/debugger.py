"""A program that is run statement by statement, forwards and backwards, with no protocol around it."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.dap import views
from msxkit.dap.breaks import Breakpoint, Breaks
from msxkit.dap.debuggee import Debuggee, Frame, Goal, Stopped, Value
from msxkit.dap.places import Place, Places
from msxkit.dap.timeline import Timeline, Times
from msxkit.dap.watching import watched
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.language import tree
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.stop_reason import StopReason

#: Steps that run before somebody is asked whether to go on.
SLICE = 20_000


class Debugger(Debuggee):
    """One program on the interpreter.

    Attributes:
        tell: Called with each line for the console.
        keys: The keys of a recording, given at each wait.
    """

    where = "the interpreter"

    def __init__(
        self,
        program: Program,
        *,
        machine: str = "msx2",
        times: tuple[int, ...] = (),
        keys: tuple[int, ...] = (),
        files: dict[str, bytes] | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        clock = Times(times)
        held = {} if files is None else files
        self.session = Session(program, clock=clock, machine=machine, files=held)
        self.timeline = Timeline(self.session, clock, held)
        self.places = Places(self.session.layout)
        self.breaks = Breaks(self.places)
        self.tell = tell
        self.waiting = self.ended = False
        self._keys = keys
        self._given = 0
        self._goal = Goal.RUN
        self._depth = 0
        self._halts: set[int] = set()
        #: The STOP that the run stands at; whether going on has just left it.
        self._stood: Place | None = None
        self._left_stop = False
        self._picture = b""
        self._arm()

    # Where the run is

    @property
    def place(self) -> Place | None:
        """The statement that runs next."""
        return self.places.at(self.session.offset)

    @property
    def seconds(self) -> float:
        """Time of the machine since the start."""
        return self.session.t_states / SECOND

    @property
    def error_number(self) -> int:
        """ERR."""
        return self.session.state.on_error.err

    @property
    def step(self) -> int:
        """Steps since the start."""
        return self.timeline.step

    @property
    def depth(self) -> int:
        """Subroutines that the run is in."""
        return sum(frame[0] is None for frame in self.session.state.control.stack)

    def _at_statement(self) -> bool:
        return self.session.offset in self.places.by_offset

    # What stops it

    def set_breaks(self, points: list[Breakpoint]) -> None:
        """Replace the break points."""
        self.breaks.points = points
        self._arm()

    def set_filters(self, *, uncaught: bool, errors: bool, stops: bool) -> None:
        """Set which errors stop the run, and whether STOP does."""
        self.breaks.uncaught, self.breaks.errors, self.breaks.stops = uncaught, errors, stops
        self._arm()

    def first_hit(self) -> Stopped | None:
        """Return the stop if a break point is on the very first statement."""
        points = self.breaks.at(self.session.offset)
        hit = [point.number for point in points if point.stops(self.session.memory.evaluate, self.tell)]
        return Stopped("breakpoint", "", tuple(hit)) if hit else None

    def watch(self, names: list[str]) -> list[str]:
        """Stop when one of these is written or changes: a variable, an element, `VRAM(address)`, `SCREEN(x,y)`.

        Return for each what is wrong with it, or nothing.
        """
        told: list[str] = []
        writers: set[int] = set()
        self.breaks.watches, self.breaks.cells = [], []
        for name in names:
            try:
                found = watched(self.session, self.places, name.strip().upper())
                (self.breaks.cells if found.is_cell else self.breaks.watches).append(found.watch)
                writers |= found.writers
                told.append("")
            except MsxError as error:
                told.append(str(error))
        self.breaks.writers = frozenset(writers)
        self._arm()
        return told

    def _arm(self) -> None:
        self.session.halt_at(self.breaks.offsets() | self._halts)

    # Going on

    def go(self, goal: Goal) -> None:
        """Set the goal that `slice` runs towards from now on."""
        self._goal, self._depth = goal, self.depth
        self._halts = set()
        if goal is Goal.OUT:
            back = self._return_offset()
            if back is None:
                self._goal = Goal.RUN
            else:
                self._halts = {back}
        self._arm()
        self._left_stop = self._leave_stop()

    def _leave_stop(self) -> bool:
        """Step over a STOP that has stopped the run already, as CONT does. Return whether it did."""
        place = self.place
        if place is None or place is not self._stood or place.offset != self.session.offset:
            return False
        behind = self.session.block(place.offset).following
        self.timeline.put_in(lambda: self.session.jump(behind))
        return True

    def _return_offset(self) -> int | None:
        for frame in reversed(self.session.state.control.stack):
            if frame[0] is None:
                return int(frame[1])
        return None

    def slice(self) -> Stopped | None:
        """Run on for a while. Return why the run stopped; None if it goes on or waits for a key."""
        stepping = self._goal is Goal.IN or (self._goal is Goal.OVER and not self._halts)
        if self._left_stop:
            self._left_stop = False
            if stepping or self.session.offset in self.breaks.offsets():
                return self._judged(StopReason.LIMIT, stepping=stepping)
        if stepping or self.breaks.cells:
            return self._single()
        return self._judged(self.timeline.advance(SLICE).at, stepping=False)

    def _single(self) -> Stopped | None:
        """Run statements one by one: only the next one, or as long as no watched cell changes."""
        stepping = self._goal is not Goal.RUN and not self._halts
        count = 1 if stepping else SLICE // 10
        for _ in range(count):
            writer = self.places.by_offset.get(self.session.offset)
            at = self.timeline.advance(1).at
            if at is not StopReason.LIMIT:
                return self._judged(at, stepping=stepping)
            changed = self._changed(writer)
            if changed is not None:
                return changed
            stop = self._judged(at, stepping=stepping)
            if stop is not None:
                return stop
        return None

    def _judged(self, at: StopReason, *, stepping: bool) -> Stopped | None:
        """Decide what it means that the run came to a halt."""
        self.waiting = False
        self._stood = None
        if at is StopReason.KEY:
            return self._waits()
        if at is StopReason.ERROR:
            self.ended = True
            failure = self.session.error
            return Stopped("exception" if self.breaks.uncaught else "end", str(failure))
        if at is not StopReason.LIMIT:
            self.ended = True
            return Stopped("end", "the program has ended")
        if not self._at_statement():
            return None
        offset = self.session.offset
        place = self.places.by_offset[offset]
        hit = [
            point for point in self.breaks.at(offset) if point.stops(self.session.memory.evaluate, self.tell)
        ]
        if hit:
            return Stopped("breakpoint", "", tuple(point.number for point in hit))
        if offset in self.breaks.writers and not (stepping and self._goal is Goal.IN):
            # What comes after it is looked at by itself: it can be a place to stop at, too.
            return self._written(place) or self._judged(StopReason.LIMIT, stepping=stepping)
        if self.breaks.stops and isinstance(place.node, tree.Stop):
            self._stood = place
            return Stopped("pause", f"STOP in {place.line}")
        on_error = self.session.state.on_error
        if self.breaks.errors and on_error.handling and offset in self.breaks.handlers():
            return Stopped("exception", f"{self.error_text()} in {on_error.erl}")
        if stepping and self._goal is Goal.IN:
            return Stopped("step")
        if self._goal is Goal.OVER:
            if self.depth <= self._depth and (stepping or offset in self._halts):
                return Stopped("step")
            if stepping:
                back = self._return_offset()
                self._halts = set() if back is None else {back}
                self._arm()
        if self._goal is Goal.OUT and offset in self._halts and self.depth < self._depth:
            return Stopped("step")
        return None

    def error_text(self) -> str:
        """Return the last error in the machine's words."""
        from msxkit.basic_errors import text_of

        return text_of(self.session.state.on_error.err)

    def _written(self, place: Place) -> Stopped | None:
        """Run a statement that can write what is watched, and return what it wrote."""
        before = [watch.look() for watch in self.breaks.watches]
        at = StopReason.LIMIT
        while at is StopReason.LIMIT:
            at = self.timeline.advance(1).at
            if self._at_statement() or self.session.offset == self.session.layout.end:
                break
        if at is not StopReason.LIMIT:
            return self._judged(at, stepping=False)
        for watch, old in zip(self.breaks.watches, before, strict=True):
            new = watch.look()
            short = watch.name.partition("(")[0].rstrip("$%!#")[:2]
            sure = place.node is not None and not isinstance(place.node, tree.Next | tree.Read | tree.Input)
            exact = "(" not in watch.name and any(
                other.offset == place.offset for other in self.places.writing(short, array=False)
            )
            if new != old or (sure and exact):
                text = (
                    f"{watch.name}: {old} -> {new}, by line {place.line}"
                    if not isinstance(new, dict)
                    else watch.name
                )
                return Stopped("data breakpoint", text)
        return None

    def _changed(self, writer: Place | None) -> Stopped | None:
        """Return a stop if a watched cell has changed."""
        for watch in self.breaks.cells:
            now = watch.look()
            if now != watch.last:
                old, watch.last = watch.last, now
                line = f", by line {writer.line}" if writer is not None else ""
                return Stopped("data breakpoint", f"{watch.name}: {old} -> {now}{line}")
        return None

    # Keys

    def _waits(self) -> Stopped | None:
        """Wait for a key: take the key of the recording, or let the user type one."""
        if self._given < len(self._keys):
            code = self._keys[self._given]
            self._given += 1
            self.timeline.put_in(lambda: self.session.keys.press(code))
            return None
        self.waiting = True
        return None

    def type(self, codes: bytes) -> None:
        """Type keys, as MSX codes."""
        self.timeline.put_in(lambda: self.session.keys.press(codes))
        self.waiting = False

    def assign(self, target: str, expression: str) -> None:
        """Set a variable to another value. Raise `MsxError`."""
        self.timeline.put_in(lambda: self.session.memory.assign(target, expression))

    def jump(self, place: Place) -> None:
        """Go on at another statement."""
        self.timeline.put_in(lambda: self.session.jump(place.offset))
        self.ended = False

    # Looking

    def frames(self, titles: dict[int, str]) -> list[Frame]:
        """Return the stack: subroutines, loops, handlers of errors."""
        return views.frames(self.session, self.places, titles)

    def variables(self) -> list[Value]:
        """Return simple variables and arrays, by name."""
        return views.variables(self.session.variables)

    def machine_state(self) -> list[Value]:
        """Return errors, DATA, files, traps, time, video, sprites and sound."""
        return views.machine(self.session)

    def picture(self) -> bytes | None:
        """Return the screen as a PNG if it has changed."""
        seen = self.session.video.content
        if seen == self._picture:
            return None
        self._picture = seen
        return views.picture(self.session.video.frame)

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of any expression."""
        return self.session.memory.evaluate(expression)

    @property
    def files(self) -> dict[str, bytes]:
        """Return the files that the program works with."""
        return self.timeline.files

    # Back

    def _back_to(self, step: int) -> None:
        self.timeline.go_back(step)
        self.waiting = self.ended = False
        for cell in self.breaks.cells:
            cell.last = cell.look()

    def step_back(self) -> Stopped:
        """Go to the statement before this one."""
        self.session.halt_at(())
        step = self.timeline.step
        if self.ended and self.session.error is not None:
            step = max(0, step - 1)  # the statement that failed has been begun
        while step > 0:
            step -= 1
            self._back_to(step)
            if self._at_statement():
                break
        self._halts = set()
        self._arm()
        return Stopped("step" if step else "entry")

    def go_to_step(self, step: int) -> Stopped:
        """Go to the state after so many steps. Raise `MsxError` for a step that the run has not reached."""
        if not 0 <= step <= self.timeline.reached:
            raise MsxError(f"step {step}: the run has steps from 0 to {self.timeline.reached}")
        self.session.halt_at(())
        self._back_to(step)
        self._arm()
        return Stopped("step")

    def reverse(self) -> Stopped:
        """Go back to the last moment at which a break point stops, or to the start."""
        here = self.timeline.step
        self._halts = set()
        counts = [point.count for point in self.breaks.points]
        silent, self.tell = self.tell, lambda text: None
        try:
            for start in reversed([step for step in self.timeline.starts if step < here]):
                self._back_to(start)
                found = self._last_stop(here)
                if found is not None:
                    self.session.halt_at(())
                    self._back_to(found)
                    self._arm()
                    return Stopped("breakpoint")
                here = start
            self._back_to(0)
            self._arm()
            return Stopped("entry")
        finally:
            self.tell = silent
            for point, count in zip(self.breaks.points, counts, strict=True):
                point.count = count

    def _last_stop(self, end: int) -> int | None:
        """Return the last step before `end`, from here on, at which a break point stops."""
        found = None
        self._arm()
        if self._hit():
            found = self.timeline.step
        while (before := self.timeline.step) < end:
            self.timeline.advance(end - before)
            if self.timeline.step == before:
                break
            if self.timeline.step < end and self._hit():
                found = self.timeline.step
        return found

    def _hit(self) -> bool:
        points = self.breaks.at(self.session.offset)
        return any(not point.log and point.stops(self.session.memory.evaluate, self.tell) for point in points)
