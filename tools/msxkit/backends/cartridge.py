"""A compiled program in openMSX, on a machine with the free C-BIOS: from event to event, and as a target."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msxkit.backends.cartridge_memory import variables
from msxkit.backends.emulated import EmulatedTarget
from msxkit.backends.target import NotStartedError
from msxkit.basic_errors import Failure
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import Cartridge, compile_program
from msxkit.openmsx.control import understood
from msxkit.openmsx.machine import EmulatedMachine, Plan, Stop, key_wait, queueing
from msxkit.openmsx.variables import Variables
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason
from msxkit.verify import ERROR

#: The machine that every installation of openMSX and C-BIOS has.
MACHINE = "C-BIOS_MSX1"
#: Emulated seconds: to the first statement; between two events.
BOOT_LIMIT, EVENT_LIMIT = 30.0, 120.0
#: A program that has asked INKEY$ in vain for so many emulated seconds waits for a key.
_ASKING = 1.0


@dataclass(frozen=True, slots=True)
class CartridgeEvent:
    """Where a compiled program stands.

    Attributes:
        error: The number of the error that it stopped with, or 0.
    """

    at: StopReason
    line: int | None
    error: int = 0


class CompiledRun:
    """A compiled program on a machine, from its first statement on."""

    def __init__(self, machine: EmulatedMachine, cartridge: Cartridge) -> None:
        self.machine = machine
        self.cartridge = cartridge
        symbols = cartridge.image.symbols
        self._stops = [Stop(END, symbols["ended"]), Stop(KEY, *_key_wait())]
        for at, label in ((DRAW, "draw_time"), (ERROR, "error_message")):
            if label in symbols:
                self._stops.append(Stop(at, symbols[label]))

    @property
    @understood()
    def line(self) -> int | None:
        """The BASIC line that runs."""
        return self.line_at(map(int, self.machine.command(f"list {self.place}").split()))

    @property
    def place(self) -> str:
        """Tcl that reads the program counter, the return address of the last call of the runtime, and the bank."""
        symbols = self.cartridge.image.symbols
        bank = f"[peek {symbols['code_bank']}]" if self.cartridge.mapper else "0"
        return f"[reg PC] [peek16 {symbols['stack_top'] - 2}] {bank}"

    def line_at(self, place: Iterable[int]) -> int | None:
        """Return the BASIC line of a place: where the processor is, or where the last call of the runtime came from."""
        here, back, bank = place
        if here in self.cartridge.code:
            return self.cartridge.line_at(here + 1, bank)
        line = self.cartridge.line_at(back, bank)
        # An interrupt goes back to the instruction that is next, which may be the first of all.
        return self.cartridge.line_at(back + 1, bank) if line is None else line

    def go(
        self,
        limit: float = EVENT_LIMIT,
        *,
        draws: bool = False,
        asking: float | None = None,
        plan: Plan | None = None,
    ) -> CartridgeEvent:
        """Run to the next event that is not in the plan, at most so many emulated seconds from one to the next;
        draws only stop it when they are wanted.

        Args:
            asking: The time from which on INKEY$ that finds no key counts as a wait for one.
        """
        stops = [stop for stop in self._stops if draws or stop.name != DRAW]
        if asking is not None and "inkey" in self.cartridge.image.symbols:
            late = f"[machine_info time] > {asking:.6f} && ![::msxkit::keys_waiting]"
            stops.append(Stop(KEY, self.cartridge.image.symbols["inkey"], late))
        at = self.machine.run_until(stops, limit, plan)
        if at == ERROR:
            number = self.machine.peek(Cell.ERRFLG)
            line = self.machine.peek16(self.cartridge.image.symbols["error_line"])
            self.machine.run_until([stop for stop in stops if stop.name == END], limit)
            return CartridgeEvent(ERROR, line, number)
        if at == "timeout":
            return CartridgeEvent(StopReason.LIMIT, self.line)
        return CartridgeEvent(StopReason(at), None if at == END else self.line)

    def set_draw(self, time: int) -> None:
        """Set the TIME that the current draw takes."""
        self.machine.command(self.answering(DRAW, time))

    @staticmethod
    def answering(at: StopReason, value: int) -> str:
        """Return the Tcl that answers a wait for a key with its code, or a draw with its TIME."""
        return queueing(bytes((value,))) if at == KEY else f"reg HL {value}"


def _key_wait() -> tuple[int, str]:
    stop = key_wait()
    return stop.address, stop.condition


def start(machine: EmulatedMachine, cartridge: Cartridge) -> CompiledRun:
    """Start a machine with the cartridge in its slot and run it to the first statement. Raise `MachineError`."""
    first = Stop("program", cartridge.image.symbols["program"])
    if machine.run_until([first], BOOT_LIMIT) != "program":
        raise MachineError(f"the cartridge did not start\n{machine.describe()}")
    return CompiledRun(machine, cartridge)


@contextmanager
def running(cartridge: Cartridge, machine: str = MACHINE) -> Iterator[CompiledRun]:
    """Yield a machine with the cartridge, at its first statement. It is switched off at the end."""
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        path = Path(folder) / "program.rom"
        path.write_bytes(cartridge.rom)
        emulated = EmulatedMachine(machine, cartridge=path, romtype=cartridge.mapper or None)
        try:
            yield start(emulated, cartridge)
        finally:
            emulated.close()


class CartridgeTarget(EmulatedTarget):
    """A compiled program on a machine with C-BIOS: no ROM of a real machine is needed.

    The machine is started once; a program is compiled and started once, and goes back to its first statement for each
    run.

    Attributes:
        machine_name: As openMSX calls it.
        polling: A program that polls for keys waits for one after a second, as for tests.
    """

    name = "cartridge"

    def __init__(self, machine: str = MACHINE, *, polling: bool = False) -> None:
        super().__init__()
        self.machine_name = machine
        self._polling = polling
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._started: dict[Program, tuple[Cartridge, Path]] = {}
        self._compiled: CompiledRun | None = None
        self._asked = 0.0

    @property
    def compiled(self) -> CompiledRun:
        """The compiled program. Raise `MsxError` before the first start."""
        if self._compiled is None:
            raise NotStartedError
        return self._compiled

    def switch_on(self) -> EmulatedMachine:
        """Start the machine, if that has not been done. Raise `EmulatorMissingError` without openMSX or C-BIOS."""
        if self._machine is None:
            self._folder = tempfile.TemporaryDirectory(prefix="msxkit-")
            try:
                self._machine = EmulatedMachine(self.machine_name)
            except BaseException:
                self._folder.cleanup()
                raise
        return self._machine

    def start(self, program: Program, time: int | None = None) -> None:
        if program not in self._started:
            self._started[program] = self._prepared(program)
        cartridge, state = self._started[program]
        machine = self.switch_on()
        machine.load_state(state)
        if time is not None:
            machine.poke16(Cell.JIFFY, time)
        self._line = self._failure = None
        self._compiled, self._asked = CompiledRun(machine, cartridge), machine.time

    def _prepared(self, program: Program) -> tuple[Cartridge, Path]:
        """Return a program compiled, and the machine at its first statement."""
        cartridge = compile_program(program)
        machine = self.switch_on()
        assert self._folder is not None
        path = Path(self._folder.name) / f"{len(self._started)}.rom"
        path.write_bytes(cartridge.rom)
        machine.insert_cartridge(path, cartridge.mapper or None)
        start(machine, cartridge)
        return cartridge, machine.save_state()

    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        seconds = self.event_limit if limit is None else limit
        asking = self._asked + _ASKING if self._polling else None
        return self._noted(self.compiled.go(seconds, draws=True, asking=asking, plan=plan))

    def _pass(self, seconds: float) -> StopReason:
        return self._noted(self.compiled.go(seconds, draws=True))

    def _noted(self, event: CartridgeEvent) -> StopReason:
        self._line = event.line
        self._failure = Failure(event.error, event.line) if event.at == ERROR else None
        return event.at

    def press(self, code: int) -> None:
        self._asked = self.seconds
        super().press(code)

    @understood()
    def answer_draw(self, time: int | None) -> int:
        if time is None:
            return int(self.machine.command("reg HL"))
        self.compiled.set_draw(time)
        return time

    def plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        stops = [(at, self.compiled.answering(at, value)) for at, value in answers]
        return self.machine.plan(stops, self.compiled.place)

    def _noted_line(self, numbers: Sequence[int]) -> int | None:
        return self.compiled.line_at(numbers)

    @property
    def variables(self) -> Variables:
        start = self.compiled.cartridge.image.ram_start
        ram = self.machine.read(start, 0x10000 - start)

        def read(address: int, size: int) -> bytes:
            if address >= start:
                return ram[address - start : address - start + size]
            return self.machine.read(address, size)

        return variables(self.compiled.cartridge, read)

    @property
    def about(self) -> dict[str, Any]:
        machine = self.machine
        return {
            "emulator": machine.emulator.version,
            "machine": machine.name,
            "machine_id": machine.name,
            "backend": self.name,
        }

    def close(self) -> None:
        super().close()
        self._started.clear()
        self._compiled = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
