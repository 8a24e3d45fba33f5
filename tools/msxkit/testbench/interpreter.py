"""The program under test in msxkit's interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from msxkit.charset import decode
from msxkit.interpreter.session import Session
from msxkit.language.program import Program
from msxkit.machine.workarea import Cell
from msxkit.openmsx.variables import TYPES, Array, Value, Variables
from msxkit.screen import Screen
from msxkit.stopreason import StopReason
from msxkit.testbench.msx import POLLS, Msx

#: Statements that a real machine runs in a second.
_STATEMENTS = 600


class InterpreterMsx(Msx):
    """The program in msxkit's interpreter: always there, and fast."""

    backend = "interpreter"
    _slice = 10 / _STATEMENTS

    def __init__(self, folder: Path = Path()) -> None:
        super().__init__(folder)
        self._session = Session(Program([]))
        self._answers: deque[int] = deque()

    def _start(self, program: Program) -> None:
        self._answers.clear()
        self._session = Session(program, clock=_drain(self._answers), coverage=True, idle_polls=POLLS)

    def _advance(self, limit: float) -> StopReason:
        event = self._session.step(max_steps=int(limit * _STATEMENTS))
        return event.at

    def _press(self, code: int) -> None:
        self._session.press(code)

    def _draw(self, time: int | None) -> int:
        if time is None:
            time = self._session.peek(Cell.JIFFY) + 256 * self._session.peek(Cell.JIFFY + 1)
        self._answers.append(time)
        return time

    @property
    def screen(self) -> Screen:
        return self._session.screen

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
        """Nothing: the interpreter is in memory only."""


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
