"""The whole part of a quotient of integers, as an integer division: `INT(I/8)`, `A%=B%/C%`, `VPEEK(6144+X/8)`.

A quotient of two integers of 16 bits that is not whole is at least 1/32768 away from every whole number. Neither its
rounding to 14 digits nor the digits that the machine's division loses (docs/numbers.md) can move it across one.
"""

from __future__ import annotations

from msxkit.native.emit.operands import OperandEmitter
from msxkit.program.operations import Op
from msxkit.program.values import Arithmetic, Call, Compute, Value


def cut(value: Value, operands: OperandEmitter) -> Value | None:
    """Return a number that is not known to be whole, cut toward 0, as operations on integers; None if those would not
    give the same.
    """
    if isinstance(value, Call) and (quotient := Op.DIVIDE.of(value)):
        left, right = quotient
        return Op.INTEGER_DIVIDE(left, right) if operands.fits(left) and operands.fits(right) else None
    if not isinstance(value, Compute) or value.operator is Arithmetic.MULTIPLY:
        return None
    left, right = value.left, value.right
    if operands.is_natural(right) and is_positive(left, operands):
        if value.operator is Arithmetic.SUBTRACT and not is_positive(value, operands):
            return None
        other = cut(left, operands)
        return (
            None if other is None else Compute(value.type, operator=value.operator, left=other, right=right)
        )
    if value.operator is Arithmetic.ADD and operands.is_natural(left) and is_positive(right, operands):
        other = cut(right, operands)
        return None if other is None else Compute(value.type, operator=value.operator, left=left, right=other)
    return None


def floor(value: Value, operands: OperandEmitter) -> Value | None:
    """Return a number that is not known to be whole, rounded down (INT), likewise."""
    if is_positive(value, operands):
        return cut(value, operands)
    return None


def is_positive(value: Value, operands: OperandEmitter) -> bool:
    """Return whether a number is known not to be negative, provided that it is not a division by 0."""
    if isinstance(value, Call) and (quotient := Op.DIVIDE.of(value)):
        return all(is_positive(side, operands) for side in quotient)
    if isinstance(value, Compute) and value.operator is Arithmetic.ADD:
        return is_positive(value.left, operands) and is_positive(value.right, operands)
    found = operands.limits(value)
    return found is not None and found.low >= 0
