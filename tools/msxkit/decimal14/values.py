"""Numbers of MSX BASIC, the context that rounds them, its errors, and the conversions between its types."""

from __future__ import annotations

import decimal
from decimal import ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from typing import TypeAlias

from msxkit.basic_errors import DIVISION_BY_ZERO, ILLEGAL_CALL, OVERFLOW, SYNTAX
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE

Number: TypeAlias = int | Decimal

#: Static types as VALTYP codes them; also their sizes in bytes.
KIND_INTEGER, KIND_SINGLE, KIND_DOUBLE = INTEGER.size, SINGLE.size, DOUBLE.size

#: Integers of this magnitude and above need more than 14 digits.
LIMIT = 10**14

_TRAPS = [
    decimal.Overflow,
    decimal.Underflow,
    decimal.Subnormal,
    decimal.DivisionByZero,
    decimal.InvalidOperation,
]
#: Rounds half up to 14 digits; raises a `decimal` signal on overflow, underflow and division by zero.
CTX = Context(prec=14, rounding=ROUND_HALF_UP, Emin=-64, Emax=62, traps=_TRAPS)
_SINGLE = Context(prec=6, rounding=ROUND_HALF_UP, Emin=-64, Emax=62, traps=_TRAPS)
#: For intermediate values that must not be rounded.
WIDE = Context(prec=60, rounding=ROUND_HALF_UP, Emin=-99999, Emax=99999)


class BasicError(Exception):
    """An error of BASIC itself: `number` is what ERR would hold."""

    number = 0


class BasicOverflowError(BasicError):
    """A result of 1E+63 or more, or an integer outside its 16 bits."""

    number = OVERFLOW


class DivisionByZeroError(BasicError):
    """A zero divisor, or zero to a negative power."""

    number = DIVISION_BY_ZERO


class IllegalFunctionCallError(BasicError):
    """An argument outside a function's domain."""

    number = ILLEGAL_CALL


class RadixError(BasicError):
    """`&` without H, O or B after it."""

    number = SYNTAX


def rounded(value: Decimal, context: Context = CTX) -> Number:
    """Return `value` rounded, by default to 14 digits; 0 if too small. Raise `BasicOverflowError` if too large."""
    try:
        return context.plus(value)
    except (decimal.Underflow, decimal.Subnormal):
        return 0
    except decimal.Overflow:
        raise BasicOverflowError from None


def neg(x: Number) -> Number:
    """Return -x; never a negative zero."""
    if isinstance(x, int):
        return -x
    return x.copy_negate() if x else 0


def compare(a: Number, b: Number) -> int:
    """Return -1, 0 or 1 as a is less than, equal to or greater than b."""
    return (a > b) - (a < b)


def absolute(x: Number) -> Number:
    """Return ABS(x)."""
    return abs(x) if isinstance(x, int) else x.copy_abs()


def sign(x: Number) -> int:
    """Return SGN(x): -1, 0 or 1."""
    return (x > 0) - (x < 0)


def int_(x: Number) -> Number:
    """Return INT(x): the largest integer not above x."""
    return _integral(x, ROUND_FLOOR)


def fix(x: Number) -> Number:
    """Return FIX(x): x without its fraction."""
    return _integral(x, ROUND_DOWN)


def _integral(x: Number, rounding: str) -> Number:
    if isinstance(x, int) or x >= LIMIT or x <= -LIMIT:
        return x
    return int(x.to_integral_value(rounding))


def to_int16(x: Number) -> int:
    """Return CINT(x): x truncated toward zero. Raise `BasicOverflowError` outside -32768..32767."""
    whole = int(x)
    if -32768 <= whole <= 32767:
        return whole
    raise BasicOverflowError


def to_address(x: Number) -> int:
    """Return x as an address 0..65535; a negative x wraps. Raise `BasicOverflowError` outside -32768..65535."""
    whole = int(x)
    if -32768 <= whole <= 65535:
        return whole & 0xFFFF
    raise BasicOverflowError


def to_byte(x: Number) -> int:
    """Return x truncated toward zero, 0..255.

    Raise `BasicOverflowError` outside 16 bits, else `IllegalFunctionCallError` outside a byte.
    """
    whole = x if type(x) is int else to_int16(x)
    if 0 <= whole <= 255:
        return whole
    if not -32768 <= whole <= 32767:
        raise BasicOverflowError
    raise IllegalFunctionCallError


def csng(x: Number) -> Number:
    """Return CSNG(x): x rounded half up to 6 digits. Raise `BasicOverflowError` if that is too large."""
    if isinstance(x, int) and -1000000 < x < 1000000:
        return x
    return rounded(Decimal(x), _SINGLE)


def cdbl(x: Number) -> Number:
    """Return CDBL(x): the same value, as a single is a double with at most 6 digits."""
    return x
