"""A compiled program in openMSX, on a machine with the free C-BIOS: from event to event, and a backend of verify."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from msxkit.backends.emulated import EmulatedRun
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.workarea import Cell
from msxkit.native.banks import WINDOW
from msxkit.native.compiler import Cartridge, compile_program
from msxkit.openmsx.machine import EmulatedMachine, Plan, Stop, key_wait, queueing
from msxkit.recording import DRAW, END, KEY, ProgramId
from msxkit.stopreason import StopReason
from msxkit.verify import ERROR

#: The machine that every installation of openMSX and C-BIOS has.
MACHINE = "C-BIOS_MSX1"
#: Emulated seconds: to the first statement; between two events.
BOOT_LIMIT, EVENT_LIMIT = 30.0, 120.0


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
        symbols = self.cartridge.image.symbols
        here, back, bank = place
        start, end = (
            (WINDOW.start, WINDOW.end)
            if self.cartridge.mapper
            else (symbols["program"], symbols["code_behind"])
        )
        if start <= here < end:
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


class _Replay(EmulatedRun):
    """A compiled program that is replayed."""

    limit = EVENT_LIMIT

    def __init__(self, run: CompiledRun) -> None:
        self._compiled = run
        super().__init__(run.machine)

    def _go(self, plan: Plan | None) -> tuple[StopReason, int | None, str]:
        event = self._compiled.go(self.limit, draws=True, plan=plan)
        return event.at, event.line, f"error {event.error}" if event.error else ""

    def _answering(self, at: StopReason, value: int) -> str:
        return self._compiled.answering(at, value)

    def _plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        stops = [(at, self._answering(at, value)) for at, value in answers]
        return self.machine.plan(stops, self._compiled.place)

    def _line(self, numbers: Sequence[int]) -> int | None:
        return self._compiled.line_at(numbers)


class CartridgeBackend:
    """Replays on a machine with C-BIOS: no ROM of a real machine is needed.

    Attributes:
        find: Returns the program that a recording names. The machine is started once; a program is compiled and started
            once, and goes back to its first statement for each recording. Raises `EmulatorMissingError` without openMSX
            or C-BIOS.
    """

    name = "cartridge"

    def __init__(self, find: Callable[[ProgramId], Program], machine: str = MACHINE) -> None:
        self._find = find
        self.machine = machine
        self._folder = tempfile.TemporaryDirectory(prefix="msxkit-")
        self._started: dict[ProgramId, tuple[Cartridge, Path]] = {}
        try:
            self._machine = EmulatedMachine(machine)
        except BaseException:
            self._folder.cleanup()
            raise

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[_Replay]:
        """Yield the program at its first event."""
        if program not in self._started:
            cartridge = compile_program(self._find(program))
            path = Path(self._folder.name) / f"{len(self._started)}.rom"
            path.write_bytes(cartridge.rom)
            self._machine.insert_cartridge(path, cartridge.mapper or None)
            start(self._machine, cartridge)
            self._started[program] = cartridge, self._machine.save_state()
        cartridge, state = self._started[program]
        self._machine.load_state(state)
        yield _Replay(CompiledRun(self._machine, cartridge))

    def close(self) -> None:
        """End the emulator."""
        self._machine.close()
        self._folder.cleanup()
