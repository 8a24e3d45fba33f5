"""The registers of a Z80, and how its instructions reach them, the memory and the ports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msxkit.machine.z80.flags import CARRY, PARITY, SIGN, ZERO

#: Where each register lies among the registers; the pairs begin at B, D, H, IXH and IYH.
B, C, D, E, H, L, F, A, IX, IY = 0, 1, 2, 3, 4, 5, 6, 7, 8, 10
#: In instruction codes 6 is the byte at HL.
MEMORY = 6
#: NZ, Z, NC, C, PO, PE, P, M: the flag, and what it must be.
_CONDITIONS = tuple((mask, wanted) for mask in (ZERO, CARRY, PARITY, SIGN) for wanted in (0, mask))

Instruction = Callable[[], int]


@dataclass
class ProcessorState:
    """The registers of the Z80.

    Attributes:
        registers: B C D E H L F A, then both bytes of IX and IY.
        shadow: The registers that EXX and EX AF exchange.
        sp, pc, i, r: The registers of these names.
        enabled: Whether interrupts are enabled.
        mode: The interrupt mode.
        halted: Whether HALT is waiting for an interrupt.
    """

    registers: bytearray = field(default_factory=lambda: bytearray(12))
    shadow: bytearray = field(default_factory=lambda: bytearray(8))
    sp: int = 0
    pc: int = 0
    i: int = 0
    r: int = 0
    enabled: bool = True
    mode: int = 1
    halted: bool = False


@dataclass(eq=False)
class Core:
    """A Z80.

    Attributes:
        read, write: Access to memory: `read(address)`, `write(address, value)`.
        read_port, write_port: The same for ports.
    """

    state: ProcessorState
    read: Callable[[int], int]
    write: Callable[[int, int], None]
    read_port: Callable[[int], int]
    write_port: Callable[[int, int], None]

    def __post_init__(self) -> None:
        self.registers = self.state.registers

    # Registers

    def pair(self, index: int) -> int:
        """Return the word in the register at `index` (high byte) and the one after it."""
        registers = self.registers
        return registers[index] << 8 | registers[index + 1]

    def set_pair(self, index: int, value: int) -> None:
        """Put a word into the register at `index` (high byte) and the one after it."""
        self.registers[index] = value >> 8 & 0xFF
        self.registers[index + 1] = value & 0xFF

    @property
    def af(self) -> int:
        """A (high byte) and the flags."""
        return self.registers[A] << 8 | self.registers[F]

    @af.setter
    def af(self, value: int) -> None:
        self.registers[A], self.registers[F] = value >> 8, value & 0xFF

    def push(self, value: int) -> None:
        """Push a word onto the stack."""
        sp = self.state.sp = self.state.sp - 2 & 0xFFFF
        self.write(sp, value & 0xFF)
        self.write(sp + 1 & 0xFFFF, value >> 8)

    def pop(self) -> int:
        """Return the word on top of the stack, and take it away."""
        sp = self.state.sp
        self.state.sp = sp + 2 & 0xFFFF
        return self.word_at(sp)

    def word_at(self, address: int) -> int:
        """Return the word at an address."""
        return self.read(address) | self.read(address + 1 & 0xFFFF) << 8

    def set_word_at(self, address: int, value: int) -> None:
        """Write a word."""
        self.write(address, value & 0xFF)
        self.write(address + 1 & 0xFFFF, value >> 8)

    def next(self) -> int:
        """Return the next byte of the instruction, and go past it."""
        state = self.state
        value = self.read(state.pc)
        state.pc = state.pc + 1 & 0xFFFF
        return value

    def next_word(self) -> int:
        """Return the next two bytes of the instruction."""
        low = self.next()
        return low | self.next() << 8

    def next_signed(self) -> int:
        """Return the next byte of the instruction, -128..127."""
        value = self.next()
        return value - 256 if value > 127 else value

    def holds(self, condition: int) -> bool:
        """Return whether condition 0-7 holds: NZ, Z, NC, C, PO, PE, P, M."""
        mask, wanted = _CONDITIONS[condition]
        return self.registers[F] & mask == wanted

    def place(self, index: int) -> int:
        """Return the address that (HL), (IX+d) or (IY+d) names; the last two take d from the instruction."""
        if index == H:
            return self.pair(H)
        return self.pair(index) + self.next_signed() & 0xFFFF

    def half(self, number: int, index: int) -> int:
        """Return the register that a field names, where `index` (H, IX or IY) takes the place of HL."""
        return number - H + index if number in (H, L) else number

    def pair_access(self, number: int, index: int) -> tuple[Callable[[], int], Callable[[int], None]]:
        """Return functions that read and write BC, DE, HL or SP (0-3), where `index` takes the place of HL."""
        state = self.state
        if number == 3:
            return lambda: state.sp, lambda value: setattr(state, "sp", value)
        first = index if number == 2 else 2 * number
        return lambda: self.pair(first), lambda value: self.set_pair(first, value)
