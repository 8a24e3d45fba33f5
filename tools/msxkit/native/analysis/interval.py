"""The limits of what an expression computes, from those of its operands."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from msxkit.basic_type import INTEGER, SINGLE
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op
from msxkit.program.values import (
    INT16,
    Always,
    Arithmetic,
    ArrayName,
    Call,
    Combine,
    Compare,
    Complement,
    Compute,
    Convert,
    Load,
    LoadElement,
    Logic,
    Negate,
    NumberConstant,
    Temporary,
    Value,
    VariableName,
)

#: Whole numbers up to here have at most 14 digits: sums and products of them are exact.
_EXACT = 10.0**14
#: A single has six digits.
_SINGLE = 10.0**6
#: Above what rounding to 14 digits, and floats here, can move a number.
_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """Numbers from `low` to `high`.

    Attributes:
        whole: Whether all are integers.
    """

    low: float
    high: float
    whole: bool = True

    @property
    def is_integer(self) -> bool:
        """Whether all are integers of 16 bits."""
        return self.whole and self.low >= -INT16 and self.high < INT16

    @property
    def is_natural(self) -> bool:
        """Whether all are integers of 16 bits and none is negative."""
        return self.is_integer and self.low >= 0

    @property
    def is_byte(self) -> bool:
        """Whether all are 0 to 255."""
        return self.is_natural and self.high <= 255

    def joined(self, other: Interval) -> Interval:
        """Return the smallest interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high), self.whole and other.whole)

    def within(self, limits: Interval) -> Interval:
        """Return the part of it that lies within limits, which are those of whole numbers."""
        low, high = max(self.low, limits.low), min(self.high, limits.high)
        return Interval(math.floor(low), math.ceil(high)) if low <= high else limits


INTEGERS = Interval(-INT16, INT16 - 1)
TRUTH = Interval(-1, 0)


class Knowledge(Protocol):
    """What is known about variables, arrays, temporaries and DATA. None: nothing."""

    def variable(self, name: VariableName) -> Interval | None: ...

    def array(self, name: ArrayName) -> Interval | None: ...

    def temporary(self, number: int) -> Interval | None: ...

    @property
    def data(self) -> Interval | None: ...


def interval_of(value: Value, names: Knowledge) -> Interval | None:
    """Return the limits of a number, as far as its operands tell; None if they are not known."""
    limits = _LIMITS.get(type(value))
    found = limits(value, names) if limits is not None else None
    if found is not None:
        return found
    if value.bound is None:
        return None
    known = value.operation.range if isinstance(value, Call) else None
    return Interval(*(known or (-value.bound, value.bound)))


def _constant(value: NumberConstant, _names: Knowledge) -> Interval:
    number = value.number
    if isinstance(number, int):
        return Interval(number, number)
    return Interval(float(number), float(number), whole=False)


def _compute(value: Compute, names: Knowledge) -> Interval | None:
    left, right = interval_of(value.left, names), interval_of(value.right, names)
    if left is None or right is None:
        return None
    match value.operator:
        case Arithmetic.ADD:
            low, high = left.low + right.low, left.high + right.high
        case Arithmetic.SUBTRACT:
            low, high = left.low - right.high, left.high - right.low
        case _:
            corners = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
            low, high = min(corners), max(corners)
    return _exact(low, high, left.whole and right.whole)


def _exact(low: float, high: float, whole: bool) -> Interval | None:
    if max(abs(low), abs(high)) >= _EXACT:
        return None
    return Interval(low, high) if whole else Interval(low, high, whole=False)


def _negate(value: Negate, names: Knowledge) -> Interval | None:
    found = interval_of(value.operand, names)
    return None if found is None else Interval(-found.high, -found.low, found.whole)


def _complement(value: Complement, names: Knowledge) -> Interval | None:
    found = interval_of(value.operand, names)
    if found is None or not found.is_integer:
        return None
    return Interval(-found.high - 1, -found.low - 1)


def _combine(value: Combine, names: Knowledge) -> Interval | None:
    left, right = interval_of(value.left, names), interval_of(value.right, names)
    if value.bound == 1:
        return TRUTH
    if left is None or right is None:
        known = left if left is not None else right
        if value.operator is Logic.AND and known is not None and known.is_natural:
            return Interval(0, known.high)
        return None
    if value.operator is Logic.AND and (left.is_natural or right.is_natural):
        return Interval(0, min(side.high for side in (left, right) if side.is_natural))
    if value.operator in (Logic.OR, Logic.XOR) and left.is_natural and right.is_natural:
        return Interval(0, 2 ** int(max(left.high, right.high)).bit_length() - 1)
    return None


def _convert(value: Convert, names: Knowledge) -> Interval | None:
    found = interval_of(value.operand, names)
    if value.type is INTEGER:
        return INTEGERS if found is None else found.within(INTEGERS)
    if found is None:
        return None
    largest = max(abs(found.low), abs(found.high))
    if value.type is SINGLE and (not found.whole or largest >= _SINGLE):
        slack = largest * 1e-5 + _SLACK
        return Interval(found.low - slack, found.high + slack, whole=False)
    return found


# Calls


def _floor(found: Interval) -> Interval:
    """Return what INT and FIX make of numbers, with room for rounding."""
    if found.whole:
        return found
    return Interval(_down(found.low), _up(found.high))


def _down(number: float) -> int:
    return math.floor(number - abs(number) * _SLACK - _SLACK)


def _up(number: float) -> int:
    return math.ceil(number + abs(number) * _SLACK + _SLACK)


def _absolute(found: Interval) -> Interval:
    low = 0.0 if found.low <= 0 <= found.high else min(abs(found.low), abs(found.high))
    return Interval(low, max(abs(found.low), abs(found.high)), found.whole)


def _root(found: Interval) -> Interval | None:
    return Interval(0, math.sqrt(found.high) + 1, whole=False) if found.high >= 0 else None


def _wave(_found: Interval) -> Interval:
    return Interval(-1, 1, whole=False)


_FUNCTIONS: dict[AnyOperation, Callable[[Interval], Interval | None]] = {
    Op.INT: _floor,
    Op.FIX: _floor,
    Op.ABSOLUTE: _absolute,
    Op.SQUARE_ROOT: _root,
    Op.SINE: _wave,
    Op.COSINE: _wave,
    Op.TO_DOUBLE: lambda found: found,
}


def _call(value: Call, names: Knowledge) -> Interval | None:
    operation = value.operation
    if operation is Op.RANDOM:
        return Interval(0, 1, whole=False)
    if operation is Op.READ_NUMBER:
        return names.data
    for division in (Op.MODULO, Op.INTEGER_DIVIDE, Op.DIVIDE):
        if operands := division.of(value):
            return _divided(division, *operands, names)
    function = _FUNCTIONS.get(operation)
    argument = value.arguments[0] if value.arguments else None
    if function is None or not isinstance(argument, Value):
        return None
    found = interval_of(argument, names)
    return None if found is None else function(found)


def _divided(operation: AnyOperation, left: Value, right: Value, names: Knowledge) -> Interval | None:
    dividend, divisor = interval_of(left, names), interval_of(right, names)
    if operation is Op.DIVIDE:
        if divisor is not None and divisor.whole and divisor.low == 0 < divisor.high:
            divisor = Interval(1, divisor.high)  # a quotient by 0 is an error
        if dividend is None or divisor is None or divisor.low <= 0 <= divisor.high:
            return None
        corners = [
            one / other for one in (dividend.low, dividend.high) for other in (divisor.low, divisor.high)
        ]
        return Interval(min(corners), max(corners), whole=False)
    # Both are cut to integers first.
    if dividend is None or not dividend.is_integer:
        dividend = INTEGERS
    if divisor is None or not divisor.is_integer:
        divisor = INTEGERS
    if operation is Op.MODULO:
        most = max(abs(divisor.low), abs(divisor.high), 1) - 1
        low = max(-most, min(dividend.low, 0))
        return Interval(low, min(most, max(dividend.high, 0)))
    if divisor.low > 0:
        low, high = min(dividend.low, 0), max(dividend.high, 0)
        return Interval(math.ceil(low / divisor.low), math.floor(high / divisor.low))
    most = max(abs(dividend.low), abs(dividend.high))
    return Interval(-most, most)


_LIMITS: dict[type[Value], Callable[[Any, Knowledge], Interval | None]] = {
    NumberConstant: _constant,
    Load: lambda value, names: names.variable(value.variable),
    LoadElement: lambda value, names: names.array(value.array),
    Temporary: lambda value, names: names.temporary(value.number),
    Compute: _compute,
    Negate: _negate,
    Complement: _complement,
    Combine: _combine,
    Compare: lambda _value, _names: TRUTH,
    Always: lambda _value, _names: TRUTH,
    Convert: _convert,
    Call: _call,
}
