"""A BASIC program under test as a cartridge: compiled, in openMSX on a machine with the free C-BIOS."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from msxkit.backends.cartridge import CartridgeEvent, CompiledRun, running
from msxkit.backends.cartridge_memory import variables
from msxkit.basicerrors import Failure
from msxkit.display.screen import Screen
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.workarea import Cell
from msxkit.native.compiler import compile_program
from msxkit.openmsx.basic import END, ERROR, KEY, LIMIT
from msxkit.openmsx.variables import Variables
from msxkit.stopreason import StopReason
from msxkit.testbench.msx import Msx

#: A program that has asked INKEY$ in vain for so many emulated seconds waits for a key.
_ASKING = 1.0


class CartridgeMsx(Msx):
    """The program, compiled, on an emulated machine that needs no ROM of a real one.

    Attributes:
        machine: The machine's name.
    """

    backend = "cartridge"
    _slice = 0.02

    def __init__(self, machine: str, folder: Path = Path()) -> None:
        super().__init__(folder)
        self._machine = machine
        self._running: AbstractContextManager[CompiledRun] | None = None
        self._run_now: CompiledRun | None = None
        self._failed: Failure | None = None
        self._taken = 0.0

    @property
    def _compiled(self) -> CompiledRun:
        if self._run_now is None:
            raise MsxError("the program does not run: msx.run() or msx.start() first")
        return self._run_now

    def _start(self, program: Program) -> None:
        self.close()
        self._running = running(compile_program(program), self._machine)
        self._run_now = self._running.__enter__()
        self._failed = None
        self._taken = self._seconds

    def _advance(self, limit: float) -> StopReason:
        return self._noted(self._compiled.go(limit, draws=True, asking=self._taken + _ASKING))

    def _noted(self, event: CartridgeEvent) -> StopReason:
        self._failed = Failure(event.error, event.line) if event.at == ERROR else None
        return event.at

    @property
    def _seconds(self) -> float:
        return self._compiled.machine.time

    def _elapse(self, seconds: float) -> StopReason:
        machine = self._compiled.machine
        waited, taken = self.state == KEY, machine.peek16(Cell.GETPNT)
        at = self._noted(self._compiled.go(seconds, draws=True))
        if waited and at == LIMIT and machine.peek16(Cell.GETPNT) == taken:
            return KEY  # it has taken no key: it still waits
        return at

    def _hold(self, keys: tuple[str, ...]) -> None:
        self._compiled.machine.hold(*keys)

    def _release(self, keys: tuple[str, ...]) -> None:
        self._compiled.machine.release(*keys)

    @property
    def _chip(self) -> Chip:
        return self._compiled.machine.chip

    @property
    def _shot(self) -> Shot:
        return self._compiled.machine.shot

    @property
    def _cursor(self) -> tuple[int, int]:
        return self._compiled.machine.cursor

    @property
    def psg(self) -> bytes:
        return self._compiled.machine.psg

    def _press(self, code: int) -> None:
        self._taken = self._seconds
        self._compiled.machine.queue_keys(bytes((code,)))

    def _draw(self, time: int | None) -> int:
        if time is None:
            return int(self._compiled.machine.command("reg HL"))
        self._compiled.set_draw(time)
        return time

    @property
    def screen(self) -> Screen:
        return self._compiled.machine.screen

    def _text(self) -> Screen | None:
        return None if self._run_now is None else self._run_now.machine.screen_or_none()

    @property
    def line(self) -> int | None:
        if self._run_now is None or self.state == END:
            return None
        return self._run_now.line if self._failed is None else self._failed.line

    @property
    def error(self) -> str | None:
        return None if self._failed is None else str(self._failed)

    def _variables(self) -> Variables:
        return variables(self._compiled.cartridge, self._compiled.machine.read)

    def peek(self, address: int) -> int:
        return self._compiled.machine.peek(address)

    def vpeek(self, address: int) -> int:
        return self._compiled.machine.vpeek(address)

    def _covered(self) -> set[int]:
        """Return nothing: a cartridge does not report which lines have run."""
        return set()

    def save_picture(self, path: Path) -> bool:
        """Save a screenshot of the emulator."""
        self._compiled.machine.screenshot(path)
        return True

    def log(self) -> str:
        """Return the last words of the emulator."""
        return "" if self._run_now is None else self._run_now.machine.emulator.last_words()

    def release(self) -> None:
        """End the emulator; the next test compiles its own program."""
        self.close()

    def close(self) -> None:
        """End the emulator."""
        if self._running is not None:
            self._running.__exit__(None, None, None)
        self._running = self._run_now = None
