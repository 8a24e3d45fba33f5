"""Machine code that a program brings with it: what USR and BLOAD ,R call.

The processor sees the machine's memory and ports; calls of the ROM are calls of the BIOS entries of `bios_calls`, and
interrupts count TIME but call no code of the program. Source: MSX2 Technical Handbook, chapter 2, 4.2 (USR).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, BasicType
from msxkit.decimal14 import decode_integer, decode_real, encode_integer, encode_real
from msxkit.interpreter.memory.bios_calls import BiosCalls
from msxkit.interpreter.memory.workspace import Accounts
from msxkit.machine.clock import Clock
from msxkit.machine.memory_map import RAM, MemoryMap
from msxkit.machine.work_area import Cell
from msxkit.machine.z80.core import A, D, H, ProcessorState
from msxkit.machine.z80.processor import Processor
from msxkit.stop_reason import Pause, StopReason

#: Where the code goes back to, an address of the ROM that is not an entry.
_BACK = 0x7FFE
#: Instructions between two looks at the clock; between two polls for a stop request; that run on when nobody
#: may: then the run pauses, and can go on.
_ROUND, _LOOK, _LONGEST = 500, 50_000, 5_000_000
#: Integers and descriptors of strings lie here in the accumulator.
_WORD = Cell.DAC + 2


@dataclass
class MachineCodeState:
    """The state of machine code that USR calls.

    Attributes:
        processor: The registers.
        called_at: The offset of the statement whose call has not returned yet, or None.
    """

    processor: ProcessorState = field(default_factory=ProcessorState)
    called_at: int | None = None


class MachineCode:
    """The processor of one machine.

    Attributes:
        bios: What its ROM does.
        interrupted: Called when interrupts have come.
        busy: Polls for a stop request; returns whether anybody can make one.
        at: Offset of the statement that runs.
    """

    def __init__(
        self,
        state: MachineCodeState,
        memory: MemoryMap,
        accounts: Accounts,
        clock: Clock,
        bios: BiosCalls,
        interrupted: Callable[[], None],
        busy: Callable[[], bool],
        at: Callable[[], int],
    ) -> None:
        self.state = state
        self._memory = memory
        self._accounts = accounts
        self._clock = clock
        self._bios = bios
        self._interrupted = interrupted
        self._busy = busy
        self._at = at
        self._processor: Processor | None = None

    @property
    def goes_on(self) -> bool:
        """Whether the statement that runs has paused within its call: the call goes on where it was."""
        return self.state.called_at == self._at()

    def give_up(self) -> None:
        """Forget the call: it does not go on."""
        self.state.called_at = None

    # USR

    def usr(self, address: int, basic: BasicType, value: Any) -> Any:
        """USR: the value goes into the accumulator, and what is there afterwards is given back, of the same type."""
        if not self.goes_on:
            self._put(basic, value)
        self.call(address, self._registers(basic))
        return self._taken(basic)

    def _registers(self, basic: BasicType) -> Callable[[Processor], None]:
        """Return what sets the registers: A is the type, HL the accumulator, DE the descriptor of a string."""

        def put(cpu: Processor) -> None:
            cpu.registers[A] = basic.size
            cpu.set_pair(H, Cell.DAC)
            if basic.is_string:
                cpu.set_pair(D, Cell.TEMPST)

        return put

    def _put(self, basic: BasicType, value: Any) -> None:
        raw = self._memory.state.memory
        raw[Cell.VALTYP] = basic.size
        if basic.is_string:
            text = value.encode("latin-1")
            raw[Cell.BUF : Cell.BUF + len(text)] = text
            raw[Cell.TEMPST : Cell.TEMPST + 3] = bytes((len(text),)) + Cell.BUF.to_bytes(2, "little")
            raw[_WORD : _WORD + 2] = Cell.TEMPST.to_bytes(2, "little")
        elif basic is INTEGER:
            raw[_WORD : _WORD + 2] = encode_integer(int(value))
        else:
            raw[Cell.DAC : Cell.DAC + DOUBLE.size] = encode_real(value, basic.size).ljust(DOUBLE.size, b"\0")

    def _taken(self, basic: BasicType) -> Any:
        raw = self._memory.state.memory
        word, kind = decode_integer(bytes(raw[_WORD : _WORD + 2])), raw[Cell.VALTYP]
        if basic.is_string:
            return self._text(word & 0xFFFF)
        if basic is INTEGER or kind == INTEGER.size:
            return word
        size = SINGLE.size if kind == SINGLE.size or basic is SINGLE else DOUBLE.size
        return decode_real(bytes(raw[Cell.DAC : Cell.DAC + size]))

    def _text(self, descriptor: int) -> str:
        read = self._memory.read
        length, low, high = (read(descriptor + number & 0xFFFF) for number in range(3))
        start = low | high << 8
        return "".join(chr(read(start + number & 0xFFFF)) for number in range(length))

    # Running

    def call(self, address: int, begin: Callable[[Processor], None] | None = None) -> None:
        """Run code until it goes back; after a pause it goes on where it was.

        Args:
            begin: Puts its registers.
        """
        state = self.state
        cpu = self._whole()
        if not self.goes_on:
            state.called_at = self._at()
            cpu.state.sp = self._accounts.bottom_of_strings() & 0xFFFF
            cpu.state.halted, cpu.state.enabled = False, True
            cpu.push(_BACK)
            cpu.state.pc = address
            if begin is not None:
                begin(cpu)
        try:
            self._run(cpu)
        except Pause:
            raise
        except BaseException:
            state.called_at = None
            raise
        state.called_at = None

    def _whole(self) -> Processor:
        """Return the processor. It is made when it is first needed, because that takes a while."""
        memory = self._memory
        raw, look, put = memory.state.memory, memory.look, memory.write
        plain = memory.plain()

        def read(address: int) -> int:
            return raw[address] if plain[address] else look(address)

        def write(address: int, value: int) -> None:
            if plain[address]:
                raw[address] = value
            else:
                put(address, value)

        if self._processor is None:
            self._processor = Processor(
                self.state.processor, read, write, memory.read_port, memory.write_port
            )
        self._processor.read, self._processor.write = read, write
        return self._processor

    def _run(self, cpu: Processor) -> None:
        state, clock = cpu.state, self._clock
        instructions = 0
        while state.pc != _BACK:
            spent, interrupts = 0, clock.state.interrupts
            try:
                for _ in range(_ROUND):
                    if state.pc < RAM:
                        if state.pc == _BACK:
                            break
                        spent += self._bios.call(cpu)
                        state.pc = cpu.pop()
                    else:
                        spent += cpu.step()
                        if state.halted:
                            break
            finally:
                clock.state.t_states += spent
                clock.catch_up()
            if state.halted:
                state.halted = False
                clock.skip(1)
            if clock.state.interrupts != interrupts:
                if not state.enabled:
                    self._bios.frame_done()
                self._interrupted()
            instructions += _ROUND
            if not instructions % _LOOK and not self._busy() and instructions >= _LONGEST:
                raise Pause(StopReason.LIMIT)
