"""The interpreter as a target: always there, and fast."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msxkit.backends.target import POLLS, Target, still
from msxkit.backends.writing import Blame, Writing
from msxkit.basic_errors import Failure
from msxkit.charset import decode
from msxkit.display.screen import Screen
from msxkit.errors import MachineError
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.input.waits import IDLE_POLLS
from msxkit.interpreter.repeating import step_until_repeat
from msxkit.interpreter.session import KEY, LIMIT, Event, Session
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.machine.guard import QUOTA
from msxkit.machine.model import MSX1, Model
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.work_area import Cell
from msxkit.stop_reason import StopReason

if TYPE_CHECKING:
    from msxkit.openmsx.machine import Plan
    from msxkit.openmsx.variables import Array, Value, Variables

#: What makes a session go on to some T-states: `Session.step`, or one that looks at what every statement does.
_Step = Callable[[Session, int | None], Event]


#: Work (`guard.Guard`) that a program may do for each emulated second that it is given, and beside that: statements
#: that take the machine hardly any time can take us hours.
_WORK, _WORK_AT_LEAST = 50_000, 5_000_000


@contextmanager
def _bounded(session: Session, seconds: float) -> Iterator[None]:
    """Bound the work of a run of some emulated seconds. Raise `MachineError` for more."""
    left = int(_WORK_AT_LEAST + _WORK * seconds) // QUOTA

    def breaks() -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            raise MachineError(
                f"the program does too much in {seconds:g} emulated seconds; its statements take hardly any time "
                "on the machine, but very long here"
            )
        return False

    before = session.breaks
    session.breaks = before or breaks
    try:
        yield
    finally:
        session.breaks = before


class _Draws:
    """The clock of a session: it returns what draws were answered with."""

    def __init__(self) -> None:
        self.values: deque[int] = deque()

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.values:
            raise StopIteration
        return self.values.popleft()


def _step(session: Session, until: int | None) -> Event:
    return session.step(None, until)


class InterpreterTarget(Target):
    """A program in a `Session`.

    Attributes:
        machine: A model or its name.
        counting: Whether statements are counted, for `covered` and `line_counts`.
        polling: Whether a program that polls for keys waits for one after a second, as in tests; else after much
            longer.

    Args:
        clock: The TIMEs of draws, where they are known; else `answer_draw` sets them.
    """

    name = "interpreter"
    #: It runs 10,000 times as fast as a machine.
    event_limit = 7200.0

    def __init__(
        self,
        machine: Model | str = MSX1,
        *,
        counting: bool = False,
        polling: bool = False,
        clock: Iterator[int] | None = None,
    ) -> None:
        self.machine = machine
        self._clock = clock
        self._counting = counting
        self._polls = POLLS if polling else IDLE_POLLS
        self._step = _step
        self._draws = _Draws()
        self._session: Session | None = None
        #: What was done since the start, to be done again.
        self._deeds: list[tuple[Callable[..., object], tuple[Any, ...]]] = []

    # Running

    @property
    def session(self) -> Session:
        """The session; before the first start, one without a program."""
        if self._session is None:
            self.start(Program([]))
        assert self._session is not None
        return self._session

    def start(self, program: Program, time: int | None = None) -> None:
        self._draws = _Draws()
        session = self._session = Session(
            program,
            clock=self._draws if self._clock is None else self._clock,
            machine=self.machine,
            coverage=self._counting,
            idle_polls=self._polls,
            files=self.files,
        )
        if time is not None:
            session.memory.poke(Cell.JIFFY, time & 0xFF)
            session.memory.poke(Cell.JIFFY + 1, time >> 8)
        self._deeds = [(InterpreterTarget.start, (program, time))]

    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        session = self.session
        self._deeds.append((InterpreterTarget.go, (limit,)))
        if limit is None:
            return self._step(session, None).at
        with _bounded(session, limit):
            return self._step(session, session.t_states + round(limit * SECOND)).at

    def next_event(self, plan: Plan | None = None) -> StopReason:
        session = self.session
        self._deeds.append((InterpreterTarget.next_event, ()))
        until = session.t_states + round(self.event_limit * SECOND)
        with _bounded(session, self.event_limit):
            at = (step_until_repeat(session, until) if self._step is _step else self._step(session, until)).at
        return still(self) if at in (LIMIT, StopReason.REPEAT) else at

    def elapse(self, seconds: float, waited: bool) -> StopReason:
        self._deeds.append((InterpreterTarget.elapse, (seconds, waited)))
        session = self.session
        until = session.t_states + round(seconds * SECOND)
        # Polling for keys is not an event, and a wait for one lets the time pass.
        session.keys.idle_polls = None
        try:
            with _bounded(session, seconds):
                at = self._step(session, until).at
            if at is KEY:
                session.let_pass(until)
        finally:
            session.keys.idle_polls = self._polls
        return at

    def press(self, code: int) -> None:
        self._deeds.append((InterpreterTarget.press, (code,)))
        self.session.keys.press(code)

    def answer_draw(self, time: int | None) -> int:
        given = self.time if time is None else time
        self._deeds.append((InterpreterTarget.answer_draw, (given,)))
        self._draws.values.append(given)
        return given

    def hold(self, keys: Iterable[str]) -> None:
        self._deeds.append((InterpreterTarget.hold, (keys,)))
        self.session.keys.strike(*keys)

    def release(self, keys: Iterable[str]) -> None:
        self._deeds.append((InterpreterTarget.release, (keys,)))
        self.session.keys.release(*keys)

    def close(self) -> None:
        """Do nothing: the interpreter is in memory only."""

    # Where it stands

    @property
    def line(self) -> int | None:
        failure, event = self.failure, self.session.event
        if failure is not None:
            return failure.line
        return self.session.line if event is None else event.line

    @property
    def failure(self) -> Failure | None:
        return None if self._session is None else self._session.error

    @property
    def seconds(self) -> float:
        return self.session.t_states / SECOND

    @property
    def time(self) -> int:
        """TIME."""
        return self.session.memory.peek(Cell.JIFFY) + 256 * self.session.memory.peek(Cell.JIFFY + 1)

    # What it shows

    @property
    def screen(self) -> Screen:
        return self.session.screen

    @property
    def text(self) -> Screen | None:
        return self.session.screen if self.session.video.shows_text else None

    @property
    def shown(self) -> Screen:
        return self.session.screen

    def describe(self) -> str:
        return self.screen.text()

    def save_screenshot(self, path: Path) -> bool:
        return False

    @property
    def chip(self) -> Chip:
        return self.session.video.chip

    @property
    def shot(self) -> Shot:
        return self.session.video.shot

    @property
    def cursor(self) -> tuple[int, int]:
        return self.session.screen.cursor

    @property
    def psg(self) -> bytes:
        return self.session.sound.psg

    # What is in memory

    @property
    def variables(self) -> Variables:
        # Pages in a browser, which do not ask, have no `openmsx`.
        from msxkit.openmsx.variables import TYPES, Variables

        simple: dict[str, Value] = {}
        arrays: dict[str, Array] = {}
        for name, value in self.session.variables.items():
            if isinstance(value, dict):
                arrays[name.removesuffix("()")] = _array(value)
            else:
                simple[name] = _value(value)
        return Variables(simple, arrays, bytes(TYPES[sign] for sign in self.session.memory.default_types))

    def peek(self, address: int) -> int:
        return self.session.memory.peek(address)

    def vpeek(self, address: int) -> int:
        return self.session.memory.vpeek(address)

    def read(self, address: int, count: int, *, video: bool = False) -> bytes:
        look = self.vpeek if video else self.peek
        return bytes(look(address + offset) for offset in range(count))

    def write(self, address: int, data: bytes, *, video: bool = False) -> None:
        memory = self.session.memory
        self._deeds.append((partial(InterpreterTarget.write, video=video), (address, data)))
        for offset, value in enumerate(data):
            (memory.vpoke if video else memory.poke)(address + offset, value)

    # What it knows of the run

    @property
    def covered(self) -> set[int]:
        layout = self.session.layout
        lines = (layout.line_at(offset) for offset in self.session.noted.counts)
        return {line.number for line in lines if line is not None}

    def line_counts(self) -> dict[int, int]:
        """Return how often each BASIC line was begun. Remarks and DATA, which do not run, are left out."""
        lines = coverage(self.session.layout, self.session.noted.counts)
        return {line.number: line.runs for line in lines if line.statements}

    def plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        return None

    def passed(self, plan: Plan) -> Iterable[tuple[StopReason, int | None, Screen]]:
        return ()

    @property
    def blame(self) -> Blame:
        return self._writings

    def _writings(self, addresses: Iterable[int]) -> list[Writing]:
        """Run the program again with all the same inputs, and look at video memory after each statement."""
        watch = _Watch(addresses)
        again = InterpreterTarget(self.machine)
        again._polls, again._step = self._polls, watch.step
        for deed, given in list(self._deeds):
            deed(again, *given)
        return watch.writings()

    @property
    def about(self) -> dict[str, Any]:
        return {"backend": self.name, "machine": str(self.machine)}

    @property
    def log(self) -> str:
        return ""


class _Watch:
    """A watch that notes which statement wrote each of some addresses of video memory last."""

    def __init__(self, addresses: Iterable[int]) -> None:
        self._addresses = frozenset(addresses)
        self._before = b""
        self._count = 0
        #: Address -> when it was written, and by which statement.
        self._last: dict[int, tuple[int, tuple[int | None, str]]] = {}

    def step(self, session: Session, until: int | None) -> Event:
        """Step as `Session.step` does, a statement at a time."""
        while True:
            statement = session.statement
            event = session.step(1, until)
            self._look(session, statement)
            if event.at is not LIMIT or (until is not None and session.t_states >= until):
                return event

    def _look(self, session: Session, statement: tuple[int | None, str]) -> None:
        vram = bytes(session.video.chip.vram)
        if vram == self._before:
            return
        self._count += 1
        for address in self._addresses:
            if not self._before or vram[address] != self._before[address]:
                self._last[address] = self._count, statement
        self._before = vram

    def writings(self) -> list[Writing]:
        """Return the statements in the order in which they ran; each turn of a loop counts again."""
        found: dict[tuple[int, tuple[int | None, str]], list[int]] = {}
        for address, when in sorted(self._last.items()):
            found.setdefault(when, []).append(address)
        merged: dict[tuple[int | None, str], list[int]] = {}
        for (_, statement), addresses in sorted(found.items(), key=lambda item: item[0][0]):
            merged.setdefault(statement, []).extend(addresses)
        return [Writing(line, text, tuple(addresses)) for (line, text), addresses in merged.items()]


def _value(value: Any) -> Value:
    if isinstance(value, str):
        return decode(value.encode("latin-1"))
    number = Decimal(value)
    return int(number) if number == number.to_integral_value() else number


def _array(elements: dict[Any, Any]) -> Array:
    from msxkit.openmsx.variables import Array

    keys = [key if isinstance(key, tuple) else (key,) for key in elements]
    shape = tuple(int(max(column)) + 1 for column in zip(*keys, strict=True))
    # First subscript fastest, as in memory.
    ordered = sorted(zip(keys, elements.values(), strict=True), key=lambda item: tuple(reversed(item[0])))
    return Array(shape, tuple(_value(value) for _, value in ordered))
