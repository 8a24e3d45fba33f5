"""The instructions of the Z80 that have no prefix, or DDH and FDH, decoded by the fields of their codes.

T-states are those of an MSX, which adds one to each fetch of a code (MSX2 Technical Handbook, chapter 1). Source of the
instructions: Zilog, Z80 CPU User Manual (UM0080).
"""

from __future__ import annotations

from functools import partial

from msxkit.machine.z80 import flags
from msxkit.machine.z80.core import MEMORY, A, B, Core, D, F, H, Instruction
from msxkit.machine.z80.flags import CARRY, COPIED, HALF, PARITY, SIGN, SUBTRACTED, ZERO


def instruction(core: Core, code: int, index: int) -> Instruction:
    """Return the instruction of a code without prefix, or after one that puts IX or IY in HL's place.

    Args:
        index: H, IX or IY.
    """
    kind, y, z = code >> 6, code >> 3 & 7, code & 7
    if kind == 1:
        return _load_code(core, y, z, index)
    if kind == 2:
        return _arithmetic_code(core, y, z, index)
    if kind == 0:
        return _low_code(core, y, z, index)
    return _high_code(core, y, z, index)


def _load_code(core: Core, y: int, z: int, index: int) -> Instruction:
    registers, far = core.registers, index != H
    if y == z == MEMORY:
        return partial(_halt, core)
    if y == MEMORY:

        def store() -> int:
            core.write(core.place(index), registers[z])
            return 21 if far else 8

        return store
    if z == MEMORY:

        def load() -> int:
            registers[y] = core.read(core.place(index))
            return 21 if far else 8

        return load
    target, source = core.half(y, index), core.half(z, index)

    def move() -> int:
        registers[target] = registers[source]
        return 10 if far else 5

    return move


def _halt(core: Core) -> int:
    core.state.halted = True
    return 5


def _arithmetic_code(core: Core, y: int, z: int, index: int) -> Instruction:
    """Return one of ADD to CP, with a register or memory."""
    registers, far = core.registers, index != H
    if z == MEMORY:

        def with_memory() -> int:
            _operate(core, y, core.read(core.place(index)))
            return 21 if far else 8

        return with_memory
    source = core.half(z, index)

    def with_register() -> int:
        _operate(core, y, registers[source])
        return 10 if far else 5

    return with_register


def _operate(core: Core, kind: int, value: int) -> None:
    registers = core.registers
    registers[A], registers[F] = flags.operate(kind, registers[A], value, registers[F])


def _low_code(core: Core, y: int, z: int, index: int) -> Instruction:
    """Return the instruction of a code 00H to 3FH."""
    if z == 0:
        return _relative_code(core, y, index)
    if z in (1, 3):
        return _pair_code(core, y, z, index)
    if z == 2:
        return _indirect_code(core, y, index)
    if z in (4, 5):
        return _count_code(core, y, z == 4, index)
    if z == 6:
        return _constant_code(core, y, index)
    return _accumulator_code(core, y, index)


def _relative_code(core: Core, y: int, index: int) -> Instruction:
    state, registers, extra = core.state, core.registers, 5 * (index != H)

    def nothing() -> int:
        return 5 + extra

    def exchange() -> int:
        registers[F], state.shadow[F] = state.shadow[F], registers[F]
        registers[A], state.shadow[A] = state.shadow[A], registers[A]
        return 5 + extra

    def count_down() -> int:
        away = core.next_signed()
        registers[B] = registers[B] - 1 & 0xFF
        if not registers[B]:
            return 9 + extra
        state.pc = state.pc + away & 0xFFFF
        return 14 + extra

    def jump() -> int:
        away = core.next_signed()
        state.pc = state.pc + away & 0xFFFF
        return 13 + extra

    def jump_if() -> int:
        away = core.next_signed()
        if not core.holds(y - 4):
            return 8 + extra
        state.pc = state.pc + away & 0xFFFF
        return 13 + extra

    return (nothing, exchange, count_down, jump)[y] if y < 4 else jump_if


def _pair_code(core: Core, y: int, z: int, index: int) -> Instruction:
    """Return LD rr,nn, ADD HL,rr, INC rr or DEC rr."""
    number, second, extra = y >> 1, y & 1, 5 * (index != H)
    get, put = core.pair_access(number, index)

    def load() -> int:
        put(core.next_word())
        return 11 + extra

    def add() -> int:
        value, core.registers[F] = flags.add_words(core.pair(index), get(), core.registers[F])
        core.set_pair(index, value)
        return 12 + extra

    def increment() -> int:
        put(get() + 1 & 0xFFFF)
        return 7 + extra

    def decrement() -> int:
        put(get() - 1 & 0xFFFF)
        return 7 + extra

    if z == 1:
        return add if second else load
    return decrement if second else increment


def _indirect_code(core: Core, y: int, index: int) -> Instruction:
    """Return LD A,(BC) or another LD with an address in BC, DE or the instruction."""
    registers, extra = core.registers, 5 * (index != H)
    first = 2 * (y >> 1)

    def store() -> int:
        core.write(core.pair(first), registers[A])
        return 8 + extra

    def load() -> int:
        registers[A] = core.read(core.pair(first))
        return 8 + extra

    def store_word() -> int:
        core.set_word_at(core.next_word(), core.pair(index))
        return 17 + extra

    def load_word() -> int:
        core.set_pair(index, core.word_at(core.next_word()))
        return 17 + extra

    def store_byte() -> int:
        core.write(core.next_word(), registers[A])
        return 14 + extra

    def load_byte() -> int:
        registers[A] = core.read(core.next_word())
        return 14 + extra

    return (store, load, store, load, store_word, load_word, store_byte, load_byte)[y]


def _count_code(core: Core, y: int, up: bool, index: int) -> Instruction:
    registers, count = core.registers, flags.increment if up else flags.decrement
    far = index != H
    if y == MEMORY:

        def in_memory() -> int:
            place = core.place(index)
            value, registers[F] = count(core.read(place), registers[F])
            core.write(place, value)
            return 25 if far else 12

        return in_memory
    target = core.half(y, index)

    def in_register() -> int:
        registers[target], registers[F] = count(registers[target], registers[F])
        return 10 if far else 5

    return in_register


def _constant_code(core: Core, y: int, index: int) -> Instruction:
    registers, far = core.registers, index != H
    if y == MEMORY:

        def to_memory() -> int:
            place = core.place(index)
            core.write(place, core.next())
            return 21 if far else 11

        return to_memory
    target = core.half(y, index)

    def to_register() -> int:
        registers[target] = core.next()
        return 13 if far else 8

    return to_register


def _accumulator_code(core: Core, y: int, index: int) -> Instruction:
    """Return one of RLCA to CCF."""
    registers, extra = core.registers, 5 * (index != H)

    def shift() -> int:
        before = registers[F]
        registers[A], after = flags.shift(y, registers[A], before)
        registers[F] = before & (SIGN | ZERO | PARITY) | registers[A] & COPIED | after & CARRY
        return 5 + extra

    def adjust() -> int:
        registers[A], registers[F] = flags.adjust(registers[A], registers[F])
        return 5 + extra

    def complement() -> int:
        registers[A] ^= 0xFF
        registers[F] = (
            registers[F] & (SIGN | ZERO | PARITY | CARRY) | HALF | SUBTRACTED | registers[A] & COPIED
        )
        return 5 + extra

    def set_carry() -> int:
        registers[F] = registers[F] & (SIGN | ZERO | PARITY) | registers[A] & COPIED | CARRY
        return 5 + extra

    def turn_carry() -> int:
        before = registers[F]
        half = HALF * (before & CARRY)
        registers[F] = (
            before & (SIGN | ZERO | PARITY) | registers[A] & COPIED | half | (before ^ CARRY) & CARRY
        )
        return 5 + extra

    return shift if y < 4 else (adjust, complement, set_carry, turn_carry)[y - 4]


def _high_code(core: Core, y: int, z: int, index: int) -> Instruction:
    """Return the instruction of a code C0H to FFH; the one for a prefix is never called."""
    state, extra = core.state, 5 * (index != H)
    if z == 1:
        return _pop_code(core, y, index)
    if z == 3:
        return _various_code(core, y, index)
    if z == 5:
        return _push_code(core, y, index)

    def return_if() -> int:
        if not core.holds(y):
            return 6 + extra
        state.pc = core.pop()
        return 12 + extra

    def jump_if() -> int:
        target = core.next_word()
        if core.holds(y):
            state.pc = target
        return 11 + extra

    def call_if() -> int:
        target = core.next_word()
        if not core.holds(y):
            return 11 + extra
        core.push(state.pc)
        state.pc = target
        return 18 + extra

    def with_constant() -> int:
        _operate(core, y, core.next())
        return 8 + extra

    def restart() -> int:
        core.push(state.pc)
        state.pc = 8 * y
        return 12 + extra

    return {0: return_if, 2: jump_if, 4: call_if, 6: with_constant, 7: restart}[z]


def _pop_code(core: Core, y: int, index: int) -> Instruction:
    state, registers, extra = core.state, core.registers, 5 * (index != H)
    number = y >> 1
    first = index if number == 2 else 2 * number

    def pop() -> int:
        value = core.pop()
        if number == 3:
            core.af = value
        else:
            core.set_pair(first, value)
        return 11 + extra

    def leave() -> int:
        state.pc = core.pop()
        return 11 + extra

    def exchange() -> int:
        registers[:F], state.shadow[:F] = state.shadow[:F], registers[:F]
        return 5 + extra

    def jump() -> int:
        state.pc = core.pair(index)
        return 5 + extra

    def load_stack() -> int:
        state.sp = core.pair(index)
        return 7 + extra

    return (leave, exchange, jump, load_stack)[number] if y & 1 else pop


def _push_code(core: Core, y: int, index: int) -> Instruction:
    state, extra = core.state, 5 * (index != H)
    number = y >> 1
    first = index if number == 2 else 2 * number

    def push() -> int:
        core.push(core.af if number == 3 else core.pair(first))
        return 12 + extra

    def call() -> int:
        target = core.next_word()
        core.push(state.pc)
        state.pc = target
        return 18 + extra

    return call if y & 1 else push


def _various_code(core: Core, y: int, index: int) -> Instruction:
    state, registers, extra = core.state, core.registers, 5 * (index != H)

    def jump() -> int:
        state.pc = core.next_word()
        return 11 + extra

    def to_port() -> int:
        core.write_port(core.next(), registers[A])
        return 12 + extra

    def from_port() -> int:
        registers[A] = core.read_port(core.next())
        return 12 + extra

    def exchange_stack() -> int:
        value = core.word_at(state.sp)
        core.set_word_at(state.sp, core.pair(index))
        core.set_pair(index, value)
        return 20 + extra

    def exchange() -> int:
        registers[D:H], registers[H:F] = registers[H:F], registers[D:H]
        return 5 + extra

    def disable() -> int:
        state.enabled = False
        return 5 + extra

    def enable() -> int:
        state.enabled = True
        return 5 + extra

    return (jump, jump, to_port, from_port, exchange_stack, exchange, disable, enable)[y]
