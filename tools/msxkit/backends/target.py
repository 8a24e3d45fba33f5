"""What a program can run on: one class for each place, which replays, tests, recordings and the debugger share.

A target runs a program from event to event: a draw of RND(-TIME), a wait for a key, the end, an error.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msxkit.backends.writing import Blame
from msxkit.basic_errors import Failure
from msxkit.display.screen import Screen
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.recording import Step
from msxkit.stop_reason import StopReason

if TYPE_CHECKING:
    from msxkit.openmsx.machine import Plan
    from msxkit.openmsx.variables import VariableTable

#: INKEY$ on a real machine is asked about 100 times a second: after one second the program waits for a key.
POLLS = 100
#: Seconds for which a picture has to be the same when no event came.
_STILL = 2.0


class Target(ABC):
    """A program on something that runs it. It stands still until it is told to go on.

    This is an interface: what targets share is in functions of this module, or held by them.

    Attributes:
        name: What options and tables call it.
        is_emulator: Whether a process stays open behind it.
        event_limit: Seconds of the machine in which an event has to come.
        files: Beside the program, on its disk or tape, where the target takes them.
    """

    name: ClassVar[str]
    is_emulator: ClassVar[bool] = False
    event_limit: ClassVar[float]
    files: MutableMapping[str, bytes] | None = None

    # Running

    @abstractmethod
    def start(self, program: Program, time: int | None = None) -> None:
        """Load a program and type RUN, but let no time pass. Raise the package's own errors.

        Args:
            time: What TIME is set to in that moment (0-65535), so that a game does not depend on when it was started.
        """

    @abstractmethod
    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        """Run to the next event, or so many seconds of the machine (LIMIT).

        Args:
            plan: Events to pass, and note, on the way.
        """

    @abstractmethod
    def next_event(self, plan: Plan | None = None) -> StopReason:
        """Run to the next event, REPEAT where the program only repeats itself; LIMIT: there is none.

        Args:
            plan: As in `go`.
        """

    @abstractmethod
    def elapse(self, seconds: float, waited: bool) -> StopReason:
        """Run for so many seconds, even while the program waits for a key, or to a draw, the end or an error.

        Args:
            waited: Whether the program waited for a key before.
        """

    @abstractmethod
    def press(self, code: int) -> None:
        """Answer a wait for a key with its code (0-255)."""

    @abstractmethod
    def answer_draw(self, time: int | None) -> int:
        """Answer a draw with a TIME (0-65535), or with the machine's own. Return that TIME."""

    @abstractmethod
    def hold(self, keys: Iterable[str]) -> None:
        """Press keys of the matrix."""

    @abstractmethod
    def release(self, keys: Iterable[str]) -> None:
        """Release the keys."""

    @abstractmethod
    def close(self) -> None:
        """End what runs, such as an emulator."""

    # Where it stands

    @property
    @abstractmethod
    def line(self) -> int | None:
        """The BASIC line that runs, waits or has stopped with an error; None when there is none."""

    @property
    @abstractmethod
    def failure(self) -> Failure | None:
        """The error that has ended the program."""

    @property
    @abstractmethod
    def seconds(self) -> float:
        """Time of the machine, from any start."""

    # What it shows

    @property
    @abstractmethod
    def screen(self) -> Screen:
        """The text screen. Raise `MachineError` where a graphic mode has none."""

    @property
    @abstractmethod
    def text(self) -> Screen | None:
        """The text screen; None in a graphic mode, and before the first start."""

    @property
    @abstractmethod
    def shown(self) -> Screen:
        """The text screen, or a blank one with the cursor of a graphic mode."""

    @property
    @abstractmethod
    def chip(self) -> Chip:
        """The video chip, to be looked at."""

    @property
    @abstractmethod
    def shot(self) -> Shot:
        """The video chip, for a recording."""

    @property
    @abstractmethod
    def cursor(self) -> tuple[int, int]:
        """Column and row of the text cursor, 0-based."""

    @property
    @abstractmethod
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""

    # What is in memory

    @property
    @abstractmethod
    def variables(self) -> VariableTable:
        """All variables that exist."""

    @abstractmethod
    def read(self, address: int, count: int, *, video: bool = False) -> bytes:
        """Return bytes of memory, or of video memory."""

    @abstractmethod
    def write(self, address: int, data: bytes, *, video: bool = False) -> None:
        """Write bytes into memory (not ROM), or into video memory."""

    # What it knows of the run

    @property
    @abstractmethod
    def covered(self) -> set[int]:
        """The lines that have run since the start, where that is known; else none."""

    @abstractmethod
    def plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        """Return events with their answers, to be passed at once; None where that saves nothing."""

    @abstractmethod
    def passed(self, plan: Plan) -> Iterable[tuple[StopReason, int | None, Screen]]:
        """Return the events of a plan that have been passed: what they were, the BASIC line, the screen."""

    @property
    @abstractmethod
    def blame(self) -> Blame | None:
        """What finds the statements that drew something; None where that cannot be known."""

    @property
    @abstractmethod
    def about(self) -> dict[str, Any]:
        """What the field `recorded_on` of a recording says."""

    @abstractmethod
    def describe(self) -> str:
        """Return what a message shows of the machine, such as its screen."""

    @abstractmethod
    def save_screenshot(self, path: Path) -> bool:
        """Save the picture of an emulator. Return whether there is one."""

    @property
    @abstractmethod
    def log(self) -> str:
        """The last words of an emulator; else nothing."""


def still(target: Target) -> StopReason:
    """Return why a program does not come to an event: it only repeats itself (REPEAT), or runs on (LIMIT)."""
    before = step_of(target, StopReason.REPEAT)
    at = target.go(_STILL)
    if at is not StopReason.LIMIT:
        return at
    after = step_of(target, StopReason.REPEAT)
    same = (before.screen, before.shot) == (after.screen, after.shot)
    return StopReason.REPEAT if same else StopReason.LIMIT


def step_of(target: Target, at: StopReason) -> Step:
    """Return the step of an event for a recording: the text screen of SCREEN 1, else the video chip."""
    screen = target.text
    line = None if at is StopReason.REPEAT else target.line
    if screen is not None and screen.mode == 1 and screen.columns == 32:
        # A recording does not say what WIDTH was.
        return Step(at, line, Screen(screen.cells, screen.cursor))
    shot = target.shot
    return Step(at, line, shot.screen(target.cursor), shot)


class NotStartedError(MsxError):
    """A target was asked for something before its program was started."""

    def __init__(self) -> None:
        super().__init__("the program is not running; start it first")
