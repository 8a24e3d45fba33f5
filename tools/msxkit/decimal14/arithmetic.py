"""The four operations, digit for digit as the machine computes them.

Sums of equal signs and products are the exact result, rounded half up to 14 digits. Differences and quotients
are not: they keep what the machine's registers keep (docs/numbers.md tells how this was found). All four
raise `BasicOverflowError` for a result that is too large.
"""

from __future__ import annotations

import decimal
from decimal import ROUND_HALF_UP, Context, Decimal

from msxkit.decimal14.values import (
    CTX,
    LIMIT,
    WIDE,
    BasicOverflowError,
    DivisionByZeroError,
    Number,
    rounded,
    to_int16,
)

_EXACT = Context(
    prec=14,
    rounding=ROUND_HALF_UP,
    Emin=-64,
    Emax=62,
    traps=[decimal.Inexact, decimal.Subnormal, decimal.InvalidOperation],
)
_POWERS = [10**n for n in range(32)]
#: 10**(n - 13) for n = -64..62: the last of the 14 digits of a number whose first is 10**n.
_UNITS = {n: Decimal((0, (1,), n - 13)) for n in range(-64, 63)}


def add(a: Number, b: Number) -> Number:
    """Return a + b."""
    if type(a) is int and type(b) is int:
        total = a + b
        if -LIMIT < total < LIMIT:
            return total
    if (a < 0) != (b < 0) and a and b:
        return _difference(Decimal(a), Decimal(b))
    try:
        return CTX.add(a, b)
    except decimal.Overflow:
        raise BasicOverflowError from None


def sub(a: Number, b: Number) -> Number:
    """Return a - b."""
    if type(a) is int and type(b) is int:
        total = a - b
        if -LIMIT < total < LIMIT:
            return total
    if (a < 0) == (b < 0) and a and b:
        return _difference(Decimal(a), Decimal(b).copy_negate())
    try:
        return CTX.subtract(a, b)
    except decimal.Overflow:
        raise BasicOverflowError from None


def _difference(a: Decimal, b: Decimal) -> Number:
    """Return a + b for opposite signs: the fast way where no guard digit takes part."""
    top, low = a.adjusted(), b.adjusted()
    if top < low:
        a, b, top = b, a, low
    try:
        result = _EXACT.add(a, b)
        if not CTX.remainder(b, _UNITS[top]):
            return result or 0
    except (decimal.Inexact, decimal.InvalidOperation):
        pass
    except decimal.Subnormal:
        return 0
    return _aligned_difference(a, b)


def _aligned_difference(a: Decimal, b: Decimal) -> Number:
    """Return a + b for opposite signs and |a| > |b|, as the machine aligns the smaller operand to the larger.

    Of b two digits below the 14 of a survive, the guard byte; further ones are lost. A guard byte of exactly 50
    takes part as 51. The result is shifted to a leading digit and rounded by its guard byte.
    """
    top = a.adjusted()
    shift = top - b.adjusted()
    if shift > 15:
        return a
    large = int(a.copy_abs().scaleb(15 - top, WIDE))
    small = int(b.copy_abs().scaleb(15 - top, WIDE))
    if small % 100 == 50:
        small += 1
    total = large - small
    if not total:
        return 0
    lost = 16 - len(str(total))
    total = total * _POWERS[lost] + 50
    digits = total // 100
    return rounded(Decimal(-digits if a.is_signed() else digits).scaleb(top - lost - 13, WIDE))


def mul(a: Number, b: Number) -> Number:
    """Return a * b; 0 if it is too small."""
    if type(a) is int and type(b) is int:
        product = a * b
        if -LIMIT < product < LIMIT:
            return product
    try:
        return CTX.multiply(a, b)
    except (decimal.Underflow, decimal.Subnormal):
        return 0
    except decimal.Overflow:
        raise BasicOverflowError from None


def div(a: Number, b: Number) -> Number:
    """Return a / b; 0 if it is too small. Raise `DivisionByZeroError` for b = 0."""
    if not b:
        raise DivisionByZeroError
    if not a:
        return 0
    if type(b) is int:
        if type(a) is int and not a % b:
            return a // b
        if -100 < b < 100:
            # A divisor of one or two digits never loses a digit of the remainder.
            try:
                return CTX.divide(a, b)
            except (decimal.Underflow, decimal.Subnormal):
                return 0
    x, y = Decimal(a), Decimal(b)
    top, low = x.adjusted(), y.adjusted()
    digits = _quotient(int(x.copy_abs().scaleb(13 - top, WIDE)), int(y.copy_abs().scaleb(13 - low, WIDE)))
    negative = x.is_signed() != y.is_signed()
    return rounded(Decimal(-digits if negative else digits).scaleb(top - low - 14, WIDE))


def _quotient(dividend: int, divisor: int) -> int:
    """Return the quotient of two 14-digit mantissas times 10**14, rounded to 14 significant digits.

    Long division, one digit at a time. The machine shifts the remainder left in place, and after every second digit
    one byte less of it; the bytes left behind stay where they are and go on taking part in the subtractions. So the
    quotient comes out low by up to a few units of its last digit.
    """
    scale = 1
    if dividend < divisor:
        dividend *= 10
    else:
        scale = 10
    # Up to the third digit the whole remainder is shifted.
    quotient, rest = divmod(dividend * 100, divisor)
    left_behind = 1
    for _ in range(6):
        left_behind *= 100
        digit, rest = divmod(rest + rest // left_behind * left_behind * 9, divisor)
        quotient = quotient * 10 + digit
        digit, rest = divmod(rest + rest // left_behind * left_behind * 9, divisor)
        quotient = quotient * 10 + digit
    # Fifteen digits; the last one rounds.
    return (quotient + 5) // 10 * scale


def int_divide(a: Number, b: Number) -> int:
    r"""Return a \ b on 16-bit integers, toward zero (-32768\-1 is 32768). Raise `DivisionByZeroError` for b = 0."""
    dividend, divisor = to_int16(a), to_int16(b)
    if not divisor:
        raise DivisionByZeroError
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def modulo(a: Number, b: Number) -> int:
    """Return a MOD b on 16-bit integers, with the sign of a. Raise `DivisionByZeroError` for b = 0."""
    dividend, divisor = to_int16(a), to_int16(b)
    if not divisor:
        raise DivisionByZeroError
    remainder = abs(dividend) % abs(divisor)
    return -remainder if dividend < 0 else remainder
