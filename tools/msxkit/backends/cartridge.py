"""A compiled program in openMSX as a target: on a machine with the free C-BIOS."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from msxkit.backends.beside import catalog_of, held
from msxkit.backends.cartridge_memory import variables
from msxkit.backends.emulated import EmulatedTarget
from msxkit.backends.target import NotStartedError
from msxkit.basic_errors import Failure
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.chip_type import TMS9918A, V9938, V9958
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import Cartridge, Options, compile_program
from msxkit.native.mappers import BY_NAME
from msxkit.openmsx.control import understood
from msxkit.openmsx.machine import EmulatedMachine, Plan, StopPlace, key_wait, queueing
from msxkit.openmsx.variables import VariableTable
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason
from msxkit.verify import ERROR

#: The machine with the free C-BIOS for each video chip.
MACHINES = {
    TMS9918A.name: "C-BIOS_MSX1",
    V9938.name: "C-BIOS_MSX2",
    V9958.name: "C-BIOS_MSX2+",
}
#: The one that every installation of openMSX and C-BIOS has.
MACHINE = MACHINES[TMS9918A.name]
#: Emulated seconds to the first statement.
BOOT_LIMIT = 30.0
#: A program waits for a key when INKEY$ has been empty for so many emulated seconds.
_ASKING = 1.0


class CartridgeTarget(EmulatedTarget):
    """A compiled program on a machine with C-BIOS: no ROM of a real machine is needed.

    The machine is started once; a program is compiled and started once, and goes back to its first statement for each
    run.

    Attributes:
        machine_name: As openMSX calls it.
        polling: Whether a program that polls for keys waits for one after a second, as in tests and --states.
    """

    name = "cartridge"

    def __init__(
        self, machine: str = MACHINE, *, polling: bool = False, options: Options | None = None
    ) -> None:
        super().__init__()
        self.machine_name, self._options = machine, options
        self._polling = polling
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._started: dict[Program, tuple[Cartridge, Path]] = {}
        self._cartridge: Cartridge | None = None
        self._asked = 0.0

    @property
    def cartridge(self) -> Cartridge:
        """The compiled program. Raise `MsxError` before the first start."""
        if self._cartridge is None:
            raise NotStartedError
        return self._cartridge

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
            self.insert(self._compiled(program))
            self._started[program] = self.cartridge, self.machine.save_state()
        cartridge, state = self._started[program]
        self.machine.load_state(state)
        self.machine.characters = program.characters
        if time is not None:
            self.machine.poke16(Cell.JIFFY, time)
        self._stand_at_start(cartridge)

    def _compiled(self, program: Program) -> Cartridge:
        """Return the program, with all files that a cartridge can hold."""
        if self.files is None:
            return compile_program(program, options=self._options)
        named = held({name: len(data) for name, data in self.files.items()})
        options = replace(self._options or Options(), folder=named)
        return compile_program(program, catalog_of(self.files, "the folder of --files"), options)

    def insert(self, cartridge: Cartridge) -> None:
        """Run a compiled program to its first statement. Raise `MachineError` if it does not come there."""
        machine = self.switch_on()
        assert self._folder is not None
        path = Path(self._folder.name) / f"{len(self._started)}.rom"
        path.write_bytes(cartridge.rom)
        machine.insert_cartridge(path, cartridge.mapper or None)
        first = StopPlace("program", cartridge.image.symbols["program"])
        if machine.run_until([first], BOOT_LIMIT) != "program":
            raise MachineError(f"the cartridge did not start\n{machine.describe()}")
        self._stand_at_start(cartridge)

    def _stand_at_start(self, cartridge: Cartridge) -> None:
        self._cartridge, self._asked = cartridge, self.machine.time
        self._line, self._failure = self._running_line(), None

    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        stops = self.stops()
        inkey = self.cartridge.image.symbols.get("inkey")
        if self._polling and inkey is not None:
            late = f"[machine_info time] > {self._asked + _ASKING:.6f} && ![::msxkit::keys_waiting]"
            stops.append(StopPlace(KEY, inkey, late))
        return self._run(stops, self.event_limit if limit is None else limit, plan)

    def _pass(self, seconds: float) -> StopReason:
        return self._run(self.stops(), seconds)

    def stops(self) -> list[StopPlace]:
        """Return where the machine stops at each event."""
        symbols = self.cartridge.image.symbols
        labels = ((END, "ended"), (DRAW, "draw_time"), (ERROR, "error_message"))
        return [key_wait(), *(StopPlace(at, symbols[label]) for at, label in labels if label in symbols)]

    def _run(self, stops: list[StopPlace], limit: float, plan: Plan | None = None) -> StopReason:
        at = self.machine.run_until(stops, limit, plan)
        self._line = self._failure = None
        if at == ERROR:
            self._failure = Failure(self.machine.peek(Cell.ERRFLG), self.machine.peek16(Cell.ERRLIN))
            # The message is part of the event, however little time the caller gave to wait for one.
            self.machine.run_until([stop for stop in stops if stop.name == END], self.event_limit)
        elif at != END:
            self._line = self._running_line()
        return StopReason.LIMIT if at == "timeout" else StopReason(at)

    @understood()
    def _running_line(self) -> int | None:
        return self._noted_line([int(word) for word in self.machine.command(f"list {self._place}").split()])

    @property
    def _place(self) -> str:
        """Tcl that reads the program counter, the return address of the last call of the runtime, the bank, and how the
        bank begins that is shown in its place.
        """
        symbols = self.cartridge.image.symbols
        bank = f"[peek {symbols['code_bank']}]" if self.cartridge.homes else "0"
        return f"[reg PC] [peek16 {symbols['stack_top'] - 2}] {bank} {self._shown}"

    @property
    def _shown(self) -> str:
        cartridge = self.cartridge
        return f"[peek16 {BY_NAME[cartridge.mapper].window.start}]" if cartridge.homes else "0"

    @property
    def shows_program(self) -> str:
        """A Tcl expression: in a MegaROM, whether the program's own bank is in its place."""
        return f"{self._shown} ni {{{' '.join(map(str, sorted(self.cartridge.leaves)))}}}"

    def _noted_line(self, numbers: Sequence[int]) -> int | None:
        """Return the BASIC line of a place: where the processor is, or where the last call of the runtime came from."""
        here, back, bank, shown = numbers
        if here in self.cartridge.code and shown not in self.cartridge.leaves:
            return self.cartridge.line_at(here + 1, bank)
        line = self.cartridge.line_at(back, bank)
        # An interrupt goes back to the instruction that is next, which may be the first of all.
        return self.cartridge.line_at(back + 1, bank) if line is None else line

    def press(self, code: int) -> None:
        self._asked = self.seconds
        super().press(code)

    @understood()
    def answer_draw(self, time: int | None) -> int:
        if time is None:
            return int(self.machine.command("reg HL"))
        self.machine.command(_answer(DRAW, time))
        return time

    def plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        return self.machine.plan([(at, _answer(at, value)) for at, value in answers], self._place)

    @property
    def variables(self) -> VariableTable:
        start = self.cartridge.image.ram_start
        ram = self.machine.read(start, 0x10000 - start)

        def read(address: int, size: int) -> bytes:
            if address >= start:
                return ram[address - start : address - start + size]
            return self.machine.read(address, size)

        return variables(self.cartridge, read)

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
        self._cartridge = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


@contextmanager
def running(
    cartridge: Cartridge, machine: str = MACHINE, *, polling: bool = False
) -> Iterator[CartridgeTarget]:
    """Yield a machine with the cartridge, at its first statement. It is switched off at the end."""
    target = CartridgeTarget(machine, polling=polling)
    try:
        target.insert(cartridge)
        yield target
    finally:
        target.close()


def _answer(at: StopReason, value: int) -> str:
    """Return the Tcl that answers a wait for a key with its code, or a draw with its TIME."""
    return queueing(bytes((value,))) if at == KEY else f"reg HL {value}"
