"""Integers of 16 bits as Z80 code: what needs no decimal arithmetic, in registers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    NC,
    A,
    At,
    B,
    C,
    D,
    E,
    H,
    Instruction,
    L,
    P,
    adc,
    add,
    and_,
    call,
    dec,
    inc,
    jp,
    jr,
    ld,
    or_,
    rr,
    sbc,
    sra,
    srl,
    sub,
    xor,
)
from msxkit.native.emit.part import EmitterPart
from msxkit.program.values import INT16, Arithmetic, Combine, Compute, Logic, NumberConstant, Value

#: The operators that an instruction of the processor carries out for a byte: of all bytes, and of the lower ones.
BITWISE: dict[Logic, Callable[..., Instruction]] = {Logic.AND: and_, Logic.OR: or_, Logic.XOR: xor}
_SUMS: dict[Arithmetic, Callable[..., Instruction]] = {
    Arithmetic.ADD: partial(add, A),
    Arithmetic.SUBTRACT: sub,
}
#: The largest product by a constant that is written out: doublings and sums.
_STEPS = 12
#: A constant has fewer places than this where its product is computed as that of an integer.
_FARTHEST = 20
#: The largest divisor of the short division.
_SHORT = 128


class Integers(EmitterPart):
    """Sums, products and quotients of integers."""

    def low_byte(self, value: Value) -> None:
        """Load the lower byte of an integer into A."""
        simple = self.operands.integer(value)
        parts = self.of_bytes(value)
        if simple is not None:
            self.writer.put(ld(A, simple & 0xFF if isinstance(simple, int) else simple))
        elif parts is None:
            self.load.integer(value)
            self.writer.put(ld(A, L))
        else:
            left, operate, right = parts
            self.low_byte(left)
            if not isinstance(right, int):
                self.writer.put(ld(HL, right.place), operate(At(HL)))
            elif operate is not and_ or right & 0xFF != 0xFF:
                self.writer.put(operate(right & 0xFF))

    def is_flat(self, value: Value) -> bool:
        """Return whether `low_byte` needs no register but A."""
        if self.operands.integer(value) is not None:
            return True
        parts = self.of_bytes(value)
        return parts is not None and isinstance(parts[2], int) and self.is_flat(parts[0])

    def of_bytes(self, value: Value) -> tuple[Value, Callable[..., Instruction], int | At] | None:
        """Return the operands of what needs only their lower bytes to tell its own; None: it is something else."""
        value = self.operands.known(value)
        if isinstance(value, Combine):
            operate = BITWISE.get(value.operator)
        elif isinstance(value, Compute) and self.operands.fits(value):
            operate = _SUMS.get(value.operator)
        else:
            return None
        left, right = value.left, value.right
        if operate is None or not (self.operands.fits(left) and self.operands.fits(right)):
            return None
        if operate is not sub:
            left, right = self.simple_last(left, right)
        simple = self.operands.integer(right)
        return None if simple is None else (left, operate, simple)

    def simple_last(self, left: Value, right: Value) -> tuple[Value, Value]:
        """Return the operands of an operation that commutes, with one that is a constant or in memory behind."""
        simple = map(self.operands.integer, (left, right))
        ranks = [2 if isinstance(operand, int) else operand is not None for operand in simple]
        return (right, left) if ranks[0] > ranks[1] else (left, right)

    def pair(self, left: Value, right: Value) -> None:
        """Load two integers into HL and BC; error 6 beyond 16 bits."""
        simple = self.operands.integer(right)
        if simple is not None:
            self.load.integer(left)
            self.writer.put(ld(BC, simple))
            return
        simple = self.operands.integer(left)
        if simple is not None:
            self.load.integer(right)
            self.writer.put(ld(B, H), ld(C, L), ld(HL, simple))
            return
        self.load.integer(left)
        kept = self.temporaries.word()
        self.writer.put(ld(At(kept), HL))
        self.load.integer(right)
        self.writer.put(ld(B, H), ld(C, L), ld(HL, At(kept)))
        self.temporaries.free_word()

    def sum(self, left: Value, right: Value, sign: int) -> None:
        """Compute a sum (sign 1) or difference (-1) in HL, which is known to fit."""
        if sign > 0:
            left, right = self.simple_last(left, right)
        simple = self.operands.integer(right)
        if isinstance(simple, int):
            number = sign * simple
            self.load.integer(left)
            if abs(number) <= 3:
                self.writer.put(*[inc(HL) if number > 0 else dec(HL)] * abs(number))
            else:
                self.writer.put(ld(BC, number), add(HL, BC))
            return
        if sign < 0 and simple is not None and self.operands.is_byte(left) and self.operands.is_byte(right):
            self.low_byte(left)
            self.writer.put(ld(HL, simple.place), sub(At(HL)), ld(L, A), sbc(A, A), ld(H, A))
            return
        self.pair(left, right)
        self.writer.put(*([add(HL, BC)] if sign > 0 else [or_(A), sbc(HL, BC)]))

    def times(self, factor: int) -> None:
        """Multiply HL by a positive constant; keeps BC if that is written out."""
        bits = f"{factor:b}"
        if len(bits) - 1 + bits.count("1") > _STEPS:
            self.writer.put(ld(BC, factor))
            self.writer.call("word_times")
            return
        if bits.count("1") > 1:
            self.writer.put(ld(D, H), ld(E, L))
        for bit in bits[1:]:
            self.writer.put(add(HL, HL))
            if bit == "1":
                self.writer.put(add(HL, DE))

    def product(self, left: Value, right: Value) -> bool:
        """Compute a product by a constant in HL, which is known to fit. Return False if it is not written out."""
        left, right = self.simple_last(left, right)
        factor = self.operands.integer(right)
        if not isinstance(factor, int) or factor == -INT16:
            return False
        bits = f"{abs(factor):b}"
        if len(bits) - 1 + bits.count("1") > _STEPS:
            return False
        self.load.integer(left)
        if not factor:
            self.writer.put(ld(HL, 0))
            return True
        self.times(abs(factor))
        if factor < 0:
            self.writer.put(xor(A), sub(L), ld(L, A), sbc(A, A), sub(H), ld(H, A))
        return True

    def decimal_product(self, left: Value, right: Value) -> bool:
        """Compute the product of an integer and a constant such as .5, whose digits times the integer are known to fit
        16 bits. Return False if they are not.
        """
        if isinstance(left, NumberConstant):
            left, right = right, left
        if not isinstance(right, NumberConstant) or isinstance(right.number, int):
            return False
        minus, figures, exponent = right.number.normalize().as_tuple()
        if minus or not isinstance(exponent, int) or not -_FARTHEST < exponent < 0:
            return False
        return self._tenths(left, int("".join(map(str, figures))), -exponent)

    def decimal_quotient(self, left: Value, right: Value) -> bool:
        """Compute the quotient of an integer and a constant such as 8, of one or two digits, which divides a power of
        ten, likewise: its digits are exact.
        """
        divisor = self._divisor(right)
        if divisor is None or divisor >= 100:
            return False
        for places in range(1, 7):
            factor, rest = divmod(10**places, divisor)
            if not rest:
                return self._tenths(left, factor, places)
        return False

    def _tenths(self, left: Value, digits: int, places: int) -> bool:
        """Compute an integer times some digits, the last of them behind the point, if that is known to fit 16 bits."""
        found = self.operands.limits(left) if self.operands.fits(left) else None
        if found is None or max(abs(found.low), abs(found.high), 1) * digits >= INT16:
            return False
        self.load.integer(left)
        self.times(digits)
        self.writer.put(ld(B, places))
        self.writer.call("decimal_places")
        return True

    def quotient(self, left: Value, right: Value) -> bool:
        """Compute an integer division by a constant in HL. Return False if it is not written out."""
        divisor = self._divisor(right)
        if divisor is None:
            return False
        found = self.operands.limits(left)
        natural = found is not None and found.is_natural
        if natural and not divisor & divisor - 1:
            self.load.integer(left)
            self._shift(divisor.bit_length() - 1, is_byte=self.operands.is_byte(left))
            return True
        if divisor == 1:
            self.load.integer(left)
            return True
        if natural and found is not None and self._is_quick(divisor):
            self._quick_quotient(left, divisor, int(found.high) >> 8)
            return True
        if divisor > _SHORT:
            return False
        self.load.integer(left)
        if not divisor & divisor - 1:
            self._shift_signed(divisor)
            return True
        self.writer.put(ld(E, divisor))
        self.writer.call(self._division(left, divisor, "quotient"))
        return True

    def floor(self, left: Value, right: Value) -> bool:
        """Compute a quotient of an integer, which may be negative, by a constant in HL, rounded down. Return False if
        it is not written out.
        """
        divisor = self._divisor(right)
        if divisor is None or divisor > _SHORT or not self.operands.fits(left):
            return False
        self.load.integer(left)
        if not divisor & divisor - 1:
            self.writer.put(*[sra(H), rr(L)] * (divisor.bit_length() - 1))
            return True
        natural, done = self.writer.new_label(), self.writer.new_label()
        division = [ld(E, divisor), call("byte_quotient")]
        self.writer.put(ld(A, H), or_(A), jp(P, natural), inc(HL), *division, dec(HL), jp(done))
        self.writer.label(natural)
        self.writer.put(*division)
        self.writer.label(done)
        return True

    def modulo(self, left: Value, right: Value) -> bool:
        """Compute MOD by a constant in HL. Return False if it is not written out."""
        divisor = self._divisor(right)
        if divisor is None:
            return False
        found = self.operands.limits(left)
        if found is not None and found.is_natural:
            if not divisor & divisor - 1 and divisor <= _SHORT:
                self.low_byte(left)
                self.writer.put(and_(divisor - 1), ld(L, A), ld(H, 0))
                return True
            multiples = _multiples(divisor, int(found.high))
            if found.is_byte and len(multiples) <= 6:
                self.low_byte(left)
                for multiple in multiples:
                    less = self.writer.new_label()
                    self.writer.put(sub(multiple), jr(NC, less), add(A, multiple))
                    self.writer.label(less)
                self.writer.put(ld(L, A), ld(H, 0))
                return True
            if self._is_quick(divisor):
                self._quick_modulo(left, divisor, int(found.high) >> 8)
                return True
        if divisor > _SHORT:
            return False
        self.load.integer(left)
        self.writer.put(ld(E, divisor))
        self.writer.call(self._division(left, divisor, "modulo"))
        return True

    def _divisor(self, value: Value) -> int | None:
        """Return a divisor that is known and positive."""
        found = self.operands.integer(value)
        return found if isinstance(found, int) and found >= 1 else None

    def _shift(self, shifts: int, *, is_byte: bool) -> None:
        """Shift a natural number in HL to the right."""
        if shifts >= 8:
            self.writer.put(ld(L, H), ld(H, 0))
            shifts, is_byte = shifts - 8, True
        self.writer.put(*([srl(L)] if is_byte else [srl(H), rr(L)]) * shifts)

    def _shift_signed(self, divisor: int) -> None:
        """Divide HL, which may be negative, by a power of two: cut toward 0."""
        positive = self.writer.new_label()
        self.writer.put(ld(A, H), or_(A), jp(P, positive), ld(BC, divisor - 1), add(HL, BC))
        self.writer.label(positive)
        self.writer.put(*[sra(H), rr(L)] * (divisor.bit_length() - 1))

    # By tables: of a number 256 * high + low, those of `high` tell quotient and rest of the first part

    def _is_quick(self, divisor: int) -> bool:
        return self.storage.quick and 3 <= divisor <= 255

    def _quick_quotient(self, left: Value, divisor: int, high: int) -> None:
        """Compute a quotient in HL. The high byte of the dividend is at most `high`."""
        quotients = self.storage.bytes([number // divisor for number in range(255 + divisor)])
        if not high:
            self._looked_up(left, quotients)
            return
        rests = self._rests(divisor, high)
        parts = self.storage.bytes(
            [byte for part in range(_rounded(high) + 1) for byte in divmod((part << 8) // divisor, 256)[::-1]]
        )
        self.load.integer(left)
        self.writer.put(ld(C, L), ld(E, H), ld(D, 0), ld(HL, rests), add(HL, DE), ld(A, At(HL)), add(A, C))
        self.writer.put(ld(C, A), ld(A, D), adc(A, A), ld(B, A))
        self.writer.put(ld(HL, parts), add(HL, DE), add(HL, DE), ld(E, At(HL)), inc(HL), ld(D, At(HL)))
        self.writer.put(ld(HL, quotients), add(HL, BC), ld(L, At(HL)), ld(H, 0), add(HL, DE))

    def _quick_modulo(self, left: Value, divisor: int, high: int) -> None:
        """Compute the rest of a division in HL, likewise."""
        rests = self.storage.bytes([number % divisor for number in range(255 + divisor)])
        if not high:
            self._looked_up(left, rests)
            return
        first = self._rests(divisor, high)
        self.load.integer(left)
        self.writer.put(ld(C, L), ld(E, H), ld(D, 0), ld(HL, first), add(HL, DE), ld(A, At(HL)), add(A, C))
        self.writer.put(ld(C, A), ld(A, D), adc(A, A), ld(B, A))
        self.writer.put(ld(HL, rests), add(HL, BC), ld(L, At(HL)), ld(H, 0))

    def _rests(self, divisor: int, high: int) -> str:
        """Return the table of what the high byte of a number leaves."""
        return self.storage.bytes([(part << 8) % divisor for part in range(_rounded(high) + 1)])

    def _looked_up(self, byte: Value, table: str) -> None:
        self.low_byte(byte)
        self.writer.put(ld(L, A), ld(H, 0), ld(DE, table), add(HL, DE), ld(L, At(HL)), ld(H, 0))

    def _division(self, left: Value, divisor: int, name: str) -> str:
        """Return the routine that divides HL by E."""
        found = self.operands.limits(left)
        if found is not None and found.is_natural and int(found.high) >> 8 < divisor:
            return f"byte_{name}_short"
        return f"byte_{name}"


def _rounded(high: int) -> int:
    """Return the high byte up to which a table goes, so that several divisions share it."""
    return (1 << high.bit_length()) - 1


def _multiples(divisor: int, largest: int) -> list[int]:
    """Return the numbers to subtract from a byte up to `largest`, one after the other, to leave the rest of
    a division.
    """
    found = []
    multiple = divisor
    while multiple <= largest:
        found.append(multiple)
        multiple *= 2
    return found[::-1]
