"""The arithmetic and the functions against second computations.

The second computations are exact fractions with the rounding rule, and slow models of the machine's registers
that work on lists of single digits: they share no code and no method with `msxkit.decimal14`.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from msxkit.decimal14 import Number

# Values


def digits_of(x: Number) -> tuple[int, str, int]:
    """Sign, 14 digits, exponent of 0.DDD * 10**exponent, from Python's own scientific notation."""
    text = f"{abs(Decimal(x)):.40E}"
    mantissa, exponent = text.split("E")
    return (-1 if x < 0 else 1), mantissa.replace(".", "")[:14], int(exponent) + 1


def reals(lowest: int = -20, highest: int = 20) -> st.SearchStrategy[Number]:
    """Return numbers with 1 to 14 digits, many of them short, between 10**lowest and 10**highest."""

    def build(digits: int, length: int, exponent: int, negative: bool) -> Number:
        kept = int(str(digits)[:length])
        value = Decimal(-kept if negative else kept).scaleb(exponent - len(str(kept)))
        return int(value) if value == int(value) and abs(value) < d14.LIMIT else value

    return st.builds(
        build, st.integers(1, 10**14 - 1), st.integers(1, 14), st.integers(lowest + 1, highest), st.booleans()
    )


def half_up(exact: Fraction, count: int = 14) -> Fraction:
    """`exact` rounded half up in magnitude to `count` significant digits."""
    if not exact:
        return exact
    size, unit = abs(exact), Fraction(1)
    while size / unit >= 10**count:
        unit *= 10
    while size / unit < 10 ** (count - 1):
        unit /= 10
    units = (size / unit + Fraction(1, 2)).__floor__()
    return units * unit * (1 if exact > 0 else -1)


def in_range(exact: Fraction) -> bool:
    return Fraction(1, 10**64) <= abs(exact) < 10**62


@given(reals(), reals())
def test_sums_of_equal_signs_round_the_exact_sum(a: Number, b: Number) -> None:
    a, b = d14.absolute(a), d14.absolute(b)
    exact = half_up(Fraction(a) + Fraction(b))
    assert Fraction(d14.add(a, b)) == exact
    assert Fraction(d14.add(d14.neg(a), d14.neg(b))) == -exact
    assert Fraction(d14.sub(a, d14.neg(b))) == exact


@given(reals(), reals())
def test_products_round_the_exact_product(a: Number, b: Number) -> None:
    assert Fraction(d14.mul(a, b)) == half_up(Fraction(a) * Fraction(b))


def register_difference(a: Number, b: Number) -> Fraction:
    """|a| - |b| for |a| >= |b| on registers of digits: 14 and two guard digits, borrows passed on by hand."""
    _, large_digits, top = digits_of(a)
    _, small_digits, low = digits_of(b)
    shift = top - low
    if shift > 15:
        return abs(Fraction(a))
    large = [int(digit) for digit in large_digits] + [0, 0]
    small = ([0] * shift + [int(digit) for digit in small_digits] + [0, 0])[:16]
    if small[14:] == [5, 0]:
        small[15] = 1
    borrow = 0
    for place in reversed(range(16)):
        digit = large[place] - small[place] - borrow
        borrow = digit < 0
        large[place] = digit % 10
    assert not borrow
    if not any(large):
        return Fraction(0)
    while not large[0]:
        large = [*large[1:], 0]
        top -= 1
    number = int("".join(map(str, large[:14]))) + (large[14] >= 5)
    return number * Fraction(10) ** (top - 14)


@given(reals(), reals(), st.booleans())
def test_differences_follow_the_registers(a: Number, b: Number, swap: bool) -> None:
    a, b = d14.absolute(a), d14.absolute(b)
    if a < b:
        a, b = b, a
    expected = register_difference(a, b)
    if swap:
        assert Fraction(d14.sub(b, a)) == -expected
        assert Fraction(d14.add(d14.neg(a), b)) == -expected
    else:
        assert Fraction(d14.sub(a, b)) == expected
        assert Fraction(d14.add(a, d14.neg(b))) == expected


def register_quotient(a: Number, b: Number) -> Fraction:
    """|a| / |b| on registers of digits: subtract until it underflows, add back, shift the bytes still in use."""
    _, a_digits, a_exponent = digits_of(a)
    _, b_digits, b_exponent = digits_of(b)
    exponent = a_exponent - b_exponent
    # One digit in front of the 14, for the remainder times ten.
    remainder = [0] + [int(digit) for digit in a_digits]
    divisor = [0] + [int(digit) for digit in b_digits]
    if remainder < divisor:
        remainder = [*remainder[1:], 0]
    else:
        exponent += 1
    quotient = []
    for step in range(1, 16):
        count = 0
        while remainder >= divisor:
            borrow = 0
            for place in reversed(range(15)):
                digit = remainder[place] - divisor[place] - borrow
                borrow = digit < 0
                remainder[place] = digit % 10
            count += 1
        quotient.append(count)
        in_use = 15 - step if step % 2 else 16 - step
        remainder = [*remainder[1 : in_use + 1], 0, *remainder[in_use + 1 :]]
    number = int("".join(map(str, quotient[:14]))) + (quotient[14] >= 5)
    return number * Fraction(10) ** (exponent - 14)


@given(reals(), reals())
def test_quotients_follow_the_registers(a: Number, b: Number) -> None:
    expected = register_quotient(a, b)
    assert Fraction(d14.div(a, b)) == (expected if (a < 0) == (b < 0) else -expected)


# Range


# Conversions


@given(reals(-5, 16))
def test_int_and_fix(x: Number) -> None:
    exact = Fraction(x)
    assert Fraction(d14.int_(x)) == exact.__floor__()
    assert Fraction(d14.fix(x)) == exact.__trunc__()


@given(reals())
def test_csng_keeps_six_digits(x: Number) -> None:
    assert Fraction(d14.csng(x)) == half_up(Fraction(x), 6)
    assert d14.csng(d14.csng(x)) == d14.csng(x)


@given(st.integers(-65536 * 2, 65536 * 2), st.integers(0, 99))
def test_integers_are_cut_not_rounded(whole: int, hundredths: int) -> None:
    x = Decimal(whole) + Decimal(hundredths).scaleb(-2) * (-1 if whole < 0 else 1)
    if -32768 <= whole <= 32767:
        assert d14.to_int16(x) == whole
    else:
        with pytest.raises(d14.BasicOverflowError):
            d14.to_int16(x)
    if -32768 <= whole <= 65535:
        assert d14.to_address(x) == whole % 65536


@given(st.integers(-32768, 32767), st.integers(-32768, 32767))
def test_whole_division_cuts_toward_zero(a: int, b: int) -> None:
    assume(b)
    assert d14.int_divide(a, b) == Fraction(a, b).__trunc__()
    assert d14.int_divide(a, b) * b + d14.modulo(a, b) == a


@given(reals(), reals())
def test_comparison_and_sign(a: Number, b: Number) -> None:
    assert d14.compare(a, b) == (Fraction(a) > Fraction(b)) - (Fraction(a) < Fraction(b))
    assert d14.sign(a) == d14.compare(a, 0)
    assert d14.mul(d14.absolute(a), d14.sign(a)) == a


# Functions: the machine's methods against series and the decimal module at 120 digits

_PRECISE = Context(prec=120)


def precise_sin(x: Decimal) -> Decimal:
    term = total = x
    n = 1
    while abs(term) > Decimal("1E-60"):
        n += 2
        term = _PRECISE.divide(_PRECISE.multiply(_PRECISE.multiply(term, -x), x), Decimal(n * (n - 1)))
        total = _PRECISE.add(total, term)
    return total


def relative(measured: Number, exact: Decimal) -> Decimal:
    return abs(_PRECISE.divide(_PRECISE.subtract(Decimal(measured), exact), exact))


@given(reals(-30, 30))
def test_sqr_is_right_to_three_units(x: Number) -> None:
    """Of the last of 14 digits; the recorded results of the machine are off by up to 2.6."""
    x = d14.absolute(x)
    exact = _PRECISE.sqrt(x)
    unit = Decimal(1).scaleb(exact.adjusted() - 13)
    assert abs(Decimal(d14.sqr(x)) - exact) < 3 * unit


@given(reals(-30, 30))
def test_log_is_right_to_thirteen_digits(x: Number) -> None:
    x = d14.absolute(x)
    exact = _PRECISE.ln(x)
    assert abs(Decimal(d14.log(x)) - exact) < Decimal("1E-13") * (1 + abs(exact))


@given(reals(-5, 3))
def test_exp(x: Number) -> None:
    assume(-140 < x < 140)
    # Below zero the machine's polynomial is used outside the range it was made for: up to 1E-8 off.
    bound = Decimal("2E-8") if x < 0 else Decimal("3E-13") * (1 + Decimal(x))
    assert relative(d14.exp(x), _PRECISE.exp(Decimal(x))) < bound


@given(reals(-5, 2))
def test_sin_and_cos(x: Number) -> None:
    error = Decimal("3E-13") * (1 + abs(Decimal(x)))
    sine = precise_sin(Decimal(x))
    assert abs(Decimal(d14.sin(x)) - sine) < error
    cosine = precise_sin(
        _PRECISE.subtract(Decimal("1.57079632679489661923132169163975144209858469968755291"), abs(Decimal(x)))
    )
    assert abs(Decimal(d14.cos(x)) - cosine) < error


@given(reals(-5, 5))
def test_atn_undoes_the_tangent(x: Number) -> None:
    angle = Decimal(d14.atn(x))
    assert abs(angle) <= Decimal("1.5707963267949")
    # sin(angle) = x * cos(angle)
    cosine = precise_sin(
        _PRECISE.subtract(Decimal("1.57079632679489661923132169163975144209858469968755291"), angle)
    )
    assert abs(precise_sin(angle) - Decimal(x) * cosine) < Decimal("3E-13") * (1 + abs(Decimal(x)))


@given(reals(-2, 2), st.integers(-12, 12))
def test_whole_powers(x: Number, n: int) -> None:
    exact = Fraction(x) ** n
    assume(in_range(exact) and in_range(1 / exact))
    assert abs(Fraction(d14.power(x, n)) / exact - 1) < Fraction(1, 10**11)
