"""The program under test in msxkit's interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from msxkit.charset import decode
from msxkit.display.screen import Screen
from msxkit.interpreter.session import KEY, LIMIT, Event, Session
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.workarea import Cell
from msxkit.openmsx.variables import TYPES, Array, Value, Variables
from msxkit.stopreason import StopReason
from msxkit.testbench.msx import POLLS, Msx
from msxkit.testbench.writing import Writing

#: What makes a session go on to some T-states: `Session.step`, or one that looks at what every statement does.
_Step = Callable[[Session, int], Event]
#: Something that was done to a session, to be done again.
_Deed = Callable[["_Driven"], None]


def _step(session: Session, until: int) -> Event:
    return session.step(until=until)


class _Driven:
    """A session, what was done to it, and how it goes on."""

    def __init__(self, program: Program, machine: str, step: _Step = _step) -> None:
        self.answers: deque[int] = deque()
        self.session = Session(
            program, clock=_drain(self.answers), machine=machine, coverage=True, idle_polls=POLLS
        )
        self.deeds: list[_Deed] = []
        self._step = step

    def do(self, deed: _Deed) -> None:
        """Call a function, and note it."""
        self.deeds.append(deed)
        deed(self)

    def advance(self, t_states: int) -> None:
        """Run to the next event, or for so many T-states."""
        self._step(self.session, self.session.t_states + t_states)

    def elapse(self, t_states: int) -> None:
        """Run for so many T-states. Polling for keys is not an event, and a wait for one lets the time pass."""
        session = self.session
        until = session.t_states + t_states
        session.idle_polls = None
        try:
            if self._step(session, until).at is KEY:
                session.let_pass(until)
        finally:
            session.idle_polls = POLLS


class InterpreterMsx(Msx):
    """The program in msxkit's interpreter: always there, and fast.

    Attributes:
        machine: The name of a model.
    """

    backend = "interpreter"
    _slice = 0.02
    _can_blame = True

    def __init__(self, folder: Path = Path(), machine: str = "msx2") -> None:
        super().__init__(folder)
        self._machine = machine
        self._driven = _Driven(Program([]), machine)

    @property
    def _session(self) -> Session:
        return self._driven.session

    def _start(self, program: Program) -> None:
        self._driven = _Driven(program, self._machine)

    def _advance(self, limit: float) -> StopReason:
        t_states = round(limit * SECOND)
        self._driven.do(lambda driven: driven.advance(t_states))
        return self._reached

    def _elapse(self, seconds: float) -> StopReason:
        t_states = round(seconds * SECOND)
        self._driven.do(lambda driven: driven.elapse(t_states))
        return self._reached

    @property
    def _reached(self) -> StopReason:
        event = self._session.event
        assert event is not None
        return event.at

    @property
    def _seconds(self) -> float:
        return self._session.t_states / SECOND

    def _hold(self, keys: tuple[str, ...]) -> None:
        self._driven.do(lambda driven: driven.session.strike(*keys))

    def _release(self, keys: tuple[str, ...]) -> None:
        self._driven.do(lambda driven: driven.session.release(*keys))

    def _press(self, code: int) -> None:
        self._driven.do(lambda driven: driven.session.press(code))

    def _draw(self, time: int | None) -> int:
        given = time
        if given is None:
            given = self._session.peek(Cell.JIFFY) + 256 * self._session.peek(Cell.JIFFY + 1)
        self._driven.do(lambda driven: driven.answers.append(given))
        return given

    @property
    def _chip(self) -> Chip:
        return self._session.chip

    @property
    def _shot(self) -> Shot:
        return self._session.shot

    @property
    def _cursor(self) -> tuple[int, int]:
        return self._session.screen.cursor

    @property
    def psg(self) -> bytes:
        return self._session.psg

    def _blame(self, addresses: Iterable[int]) -> list[Writing]:
        """Run the program again with all the same inputs, and look at video memory after each statement."""
        assert self.program is not None
        watch = _Watch(addresses)
        again = _Driven(self.program, self._machine, watch.step)
        for deed in list(self._driven.deeds):
            deed(again)
        return watch.writings()

    @property
    def screen(self) -> Screen:
        return self._session.screen

    def _text(self) -> Screen | None:
        return self._session.screen if self._session.shows_text else None

    @property
    def line(self) -> int | None:
        failure = self._session.error
        return self._session.line if failure is None else failure.line

    @property
    def error(self) -> str | None:
        failure = self._session.error
        return None if failure is None else str(failure)

    def _variables(self) -> Variables:
        simple: dict[str, Value] = {}
        arrays: dict[str, Array] = {}
        for name, value in self._session.variables.items():
            if isinstance(value, dict):
                arrays[name.removesuffix("()")] = _array(value)
            else:
                simple[name] = _value(value)
        return Variables(simple, arrays, bytes(TYPES[sign] for sign in self._session.default_types))

    def peek(self, address: int) -> int:
        return self._session.peek(address)

    def vpeek(self, address: int) -> int:
        return self._session.vpeek(address)

    def _covered(self) -> set[int]:
        layout = self._session.layout
        lines = (layout.line_at(offset) for offset in self._session.counts)
        return {line.number for line in lines if line is not None}

    def release(self) -> None:
        """Do nothing: the interpreter is in memory only."""


class _Watch:
    """A watch that notes which statement wrote each of some addresses of video memory last."""

    def __init__(self, addresses: Iterable[int]) -> None:
        self._addresses = frozenset(addresses)
        self._before = b""
        self._count = 0
        #: Address -> when it was written, and by which statement.
        self._last: dict[int, tuple[int, tuple[int | None, str]]] = {}

    def step(self, session: Session, until: int) -> Event:
        """Step as `Session.step` does, a statement at a time."""
        while True:
            statement = session.statement
            event = session.step(1, until)
            self._look(session, statement)
            if event.at is not LIMIT or session.t_states >= until:
                return event

    def _look(self, session: Session, statement: tuple[int | None, str]) -> None:
        vram = bytes(session.chip.vram)
        if vram == self._before:
            return
        self._count += 1
        for address in self._addresses:
            if not self._before or vram[address] != self._before[address]:
                self._last[address] = self._count, statement
        self._before = vram

    def writings(self) -> list[Writing]:
        """Return the statements in the order in which they ran; each round of a loop counts anew."""
        found: dict[tuple[int, tuple[int | None, str]], list[int]] = {}
        for address, when in sorted(self._last.items()):
            found.setdefault(when, []).append(address)
        merged: dict[tuple[int | None, str], list[int]] = {}
        for (_, statement), addresses in sorted(found.items(), key=lambda item: item[0][0]):
            merged.setdefault(statement, []).extend(addresses)
        return [Writing(line, text, tuple(addresses)) for (line, text), addresses in merged.items()]


def _drain(values: deque[int]) -> Iterator[int]:
    while True:
        yield values.popleft()


def _value(value: Any) -> Value:
    if isinstance(value, str):
        return decode(value.encode("latin-1"))
    number = Decimal(value)
    return int(number) if number == number.to_integral_value() else number


def _array(elements: dict[Any, Any]) -> Array:
    keys = [key if isinstance(key, tuple) else (key,) for key in elements]
    shape = tuple(int(max(column)) + 1 for column in zip(*keys, strict=True))
    # First subscript fastest, as in memory.
    ordered = sorted(zip(keys, elements.values(), strict=True), key=lambda item: tuple(reversed(item[0])))
    return Array(shape, tuple(_value(value) for _, value in ordered))
