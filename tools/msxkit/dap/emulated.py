"""A program on a machine in openMSX under a debugger, whether BASIC runs it there or it is compiled.

The machine stands still while the debugger is at work. It runs in short slices, each to the next of a set of places.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from msxkit import basic_errors
from msxkit.backends.emulated import EmulatedTarget
from msxkit.basic_errors import Failure
from msxkit.basic_type import BasicType
from msxkit.dap import views
from msxkit.dap.breaks import Breaks
from msxkit.dap.debuggee import PACED, Debuggee, Goal, ScopeRow, StackFrame
from msxkit.dap.expressions import codes
from msxkit.dap.mirror import Mirror, values_of
from msxkit.dap.past import Past, StopCause
from msxkit.dap.places import Places, StatementPlace
from msxkit.dap.routines import Routines
from msxkit.dap.watching import named, shown_value
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.interpreter.watching import WatchedName
from msxkit.language import tree
from msxkit.machine.key_codes import codes_of
from msxkit.machine.work_area import Cell
from msxkit.openmsx.machine import StopPlace
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason

ERROR = StopReason.ERROR
STATEMENT, CAUGHT, WROTE = "statement", "caught", "wrote"
#: Emulated seconds that run at full speed before the client's requests are looked at; and the limit to the end of an
#: error or to the next statement.
SLICE, SOON = 0.5, 5.0
_QUEUE = Cell.KEYBUF.size - 1


@dataclass(frozen=True, slots=True)
class ActiveCall:
    """A subroutine that the run is in.

    Attributes:
        level: The stack pointer after it has returned.
        caller: The statement that called it, where that is known.
    """

    level: int
    caller: StatementPlace | None


@dataclass(frozen=True, slots=True)
class Wish:
    """The inputs of the run, and its speed.

    Attributes:
        times: TIME of each RND(-TIME).
        keys: The keys of a recording, one for each wait.
        typed: Keys typed ahead.
        paced: Whether the run keeps the speed of a machine, because a person watches it.
    """

    times: tuple[int, ...] = ()
    keys: tuple[int, ...] = ()
    typed: bytes = b""
    paced: bool = False


class Platform(ABC):
    """A program on an emulated machine as a debugger needs it: where statements begin, and what lies in memory.

    Attributes:
        where: Where the program runs, for messages.
        target: The machine, at the first statement.
        places: The statements of the program.
    """

    where: ClassVar[str]
    target: EmulatedTarget
    places: Places

    @abstractmethod
    def statements(self, places: Iterable[StatementPlace] | None, level: int | None) -> list[StopPlace]:
        """Return the stops before statements.

        Args:
            places: The statements; None for all.
            level: Stop only while the stack pointer of subroutines is not below this; None: always.
        """

    @abstractmethod
    def events(self, *, draws: bool, errors: bool) -> list[StopPlace]:
        """Return the stops at an end, a wait for a key, and an error that ends the program.

        Args:
            draws: Whether to stop at a draw, too.
            errors: Whether to stop at an error that the program handles, too.
        """

    @abstractmethod
    def arrived(self) -> StatementPlace | None:
        """Return the statement that the machine stopped before; None if it is not one that is wanted."""

    @abstractmethod
    def current(self, *, failed: bool) -> StatementPlace | None:
        """Return the statement that the machine is in, wherever it stands.

        Args:
            failed: Whether it has stopped with an error.
        """

    @abstractmethod
    def calls(self) -> list[ActiveCall]:
        """Return the subroutines that the run is in, innermost first."""

    @abstractmethod
    def stack(self) -> int:
        """Return the stack pointer of subroutines."""

    @abstractmethod
    def error(self) -> Failure:
        """Return the error that the machine stopped for."""

    @abstractmethod
    def types(self) -> Sequence[BasicType]:
        """Return the types of names without a suffix, A first."""

    @abstractmethod
    def pass_stop(self, place: StatementPlace) -> bool:
        """Go past a STOP that has stopped the run already, as CONT does. Return whether the run stands at the statement
        behind it now.
        """

    @abstractmethod
    def cells(self, name: str, wanted: WatchedName) -> tuple[int, int]:
        """Return where a variable, array or element lies now, and the number of bytes that every write to it changes.

        Raise `MsxError` where that is not known.
        """

    @abstractmethod
    def stored(self, value: Number, kind: BasicType, size: int) -> bytes:
        """Return the bytes of a number in a variable or element."""

    @abstractmethod
    def allot(self, size: int) -> int:
        """Take room for a string. Return its address; raise `MsxError` if there is none."""

    @property
    def moves_arrays(self) -> bool:
        """Whether an array does not stay where it is."""
        return False

    def typed(self, wanted: WatchedName) -> BasicType:
        """Return the type of a variable."""
        return wanted.type or self.types()[ord(wanted.letters[0]) - ord("A")]


class Emulated(Debuggee):
    """A program on an emulated machine."""

    abilities: ClassVar = {"supportsStepBack": False, "supportsGotoTargetsRequest": False}

    def __init__(self, platform: Platform, wish: Wish, tell: Callable[[str], None]) -> None:
        self.tell, self.files = tell, {}
        self._platform = platform
        self.where, self.target = platform.where, platform.target
        self.past = Past(self.where)
        self.machine = platform.target.machine
        self.breaks = Breaks(platform.places)
        self.waiting = self.ended = False
        self._times, self._keys = deque(wish.times), deque(wish.keys)
        self._draws = bool(wish.times)
        self._typed = bytearray(wish.typed)
        self._slice = PACED if wish.paced else SLICE
        self._goal = Goal.RUN
        self._depth = 0
        #: Where the step began.
        self._begun: StatementPlace | None = None
        self._level: int | None = None
        self._caught = ""
        self._place: StatementPlace | None = None
        #: The STOP that the run stands at.
        self._stood: StatementPlace | None = None
        #: Whether the run has just been put behind it.
        self._passed = False
        self._failure: Failure | None = None
        self._mirror = Mirror(self.machine.peek, self.machine.vpeek)
        self._shown = False
        #: Data breakpoint -> what it means, and its value at the last stop; the one that has been written, and by which
        #: line.
        self._watched: dict[str, WatchedName] = {}
        self._values: dict[str, str] = {}
        self._written: tuple[str, int] | None = None

    # Where the run is

    @property
    def place(self) -> StatementPlace | None:
        if self._place is None and not self.ended:
            self._place = self._platform.current(failed=self._failure is not None)
        return self._place

    @property
    def error_number(self) -> int:
        return self.machine.peek(Cell.ERRFLG)

    # What stops it

    def forget_watches(self) -> None:
        self._watched = {}

    def watch_also(self, name: str) -> None:
        called, wanted = self._cells_of(name)
        self._watched[called] = wanted

    def watchable(self, name: str) -> str:
        return self._cells_of(name)[0]

    def _cells_of(self, text: str) -> tuple[str, WatchedName]:
        name, wanted = named(self.evaluate, text)
        if wanted.is_array and self._platform.moves_arrays:
            raise MsxError(
                f"{name}: {self.where} moves its arrays; watch a simple variable, or debug on the interpreter"
            )
        self._platform.cells(name, wanted)
        return name, wanted

    def _writes(self) -> Iterator[StopPlace]:
        for name, wanted in self._watched.items():
            # An array that is gone cannot be written.
            with contextlib.suppress(MsxError):
                address, size = self._platform.cells(name, wanted)
                yield StopPlace(f"{WROTE} {name}", address, written=size)

    def _value_of(self, name: str) -> str:
        try:
            return shown_value(self.evaluate(codes(name)), name, self.places.program.characters)
        except MsxError:  # an array as a whole
            return ""

    # Going on

    def go(self, goal: Goal) -> None:
        self._goal, self._level, self._begun = goal, None, self.place
        self._values = {name: self._value_of(name) for name in self._watched}
        self._passed = self._stood is not None and self._stood is self._place
        if self._passed and self._stood is not None:
            self._passed = self._platform.pass_stop(self._stood)
        self._stood = None
        if goal in (Goal.OVER, Goal.OUT):
            calls = self._platform.calls()
            self._depth = len(calls)
            if goal is Goal.OUT:
                if calls:
                    self._level = calls[0].level
                else:
                    self._goal = Goal.RUN

    def _events(self) -> list[StopPlace]:
        return self._platform.events(draws=self._draws, errors=self.breaks.errors)

    def _stops(self) -> list[StopPlace]:
        stops = [*self._events(), *(() if self._written else self._writes())]
        if (
            self._caught
            or self._written
            or self._goal is Goal.IN
            or (self._goal is Goal.OVER and self._level is None)
        ):
            others = [each for each in self.places.all if not self.places.share_row(self._begun, each)]
            return [*stops, *self._platform.statements(others, None)]
        if self._level is not None:
            stops += self._platform.statements(None, self._level)
        wanted = [point.place for point in self.breaks.points]
        if self.breaks.stops:
            wanted += self.places.of_kind(tree.Stop)
        return [*stops, *self._platform.statements(wanted, None)] if wanted else stops

    def slice(self) -> StopCause | None:
        self._feed()
        if self._passed:
            # The machine does not halt at the place where it stands.
            self._passed, self._place = False, self._platform.arrived()
            stopped = None if self._place is None else self._reached(self._place)
            if stopped is not None:
                return stopped
        return self._judged(self._run(self._stops(), self._slice))

    def _run(self, stops: Iterable[StopPlace], limit: float) -> str:
        self._place, self._shown, self.waiting = None, False, False
        return self.machine.run_until(stops, limit)

    def _judged(self, at: str) -> StopCause | None:
        """Return the stop, if the run should stop where it has halted."""
        if at == KEY:
            self._waits()
        elif at == DRAW:
            if self._times:
                self.target.answer_draw(self._times.popleft())
        elif at == CAUGHT:
            self._caught = str(self._platform.error())
        elif at == ERROR:
            self._failure = self._platform.error()
            place = self.place
            # The message is on the screen when the machine is back at Ok.
            self._run([stop for stop in self._events() if stop.name == END], SOON)
            self._place, self.ended = place, True
            return StopCause("exception" if self.breaks.uncaught else "end", str(self._failure))
        elif at == END:
            self.ended = True
            return self._wrote() if self._written else StopCause("end", "the program has ended")
        elif at.startswith(WROTE):
            place = self.place
            self._written = at.removeprefix(f"{WROTE} "), place.line if place is not None else 0
            self._place = None
        elif at == STATEMENT:
            self._place = self._platform.arrived()
            return None if self._place is None else self._reached(self._place)
        return None

    def _wrote(self, points: tuple[int, ...] = ()) -> StopCause:
        """Return the stop behind the statement that has written what is watched."""
        assert self._written is not None
        (name, line), self._written = self._written, None
        before, after = self._values[name], self._value_of(name)
        change = f": {before} -> {after}" if after else " is written"
        return StopCause("data breakpoint", f"{name}{change}, by line {line}", points)

    def _reached(self, place: StatementPlace) -> StopCause | None:
        """Return a stop if the run stands before this statement."""
        if self._written and not self._caught:
            hit = self.hit(place)
            return self._wrote(() if hit is None else hit.points)
        if self._caught:
            text, self._caught = self._caught, ""
            return StopCause("exception", text)
        hit = self.hit(place)
        if hit is not None:
            return hit
        if self.breaks.stops and isinstance(place.node, tree.Stop):
            self._stood = place
            return StopCause("pause", f"STOP in {place.line}")
        in_row = self.places.share_row(self._begun, place)
        if self._goal is Goal.IN:
            return None if in_row else StopCause("step")
        if self._level is not None and self._platform.stack() < self._level:
            return None
        if self._level is not None and not (in_row and self._goal is Goal.OVER):
            return StopCause("step")
        if self._goal is Goal.OVER:
            self._level = None
            calls = self._platform.calls()
            if len(calls) <= self._depth:
                return None if in_row else StopCause("step")
            self._level = calls[-1 - self._depth].level
        return None

    def pause(self) -> StopCause:
        if not self.waiting:
            stop = self._judged(
                self._run([*self._events(), *self._platform.statements(None, None)], self._slice)
            )
            if stop is not None and stop.reason in ("exception", "end"):
                return stop
        return StopCause("pause")

    # Keys

    def _waits(self) -> None:
        """Answer a wait for a key with the next key of the recording, or let the user type one."""
        if not self._typed and self._keys:
            self._typed.append(self._keys.popleft())
        self.waiting = not self._typed

    def type(self, codes: bytes) -> None:
        """Type keys, as MSX codes. They go into the key queue when the program has taken the ones before."""
        self._typed += codes
        self.waiting = False

    def hold(self, keys: Sequence[str]) -> None:
        if self.waiting:  # the machine stands, and does not look at its keys
            self.type(b"".join(codes_of(key, shift=False, control=False) for key in keys))
        else:
            self.target.hold(keys)

    def release(self, keys: Sequence[str]) -> None:
        self.target.release(keys)

    def _feed(self) -> None:
        if self._typed and not self.machine.keys_waiting:
            self.machine.queue_keys(bytes(self._typed[:_QUEUE]))
            del self._typed[:_QUEUE]

    # Looking

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of an expression of variables, TIME, ERR and ERL."""
        self._reflect()
        return self._mirror.evaluate(expression)

    def _reflect(self) -> None:
        """Take over the variables of the machine, if that has not been done since it stopped."""
        if not self._shown:
            self._shown = True
            self._mirror.show(
                values_of(self.target.variables),
                self._platform.types(),
                time=self.machine.peek16(Cell.JIFFY),
                error=self.error_number,
                error_line=self.machine.peek16(Cell.ERRLIN),
            )

    def frames(self, routines: Routines) -> list[StackFrame]:
        """Return the stack of subroutines; loops are not on it."""
        calls = [] if self.ended else self._platform.calls()
        callers = [call.caller for call in calls]
        found = []
        for index, place in enumerate([self.place, *callers]):
            called = index < len(callers)
            name = routines.name(place, callers[index] if called else None, called=called)
            found.append(StackFrame("a subroutine" if index and place is None else name, place))
        return found

    def variables(self) -> list[ScopeRow]:
        return views.variables(values_of(self.target.variables), self.places.program.characters)

    def machine_state(self) -> list[ScopeRow]:
        machine, number = self.machine, self.error_number
        waiting = machine.keys_waiting
        return [
            ScopeRow("ERR", f"{number} {basic_errors.text_of(number)}" if number else "0"),
            ScopeRow("ERL", str(machine.peek16(Cell.ERRLIN))),
            ScopeRow("time", f"{machine.time:.3f} s, TIME={machine.peek16(Cell.JIFFY)}"),
            ScopeRow("keys", f"{waiting + len(self._typed)} not taken"),
            ScopeRow("SCREEN", str(machine.peek(Cell.SCRMOD))),
            ScopeRow("machine", machine.name),
            *views.chips(machine.chip, machine.psg),
        ]

    @property
    def code_address(self) -> int | None:
        """The program counter."""
        return self.machine.pc

    def assign(self, target: str, expression: str) -> None:
        """Write a value where the variable lies. A string gets new room, because it may lie in the program."""
        name, wanted = named(self.evaluate, target)
        if wanted.is_array and wanted.key is None:
            raise MsxError(f"{name}: is a whole array; give one of its elements a value")
        address, size = self._platform.cells(name, wanted)
        kind = self._platform.typed(wanted)
        self._reflect()
        value, self._shown = self._mirror.converted(target, expression), False
        if isinstance(value, str):
            text = value.encode("latin-1")
            place = self._platform.allot(len(text)) if text else 0
            self.machine.write(place, text)
            data = bytes((len(text),)) + place.to_bytes(2, "little")
        else:
            data = self._platform.stored(value, kind, size)
        self.machine.write(address, data)

    # End

    def close(self) -> None:
        self.target.close()
