"""What targets on an emulated machine have in common, whether BASIC runs the program there or it is compiled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msxkit.backends.target import NotStartedError, Target, still
from msxkit.basic_errors import Failure
from msxkit.display.screen import Screen
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.work_area import Cell
from msxkit.openmsx.machine import NOTED, EmulatedMachine, Plan
from msxkit.stop_reason import StopReason

#: What openMSX calls them.
_MEMORY, _VIDEO = "memory", "VRAM"


class EmulatedTarget(Target):
    """A program on a machine in openMSX."""

    is_emulator = True
    #: The slowest that is known, the drawing of two boards, takes about 10 s.
    event_limit = 120.0

    def __init__(self) -> None:
        self._machine: EmulatedMachine | None = None
        self._line: int | None = None
        self._failure: Failure | None = None

    @property
    def machine(self) -> EmulatedMachine:
        """The machine. Raise `MsxError` before the first start."""
        if self._machine is None:
            raise NotStartedError
        return self._machine

    def next_event(self, plan: Plan | None = None) -> StopReason:
        at = self.go(self.event_limit, plan)
        return still(self) if at is StopReason.LIMIT else at

    def elapse(self, seconds: float, waited: bool) -> StopReason:
        taken = self.machine.peek16(Cell.GETPNT)
        at = self._pass(seconds)
        if waited and at == StopReason.LIMIT and self.machine.peek16(Cell.GETPNT) == taken:
            return StopReason.KEY  # it has taken no key: it still waits
        return at

    @abstractmethod
    def _pass(self, seconds: float) -> StopReason:
        """Run for so many seconds, or to an event; polling for a key is none."""

    def passed(self, plan: Plan) -> Iterator[tuple[StopReason, int | None, Screen]]:
        for event, note in zip(plan.stops, plan.notes, strict=False):
            line = self._noted_line([int(word) for word in note[NOTED:]])
            yield StopReason(event[0]), line, self.machine.noted_screen(note)

    @abstractmethod
    def _noted_line(self, numbers: Sequence[int]) -> int | None:
        """Return the BASIC line from the numbers that end a note of a plan."""

    def press(self, code: int) -> None:
        self.machine.queue_keys(bytes((code,)))

    def hold(self, keys: Iterable[str]) -> None:
        self.machine.hold(*keys)

    def release(self, keys: Iterable[str]) -> None:
        self.machine.release(*keys)

    def close(self) -> None:
        machine, self._machine = self._machine, None
        if machine is not None:
            machine.close()

    @property
    def line(self) -> int | None:
        return self._line if self._failure is None else self._failure.line

    @property
    def failure(self) -> Failure | None:
        return self._failure

    @property
    def seconds(self) -> float:
        return self.machine.time

    @property
    def screen(self) -> Screen:
        return self.machine.screen

    @property
    def text(self) -> Screen | None:
        return None if self._machine is None else self._machine.screen_or_none()

    @property
    def shown(self) -> Screen:
        return self.text or self.shot.screen(self.cursor)

    @property
    def chip(self) -> Chip:
        return self.machine.chip

    @property
    def shot(self) -> Shot:
        return self.machine.shot

    @property
    def cursor(self) -> tuple[int, int]:
        return self.machine.cursor

    @property
    def psg(self) -> bytes:
        return self.machine.psg

    def read(self, address: int, count: int, *, video: bool = False) -> bytes:
        return self.machine.read(address, count, _VIDEO if video else _MEMORY) if count else b""

    def write(self, address: int, data: bytes, *, video: bool = False) -> None:
        self.machine.write(address, data, _VIDEO if video else _MEMORY)

    @property
    def covered(self) -> set[int]:
        return set()

    @property
    def blame(self) -> None:
        return None

    def describe(self) -> str:
        return self.machine.describe()

    def save_screenshot(self, path: Path) -> bool:
        self.machine.screenshot(path)
        return True

    @property
    def log(self) -> str:
        return "" if self._machine is None else self._machine.emulator.last_words()
