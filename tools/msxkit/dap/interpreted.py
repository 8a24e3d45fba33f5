"""A program that MSX BASIC runs in openMSX, under a debugger.

BASIC calls the hook H.GONE before each statement, the clause after THEN included, with HL on its first byte. A colon
alone, and the one that is stored before an apostrophe, calls H.NEWS only (recorded in tests/msxkit/openmsx/hooks.json).
Blocks of subroutines and loops lie on the Z80's stack (The MSX Red Book, chapter 5: seven bytes for GOSUB, 25 for FOR).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.basic_errors import Failure
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.dap.emulated import CAUGHT, SOON, STATEMENT, ActiveCall, Platform
from msxkit.dap.places import Places, StatementPlace
from msxkit.decimal14 import Number, encode_integer, encode_real
from msxkit.errors import MachineError, MsxError
from msxkit.interpreter.watching import WatchedName
from msxkit.language.program import Program
from msxkit.machine.work_area import DIRECT_MODE, Cell, Hook
from msxkit.openmsx.basic import UNHANDLED, events
from msxkit.openmsx.machine import StopPlace
from msxkit.openmsx.settings import Choice
from msxkit.openmsx.variables import array_places, element, places
from msxkit.program.layout import Layout

#: First byte of a block on the stack, and its size.
_GOSUB, _FOR = 0x8D, 0x82
_SIZES = {_GOSUB: 7, _FOR: 25}
#: Tokens of statements.
_DATA, _STOP = 0x84, 0x90
#: Emulated seconds from RUN to the first statement.
_START = 10.0
_TYPES = {kind.size: kind for kind in (INTEGER, SINGLE, DOUBLE, STRING)}


def reached(layout: Layout, places: Places, number: int, offset: int) -> StatementPlace | None:
    """Return the statement that H.GONE is called for; None where the call is not for a statement that can stop the run:
    a remark, DATA, an ELSE that is passed over, the jump of ON.

    Args:
        number: The line number in CURLIN.
        offset: The offset of HL in the program text.
    """
    line, place = layout.by_number.get(number), places.of_line(number, offset)
    if line is None or place is None:
        return None
    between = line.stored.stored[place.offset - line.start : offset - line.start]
    return place if not between.strip(b" :\t\n") else None


class InBasic(Platform):
    """A program at its first statement, on a machine that stood at its prompt.

    Raises `ProgramError` when it does not fit, `EmulatorMissingError` without a machine that has BASIC.
    """

    where = "MSX BASIC in openMSX"

    def __init__(self, program: Program, choice: Choice) -> None:
        self._layout = Layout(program)
        self.places = Places(self._layout)
        self.target = target = OpenmsxTarget(choice.boot)
        try:
            target.start(program)
            self._basic, self.machine = target.basic, target.machine
            self._base = self.machine.peek16(Cell.TXTTAB)
            self._to_first()
        except BaseException:
            target.close()
            raise

    def _to_first(self) -> None:
        end = self.machine.time + _START
        while self.machine.time < end:
            at = self.machine.run_until([*events(), *self.statements(None, None)], _START)
            if at != STATEMENT:
                break
            if self.arrived() is not None:
                return
        raise MachineError(f"the program did not start\n{self.machine.describe()}")

    # Places

    def statements(self, places: Iterable[StatementPlace] | None, level: int | None) -> list[StopPlace]:
        line = f"[peek16 {Cell.CURLIN}]"
        if places is None:
            condition = f"{line} != {DIRECT_MODE}"
        else:
            numbers = sorted({place.line for place in places})
            condition = f"{line} in {{{' '.join(map(str, numbers))}}}" if numbers else "0"
        if level is not None:
            condition += f" && [peek16 {Cell.SAVSTK}] >= {level}"
        return [StopPlace(STATEMENT, Hook.H_GONE, condition)]

    def events(self, *, draws: bool, errors: bool) -> list[StopPlace]:
        stops = events(draws)
        if errors:
            stops.append(StopPlace(CAUGHT, Hook.H_ERRO, f"!({UNHANDLED})"))
        return stops

    def arrived(self) -> StatementPlace | None:
        number, text = self.machine.peek16(Cell.CURLIN), int(self.machine.command("reg HL"))
        return reached(self._layout, self.places, number, text - self._base)

    def current(self, *, failed: bool) -> StatementPlace | None:
        line = self.machine.peek16(Cell.CURLIN)
        places = [place for place in self.places.all if place.line == line]
        return places[0] if places else None

    def pass_stop(self, place: StatementPlace) -> bool:
        """Make the machine take the STOP for DATA, which does nothing, until the statement is over."""
        at = int(self.machine.command("reg HL"))
        self.machine.poke(at, _DATA)
        self.machine.command(f"reg A {_DATA}")
        self.machine.run_until([StopPlace(STATEMENT, Hook.H_NEWS)], SOON)
        self.machine.poke(at, _STOP)
        return False

    # The stack of subroutines

    def stack(self) -> int:
        return self.machine.peek16(Cell.SAVSTK)

    def calls(self) -> list[ActiveCall]:
        stack, top = self.stack(), self.machine.peek16(Cell.STKTOP)
        data = self.machine.read(stack, max(0, top - stack))
        found, at = [], 0
        while at < len(data) and (size := _SIZES.get(data[at])) is not None:
            if data[at] == _GOSUB:
                line, text = (int.from_bytes(data[at + n : at + n + 2], "little") for n in (3, 5))
                found.append(ActiveCall(stack + at + size, self.places.of_line(line, text - self._base - 1)))
            at += size
        return found

    # What is in memory

    def error(self) -> Failure:
        return Failure(int(self.machine.command("reg E")), self._basic.line)

    def types(self) -> Sequence[BasicType]:
        return [_TYPES.get(size, DOUBLE) for size in self.machine.read(Cell.DEFTBL, 26)]

    def cells(self, name: str, wanted: WatchedName) -> tuple[int, int]:
        kind = self.typed(wanted)
        # Moving strings in memory changes their addresses, not the length before it.
        size, letters = 1 if kind is STRING else kind.size, wanted.letters + kind.suffix
        if not wanted.is_array:
            first, area = self._area(Cell.VARTAB, Cell.ARYTAB)
            for found, offset, _ in places(area):
                if found == letters:
                    return first + offset, size
        elif wanted.key is not None:
            first, area = self._area(Cell.ARYTAB, Cell.STREND)
            for found, shape, offset, _ in array_places(area):
                if found == letters:
                    try:
                        return first + offset + kind.size * element(shape, wanted.subscripts), size
                    except IndexError as error:
                        raise MsxError(f"{name}: {error}") from None
        raise MsxError(f"{name}: does not exist yet; run to where it has a value first")

    def _area(self, first: Cell, end: Cell) -> tuple[int, bytes]:
        """Return the address and the bytes of what lies between two pointers."""
        start = self.machine.peek16(first)
        return start, self.machine.read(start, max(0, self.machine.peek16(end) - start))

    @property
    def moves_arrays(self) -> bool:
        return True

    def stored(self, value: Number, kind: BasicType, size: int) -> bytes:
        return encode_integer(int(value)) if kind is INTEGER else encode_real(value, size)

    def allot(self, size: int) -> int:
        top = self.machine.peek16(Cell.FRETOP)
        if top - size < self.machine.peek16(Cell.STKTOP):
            raise MsxError("there is no room for the string; set more aside with CLEAR")
        self.machine.poke16(Cell.FRETOP, top - size)
        return top - size + 1
