"""A compiled program under a debugger: its cartridge in openMSX, on a machine with the free C-BIOS.

The compiler's symbols tell where each statement begins, and where the stack of subroutines and the last error are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msxkit.backends.cartridge import BOOT_LIMIT, CartridgeTarget
from msxkit.backends.cartridge_memory import cells
from msxkit.basic_errors import Failure
from msxkit.basic_type import INTEGER, BasicType
from msxkit.dap.emulated import CAUGHT, SOON, STATEMENT, ActiveCall, Platform
from msxkit.dap.places import Places, StatementPlace
from msxkit.decimal14 import Number, encode_integer, encode_real
from msxkit.errors import MachineError, MsxError
from msxkit.interpreter.watching import WatchedName
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import Options
from msxkit.openmsx.machine import StopPlace
from msxkit.program.layout import Layout
from msxkit.recording import DRAW

#: Bytes of the blocks on the stack of subroutines and loops, by the first byte (flow/control.asm); others are calls.
_SIZES = {1: 21, 2: 9}
_CALL = 3


class Compiled(Platform):
    """A compiled program at its first statement.

    Raises `CompileError`, and `EmulatorMissingError` without openMSX or the machine.

    Args:
        machine: The machine's name in openMSX.
    """

    where = "a compiled program"

    def __init__(self, program: Program, machine: str) -> None:
        self.target: CartridgeTarget = CartridgeTarget(machine, options=Options(changeable=True))
        try:
            self.target.start(program)
            self.machine, self.cartridge = self.target.machine, self.target.cartridge
            self.places = Places(Layout(program))
            self._symbols = self.cartridge.image.symbols
            self._map()
            self._start()
        except BaseException:
            self.target.close()
            raise

    def _map(self) -> None:
        """Note where statements begin. A statement without code has the address of the next one."""
        self._places: dict[tuple[int, int], StatementPlace] = {}
        for place in self.places.all:
            label = f"l_{place.offset}"
            if label in self._symbols:
                bank = self.cartridge.homes.get(label, 0)
                self._places[bank, self._symbols[label]] = place
        self._keys_of = {place: key for key, place in self._places.items()}
        self._addresses = sorted(self._places)
        self._offsets = {
            self._symbols[label]: int(label.removeprefix("z").removeprefix("l_"))
            for label in self._symbols
            if label.removeprefix("z").removeprefix("l_").isdigit()
        }

    def _start(self) -> None:
        if self.arrived() is None and self.machine.run_until(self.statements(None, None), SOON) != STATEMENT:
            raise MachineError(f"no statement began within {BOOT_LIMIT:g} emulated seconds")

    # Places

    @property
    def _bank(self) -> int:
        return self.machine.peek(self._symbols["code_bank"]) if self.cartridge.homes else 0

    def statements(self, places: Iterable[StatementPlace] | None, level: int | None) -> list[StopPlace]:
        wanted = self._addresses if places is None else sorted({self._key(place) for place in places})
        stack = [] if level is None else [f"[peek16 {self._symbols['control']}] >= {level}"]
        banked = ""
        if self.cartridge.homes:
            stack.append(self.target.shows_program)
            banked = f"[peek {self._symbols['code_bank']}] == "
        return [
            StopPlace(STATEMENT, address, " && ".join([*stack, f"{banked}{bank}"] if banked else stack))
            for bank, address in wanted
        ]

    def _key(self, place: StatementPlace) -> tuple[int, int]:
        """Return the bank and address of a statement; if it has no code, those of the next one."""
        if place in self._keys_of:
            return self._keys_of[place]
        label = f"l_{place.offset}"
        return self.cartridge.homes.get(label, 0), self._symbols[label]

    def events(self, *, draws: bool, errors: bool) -> list[StopPlace]:
        symbols = self._symbols
        stops = [stop for stop in self.target.stops() if draws or stop.name != DRAW]
        if errors and "error_trap_on" in symbols:
            handled = f"[peek16 {symbols['error_handler']}] != 0 && [peek {Cell.ONEFLG}] == 0"
            stops.append(StopPlace(CAUGHT, symbols["error_trap_on"], handled))
        return stops

    def arrived(self) -> StatementPlace | None:
        return self._places.get((self._bank, self.machine.pc)) if self._shows_program else None

    @property
    def _shows_program(self) -> bool:
        return self.machine.command(f"expr {{{self.target.shows_program}}}") == "1"

    def current(self, *, failed: bool) -> StatementPlace | None:
        symbols, here = self._symbols, self.machine.pc
        if failed:
            return self._before(self.machine.peek16(symbols["error_place"]))
        if here in self.cartridge.code and self._shows_program:
            return self._before(here + 1)
        # In a routine of the runtime, the word below the top of the stack is the return address.
        return self._before(self.machine.peek16(symbols["stack_top"] - 2))

    def _before(self, address: int) -> StatementPlace | None:
        """Return the statement whose code begins last before an address."""
        index = bisect_right(self._addresses, (self._bank, address - 1)) - 1
        if index < 0 or self._addresses[index][0] != self._bank:
            return None
        return self._places[self._addresses[index]]

    def pass_stop(self, place: StatementPlace) -> bool:
        """Go on at the next statement of the bank, if anything but this STOP leads there; else the STOP is an end."""
        bank, _ = self._key(place)
        following = next((other for other in self.places.all if other.offset > place.offset), None)
        key = self._keys_of.get(following) if following is not None else None
        if key is None or key[0] != bank:
            return False
        self.machine.command(f"reg PC {key[1]}")
        return True

    # The stack of subroutines

    def stack(self) -> int:
        return self.machine.peek16(self._symbols["control"])

    def calls(self) -> list[ActiveCall]:
        if "control" not in self._symbols:
            return []
        place, base = self.stack(), self.machine.peek16(self._symbols["control_base"])
        data = self.machine.read(place, max(0, base - place))
        found, at = [], 0
        while at + _CALL <= len(data):
            size = _SIZES.get(data[at], _CALL)
            if size == _CALL:
                offset = self._offsets.get(int.from_bytes(data[at + 1 : at + 3], "little"))
                # A trap returns to the statement that it came before, a call to the one after.
                caller = None
                if offset is not None:
                    caller = self.places.at(offset) if data[at] else self.places.before(offset)
                found.append(ActiveCall(place + at + _CALL, caller))
            at += size
        return found

    # What is in memory

    def error(self) -> Failure:
        return Failure(self.machine.peek(Cell.ERRFLG), self.machine.peek16(Cell.ERRLIN))

    def types(self) -> Sequence[BasicType]:
        return self.cartridge.types

    def cells(self, name: str, wanted: WatchedName) -> tuple[int, int]:
        subscripts = wanted.subscripts if wanted.is_array else None
        letters = wanted.letters + self.typed(wanted).suffix
        found = cells(self.cartridge, self.machine.read, letters, subscripts)
        if found is None:
            raise MsxError(
                f"{name}: the compiled program has no such variable now; run to where its array is made"
            )
        return found

    def stored(self, value: Number, kind: BasicType, size: int) -> bytes:
        if kind is INTEGER:
            return encode_integer(int(value))
        # The runtime keeps a whole number of 16 bits as an integer behind a zero.
        whole = value == int(value) and -0x8000 <= value < 0x8000
        return (b"\0" + encode_integer(int(value)) if whole else encode_real(value, kind.size)).ljust(
            size, b"\0"
        )

    def allot(self, size: int) -> int:
        symbols = self._symbols
        if "string_alloc" not in symbols:
            raise MsxError("the compiled program makes no strings, so it has no room for a new one")
        place = self.machine.peek16(symbols["string_bottom"]) - size
        if place < self.machine.peek16(symbols["string_limit"]):
            raise MsxError("there is no room for the string; set more aside with CLEAR")
        self.machine.poke16(symbols["string_bottom"], place)
        return place
