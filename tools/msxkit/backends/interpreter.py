"""The interpreter as a target: always there, and fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msxkit.backends.history import History, Times
from msxkit.backends.target import POLLS, Target, still
from msxkit.backends.writing import Blame, WritingStatement
from msxkit.basic_errors import Failure
from msxkit.charset import decode
from msxkit.display.screen import Screen
from msxkit.errors import MachineError
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.input.waits import IDLE_POLLS
from msxkit.interpreter.repeating import step_until_repeat
from msxkit.interpreter.session import KEY, LIMIT, Session
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
    from msxkit.openmsx.variables import ArrayValue, Value, VariableTable

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


class InterpreterTarget(Target):
    """A program in a `Session`.

    Attributes:
        machine: A model or its name.
        counting: Whether statements are counted, for `covered` and `line_counts`.
        polling: Whether a program that polls for keys waits for one after a second, as in tests; else after much
            longer.

    Args:
        times: The TIMEs of draws, where they are known; else `answer_draw` sets them.
        history: What runs already.
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
        times: Sequence[int] = (),
        history: History | None = None,
    ) -> None:
        self.machine = machine
        self._known = times
        self._counting = counting
        self._polls = POLLS if polling else IDLE_POLLS
        self._history = history

    # Running

    @property
    def history(self) -> History:
        """The run with its past; before the first start, one without a program."""
        if self._history is None:
            self.start(Program([]))
        assert self._history is not None
        return self._history

    @property
    def session(self) -> Session:
        """What runs."""
        return self.history.session

    def start(self, program: Program, time: int | None = None) -> None:
        times = Times(self._known)
        files = {} if self.files is None else self.files
        session = Session(
            program,
            clock=times,
            machine=self.machine,
            coverage=self._counting,
            idle_polls=self._polls,
            files=files,
        )
        if time is not None:
            session.memory.poke(Cell.JIFFY, time & 0xFF)
            session.memory.poke(Cell.JIFFY + 1, time >> 8)
        self._history = History(session, times, files)

    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        session = self.session
        if limit is None:
            return session.step().at
        with _bounded(session, limit):
            return session.step(until=session.t_states + round(limit * SECOND)).at

    def next_event(self, plan: Plan | None = None) -> StopReason:
        session = self.session
        until = session.t_states + round(self.event_limit * SECOND)
        with _bounded(session, self.event_limit):
            at = step_until_repeat(session, until).at
        return still(self) if at in (LIMIT, StopReason.REPEAT) else at

    def elapse(self, seconds: float, waited: bool) -> StopReason:
        session = self.session
        until = session.t_states + round(seconds * SECOND)
        # Polling for keys is not an event, and a wait for one lets the time pass.
        session.keys.idle_polls = None
        try:
            with _bounded(session, seconds):
                at = session.step(until=until).at
            if at is KEY:
                self.history.put_in(lambda: session.let_pass(until))
        finally:
            session.keys.idle_polls = self._polls
        return at

    def press(self, code: int) -> None:
        self.history.put_in(lambda: self.session.keys.press(code))

    def answer_draw(self, time: int | None) -> int:
        given = self.time if time is None else time
        self.history.times.values.append(given)
        return given

    def hold(self, keys: Iterable[str]) -> None:
        self.history.put_in(lambda: self.session.keys.strike(*keys))

    def release(self, keys: Iterable[str]) -> None:
        self.history.put_in(lambda: self.session.keys.release(*keys))

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
        return None if self._history is None else self.session.error

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
    def variables(self) -> VariableTable:
        # Pages in a browser, which do not ask, have no `openmsx`.
        from msxkit.openmsx.variables import TYPES, VariableTable

        simple: dict[str, Value] = {}
        arrays: dict[str, ArrayValue] = {}
        characters = self.session.program.characters
        for name, value in self.session.variables.items():
            if isinstance(value, dict):
                arrays[name.removesuffix("()")] = _array(value, characters)
            else:
                simple[name] = _value(value, characters)
        return VariableTable(simple, arrays, bytes(TYPES[sign] for sign in self.session.memory.default_types))

    def read(self, address: int, count: int, *, video: bool = False) -> bytes:
        memory = self.session.memory
        look = memory.vpeek if video else memory.peek
        return bytes(look(address + offset) for offset in range(count))

    def write(self, address: int, data: bytes, *, video: bool = False) -> None:
        memory = self.session.memory

        def act() -> None:
            for offset, value in enumerate(data):
                (memory.vpoke if video else memory.poke)(address + offset, value)

        self.history.put_in(act)

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

    def _writings(self, addresses: Iterable[int]) -> list[WritingStatement]:
        """Run the program again with all the same inputs, and look at video memory after each statement."""
        wanted, seen = list(addresses), b""
        statement: tuple[int | None, str] = None, ""
        #: Address -> the step that wrote it last, and its statement.
        last: dict[int, tuple[int, tuple[int | None, str]]] = {}
        for step, _ in enumerate(self.history.again()):
            vram = bytes(self.chip.vram)
            if step and vram != seen:
                last |= {at: (step, statement) for at in wanted if not seen or vram[at] != seen[at]}
                seen = vram
            statement = self.session.statement
        merged: dict[tuple[int | None, str], list[int]] = {}
        for address, (_, statement) in sorted(last.items(), key=lambda item: (item[1][0], item[0])):
            merged.setdefault(statement, []).append(address)
        return [WritingStatement(line, text, tuple(addresses)) for (line, text), addresses in merged.items()]

    @property
    def about(self) -> dict[str, Any]:
        return {"backend": self.name, "machine": str(self.machine)}

    @property
    def log(self) -> str:
        return ""


def _value(value: Any, characters: str) -> Value:
    if isinstance(value, str):
        return decode(value.encode("latin-1"), characters)
    number = Decimal(value)
    return int(number) if number == number.to_integral_value() else number


def _array(elements: dict[Any, Any], characters: str) -> ArrayValue:
    from msxkit.openmsx.variables import ArrayValue

    keys = [key if isinstance(key, tuple) else (key,) for key in elements]
    shape = tuple(int(max(column)) + 1 for column in zip(*keys, strict=True))
    # First subscript fastest, as in memory.
    ordered = sorted(zip(keys, elements.values(), strict=True), key=lambda item: tuple(reversed(item[0])))
    return ArrayValue(shape, tuple(_value(value, characters) for _, value in ordered))
