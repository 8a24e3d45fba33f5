"""The functions of the machine's math-pack and `^`, computed by its own methods.

The coefficients and the methods are those that the MSX Red Book lists (2993h-2E71h) and describes; what it leaves
open (the order of operations, where the argument is reduced) was fitted to the results of a genuine machine.
All intermediate results are rounded as the machine rounds them, so the last digits come out as it prints them.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from msxkit.decimal14.arithmetic import add, div, mul, sub
from msxkit.decimal14.values import (
    WIDE,
    BasicOverflowError,
    DivisionByZeroError,
    IllegalFunctionCallError,
    Number,
    absolute,
    fix,
    neg,
    rounded,
)


def _list(*figures: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, figures))


_HALF, _QUARTER = Decimal("0.5"), Decimal("0.25")
_PER_TURN = Decimal("0.15915494309190")
_SIN = _list(
    "-.69215692291809",
    "3.8172886385771",
    "-15.094499474801",
    "42.058689667355",
    "-76.705859683291",
    "81.605249275513",
    "-41.341702240398",
    "6.2831853071796",
)
_ATN = _list(
    "-.05208693904000",
    ".07530714913480",
    "-.09081343224705",
    ".11110794184029",
    "-.14285708554884",
    ".19999999948967",
    "-.33333333333160",
    "1",
)
_PI_2, _PI_6 = Decimal("1.5707963267949"), Decimal("0.52359877559830")
_TAN_PI_12, _TAN_PI_3 = Decimal("0.26794919243112"), Decimal("1.7320508075689")
_LOG_P = _list("-.71433382153226", "6.2503651127908", "-13.682370241503", "8.5167319872389")
_LOG_Q = _list("1", "-13.210478350156", "47.925256043873", "-64.906682740943", "29.415750172323")
_LOG10_E, _TWICE_LOG10_E, _LOG_10 = (
    Decimal("0.43429448190324"),
    Decimal("0.86858896380650"),
    Decimal("2.3025850929940"),
)
_EXP_P = _list("18.312360159275", "831.40672129371", "5178.0919915162")
_EXP_Q = _list("1", "159.37415236031", "2709.3169408516", "4497.6335574058")
_SQR_10 = Decimal("3.1622776601684")


def _mantissa(x: Number) -> tuple[int, int]:
    """Return 14 digits M and exponent e of x > 0: x = 0.M * 10**e."""
    value = Decimal(x)
    exponent = value.adjusted() + 1
    return int(value.scaleb(14 - exponent, WIDE)), exponent


BinaryFunction = Callable[[Number, Number], Number]


class MathPack:
    """The functions over four operations, in the order in which the machine does them."""

    def __init__(
        self, add: BinaryFunction, sub: BinaryFunction, mul: BinaryFunction, div: BinaryFunction
    ) -> None:
        self._add, self._sub, self._mul, self._div = add, sub, mul, div

    def _series(self, square: Number, coefficients: tuple[Decimal, ...]) -> Number:
        """Return the polynomial in `square`, highest coefficient first, by Horner's rule."""
        total: Number = coefficients[0]
        for coefficient in coefficients[1:]:
            total = self._add(self._mul(total, square), coefficient)
        return total

    def _odd_series(self, x: Number, coefficients: tuple[Decimal, ...]) -> Number:
        return self._mul(self._series(self._mul(x, x), coefficients), x)

    def sqr(self, x: Number) -> Number:
        """Return SQR(x), by seven steps of Newton. Raise `IllegalFunctionCallError` for x < 0.

        The first guess is x with its exponent halved (rounded up) and its first two digits each divided by four, the
        first one then increased by one.
        """
        if x < 0:
            raise IllegalFunctionCallError
        if not x:
            return 0
        mantissa, exponent = _mantissa(x)
        first, others = divmod(mantissa, 10**13)
        second, others = divmod(others, 10**12)
        guess_digits = (first // 4 + 1) * 10**13 + second // 4 * 10**12 + others
        guess = rounded(Decimal(guess_digits).scaleb(-(-exponent // 2) - 14, WIDE))
        for _ in range(7):
            guess = self._mul(self._add(self._div(x, guess), guess), _HALF)
        return guess

    def log(self, x: Number) -> Number:
        """Return LOG(x), natural. Raise `IllegalFunctionCallError` for x <= 0.

        It computes the logarithm to base 10 of m, the digits of x as 1 <= m < 10 (m / 10 from SQR(10) on), by
        z = (m - 1) / (m + 1).
        """
        if x <= 0:
            raise IllegalFunctionCallError
        mantissa, exponent = _mantissa(x)
        m = Decimal(mantissa).scaleb(-13, WIDE)
        exponent -= 1
        if m >= _SQR_10:
            m = m.scaleb(-1, WIDE)
            exponent += 1
        z = self._div(self._sub(m, 1), self._add(m, 1))
        square = self._mul(z, z)
        quotient = self._div(self._series(square, _LOG_P), self._series(square, _LOG_Q))
        log10 = self._mul(self._add(self._mul(quotient, square), _TWICE_LOG10_E), z)
        return self._mul(self._add(log10, exponent), _LOG_10)

    def exp(self, x: Number) -> Number:
        """Return EXP(x), computed as a power of ten; 0 where the result is too small.

        Raise `BasicOverflowError` above 145.06, and where the power of ten has more than 16 bits, below zero too.

        The fraction of the exponent is brought below one half only if it is positive.
        """
        power = self._mul(x, _LOG10_E)
        whole = int(power)
        if whole > 63 or whole < -32768:
            raise BasicOverflowError
        if whole < -66:
            return 0
        fraction = self._sub(power, whole)
        large = fraction >= _HALF
        if large:
            fraction = self._sub(fraction, _HALF)
        square = self._mul(fraction, fraction)
        odd = self._mul(self._series(square, _EXP_P), fraction)
        even = self._series(square, _EXP_Q)
        result = self._div(self._add(even, odd), self._sub(even, odd))
        if large:
            result = self._mul(result, _SQR_10)
        return rounded(Decimal(result).scaleb(whole, WIDE))

    def _sin_of_turns(self, turns: Number) -> Number:
        """Return the sine of an angle given in turns of 360 degrees."""
        if turns < 0:
            return neg(self._sin_of_turns(neg(turns)))
        turns = self._sub(turns, fix(turns))
        if turns >= Decimal("0.75"):
            turns = self._sub(turns, 1)
        elif turns >= _QUARTER:
            turns = self._sub(_HALF, turns)
        return self._odd_series(turns, _SIN)

    def sin(self, x: Number) -> Number:
        """Return SIN(x), x in radians."""
        return self._sin_of_turns(self._mul(x, _PER_TURN))

    def cos(self, x: Number) -> Number:
        """Return COS(x), x in radians."""
        return self._sin_of_turns(self._sub(_QUARTER, self._mul(absolute(x), _PER_TURN)))

    def tan(self, x: Number) -> Number:
        """Return TAN(x), x in radians: SIN(x) / COS(x). Raise `BasicOverflowError` where the cosine is 0."""
        sine, cosine = self.sin(x), self.cos(x)
        if not cosine:
            raise BasicOverflowError
        return self._div(sine, cosine)

    def atn(self, x: Number) -> Number:
        """Return ATN(x) in radians: above 1 by 1/x, above TAN(PI/12) turned by PI/6."""
        if x < 0:
            return neg(self.atn(neg(x)))
        inverted = x > 1
        if inverted:
            x = self._div(1, x)
        turned = x > _TAN_PI_12
        if turned:
            x = self._div(self._sub(self._mul(x, _TAN_PI_3), 1), self._add(x, _TAN_PI_3))
        angle = self._odd_series(x, _ATN)
        if turned:
            angle = self._add(angle, _PI_6)
        return self._sub(_PI_2, angle) if inverted else angle

    def power(self, base: Number, exponent: Number) -> Number:
        """Return base ^ exponent; 0 ^ 0 is 1.

        Raise `DivisionByZeroError` for 0 with a negative exponent, `IllegalFunctionCallError` for a negative base with
        an exponent that is not whole or not within 16 bits.

        Whole exponents within 16 bits multiply, the lowest bit of the exponent first, and a negative one takes the
        reciprocal at the end; all others are EXP(exponent * LOG(base)).
        """
        if not exponent:
            return 1
        if not base:
            if exponent < 0:
                raise DivisionByZeroError
            return 0
        if exponent != fix(exponent) or not -32768 <= exponent <= 32767:
            return self.exp(self._mul(exponent, self.log(base)))
        bits = abs(int(exponent))
        result: Number = 1
        while True:
            if bits & 1:
                result = self._mul(result, base)
            bits >>= 1
            if not bits:
                break
            base = self._mul(base, base)
        return self._div(1, result) if exponent < 0 else result


_PACK = MathPack(add, sub, mul, div)
sqr, log, exp, power = _PACK.sqr, _PACK.log, _PACK.exp, _PACK.power
sin, cos, tan, atn = _PACK.sin, _PACK.cos, _PACK.tan, _PACK.atn
