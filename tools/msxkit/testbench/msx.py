"""A BASIC program under test: the same few words drive it on every target.

    msx.load("game.bas"); msx.run(); msx.type(" "); assert msx.screen[3] == "..."

A program runs from event to event: until it waits for a key that has not been typed, ends, or stops with an error. All
targets start it on a cleared SCREEN 0, WIDTH 40, KEY OFF, and show the same screens for the same TIMEs and keys.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

from msxkit.backends.target import Target, step_of
from msxkit.charset import decode
from msxkit.display.screen import ROWS, Screen
from msxkit.errors import MachineError, MsxError
from msxkit.files import read_bytes, write_atomic
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.files.drive import Kept
from msxkit.language.program import Program
from msxkit.language.scanner import TokenKind
from msxkit.language.source import decode_program
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import frame
from msxkit.machine.video.shown import Sprite, sprites
from msxkit.media.host_files import LISTING_SUFFIXES
from msxkit.media.programs import find_program
from msxkit.openmsx.basic import DRAW, END, ERROR, KEY, LIMIT, Basic
from msxkit.openmsx.keyboard import codes
from msxkit.openmsx.variables import VariableTable
from msxkit.program.layout import Layout
from msxkit.recording import TEST, ProgramId, Recorder, Recording
from msxkit.stop_reason import StopReason
from msxkit.testbench.golden import check_golden
from msxkit.verify import key_name

#: Emulated seconds that a program may take to its next event.
LIMIT_SECONDS = 300.0
#: Emulated seconds between two looks of `wait_for_text`.
_SLICE = 0.02
_KEPT_KEYS = 20
#: The shortest emulated time that is waited, in seconds.
_MOMENT = 1e-6

#: A line number and something after it that is not a file name's suffix.
_LISTING = re.compile(r"\s*\d+\s*[^\s\d.]")
_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


def _told(method: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """Return a function whose failures point to the line of the test, not to the kit."""

    @functools.wraps(method)
    def told(*arguments: _Given.args, **named: _Given.kwargs) -> _Result:
        __tracebackhide__ = True
        try:
            return method(*arguments, **named)
        except (MsxError, AssertionError) as error:
            raise error.with_traceback(None) from None

    return told


def _check_name(name: str, what: str) -> None:
    if not re.fullmatch(r"[\w.-]+", name):
        raise MsxError(f"a {what}'s name may only have letters, digits and . _ -, not {name!r}")


class _Sprites(dict[int, Sprite]):
    """The sprites that are seen, by plane."""

    def __missing__(self, plane: int) -> Sprite:
        seen = f"those that are seen: {', '.join(map(str, self))}" if self else "none is seen"
        raise MsxError(f"no sprite is seen in plane {plane}; {seen}") from None


class Msx:
    """A machine with a program.

    Attributes:
        target: What the program runs on.
        folder: The folder that names of programs are relative to.
    """

    def __init__(self, target: Target, folder: Path = Path()) -> None:
        self.target = target
        self.folder = folder
        self.program: Program | None = None
        self.program_name = ""
        #: Where it was read; None for a listing or a `Program`.
        self.path: Path | None = None
        #: Where the program stands: DRAW, KEY, END, ERROR, or LIMIT while it runs on; None before the first run.
        self.state: StopReason | None = None
        self._pressed: deque[int] = deque(maxlen=_KEPT_KEYS)
        self._times: Iterator[int] = iter(())
        self._recorder: Recorder | None = None
        self._key_given = False
        #: The folders of `assert_screen` and `assert_frame`, and whether these write instead of comparing.
        self.golden = folder / "screens"
        self.golden_frames = folder / "frames"
        self.update = False
        #: The files that they have compared or written.
        self.snapshots: set[Path] = set()
        #: The folder in which `assert_frame` writes pictures of what differs.
        self.artifacts = folder / "build" / "msx"
        self._ran: set[int] = set()
        #: The first two letters of every name in the program.
        self._names: set[str] = set()

    # What a test says

    @_told
    def load(self, program: str | Path | Program) -> None:
        """Load a program: a file name, or a listing, which has a line end or begins with a line number.

        Raise `FileError` if the file cannot be read, `ProgramError` if it does not hold a program.
        """
        self.path = None
        if isinstance(program, Program):
            self.program, self.program_name = program, "program"
        elif isinstance(program, str) and self._is_listing(program):
            self.program, self.program_name = decode_program(program.encode(), "the listing"), "listing"
        else:
            path = self._file(program) or self.folder / program
            found = find_program(read_bytes(path), str(path))
            self.program, self.program_name, self.path = found.program, path.name, path
            self.target.files = Kept(dict(found.files), found.order)
        self.state = None
        self._ran = set()
        names = (
            token.text for line in self.program.lines for token in line.tokens if token.kind is TokenKind.NAME
        )
        self._names = {name[:2].upper() for name in names}

    def _file(self, program: str | Path) -> Path | None:
        """Return the file of that name, in the folder or from where the tests run; None for what cannot be one."""
        for place in (self.folder / program, Path(program)):
            with contextlib.suppress(OSError):  # a name that is too long
                if place.is_file():
                    return place
        return None

    def _is_listing(self, program: str) -> bool:
        if "\n" in program:
            return True
        if self._file(program) is not None or program.lower().endswith(LISTING_SUFFIXES):
            return False
        return bool(_LISTING.match(program))

    @_told
    def run(self, *, times: Iterable[int] = (), limit: float = LIMIT_SECONDS) -> StopReason:
        """RUN the program to the first event. Return KEY, END or ERROR. Raise `MachineError` when none of them comes
        within `limit` emulated seconds.

        Args:
            times: TIME values (0-65535) for RND(-TIME), in order; when there are no more, the machine's own clock is
                used.
        """
        self.start(times=times)
        return self._go(limit)

    @_told
    def start(self, *, times: Iterable[int] = ()) -> None:
        """Type RUN, but let no time pass, so that `wait_for_text` can see something that does not stay.

        Args:
            times: As for `run`.
        """
        if self.program is None:
            raise MsxError("there is no program: load one first, msx.load(...)")
        self._ran = self.covered
        self._times = iter(times)
        self._pressed.clear()
        program = ProgramId.of(self.program_name, self.program)
        self._recorder = Recorder(self.program_name, program)
        self.state = LIMIT
        self.target.start(self.program)

    @_told
    def type(self, text: str | bytes, *, limit: float = LIMIT_SECONDS) -> StopReason:
        """Type keys, one at each wait for one, and run to the event after the last. A line end is RETURN.

        Raise `MachineError` when the program ends before it has taken them all.
        """
        return self._go(limit, codes(text))

    @_told
    def wait_for_text(self, text: str, seconds: float = 60) -> Screen:
        """Run until the text is on the screen, and return that screen.

        Raise `MachineError` when it does not come within so many emulated seconds.
        """
        left = seconds
        while (seen := self.target.text) is None or text not in seen.text():
            if left <= 0 or self.state not in (LIMIT, DRAW, KEY):
                error = str(self.error) if self.program is None else self.program.in_source(str(self.error))
                reasons = {KEY: "waits for a key", END: "has ended", ERROR: f"stopped with {error}"}
                why = reasons.get(self.state or LIMIT, f"ran for {seconds:g} s")
                raise MachineError(f"the text {text!r} did not appear; the program {why}")
            self._run_on(_SLICE)
            left -= _SLICE
        return self.screen

    @_told
    def run_for(self, seconds: float) -> StopReason:
        """Run for so many emulated seconds, or to the end or an error. Return the state then.

        Time also passes while the program waits or polls for a key. Raise `MsxError` before the first run.
        """
        if not self.state:
            raise MsxError("the program is not running; call msx.run() or msx.start() first")
        end = self.target.seconds + seconds
        while self.state not in (END, ERROR) and end - self.target.seconds > _MOMENT:
            if self.state == DRAW:
                self._answer_draw()
            before = self.state
            self.state = self.target.elapse(end - self.target.seconds, before == KEY)
            if before == KEY or self.state == KEY:
                # Which key a wait was given is not known: a key that is held answers it.
                self._recorder = None
            else:
                self._note()
        return self.state

    @_told
    def press(self, *keys: str, seconds: float = 0.1) -> StopReason:
        """Hold keys of the matrix down together for some emulated seconds: `press("RIGHT", "SPACE", seconds=0.5)`.

        STICK, STRIG and ON KEY see them; they type their codes too. Return the state then, as `run_for`. Raise
        `MsxError` for an unknown name.
        """
        if not self.state:
            raise MsxError("the program is not running; call msx.run() or msx.start() first")
        self._recorder = None
        self.target.hold(keys)
        try:
            return self.run_for(seconds)
        finally:
            self.target.release(keys)

    @_told
    def assert_frame(self, name: str) -> None:
        """Fail unless the picture is the one kept as `name`. With --msx-update keep this one."""
        __tracebackhide__ = True
        # Pictures need numpy and Pillow, which tests of text programs do not.
        from msxkit.testbench.pictures import check_picture

        _check_name(name, "picture")
        path = self.golden_frames / f"{name}.png"
        self.snapshots.add(path)
        problem = check_picture(self.target.chip, path, self.update, self.artifacts, self.target.blame)
        if problem is not None:
            raise AssertionError(problem)

    @_told
    def assert_screen(self, name: str) -> None:
        """Fail unless the screen is the one kept as `name`. With --msx-update keep this one."""
        __tracebackhide__ = True
        _check_name(name, "screen")
        path = self.golden / f"{name}.txt"
        self.snapshots.add(path)
        problem = check_golden(self.screen, path, self.update)
        if problem is not None:
            raise AssertionError(problem)

    def close(self) -> None:
        """End what the program runs on."""
        self.target.close()

    # What a test looks at

    @property
    def backend(self) -> str:
        """What the program runs on: `interpreter`, `openmsx` or `cartridge`."""
        return self.target.name

    @property
    def basic(self) -> Basic:
        """MSX BASIC in openMSX. Raise `MsxError` on another backend."""
        basic: Basic | None = getattr(self.target, "basic", None)
        if basic is None:
            raise MsxError(f"msx.basic is there on openMSX only, not on {self.backend}")
        return basic

    @property
    def screen(self) -> Screen:
        """The text screen now."""
        return self.target.screen

    @property
    def line(self) -> int | None:
        """The BASIC line that runs, waits or has stopped with an error; None when there is none."""
        return self.target.line if self.state else None

    @property
    def error(self) -> str | None:
        """What the program stopped with, as BASIC prints it: `Out of DATA in 20`."""
        failure = self.target.failure
        return None if failure is None else str(failure)

    @property
    def variables(self) -> VariableTable:
        """The variables now: `variables["A"]`, `variables["N$"]`, `variables["T(1,2)"]`, `variables["T()"]`.

        A modern source has long names: `variables["lives"]`. A variable that the program names but has not set is 0 or
        ""; any other name raises `KeyError`.
        """
        spelled = str if self.program is None else self.program.classic_names
        return self.target.variables.of_program(self._names, spelled)

    def peek(self, address: int) -> int:
        """Return a byte of memory."""
        return self.target.read(address, 1)[0]

    def vpeek(self, address: int) -> int:
        """Return a byte of video memory."""
        return self.target.read(address, 1, video=True)[0]

    @property
    def frame(self) -> Frame:
        """The picture in any mode: `frame[x, y]` is a colour, `frame.palette[colour]` its red, green and blue."""
        return frame(self.target.chip)

    @property
    def chip(self) -> Chip:
        """The video chip: memory, registers, palette. It is for reading only."""
        return self.target.chip

    def pixel(self, x: int, y: int) -> int:
        """Return the colour (0-15, in SCREEN 8 0-255) of a dot of the picture, sprites included.

        Raise `IndexError` for a dot outside of it.
        """
        return self.frame[x, y]

    @property
    def sprites(self) -> dict[int, Sprite]:
        """The sprites that are seen, by plane: `sprites[0].x`, `.y`, `.pattern`, `.colour`."""
        return _Sprites(sprites(self.target.chip))

    @property
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""
        return self.target.psg

    @property
    def covered(self) -> set[int]:
        """The lines that have run since the program was loaded."""
        return self._ran | (self.target.covered if self.state else set())

    @property
    def keys(self) -> list[str]:
        """The last keys that the program took, by name."""
        return [key_name(code) for code in self._pressed]

    def recording(self, name: str) -> Recording:
        """Return the last run so far as a recording.

        Raise `MachineError` if there was none, keys were held, or time passed at a wait.
        """
        if self._recorder is None:
            raise MachineError(
                "nothing was recorded: the program was not run, or only with press() and run_for() at a wait for a key"
            )
        recording = self._recorder.finish(None, style=TEST, recorded_on={"backend": self.backend})
        return Recording(name, *(getattr(recording, field) for field in recording.__slots__[1:]))

    def describe(self) -> str:
        """Return screen, line and last keys as a failing test shows them, without blank rows."""
        screen = self.target.text
        line = None if self.line is None or self.program is None else self._listed(self.line)
        where = (
            f"SCREEN {self.target.shot.mode}"
            if screen is None
            else f"SCREEN {screen.mode}, WIDTH {screen.width}, cursor {screen.cursor}"
        )
        state = "still running" if self.state is LIMIT else self.state or "not run"
        rows = [
            f"{self.backend}, {where}, {state}",
            f"line: {line or 'none'}",
            f"error: {self.error or 'none'}",
            f"last keys: {' '.join(self.keys) or 'none'}",
        ]
        if screen is not None:
            edge = "  +" + "-" * screen.columns + "+"
            text = (f"{y:2}|{screen.row(y)}|" for y in range(ROWS) if screen.row(y).strip())
            rows += [edge, *text, edge]
        return "\n".join(rows)

    def save_picture(self, path: Path) -> bool:
        """Write the picture as a PNG, on the interpreter only in a graphic mode. Return whether it was written.

        Raise `MsxError` or `OSError` if it cannot be written.
        """
        if self.target.save_screenshot(path):
            return True
        if self.target.text is not None:
            return False
        from msxkit.display.picture import draw, png

        write_atomic(path, png(draw(self.frame)))
        return True

    def log(self) -> str:
        """Return the last output of an emulator; empty where there is none."""
        return self.target.log

    def lines(self) -> dict[int, bool]:
        """Return the line coverage: the number of every line with a statement -> whether it has run."""
        if self.program is None:
            return {}
        covered = self.covered
        return {
            line.number: line.number in covered
            for line in coverage(Layout(self.program), {})
            if line.statements
        }

    # Running

    def _go(self, limit: float, keys: Iterable[int] = ()) -> StopReason:
        waiting = deque(keys)
        if not self.state:
            raise MsxError("the program is not running; call msx.run() first")
        while True:
            if self.state == KEY:
                if not waiting:
                    return self.state
                self._answer_key(waiting.popleft())
            elif self.state in (END, ERROR):
                if waiting:
                    left = decode(bytes(waiting))
                    raise MachineError(f"the keys {left!r} were not read: the program has ended")
                return self.state
            self._run_on(limit)
            if self.state == LIMIT:
                raise MachineError(
                    f"the program neither ended nor waited for a key in {limit:g} emulated seconds"
                )

    def _run_on(self, limit: float) -> None:
        before = self.state
        if before == DRAW:
            self._answer_draw()
        self.state = self.target.go(limit)
        if before == KEY and self.state in (LIMIT, KEY) and not self._key_given:
            self.state = KEY  # time went by, but it still waits
        else:
            self._note()
        self._key_given = False

    def _answer_draw(self) -> None:
        time = self.target.answer_draw(next(self._times, None))
        if self._recorder is not None:
            self._recorder.give(time)

    def _answer_key(self, code: int) -> None:
        self._pressed.append(code)
        if self._recorder is not None:
            self._recorder.give(code)
        self.target.press(code)
        self._key_given = True

    def _note(self) -> None:
        if self._recorder is None or self.state not in (DRAW, KEY, END):
            return
        self._recorder.see(step_of(self.target, self.state))

    def _listed(self, number: int) -> str:
        assert self.program is not None
        if (place := self.program.place(number)) is not None:
            return f"{place}: {decode(place.text).strip()}"
        found = (line for line in self.program.lines if line.number == number)
        return next((decode(line.listed()).rstrip() for line in found), str(number))
