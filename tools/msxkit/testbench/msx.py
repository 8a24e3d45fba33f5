"""A BASIC program under test: the same few words drive the interpreter and a real ROM on openMSX.

    msx.load("game.bas"); msx.run(); msx.type(" "); assert msx.screen[3] == "..."

A program runs from event to event: until it wants a key that nobody has typed, ends, or stops with an error. Both
backends start it on a cleared SCREEN 0, WIDTH 40, KEY OFF, and give the same screens for the same TIMEs and keys.
"""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

from msxkit.charset import decode
from msxkit.errors import MachineError, MsxError
from msxkit.interpreter.coverage import coverage
from msxkit.language.program import Program
from msxkit.language.scanner import Kind
from msxkit.language.source import decode_program, read_program
from msxkit.media.hostfiles import LISTING_SUFFIXES
from msxkit.openmsx.basic import DRAW, END, ERROR, KEY, LIMIT
from msxkit.openmsx.keyboard import codes
from msxkit.openmsx.variables import Variables
from msxkit.program.layout import Layout
from msxkit.recording import ProgramId, Recorder, Recording, Step
from msxkit.screen import ROWS, Screen
from msxkit.stopreason import StopReason
from msxkit.testbench.golden import check_golden
from msxkit.verify import key_name

#: Emulated seconds that a program may take to its next event. On the interpreter: as many statements as in that time.
LIMIT_SECONDS = 300.0
#: INKEY$ on a real machine is asked about 100 times a second: after one second the program waits for a key.
POLLS = 100
_KEPT_KEYS = 20

#: A line number and something behind it that is no file name's suffix.
_LISTING = re.compile(r"\s*\d+\s*[^\s\d.]")
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


def _told(method: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """What is wrong is shown where the test said it, and not how the kit came to notice."""

    @functools.wraps(method)
    def told(*arguments: _Given.args, **named: _Given.kwargs) -> _Result:
        __tracebackhide__ = True
        try:
            return method(*arguments, **named)
        except (MsxError, AssertionError) as error:
            raise error.with_traceback(None) from None

    return told


class Msx(ABC):
    """A machine with a program. backend: `interpreter` or `openmsx`. folder: where program names start from."""

    backend: str
    #: Seconds between two looks of `wait_for_text`.
    _slice: float

    def __init__(self, folder: Path = Path()) -> None:
        self.folder = folder
        self.program: Program | None = None
        self.program_name = ""
        #: Where it stands: KEY, END, ERROR, or LIMIT while it runs on; None before the first run.
        self.state: StopReason | None = None
        self._pressed: deque[int] = deque(maxlen=_KEPT_KEYS)
        self._times: Iterator[int] = iter(())
        self._recorder: Recorder | None = None
        self._key_given = False
        #: Where `assert_screen` keeps its screens, and whether it writes them instead of comparing.
        self.golden = folder / "screens"
        self.update = False
        self._ran: set[int] = set()
        #: The first two letters of every name in the program.
        self._names: set[str] = set()

    # What a test says

    @_told
    def load(self, program: str | Path | Program) -> None:
        """Loads a program: a file name, or a listing, which has a line end or begins with a line number.

        Raises `FileError`, `ProgramError`.
        """
        if isinstance(program, Program):
            self.program, self.program_name = program, "program"
        elif isinstance(program, str) and self._is_listing(program):
            self.program, self.program_name = decode_program(program.encode(), "the listing"), "listing"
        else:
            path = self.folder / program
            if not path.is_file() and Path(program).is_file():
                path = Path(program)
            self.program, self.program_name = read_program(path), path.name
        self.state = None
        self._ran = set()
        names = (
            token.text for line in self.program.lines for token in line.tokens if token.kind is Kind.NAME
        )
        self._names = {name[:2].upper() for name in names}

    def _is_listing(self, program: str) -> bool:
        if "\n" in program:
            return True
        named = (self.folder / program).is_file() or Path(program).is_file()
        return not named and bool(_LISTING.match(program)) and not program.lower().endswith(LISTING_SUFFIXES)

    @_told
    def run(self, *, times: Iterable[int] = (), limit: float = LIMIT_SECONDS) -> StopReason:
        """RUNs the program to the first event and gives `key`, `end` or `error`.

        times: TIME values (0-65535) for RND(-TIME), in order; when there are no more, the machine's own clock
        gives them. Raises `MachineError` when nothing comes within `limit` emulated seconds.
        """
        self.start(times=times)
        return self._go(limit)

    @_told
    def start(self, *, times: Iterable[int] = ()) -> None:
        """Types RUN, but lets no time pass: for `wait_for_text` of something that does not stay."""
        if self.program is None:
            raise MsxError("there is no program: load one first, msx.load(...)")
        self._ran = self.covered
        self._times = iter(times)
        self._pressed.clear()
        program = ProgramId.of(self.program_name, self.program)
        self._recorder = Recorder(self.program_name, program)
        self.state = LIMIT
        self._start(self.program)

    @_told
    def type(self, text: str | bytes, *, limit: float = LIMIT_SECONDS) -> StopReason:
        """Types keys, one at each wait for one, and runs to the event after the last. A line end is RETURN.

        Raises `MachineError` when the program ends before it has taken them all.
        """
        return self._go(limit, codes(text))

    @_told
    def wait_for_text(self, text: str, seconds: float = 60) -> Screen:
        """Runs until the text is on the screen. Raises `MachineError` when it does not come."""
        left = seconds
        while text not in self.screen.text():
            if left <= 0 or self.state not in (LIMIT, DRAW, KEY):
                reasons = {KEY: "waits for a key", END: "has ended", ERROR: f"stopped with {self.error}"}
                why = reasons.get(self.state or LIMIT, f"ran for {seconds:g} s")
                raise MachineError(f"the text {text!r} did not come; the program {why}")
            self._run_on(self._slice)
            left -= self._slice
        return self.screen

    @_told
    def assert_screen(self, name: str) -> None:
        """Fails unless the screen is the one kept as `name`; with --msx-update it is kept."""
        __tracebackhide__ = True
        if not re.fullmatch(r"[\w.-]+", name):
            raise MsxError(f"a screen's name is made of letters, digits and . _ - , not {name!r}")
        problem = check_golden(self.screen, self.golden / f"{name}.txt", self.update)
        if problem is not None:
            raise AssertionError(problem)

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
        """The BASIC line that runs, waits or has stopped with an error; None when there is none."""

    @property
    @abstractmethod
    def error(self) -> str | None:
        """What the program stopped with, as BASIC prints it: `Out of DATA in 20`."""

    @property
    def variables(self) -> Variables:
        """`variables["A"]`, `variables["N$"]`, `variables["T(1,2)"]`, `variables["T()"]`.

        One that the program has, but has not set, is 0 or ""; another name raises `KeyError`.
        """
        return self._variables().of_program(self._names)

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
        """Screen, line and last keys, as a failing test shows them. Blank rows are left out."""
        screen = self.screen
        line = None if self.line is None or self.program is None else self._listed(self.line)
        rows = [
            f"{self.backend}, SCREEN {screen.mode}, WIDTH {screen.width}, cursor {screen.cursor}, "
            f"{self.state or 'not run'}",
            f"line: {line or 'none'}",
            f"error: {self.error or 'none'}",
            f"last keys: {' '.join(self.keys) or 'none'}",
            "  +" + "-" * screen.columns + "+",
            *(f"{y:2}|{screen.row(y)}|" for y in range(ROWS) if screen.row(y).strip()),
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
    def _advance(self, limit: float) -> StopReason:
        """Runs to the next event, a draw included."""

    @abstractmethod
    def _press(self, code: int) -> None:
        """Answers a key wait."""

    @abstractmethod
    def _draw(self, time: int | None) -> int:
        """Answers a draw with this TIME, or the machine's own, and gives what it was."""

    @abstractmethod
    def _variables(self) -> Variables:
        """All variables that exist."""

    @abstractmethod
    def _covered(self) -> set[int]:
        """The lines that have run since the last start."""

    def _go(self, limit: float, keys: Iterable[int] = ()) -> StopReason:
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
                    raise MachineError(f"nobody takes the keys {left!r}: the program has ended")
                return self.state
            self._run_on(limit)
            if self.state == LIMIT:
                raise MachineError(
                    f"the program neither ended nor waited for a key in {limit:g} emulated seconds"
                )

    def _run_on(self, limit: float) -> None:
        before = self.state
        if before == DRAW:
            time = self._draw(next(self._times, None))
            if self._recorder is not None:
                self._recorder.give(time)
        self.state = self._advance(limit)
        if before == KEY and self.state in (LIMIT, KEY) and not self._key_given:
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
