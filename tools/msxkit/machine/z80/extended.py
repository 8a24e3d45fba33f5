"""The instructions of the Z80 after CBH and EDH: shifts, bits, words with carry, ports, blocks.

T-states are those of an MSX. Source: Zilog, Z80 CPU User Manual (UM0080).
"""

from __future__ import annotations

from msxkit.machine.z80 import flags
from msxkit.machine.z80.core import MEMORY, A, B, C, Core, D, F, H, Instruction, L
from msxkit.machine.z80.flags import CARRY, COPIED, HALF, OF_BYTE, OF_LOGIC, PARITY, SIGN, SUBTRACTED, ZERO


class ExtendedCodes(Core):
    """Those instructions."""

    def shift_code(self, code: int) -> Instruction:
        """Return a shift, BIT, RES or SET of a register or the byte at HL."""
        registers, z, test = self.registers, code & 7, code >> 6 == 1

        def of_register() -> int:
            value = self._bits(code, registers[z], registers[z])
            if not test:
                registers[z] = value
            return 10

        def of_memory() -> int:
            place = self.pair(H)
            # The bits that BIT copies here are those of a register that cannot be read; those of H come closest.
            value = self._bits(code, self.read(place), registers[H])
            if test:
                return 14
            self.write(place, value)
            return 17

        return of_memory if z == MEMORY else of_register

    def shift_indexed(self, index: int) -> int:
        """Do the same with the byte at (IX+d); a register that is named gets the result too. Return the T-states."""
        place, code = self.place(index), self.next()
        value = self._bits(code, self.read(place), place >> 8)
        if code >> 6 == 1:
            return 22
        self.write(place, value)
        if code & 7 != MEMORY:
            self.registers[code & 7] = value
        return 25

    def _bits(self, code: int, value: int, copied: int) -> int:
        kind, number = code >> 6, code >> 3 & 7
        registers = self.registers
        if kind == 0:
            value, registers[F] = flags.shift(number, value, registers[F])
        elif kind == 1:
            found = value & 1 << number
            registers[F] = (
                registers[F] & CARRY | HALF | (ZERO | PARITY) * (not found) | found & SIGN | copied & COPIED
            )
        elif kind == 2:
            value &= ~(1 << number)
        else:
            value |= 1 << number
        return value & 0xFF

    def extended_code(self, code: int) -> Instruction:
        """Return an instruction of 40H to 7FH, or a block instruction; the others do nothing."""
        kind, y, z = code >> 6, code >> 3 & 7, code & 7
        if kind == 2 and y > 3 and z < 4:
            return self._block_code(y, z)
        if kind != 1:
            return lambda: 10
        if z == 7:
            return self._special_code(y)
        return self._word_code(y, z)

    def _word_code(self, y: int, z: int) -> Instruction:
        state, registers = self.state, self.registers
        get, put = self.pair_access(y >> 1, H)

        def from_port() -> int:
            value = self.read_port(registers[C])
            if y != MEMORY:
                registers[y] = value
            registers[F] = registers[F] & CARRY | OF_LOGIC[value]
            return 14

        def to_port() -> int:
            self.write_port(registers[C], 0 if y == MEMORY else registers[y])
            return 14

        def with_carry() -> int:
            operate = flags.add_words_with_carry if y & 1 else flags.subtract_words
            value, registers[F] = operate(self.pair(H), get(), registers[F] & CARRY)
            self.set_pair(H, value)
            return 17

        def move_word() -> int:
            place = self.next_word()
            if y & 1:
                put(self.word_at(place))
            else:
                self.set_word_at(place, get())
            return 22

        def negate() -> int:
            registers[A], registers[F] = flags.subtract(0, registers[A])
            return 10

        def leave() -> int:
            state.pc = self.pop()
            return 16

        def set_mode() -> int:
            state.mode = (0, 0, 1, 2)[y & 3]
            return 10

        return (from_port, to_port, with_carry, move_word, negate, leave, set_mode)[z]

    def _special_code(self, y: int) -> Instruction:
        state, registers = self.state, self.registers

        def to_i() -> int:
            state.i = registers[A]
            return 11

        def to_r() -> int:
            state.r = registers[A]
            return 11

        def from_special() -> int:
            registers[A] = state.i if y == 2 else state.r
            registers[F] = registers[F] & CARRY | OF_BYTE[registers[A]] | PARITY * state.enabled
            return 11

        def rotate_digits() -> int:
            place = self.pair(H)
            value = self.read(place)
            low = registers[A] & 15
            if y == 4:
                registers[A], value = registers[A] & 0xF0 | value & 15, value >> 4 | low << 4
            else:
                registers[A], value = registers[A] & 0xF0 | value >> 4, value << 4 & 0xFF | low
            self.write(place, value)
            registers[F] = registers[F] & CARRY | OF_LOGIC[registers[A]]
            return 20

        return (
            (to_i, to_r, from_special, from_special, rotate_digits, rotate_digits)[y] if y < 6 else lambda: 10
        )

    def _block_code(self, y: int, z: int) -> Instruction:
        """LDI to OTDR.

        Args:
            y: Bit 0 downwards, bit 1 repeated.
        """
        step, repeated = (-1 if y & 1 else 1), y & 2
        work = (self._block_load, self._block_compare, self._block_input, self._block_output)[z]

        def run() -> int:
            if not work(step) or not repeated:
                return 18
            self.state.pc = self.state.pc - 2 & 0xFFFF
            return 23

        return run

    def _block_load(self, step: int) -> bool:
        registers = self.registers
        source, target, count = self.pair(H), self.pair(D), self.pair(B) - 1 & 0xFFFF
        value = self.read(source)
        self.write(target, value)
        self.set_pair(H, source + step & 0xFFFF)
        self.set_pair(D, target + step & 0xFFFF)
        self.set_pair(B, count)
        total = value + registers[A]
        registers[F] = (
            registers[F] & (SIGN | ZERO | CARRY) | PARITY * bool(count) | total & 8 | (total & 2) << 4
        )
        return count > 0

    def _block_compare(self, step: int) -> bool:
        registers = self.registers
        source, count = self.pair(H), self.pair(B) - 1 & 0xFFFF
        value, after = flags.subtract(registers[A], self.read(source))
        self.set_pair(H, source + step & 0xFFFF)
        self.set_pair(B, count)
        total = value - bool(after & HALF)
        after = after & ~(COPIED | CARRY | PARITY) | registers[F] & CARRY | PARITY * bool(count)
        registers[F] = after | total & 8 | (total & 2) << 4
        return count > 0 and value > 0

    def _block_input(self, step: int) -> bool:
        registers = self.registers
        value = self.read_port(registers[C])
        self.write(self.pair(H), value)
        return self._block_port(step, value, value + (registers[C] + step & 0xFF))

    def _block_output(self, step: int) -> bool:
        registers = self.registers
        value = self.read(self.pair(H))
        self.write_port(registers[C], value)
        return self._block_port(step, value, value + (registers[L] + step & 0xFF))

    def _block_port(self, step: int, value: int, total: int) -> bool:
        registers = self.registers
        self.set_pair(H, self.pair(H) + step & 0xFFFF)
        registers[B] = count = registers[B] - 1 & 0xFF
        over = (HALF | CARRY) * (total > 255)
        parity = OF_LOGIC[total & 7 ^ count] & PARITY
        registers[F] = OF_BYTE[count] | SUBTRACTED * (value >> 7) | over | parity
        return count > 0
