"""Addresses as Z80 code: `VPEEK(6144+Y*32+X)` in 16 bits, and anew in decimal where those do not hold it."""

from __future__ import annotations

from msxkit.basic_type import STRING
from msxkit.native.asm.z80 import BC, HL, NZ, PE, A, At, B, C, H, L, Plus, adc, add, jp, ld, or_, sbc
from msxkit.native.emit.integers import Integers
from msxkit.native.emit.part import EmitterPart
from msxkit.program.operations import Op
from msxkit.program.values import (
    Arithmetic,
    Call,
    Compute,
    Convert,
    Load,
    LoadElement,
    Negate,
    NumberConstant,
    Value,
)

#: The largest factor that is written out.
_FACTOR = 1024


class Addresses(EmitterPart):
    """Sums and products that mostly fit 16 bits although nothing says so.

    Attributes:
        integers: Writes products.
    """

    integers: Integers

    def quickly(self, value: Value) -> str | None:
        """Load a number into HL, or jump to the label that is returned, where it is to be computed in another way.
        None: it is not such a number, and nothing was written.
        """
        if not isinstance(value, Compute) or self.operands.fits(value) or not self._can(value):
            return None
        slow = self.writer.new_label()
        self._number(value, slow)
        return slow

    def _can(self, value: Value) -> bool:
        """Return whether a number can be computed so."""
        if self.operands.fits(value):
            return self._is_quiet(value)
        if isinstance(value, Load):
            return value.variable.type is not STRING
        if not isinstance(value, Compute):
            return False
        if value.operator is Arithmetic.MULTIPLY:
            other, factor = _factors(value)
            return factor is not None and self._can(other)
        return self._can(value.left) and self._can(value.right)

    def _is_quiet(self, value: Value) -> bool:
        """Return whether an integer can be computed twice: it has no effect."""
        match value:
            case Compute():
                return self._is_quiet(value.left) and self._is_quiet(value.right)
            case Negate() | Convert():
                return self._is_quiet(value.operand)
            case LoadElement():
                return all(self._is_quiet(inside) for inside in value.subscripts)
            case Call() if operands := Op.INTEGER_DIVIDE.of(value) or Op.MODULO.of(value):
                return all(self._is_quiet(inside) for inside in operands)
        return self.operands.is_simple(value)

    def _number(self, value: Value, slow: str) -> None:
        if self.operands.fits(value):
            self.load.integer(value)
        elif isinstance(value, Load):
            place = self.operands.variable(value.variable)
            self.writer.put(ld(A, At(place)), or_(A), jp(NZ, slow), ld(HL, At(Plus(place, 1))))
        elif isinstance(value, Compute) and value.operator is Arithmetic.MULTIPLY:
            self._product(*_factors(value), slow)
        elif isinstance(value, Compute):
            self._sum(value, slow)

    def _product(self, other: Value, factor: int | None, slow: str) -> None:
        assert factor is not None
        self._number(other, slow)
        most = 32767 // factor
        self.writer.put(ld(BC, most), add(HL, BC), ld(BC, -(2 * most + 1) & 0xFFFF), add(HL, BC))
        self.writer.put(jp(C, slow), ld(BC, most + 1), add(HL, BC))
        self.integers.times(factor)

    def _sum(self, value: Compute, slow: str) -> None:
        left, right, adds = value.left, value.right, value.operator is Arithmetic.ADD
        if adds and self.operands.integer(left) is not None:
            left, right = right, left
        simple = self.operands.integer(right)
        self._number(left, slow)
        if simple is not None:
            self.writer.put(ld(BC, simple))
        else:
            kept = self.temporaries.word()
            self.writer.put(ld(At(kept), HL))
            self._number(right, slow)
            self.writer.put(ld(B, H), ld(C, L), ld(HL, At(kept)))
            self.temporaries.free_word()
        self.writer.put(or_(A), adc(HL, BC) if adds else sbc(HL, BC), jp(PE, slow))


def _factors(value: Compute) -> tuple[Value, int | None]:
    """Return a factor of a product, and the other one if that is a constant."""
    if _factor(value.right) is None and _factor(value.left) is not None:
        return value.right, _factor(value.left)
    return value.left, _factor(value.right)


def _factor(value: Value) -> int | None:
    """Return a constant that a product can have."""
    if isinstance(value, NumberConstant) and isinstance(value.number, int) and 1 <= value.number <= _FACTOR:
        return value.number
    return None
