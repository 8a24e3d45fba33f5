"""Numbers as their context wants them, and what is known of sums and products."""

from __future__ import annotations

from msxkit.basic_type import DOUBLE, INTEGER
from msxkit.decimal14 import LIMIT
from msxkit.program.operations import Op
from msxkit.program.values import INT16, Arithmetic, Combine, Compare, Complement, Compute, Convert, Value


def is_truth(value: Value) -> bool:
    """Return whether the value is -1 or 0, known before it is computed."""
    if isinstance(value, Compare):
        return True
    if isinstance(value, Complement | Combine):
        return value.bound == 1
    return False


def to_integer(value: Value) -> Value:
    """Return a number converted to -32768..32767 as CINT does."""
    if value.type is INTEGER or (value.bound is not None and value.bound < INT16):
        return value
    return Convert(INTEGER, INT16, operand=value)


def to_byte(value: Value) -> Value:
    """Return a number that must be 0..255."""
    return Op.BYTE(value)


def compute(operator: Arithmetic, left: Value, right: Value) -> Value:
    """Return the sum, difference or product of two numbers, with its bound where both have one."""
    bound = None
    if left.bound is not None and right.bound is not None:
        bound = left.bound * right.bound if operator is Arithmetic.MULTIPLY else left.bound + right.bound
        if bound >= LIMIT:
            bound = None
    return Compute(DOUBLE, bound, operator=operator, left=left, right=right)
