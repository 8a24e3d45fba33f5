"""The program under test on an emulated machine."""

from __future__ import annotations

from pathlib import Path

from msxkit.basicerrors import Failure
from msxkit.display.screen import Screen
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.workarea import Cell
from msxkit.openmsx.basic import END, ERROR, KEY, LIMIT, Basic
from msxkit.openmsx.variables import Variables
from msxkit.stopreason import StopReason
from msxkit.testbench.msx import POLLS, Msx


class OpenmsxMsx(Msx):
    """The program on an emulated machine with a genuine BASIC, which stands at its prompt."""

    backend = "openmsx"
    _slice = 0.02

    def __init__(self, basic: Basic, folder: Path = Path()) -> None:
        super().__init__(folder)
        self.basic = basic
        self._failed: Failure | None = None
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
        self._failed = None
        self.basic.load(program)
        self.basic.start("CLS:RUN")

    def _command(self, text: str) -> None:
        event = self.basic.run(text, limit=10)
        if event.at != END:
            raise MachineError(f"the prompt did not take {text}\n{self.basic.machine.describe()}")

    def _advance(self, limit: float) -> StopReason:
        event = self.basic.go(limit, draws=True, polls=POLLS)
        self._failed = event.error
        return event.at

    @property
    def _seconds(self) -> float:
        return self.basic.machine.time

    def _elapse(self, seconds: float) -> StopReason:
        machine = self.basic.machine
        waited, taken = self.state == KEY, machine.peek16(Cell.GETPNT)
        event = self.basic.go(seconds, draws=True)
        self._failed = event.error
        if waited and event.at == LIMIT and machine.peek16(Cell.GETPNT) == taken:
            return KEY  # it has taken no key: it still waits
        return event.at

    def _hold(self, keys: tuple[str, ...]) -> None:
        self.basic.machine.hold(*keys)

    def _release(self, keys: tuple[str, ...]) -> None:
        self.basic.machine.release(*keys)

    @property
    def _chip(self) -> Chip:
        return self.basic.machine.chip

    @property
    def _shot(self) -> Shot:
        return self.basic.machine.shot

    @property
    def _cursor(self) -> tuple[int, int]:
        return self.basic.machine.cursor

    @property
    def psg(self) -> bytes:
        return self.basic.machine.psg

    def _press(self, code: int) -> None:
        self.basic.machine.queue_keys(bytes((code,)))

    def _draw(self, time: int | None) -> int:
        if time is None:
            return self.basic.draw
        self.basic.set_draw(time)
        return time

    @property
    def screen(self) -> Screen:
        return self.basic.machine.screen

    def _text(self) -> Screen | None:
        return self.basic.machine.screen_or_none()

    @property
    def line(self) -> int | None:
        if self.state in (END, ERROR):
            return None if self._failed is None else self._failed.line
        return self.basic.line

    @property
    def error(self) -> str | None:
        return None if self._failed is None else str(self._failed)

    def _variables(self) -> Variables:
        return self.basic.variables

    def peek(self, address: int) -> int:
        return self.basic.machine.peek(address)

    def vpeek(self, address: int) -> int:
        return self.basic.machine.vpeek(address)

    def _covered(self) -> set[int]:
        return self.basic.covered

    def save_picture(self, path: Path) -> bool:
        """Save a screenshot of the emulator."""
        self.basic.machine.screenshot(path)
        return True

    def log(self) -> str:
        """Return the last words of the emulator."""
        return self.basic.machine.emulator.last_words()

    def release(self) -> None:
        """Remove what this test has saved; the machine may serve another one."""
        if self._prompt is not None:
            self._prompt.unlink(missing_ok=True)
            self._prompt = None

    def close(self) -> None:
        """End the emulator."""
        self.basic.machine.close()
