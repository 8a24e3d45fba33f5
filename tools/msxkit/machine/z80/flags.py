"""The arithmetic of the Z80: results and flags. Source: Zilog, Z80 CPU User Manual (UM0080)."""

from __future__ import annotations

#: The flags: carry, subtracted, overflow or parity, half carry, zero, sign; the other two copy bits of the result.
CARRY, SUBTRACTED, PARITY, HALF, ZERO, SIGN = 0x01, 0x02, 0x04, 0x10, 0x40, 0x80
COPIED = 0x28

#: Sign, zero and the copied bits of a byte; the same with its parity.
OF_BYTE = bytes(value & (SIGN | COPIED) | ZERO * (not value) for value in range(256))
OF_LOGIC = bytes(OF_BYTE[value] | PARITY * (value.bit_count() % 2 == 0) for value in range(256))


def add(x: int, y: int, carry: int = 0) -> tuple[int, int]:
    """Return the result and flags of ADD and ADC of bytes."""
    total = x + y + carry
    value = total & 0xFF
    overflow = (x ^ value) & (y ^ value) & 0x80
    return value, OF_BYTE[value] | total >> 8 | (x ^ y ^ value) & HALF | overflow >> 5


def subtract(x: int, y: int, carry: int = 0) -> tuple[int, int]:
    """Return the result and flags of SUB and SBC of bytes."""
    total = x - y - carry
    value = total & 0xFF
    overflow = (x ^ y) & (x ^ value) & 0x80
    return value, OF_BYTE[value] | SUBTRACTED | total >> 8 & CARRY | (x ^ y ^ value) & HALF | overflow >> 5


def compare(x: int, y: int) -> int:
    """Return the flags of CP: the copied bits are those of the operand."""
    return subtract(x, y)[1] & ~COPIED | y & COPIED


def both(x: int, y: int) -> tuple[int, int]:
    """Return the result and flags of AND."""
    return x & y, OF_LOGIC[x & y] | HALF


def unlike(x: int, y: int) -> tuple[int, int]:
    """Return the result and flags of XOR."""
    return x ^ y, OF_LOGIC[x ^ y]


def either(x: int, y: int) -> tuple[int, int]:
    """Return the result and flags of OR."""
    return x | y, OF_LOGIC[x | y]


def operate(kind: int, x: int, y: int, before: int) -> tuple[int, int]:
    """Return the result and flags of ADD, ADC, SUB, SBC, AND, XOR, OR or CP (`kind` 0-7); the result of CP is `x`.

    Args:
        before: The flags.
    """
    if kind < 2:
        return add(x, y, before & CARRY if kind else 0)
    if kind < 4:
        return subtract(x, y, before & CARRY if kind == 3 else 0)
    if kind == 7:
        return x, compare(x, y)
    return (both, unlike, either)[kind - 4](x, y)


def increment(x: int, before: int) -> tuple[int, int]:
    """Return the result and flags of INC of a byte.

    Args:
        before: The flags, of which carry stays.
    """
    value = x + 1 & 0xFF
    return value, before & CARRY | OF_BYTE[value] | HALF * (not value & 15) | PARITY * (value == 0x80)


def decrement(x: int, before: int) -> tuple[int, int]:
    """Return the result and flags of DEC of a byte."""
    value = x - 1 & 0xFF
    flags = before & CARRY | SUBTRACTED | OF_BYTE[value]
    return value, flags | HALF * (value & 15 == 15) | PARITY * (value == 0x7F)


def add_words(x: int, y: int, before: int) -> tuple[int, int]:
    """Return the result and flags of ADD HL,rr: sign, zero and overflow stay."""
    total = x + y
    half = (x ^ y ^ total) >> 8 & HALF
    return total & 0xFFFF, before & (SIGN | ZERO | PARITY) | half | total >> 8 & COPIED | total >> 16


def add_words_with_carry(x: int, y: int, carry: int) -> tuple[int, int]:
    """Return the result and flags of ADC HL,rr."""
    total = x + y + carry
    value = total & 0xFFFF
    overflow = (x ^ value) & (y ^ value) & 0x8000
    flags = value >> 8 & (SIGN | COPIED) | ZERO * (not value) | total >> 16
    return value, flags | (x ^ y ^ value) >> 8 & HALF | overflow >> 13


def subtract_words(x: int, y: int, carry: int) -> tuple[int, int]:
    """Return the result and flags of SBC HL,rr."""
    total = x - y - carry
    value = total & 0xFFFF
    overflow = (x ^ y) & (x ^ value) & 0x8000
    flags = value >> 8 & (SIGN | COPIED) | ZERO * (not value) | SUBTRACTED | total >> 16 & CARRY
    return value, flags | (x ^ y ^ value) >> 8 & HALF | overflow >> 13


def adjust(x: int, before: int) -> tuple[int, int]:
    """Return the result and flags of DAA, after a sum or difference of two numbers of two decimal digits."""
    carry = before & CARRY or x > 0x99
    step = 0x60 * bool(carry) + 6 * bool(before & HALF or x & 15 > 9)
    value = (x - step if before & SUBTRACTED else x + step) & 0xFF
    return value, OF_LOGIC[value] | before & SUBTRACTED | bool(carry) | (x ^ value) & HALF


def shift(kind: int, x: int, before: int) -> tuple[int, int]:
    """Return the result and flags of RLC, RRC, RL, RR, SLA, SRA, SLL (not in the manual) or SRL (`kind` 0-7)."""
    if kind % 2:
        out = x & 1
        into = (out, before & CARRY, x >> 7, 0)[kind >> 1] << 7
        value = x >> 1 | into
    else:
        out = x >> 7
        value = x << 1 & 0xFF | (out, before & CARRY, 0, 1)[kind >> 1]
    return value, OF_LOGIC[value] | out
