"""Machine code that a program brings with it: what USR and BLOAD ,R call, and the hooks of an interrupt.

The processor sees the machine's memory and ports; calls of the ROM are calls of the BIOS entries of `bios_calls`.
Sources: MSX2 Technical Handbook, chapter 2, 4.2 (USR), and appendix 8 (H.KEYI, H.TIMI).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, BasicType
from msxkit.decimal14 import BasicError, decode_integer, decode_real, encode_integer, encode_real
from msxkit.interpreter.limits import RunLimits
from msxkit.interpreter.loop_state import LoopState
from msxkit.interpreter.memory.bios_calls import BiosCalls
from msxkit.interpreter.memory.workspace import Accounts
from msxkit.machine.clock import Clock
from msxkit.machine.guard import Spend
from msxkit.machine.memory_map import RAM, MemoryMap
from msxkit.machine.work_area import Cell, Hook
from msxkit.machine.z80.core import A, D, H, ProcessorState
from msxkit.machine.z80.processor import Processor
from msxkit.stop_reason import Pause, StopReason

#: Where the code goes back to, addresses of the ROM that are no entries: from USR and H.TIMI; from H.KEYI; out of the
#: whole interrupt, when the code takes the handler's registers off the stack itself.
_BACK, _BETWEEN, _OUT = 0x7FFE, 0x7FFC, 0x7FFA
#: The handler keeps so many pairs of registers on the stack: all there are.
_PAIRS = 10
#: A hook that is not taken, and the T-states of both, which the handler's include.
_RETURN, _UNTAKEN = 0xC9, 2 * 11
#: The first bytes of both.
_HOOKS = range(Hook.H_KEYI, Hook.H_TIMI + 1)
#: Instructions between two looks at the clock; between two polls for a stop request; that run on when nobody
#: may: then the run pauses, and can go on.
_ROUND, _LOOK, _LONGEST = 500, 50_000, 5_000_000
#: T-states of a typical instruction.
_INSTRUCTION = 8
#: Integers and descriptors of strings lie here in the accumulator.
_WORD = Cell.DAC + 2


@dataclass
class MachineCodeState:
    """The state of machine code that USR calls.

    Attributes:
        processor: The registers.
        called_at: The offset of the statement whose call has not returned yet, or None.
        interrupt: The registers within an interrupt.
        interrupted: Whether an interrupt has paused within the program's code.
    """

    processor: ProcessorState = field(default_factory=ProcessorState)
    called_at: int | None = None
    interrupt: ProcessorState = field(default_factory=ProcessorState)
    interrupted: bool = False


class MachineCode:
    """The processor of one machine.

    Attributes:
        bios: What its ROM does.
        limits: Told of interrupts, polled for a stop request, told of the errors of hooks.
        run: Knows the statement that runs.
        spend: Told of the instructions of hooks.
    """

    def __init__(
        self,
        state: MachineCodeState,
        memory: MemoryMap,
        accounts: Accounts,
        clock: Clock,
        bios: BiosCalls,
        limits: RunLimits,
        run: LoopState,
        spend: Spend,
    ) -> None:
        self.state = state
        self._memory = memory
        self._accounts = accounts
        self._clock = clock
        self._bios = bios
        self._limits = limits
        self._program = run
        self._spend = spend
        self._processor: Processor | None = None
        self._interrupting: Processor | None = None
        self._within = False
        self._uncounted = 0

    @property
    def goes_on(self) -> bool:
        """Whether the statement that runs has paused within its call: the call goes on where it was."""
        return self.state.called_at == self._program.pc

    def give_up(self) -> None:
        """Forget the call: it does not go on."""
        self.state.called_at = None

    # USR

    def usr(self, address: int, basic: BasicType, value: Any) -> Any:
        """Return USR: the value goes into the accumulator, and what is there afterwards is the result."""
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
        cpu = self._processor = self._bound(self._processor, state.processor)
        if not self.goes_on:
            state.called_at = self._program.pc
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
            self._leave()
            raise
        self._leave()

    def _leave(self) -> None:
        self.state.called_at = None
        self._memory.show_basic()

    def _bound(self, cpu: Processor | None, state: ProcessorState) -> Processor:
        """Return the processor, which sees memory as it is now. It is made when first needed: that takes a while."""
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

        if cpu is None:
            return Processor(state, read, write, self._read_port, memory.write_port)
        cpu.read, cpu.write = read, write
        return cpu

    def _run(self, cpu: Processor) -> None:
        state, clock = cpu.state, self._clock
        instructions = 0
        while state.pc != _BACK:
            interrupts = clock.state.interrupts
            try:
                self._some(cpu, (_BACK,))
            finally:
                clock.catch_up()
            if state.halted:
                state.halted = False
                clock.skip(1)
            if clock.state.interrupts != interrupts:
                if not state.enabled:
                    self._bios.frame_done()
                self._limits.interrupted()
            instructions += _ROUND
            if not instructions % _LOOK and not self._limits.busy() and instructions >= _LONGEST:
                raise Pause(StopReason.LIMIT)

    # Interrupts

    @property
    def hooked(self) -> bool:
        """Whether the program has put code into a hook of the interrupt."""
        raw = self._memory.state.memory
        return raw[Hook.H_KEYI] != _RETURN or raw[Hook.H_TIMI] != _RETURN

    def interrupt(self) -> None:
        """Run what the hooks of an interrupt hold, unless the machine code that runs has disabled interrupts.

        After a pause the next interrupt goes on where this one was.
        """
        state = self.state
        disabled = state.called_at is not None and not state.processor.enabled
        if not self.hooked or disabled or self._within:
            return
        cpu = self._interrupting = self._bound(self._interrupting, state.interrupt)
        if not state.interrupted:
            self._enter(cpu)
        state.interrupted = self._within = True
        try:
            self._run_hooks(cpu)
            state.interrupted = False
        except BasicError as error:
            # An interrupt comes anywhere, also where no statement runs.
            state.interrupted = False
            self._limits.hook_failed(error)
        finally:
            self._within = False

    def _enter(self, cpu: Processor) -> None:
        within_call = self.state.called_at is not None
        cpu.state.sp = self.state.processor.sp if within_call else self._accounts.bottom_of_strings() & 0xFFFF
        cpu.state.enabled = cpu.state.halted = False
        for word in (_OUT, *(0,) * _PAIRS, _BETWEEN):
            cpu.push(word)
        cpu.state.pc = Hook.H_KEYI
        self._clock.state.spent -= _UNTAKEN

    def _run_hooks(self, cpu: Processor) -> None:
        state = cpu.state
        while state.pc not in (_BACK, _OUT):
            if state.pc == _BETWEEN:
                cpu.registers[A] = self._bios.frame_status()
                cpu.push(_BACK)
                state.pc = Hook.H_TIMI
            self._spend(self._some(cpu, (_BACK, _BETWEEN, _OUT)) // _INSTRUCTION)
            state.halted = False

    def _some(self, cpu: Processor, ends: Sequence[int]) -> int:
        """Execute some instructions, until one of these addresses comes next. Return their T-states."""
        state, before = cpu.state, self._clock.state.spent
        try:
            for _ in range(_ROUND):
                if state.pc >= RAM or self._memory.is_ram(state.pc):
                    taken = cpu.step()  # may count itself
                    self._uncounted += taken
                    if state.halted:
                        break
                elif state.pc in ends:
                    break
                else:
                    taken = self._bios.call(cpu)
                    self._uncounted += taken
                    state.pc = cpu.pop()
        finally:
            self._count()
        return self._clock.state.spent - before

    def _count(self) -> None:
        """Tell the clock of the T-states that have been carried out."""
        self._clock.state.spent += self._uncounted
        self._uncounted = 0

    def _read_port(self, port: int) -> int:
        """Return what IN reads, now."""
        self._count()
        return self._memory.read_port(port)


class HookArea:
    """The hooks of an interrupt: from when one is taken on, the clock has to listen to interrupts."""

    def __init__(self, listen: Callable[[], None]) -> None:
        self._listen = listen

    def ranges(self) -> tuple[range]:
        """Return where they are."""
        return (_HOOKS,)

    def looked_at(self, address: int) -> None:
        """Do nothing: they can be read at any time."""

    def read(self, address: int) -> None:
        """Return None: they are plain memory."""

    def written(self, address: int) -> None:
        """Note that a byte was written."""
        if address in _HOOKS:
            self._listen()
