"""The instructions of the Z80 after CBH and EDH: shifts, bits, words with carry, ports, blocks.

T-states are those of an MSX. Source: Zilog, Z80 CPU User Manual (UM0080).
"""

from __future__ import annotations

from msxkit.machine.z80 import flags
from msxkit.machine.z80.core import MEMORY, A, B, C, Core, D, F, H, Instruction, L
from msxkit.machine.z80.flags import CARRY, COPIED, HALF, OF_BYTE, OF_LOGIC, PARITY, SIGN, SUBTRACTED, ZERO


def shift(core: Core, code: int) -> Instruction:
    """Return the instruction of a code after CBH: a shift, BIT, RES or SET of a register or the byte at HL."""
    registers, z, test = core.registers, code & 7, code >> 6 == 1

    def of_register() -> int:
        value = _bits(core, code, registers[z], registers[z])
        if not test:
            registers[z] = value
        return 10

    def of_memory() -> int:
        place = core.pair(H)
        # The bits that BIT copies here are those of a register that cannot be read; those of H come closest.
        value = _bits(core, code, core.read(place), registers[H])
        if test:
            return 14
        core.write(place, value)
        return 17

    return of_memory if z == MEMORY else of_register


def shift_indexed(core: Core, index: int) -> int:
    """Shift, test or change the byte at (IX+d) or (IY+d); a register in the code gets the result too.

    Return the T-states.
    """
    place, code = core.place(index), core.next()
    value = _bits(core, code, core.read(place), place >> 8)
    if code >> 6 == 1:
        return 22
    core.write(place, value)
    if code & 7 != MEMORY:
        core.registers[code & 7] = value
    return 25


def _bits(core: Core, code: int, value: int, copied: int) -> int:
    kind, number = code >> 6, code >> 3 & 7
    registers = core.registers
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


def instruction(core: Core, code: int) -> Instruction:
    """Return the instruction of a code after EDH. Codes other than 40H to 7FH and the block instructions do nothing."""
    kind, y, z = code >> 6, code >> 3 & 7, code & 7
    if kind == 2 and y > 3 and z < 4:
        return _block_code(core, y, z)
    if kind != 1:
        return lambda: 10
    if z == 7:
        return _special_code(core, y)
    return _word_code(core, y, z)


def _word_code(core: Core, y: int, z: int) -> Instruction:
    state, registers = core.state, core.registers
    get, put = core.pair_access(y >> 1, H)

    def from_port() -> int:
        value = core.read_port(registers[C])
        if y != MEMORY:
            registers[y] = value
        registers[F] = registers[F] & CARRY | OF_LOGIC[value]
        return 14

    def to_port() -> int:
        core.write_port(registers[C], 0 if y == MEMORY else registers[y])
        return 14

    def with_carry() -> int:
        operate = flags.add_words_with_carry if y & 1 else flags.subtract_words
        value, registers[F] = operate(core.pair(H), get(), registers[F] & CARRY)
        core.set_pair(H, value)
        return 17

    def move_word() -> int:
        place = core.next_word()
        if y & 1:
            put(core.word_at(place))
        else:
            core.set_word_at(place, get())
        return 22

    def negate() -> int:
        registers[A], registers[F] = flags.subtract(0, registers[A])
        return 10

    def leave() -> int:
        state.pc = core.pop()
        return 16

    def set_mode() -> int:
        state.mode = (0, 0, 1, 2)[y & 3]
        return 10

    return (from_port, to_port, with_carry, move_word, negate, leave, set_mode)[z]


def _special_code(core: Core, y: int) -> Instruction:
    state, registers = core.state, core.registers

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
        place = core.pair(H)
        value = core.read(place)
        low = registers[A] & 15
        if y == 4:
            registers[A], value = registers[A] & 0xF0 | value & 15, value >> 4 | low << 4
        else:
            registers[A], value = registers[A] & 0xF0 | value >> 4, value << 4 & 0xFF | low
        core.write(place, value)
        registers[F] = registers[F] & CARRY | OF_LOGIC[registers[A]]
        return 20

    return (to_i, to_r, from_special, from_special, rotate_digits, rotate_digits)[y] if y < 6 else lambda: 10


def _block_code(core: Core, y: int, z: int) -> Instruction:
    """Return an instruction of LDI to OTDR.

    Args:
        y: Bit 0: downwards; bit 1: repeated.
    """
    step, repeated = (-1 if y & 1 else 1), y & 2
    work = (_block_load, _block_compare, _block_input, _block_output)[z]

    def run() -> int:
        if not work(core, step) or not repeated:
            return 18
        core.state.pc = core.state.pc - 2 & 0xFFFF
        return 23

    return run


def _block_load(core: Core, step: int) -> bool:
    registers = core.registers
    source, target, count = core.pair(H), core.pair(D), core.pair(B) - 1 & 0xFFFF
    value = core.read(source)
    core.write(target, value)
    core.set_pair(H, source + step & 0xFFFF)
    core.set_pair(D, target + step & 0xFFFF)
    core.set_pair(B, count)
    total = value + registers[A]
    registers[F] = registers[F] & (SIGN | ZERO | CARRY) | PARITY * bool(count) | total & 8 | (total & 2) << 4
    return count > 0


def _block_compare(core: Core, step: int) -> bool:
    registers = core.registers
    source, count = core.pair(H), core.pair(B) - 1 & 0xFFFF
    value, after = flags.subtract(registers[A], core.read(source))
    core.set_pair(H, source + step & 0xFFFF)
    core.set_pair(B, count)
    total = value - bool(after & HALF)
    after = after & ~(COPIED | CARRY | PARITY) | registers[F] & CARRY | PARITY * bool(count)
    registers[F] = after | total & 8 | (total & 2) << 4
    return count > 0 and value > 0


def _block_input(core: Core, step: int) -> bool:
    registers = core.registers
    value = core.read_port(registers[C])
    core.write(core.pair(H), value)
    return _block_port(core, step, value, value + (registers[C] + step & 0xFF))


def _block_output(core: Core, step: int) -> bool:
    registers = core.registers
    value = core.read(core.pair(H))
    core.write_port(registers[C], value)
    return _block_port(core, step, value, value + (registers[L] + step & 0xFF))


def _block_port(core: Core, step: int, value: int, total: int) -> bool:
    registers = core.registers
    core.set_pair(H, core.pair(H) + step & 0xFFFF)
    registers[B] = count = registers[B] - 1 & 0xFF
    over = (HALF | CARRY) * (total > 255)
    parity = OF_LOGIC[total & 7 ^ count] & PARITY
    registers[F] = OF_BYTE[count] | SUBTRACTED * (value >> 7) | over | parity
    return count > 0
