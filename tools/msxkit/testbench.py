"""A BASIC program under test: the same few words drive the interpreter and a real ROM on openMSX.

    msx.load("game.bas"); msx.run(); msx.type(" "); assert msx.screen[3] == "..."

A program runs from event to event: until it wants a key that nobody has typed, ends, or stops with an error. Both
backends start it on a cleared SCREEN 0, WIDTH 40, KEY OFF, and give the same screens for the same TIMEs and keys.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from msxkit.charset import decode
from msxkit.errors import FileError, MachineError, MsxError
from msxkit.files import read_bytes, write_atomic
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.lexemes import Layout
from msxkit.interpreter.session import LIMIT, Session
from msxkit.language.program import Program
from msxkit.language.source import decode_program, read_program
from msxkit.openmsx.basic import DRAW, END, ERROR, KEY, RUNNING, Basic
from msxkit.openmsx.keyboard import codes
from msxkit.openmsx.recorder import tokens_sha1
from msxkit.openmsx.variables import Array, Value, Variables
from msxkit.recording import ProgramId, Recorder, Recording, Step
from msxkit.screen import Screen
from msxkit.verify import key_name

#: Emulated seconds that a program may take to its next event. On the interpreter: as many statements as in that time.
LIMIT_SECONDS = 300.0
#: Statements that a real machine runs in a second.
_STATEMENTS = 600
#: INKEY$ on a real machine is asked about 100 times a second: after one second the program waits for a key.
_POLLS = 100
_KEPT_KEYS = 20
_JIFFY = 0xFC9E


class Msx(ABC):
    """A machine with a program. backend: `interpreter` or `openmsx`. folder: where program names start from."""

    backend: str
    #: Seconds between two looks of `wait_for_text`.
    _slice: float

    def __init__(self, folder: Path = Path()) -> None:
        self.folder = folder
        self.program: Program | None = None
        self.program_name = ""
        #: Where it stands: key, end, error, running; empty before the first run.
        self.state = ""
        self._pressed: deque[int] = deque(maxlen=_KEPT_KEYS)
        self._times: Iterator[int] = iter(())
        self._recorder: Recorder | None = None
        self._key_given = False
        #: Where `assert_screen` keeps its screens, and whether it writes them instead of comparing.
        self.golden = folder / "screens"
        self.update = False
        self._ran: set[int] = set()

    # What a test says

    def load(self, program: str | Path | Program) -> None:
        """Loads a program: a file name, or a listing if the text has a line end. Raises `FileError`, `ProgramError`."""
        if isinstance(program, Program):
            self.program, self.program_name = program, "program"
        elif isinstance(program, str) and "\n" in program:
            self.program, self.program_name = decode_program(program.encode(), "the listing"), "listing"
        else:
            path = self.folder / program
            if not path.is_file() and Path(program).is_file():
                path = Path(program)
            self.program, self.program_name = read_program(path), path.name
        self.state = ""
        self._ran = set()

    def run(self, *, times: Iterable[int] = (), limit: float = LIMIT_SECONDS) -> str:
        """RUNs the program to the first event and gives `key`, `end` or `error`.

        times: TIME values (0-65535) for RND(-TIME), in order; when there are no more, the machine's own clock
        gives them. Raises `MachineError` when nothing comes within `limit` emulated seconds.
        """
        self.start(times=times)
        return self._go(limit)

    def start(self, *, times: Iterable[int] = ()) -> None:
        """Types RUN, but lets no time pass: for `wait_for_text` of something that does not stay."""
        if self.program is None:
            raise MsxError("there is no program: load one first, msx.load(...)")
        self._ran = self.covered
        self._times = iter(times)
        self._pressed.clear()
        program = ProgramId(self.program_name, tokens_sha1(self.program))
        self._recorder = Recorder(self.program_name, program)
        self.state = RUNNING
        self._start(self.program)

    def type(self, text: str | bytes, *, limit: float = LIMIT_SECONDS) -> str:
        """Types keys, one at each wait for one, and runs to the event after the last. A line end is RETURN.

        Raises `MachineError` when the program ends before it has taken them all.
        """
        return self._go(limit, codes(text))

    def wait_for_text(self, text: str, seconds: float = 60) -> Screen:
        """Runs until the text is on the screen. Raises `MachineError` when it does not come."""
        left = seconds
        while text not in self.screen.text():
            if left <= 0 or not (self.state in (RUNNING, DRAW) or self._can_wait()):
                why = {KEY: "waits for a key", END: "has ended", ERROR: f"stopped with {self.error}"}.get(
                    self.state, f"ran for {seconds:g} s"
                )
                raise MachineError(f"the text {text!r} did not come; the program {why}\n{self.describe()}")
            self._run_on(self._slice)
            left -= self._slice
        return self.screen

    def assert_screen(self, name: str) -> None:
        """Fails unless the screen is the one kept as `name`; with --msx-update it is kept."""
        __tracebackhide__ = True
        if not re.fullmatch(r"[\w.-]+", name):
            raise MsxError(f"a screen's name is made of letters, digits and . _ - , not {name!r}")
        problem = check_golden(self.screen, self.golden / f"{name}.txt", self.update)
        assert problem is None, problem

    @abstractmethod
    def release(self) -> None:
        """Gives up what this machine holds outside of memory, at the end of a test."""

    # What a test looks at

    @property
    @abstractmethod
    def screen(self) -> Screen:
        """The text screen now."""

    @property
    @abstractmethod
    def line(self) -> int | None:
        """The BASIC line that runs or waits, None at `Ok`."""

    @property
    @abstractmethod
    def error(self) -> str | None:
        """What the program stopped with, as BASIC prints it: `Out of DATA in 20`."""

    @property
    @abstractmethod
    def variables(self) -> Variables:
        """`variables["A"]`, `variables["N$"]`, `variables["T(1,2)"]`, `variables["T()"]`."""

    @abstractmethod
    def peek(self, address: int) -> int:
        """A byte of memory."""

    @abstractmethod
    def vpeek(self, address: int) -> int:
        """A byte of video memory."""

    @property
    def covered(self) -> set[int]:
        """The lines that have run since the program was loaded."""
        return self._ran | (self._covered() if self.state else set())

    @property
    def keys(self) -> list[str]:
        """The last keys that the program took, by name."""
        return [key_name(code) for code in self._pressed]

    def recording(self, name: str) -> Recording:
        """The last run so far, as a recording. Raises `MachineError` if it left SCREEN 1."""
        if self._recorder is None:
            raise MachineError("nothing was recorded: the program was not run, or it left SCREEN 1")
        recording = self._recorder.finish(None, style="test", recorded_on={"backend": self.backend})
        return Recording(name, *(getattr(recording, field) for field in recording.__slots__[1:]))

    def describe(self) -> str:
        """Screen, line and last keys, as a failing test shows them."""
        screen = self.screen
        line = None if self.line is None or self.program is None else self._listed(self.line)
        rows = [
            f"{self.backend}, SCREEN {screen.mode}, WIDTH {screen.width}, cursor {screen.cursor}, "
            f"{self.state or 'not run'}",
            f"line: {line or 'none'}",
            f"error: {self.error or 'none'}",
            f"last keys: {' '.join(self.keys) or 'none'}",
            "  +" + "-" * screen.columns + "+",
            *(f"{y:2}|{screen.row(y)}|" for y in range(24)),
            "  +" + "-" * screen.columns + "+",
        ]
        return "\n".join(rows)

    def lines(self) -> dict[int, bool]:
        """Line coverage: every line with a statement, and whether it has run."""
        if self.program is None:
            return {}
        covered = self.covered
        return {
            line.number: line.number in covered
            for line in coverage(Layout(self.program), {})
            if line.statements
        }

    # What a backend does

    @abstractmethod
    def _start(self, program: Program) -> None: ...

    @abstractmethod
    def _advance(self, limit: float) -> str:
        """Runs to the next event, a draw included."""

    @abstractmethod
    def _press(self, code: int) -> None:
        """Answers a key wait."""

    @abstractmethod
    def _draw(self, time: int | None) -> int:
        """Answers a draw with this TIME, or the machine's own, and gives what it was."""

    @abstractmethod
    def _covered(self) -> set[int]:
        """The lines that have run since the last start."""

    @abstractmethod
    def _can_wait(self) -> bool:
        """Whether a program that waits for a key can change the screen as time goes by."""

    def _go(self, limit: float, keys: Iterable[int] = ()) -> str:
        waiting = deque(keys)
        if not self.state:
            raise MsxError("the program does not run: msx.run() first")
        while True:
            if self.state == KEY:
                if not waiting:
                    return self.state
                self._answer_key(waiting.popleft())
            elif self.state in (END, ERROR):
                if waiting:
                    left = decode(bytes(waiting))
                    raise MachineError(
                        f"nobody takes the keys {left!r}: the program has ended\n{self.describe()}"
                    )
                return self.state
            self._run_on(limit)
            if self.state == RUNNING:
                raise MachineError(
                    f"the program neither ended nor waited for a key in {limit:g} emulated seconds\n{self.describe()}"
                )

    def _run_on(self, limit: float) -> None:
        before = self.state
        if before == DRAW:
            time = self._draw(next(self._times, None))
            if self._recorder is not None:
                self._recorder.give(time)
        self.state = self._advance(limit)
        if before == KEY and self.state == RUNNING and not self._key_given:
            self.state = KEY  # time went by, but it still waits
        else:
            self._note()
        self._key_given = False

    def _answer_key(self, code: int) -> None:
        self._pressed.append(code)
        if self._recorder is not None:
            self._recorder.give(code)
        self._press(code)
        self._key_given = True

    def _note(self) -> None:
        if self._recorder is None or self.state not in (DRAW, KEY, END):
            return
        screen = self.screen
        if screen.mode != 1:
            self._recorder = None  # recordings hold SCREEN 1 only
            return
        self._recorder.see(Step(self.state, self.line, Screen(screen.cells, screen.cursor)))

    def _listed(self, number: int) -> str:
        assert self.program is not None
        found = (line for line in self.program.lines if line.number == number)
        return next((decode(line.listed()).rstrip() for line in found), str(number))


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
        self._session = Session(program, clock=_drain(self._answers), coverage=True)

    def _advance(self, limit: float) -> str:
        event = self._session.step(max_steps=int(limit * _STATEMENTS))
        return RUNNING if event.at == LIMIT else event.at

    def _press(self, code: int) -> None:
        self._session.press(code)

    def _draw(self, time: int | None) -> int:
        if time is None:
            time = self._session.peek(_JIFFY) + 256 * self._session.peek(_JIFFY + 1)
        self._answers.append(time)
        return time

    def _can_wait(self) -> bool:
        return False

    @property
    def screen(self) -> Screen:
        return self._session.screen

    @property
    def line(self) -> int | None:
        return self._session.line

    @property
    def error(self) -> str | None:
        failure = self._session.error
        return None if failure is None else str(failure)

    @property
    def variables(self) -> Variables:
        simple: dict[str, Value] = {}
        arrays: dict[str, Array] = {}
        for name, value in self._session.variables.items():
            if isinstance(value, dict):
                arrays[name.removesuffix("()")] = _array(value)
            else:
                simple[name] = _value(value)
        return Variables(simple, arrays, bytes((8,)) * 26)

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


class OpenmsxMsx(Msx):
    """The program on an emulated machine with a genuine BASIC, which stands at its prompt."""

    backend = "openmsx"
    _slice = 0.02

    def __init__(self, basic: Basic, folder: Path = Path()) -> None:
        super().__init__(folder)
        self.basic = basic
        self._error: str | None = None
        self._prompt: Path | None = None

    def _start(self, program: Program) -> None:
        machine = self.basic.machine
        if self._prompt is None:
            # The screen on which the interpreter starts.
            self._command("SCREEN0:WIDTH40:KEYOFF:COLOR15,4,4")
            self._prompt = machine.save_state()
        else:
            # Whatever the last run left, and even if it still runs: as on the interpreter.
            self.basic.cover(False)
            machine.load_state(self._prompt)
        self.basic.cover()
        self._error = None
        self.basic.load(program)
        self.basic.start("CLS:RUN")

    def _command(self, text: str) -> None:
        event = self.basic.run(text, limit=10)
        if event.at != END:
            raise MachineError(f"the prompt did not take {text}\n{self.basic.machine.describe()}")

    def _advance(self, limit: float) -> str:
        event = self.basic.go(limit, draws=True, polls=_POLLS)
        self._error = None if event.error is None else str(event.error)
        return event.at

    def _press(self, code: int) -> None:
        self.basic.machine.queue_keys(bytes((code,)))

    def _draw(self, time: int | None) -> int:
        if time is None:
            return self.basic.draw
        self.basic.set_draw(time)
        return time

    def _can_wait(self) -> bool:
        return self.state == KEY

    @property
    def screen(self) -> Screen:
        return self.basic.machine.screen

    @property
    def line(self) -> int | None:
        return None if self.state in (END, ERROR) else self.basic.line

    @property
    def error(self) -> str | None:
        return self._error

    @property
    def variables(self) -> Variables:
        return self.basic.variables

    def peek(self, address: int) -> int:
        return self.basic.machine.peek(address)

    def vpeek(self, address: int) -> int:
        return self.basic.machine.vpeek(address)

    def _covered(self) -> set[int]:
        return self.basic.covered

    def release(self) -> None:
        """Removes what this test has saved; the machine may serve another one."""
        if self._prompt is not None:
            self._prompt.unlink(missing_ok=True)
            self._prompt = None

    def close(self) -> None:
        """Ends the emulator."""
        self.basic.machine.close()


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


# Golden screens


def render(screen: Screen) -> str:
    """A screen as a text file that people can read and compare."""
    rows = "".join(f"|{screen.row(y)}|\n" for y in range(24))
    column, row = screen.cursor
    return f"SCREEN {screen.mode}, WIDTH {screen.width}, cursor at column {column}, row {row}\n{rows}"


def check_golden(screen: Screen, path: Path, update: bool) -> str | None:
    """Compares a screen with a golden file, or writes it. Gives what differs, None when nothing does."""
    actual = render(screen)
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf-8") != actual:
            write_atomic(path, actual.encode())
        return None
    try:
        expected = read_bytes(path).decode("utf-8")
    except FileError:
        return f"{path}: there is no such screen yet; look at this one and keep it by --msx-update\n{actual}"
    except UnicodeDecodeError:
        return f"{path}: is not UTF-8 text; make it anew by --msx-update"
    if expected == actual:
        return None
    lines = [f"the screen differs from {path} (keep the new one by --msx-update):"]
    before, after = expected.splitlines(), actual.splitlines()
    for number in range(max(len(before), len(after))):
        old = before[number] if number < len(before) else ""
        new = after[number] if number < len(after) else ""
        if old == new:
            lines.append(f"    {new}")
        else:
            lines += [f"  - {old}", f"  + {new}"]
    return "\n".join(lines)
