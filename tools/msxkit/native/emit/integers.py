"""Integers of 16 bits as Z80 code: what needs no decimal arithmetic, in registers."""

from __future__ import annotations

from msxkit.native.asm.z80 import (
    BC,
    DE,
    HERE,
    HL,
    NC,
    A,
    At,
    B,
    C,
    D,
    E,
    H,
    L,
    Plus,
    add,
    and_,
    dec,
    inc,
    jr,
    ld,
    or_,
    rr,
    sbc,
    srl,
    sub,
    xor,
)
from msxkit.native.emit.part import Part
from msxkit.program.values import NumberConstant, Value

#: The largest product by a constant that is written out: doublings and sums.
_STEPS = 12
#: The largest divisor of the short division.
_SHORT = 128


class Integers(Part):
    """Sums, products and quotients of integers."""

    def low_byte(self, value: Value) -> None:
        """Load a number from 0 to 255 into A."""
        simple = self.operands.integer(value)
        if simple is not None:
            self.writer.put(ld(A, simple))
        else:
            self.load.integer(value)
            self.writer.put(ld(A, L))

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
        if sign > 0 and isinstance(left, NumberConstant):
            left, right = right, left
        if isinstance(right, NumberConstant):
            number = sign * int(right.number)
            self.load.integer(left)
            if abs(number) <= 3:
                self.writer.put(*[inc(HL) if number > 0 else dec(HL)] * abs(number))
            else:
                self.writer.put(ld(BC, number), add(HL, BC))
            return
        self.pair(left, right)
        self.writer.put(*([add(HL, BC)] if sign > 0 else [or_(A), sbc(HL, BC)]))

    def product(self, left: Value, right: Value) -> bool:
        """Compute a product by a constant in HL, which is known to fit. Return False if it is not written out."""
        if isinstance(left, NumberConstant):
            left, right = right, left
        if not isinstance(right, NumberConstant):
            return False
        factor = int(right.number)
        bits = f"{abs(factor):b}"
        if len(bits) - 1 + bits.count("1") > _STEPS or factor == -32768:
            return False
        self.load.integer(left)
        if not factor:
            self.writer.put(ld(HL, 0))
            return True
        if bits.count("1") > 1:
            self.writer.put(ld(D, H), ld(E, L))
        for bit in bits[1:]:
            self.writer.put(add(HL, HL))
            if bit == "1":
                self.writer.put(add(HL, DE))
        if factor < 0:
            self.writer.put(xor(A), sub(L), ld(L, A), sbc(A, A), sub(H), ld(H, A))
        return True

    def quotient(self, left: Value, right: Value) -> bool:
        """Compute an integer division by a constant in HL. Return False if it is not written out."""
        divisor = _divisor(right)
        if divisor is None:
            return False
        self.load.integer(left)
        if divisor == 1:
            return True
        if self.operands.is_natural(left) and not divisor & divisor - 1:
            shifts = divisor.bit_length() - 1
            if self.operands.is_byte(left):
                self.writer.put(*[srl(L)] * shifts)
            else:
                self.writer.put(*[srl(H), rr(L)] * shifts)
            return True
        self.writer.put(ld(E, divisor))
        self.writer.call(self._division(left, divisor, "quotient"))
        return True

    def modulo(self, left: Value, right: Value) -> bool:
        """Compute MOD by a constant in HL. Return False if it is not written out."""
        divisor = _divisor(right)
        if divisor is None:
            return False
        found = self.operands.limits(left)
        if found is not None and found.is_natural:
            if not divisor & divisor - 1:
                self.low_byte(left) if found.is_byte else self._low(left)
                self.writer.put(and_(divisor - 1), ld(L, A), ld(H, 0))
                return True
            multiples = _multiples(divisor, int(found.high))
            if found.is_byte and len(multiples) <= 6:
                self.low_byte(left)
                for multiple in multiples:
                    self.writer.put(sub(multiple), jr(NC, Plus(HERE, 4)), add(A, multiple))
                self.writer.put(ld(L, A), ld(H, 0))
                return True
        self.load.integer(left)
        self.writer.put(ld(E, divisor))
        self.writer.call(self._division(left, divisor, "modulo"))
        return True

    def _low(self, value: Value) -> None:
        self.load.integer(value)
        self.writer.put(ld(A, L))

    def _division(self, left: Value, divisor: int, name: str) -> str:
        """Return the routine that divides HL by E."""
        found = self.operands.limits(left)
        if found is not None and found.is_natural and int(found.high) >> 8 < divisor:
            return f"byte_{name}_short"
        return f"byte_{name}"


def _divisor(value: Value) -> int | None:
    if isinstance(value, NumberConstant) and isinstance(value.number, int) and 1 <= value.number <= _SHORT:
        return value.number
    return None


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
