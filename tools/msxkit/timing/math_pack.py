"""What the math-pack costs: the operations on decimal numbers, by the digits of their operands.

A number is a sign, an exponent and 14 decimal digits, two in a byte. The methods are those of The MSX Red Book, 268Ch
to 2E97h: the smaller operand of a sum is shifted until the points meet; a product adds a multiple of the first operand
for each 1 bit of the second; a quotient is made digit by digit, by subtracting the divisor as often as it goes. The
figures, T-states, were fitted to the recordings in tests/timing: sums are met to some 20, products and quotients to a
few hundred.
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import lru_cache
from typing import NamedTuple

from msxkit.decimal14 import Number, div

#: 1 bits of a decimal digit.
BITS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2)
_DIGITS = 14
#: Digits of a single; quotients of PLAY that are kept.
_SINGLE, _QUOTIENTS_KEPT = 6, 4096
_CONTEXT = Context(prec=14, Emin=-(10**7), Emax=10**7)
_LIMIT = 10**14
_UNITS = [10**n for n in range(32)]
_BITS_OF_PAIR = [BITS[n // 10] + BITS[n % 10] for n in range(100)]

# A sum with a zero operand.
ADD_ZERO, ZERO_ADD = 868, 1382
#: A sum of equal signs, of different ones.
SUM, DIFFERENCE = 1674, 1868
#: The first operand is the smaller one, and is exchanged.
EXCHANGED = 570
#: The smaller operand is shifted right by so many digits.
_SHIFTS = (0, 418, 367, 715, 373, 651, 379, 587, 385, 523, 391, 459, 397, 397, 403, 403)
#: A digit is carried over the first one; the result is negative, and is complemented.
CARRIED, COMPLEMENTED = 514, 457
#: The result is shifted left by one digit; by each two; digits are rounded.
NORMALISED, NORMALISED_PAIR, ROUNDED = 440, 30, 200
#: Both operands are equal: zero.
CANCELLED = -348

#: A product: with seven pairs of digits of the second operand; for each 1 bit; for each pair that is zero.
PRODUCT, PRODUCT_BIT, PRODUCT_ZERO_PAIR = 11664, 629, -990
#: The product has a zero for its first digit; an operand is zero.
PRODUCT_NORMALISED, PRODUCT_ZERO = 733, 50

#: A quotient; for each digit of it; for each pair of digits; for each subtraction, and for each byte of the
#: divisor in it.
QUOTIENT, QUOTIENT_DIGIT, QUOTIENT_PAIR, SUBTRACTION, SUBTRACTION_BYTE = 4905, 426, 283, 82, 67
#: The quotient begins after the point; for each byte of the divisor; the dividend is zero.
QUOTIENT_NORMALISED, QUOTIENT_BYTE, QUOTIENT_ZERO = 650, 77, 1177
#: The quotient begins before the point and does not end.
QUOTIENT_LONG = -1270
#: Digits that a quotient is made to.
_QUOTIENT_DIGITS = 15

#: A product of integers: each 1 bit of the second; a zero; each sign.
INTEGER_BIT, INTEGER_ZERO, INTEGER_SIGN = 14, -2064, 37

#: A comparison of two doubles, and of two singles; for each byte that is equal.
COMPARED, COMPARED_SINGLE, EQUAL_BYTE, EQUAL_BYTE_SINGLE = 160, 275, 52, 26
#: One of the numbers is zero; the signs differ.
COMPARED_LEFT_ZERO, COMPARED_RIGHT_ZERO, COMPARED_SIGN = 45, -24, 109
#: Both are equal in all bytes; both are zero.
EQUAL, BOTH_ZERO = -31, -78

#: An integer becomes a real: of one digit; zero; negative; for each unit of the sum of its digits.
REAL, REAL_ZERO, REAL_NEGATIVE, REAL_UNIT = 1424, 94, 165, 40
#: By the number of its digits.
_REAL_DIGITS = (0, 0, 101, 215, 316, 430)
#: A zero at the end, by its place: the first or the second digit of a byte.
_REAL_ZEROS = (-336, -323)
#: A real becomes an integer: of one digit; smaller than 1; negative.
WHOLE, WHOLE_SMALL, WHOLE_NEGATIVE = 837, 492, 164
_WHOLE_DIGITS = (0, 0, 217, 455, 672, 910)

#: RND of a number; of zero.
RANDOM, RANDOM_ZERO = 24_450, 1_000
#: A number becomes text: an integer, for each unit of the sum of its digits; zero. A real, each digit of it, each that
#: is left of 14; zero; with a point; negative.
INTEGER_TEXT, INTEGER_TEXT_UNIT, INTEGER_TEXT_ZERO = 4240, 65, -135
TEXT, TEXT_DIGIT, TEXT_ZERO_DIGIT, TEXT_ZERO, TEXT_POINT, TEXT_NEGATIVE = 40, 410, 400, 2418, 71, 205
#: Text becomes a number: READ of DATA; for each digit; a point.
FROM_TEXT, FROM_TEXT_DIGIT, FROM_TEXT_POINT = 3894, 1000, 752
#: X^Y: a whole power, for each bit of it, for each product of two integers that stays one.
POWER, POWER_BIT, POWER_INTEGERS, POWER_REAL = 480, 640, 437, 5800


class DecimalParts(NamedTuple):
    """A number as the machine holds it: 0.mantissa x 10**exponent with 14 digits, the first of them not zero."""

    negative: bool
    exponent: int
    mantissa: int


def parts(x: Number) -> DecimalParts | None:
    """Return the parts of a number; None is zero."""
    if not x:
        return None
    if isinstance(x, int):
        text = str(abs(x))
        size = len(text)
        return DecimalParts(
            x < 0, size, int(text) * _UNITS[_DIGITS - size] if size <= _DIGITS else int(text[:_DIGITS])
        )
    negative, figures, scale = Decimal(x).as_tuple()
    text = "".join(map(str, figures)).lstrip("0")
    size = len(text)
    exponent = size + int(scale)
    return DecimalParts(bool(negative), exponent, int(text[:_DIGITS].ljust(_DIGITS, "0")))


def add(x: Number, y: Number) -> int:
    """Return the cost of x + y. The first operand lies in DAC, the second in ARG."""
    a, b = parts(x), parts(y)
    if b is None:
        return ADD_ZERO
    if a is None:
        return ZERO_ADD
    cost = 0
    if a.exponent < b.exponent:
        cost = EXCHANGED
        a, b = b, a
    shift = a.exponent - b.exponent
    if shift > _DIGITS + 1:
        return cost + SUM - 600
    cost += _SHIFTS[shift]
    large, small = a.mantissa * 100, b.mantissa * 100 // _UNITS[shift]
    if a.negative == b.negative:
        total = large + small
        cost += SUM
        if total >= _UNITS[16]:
            cost += CARRIED
            total //= 10
    else:
        total = large - small
        cost += DIFFERENCE
        if total < 0:
            cost += COMPLEMENTED
            total = -total
        if not total:
            return cost + CANCELLED
        lost = 16 - len(str(total))
        if lost:
            cost += (NORMALISED if lost & 1 else 0) + (lost // 2) * NORMALISED_PAIR
            total *= _UNITS[lost]
    return cost + (ROUNDED if total % 100 >= 50 else 0)


def subtract(x: Number, y: Number) -> int:
    """Return the cost of x - y."""
    return add(x, -y)


def multiply(x: Number, y: Number) -> int:
    """Return the cost of x * y. For each 1 bit of the second operand a multiple of the first is added."""
    a, b = parts(x), parts(y)
    if a is None or b is None:
        return PRODUCT_ZERO
    product = a.mantissa * b.mantissa
    cost = PRODUCT + _multiples(b.mantissa)
    if product < _UNITS[27]:
        cost += PRODUCT_NORMALISED
        product *= 10
    return cost + (ROUNDED if product // _UNITS[12] % 100 >= 50 else 0)


def _multiples(mantissa: int) -> int:
    cost = 0
    for _ in range(_DIGITS // 2):
        mantissa, pair = divmod(mantissa, 100)
        cost += PRODUCT_BIT * _BITS_OF_PAIR[pair] if pair else PRODUCT_ZERO_PAIR
    return cost


def divide(x: Number, y: Number) -> int:
    """Return the cost of x / y, y not zero."""
    a, b = parts(x), parts(y)
    if a is None or b is None:
        return QUOTIENT_ZERO
    first = a.mantissa >= b.mantissa
    scaled = a.mantissa * _UNITS[_DIGITS if first else _QUOTIENT_DIGITS]
    quotient, rest = divmod(scaled, b.mantissa)
    figures = str(quotient)[:_QUOTIENT_DIGITS]
    if not rest:
        figures = figures.rstrip("0")
    size = len(figures)
    subtractions = sum(map(int, figures)) + size
    length = _length(b.mantissa)
    return (
        QUOTIENT
        + QUOTIENT_DIGIT * size
        + QUOTIENT_PAIR * ((size + 1) // 2)
        + subtractions * (SUBTRACTION + SUBTRACTION_BYTE * length)
        + QUOTIENT_BYTE * length
        + (QUOTIENT_LONG if first and rest else 0 if first else QUOTIENT_NORMALISED)
    )


@lru_cache(_QUOTIENTS_KEPT)
def whole_quotient(x: int, y: int, left: int) -> tuple[int, int]:
    """Return what PLAY takes for x \\ y, the length of a note, and the last eight digits of the quotient.

    Args:
        left: The last eight digits of the real that was computed before: x is put in front of them as a single, and
            they take part in the division.
    """
    exponent = len(str(x))
    dividend = Decimal(
        (0, tuple(map(int, f"{x:0<{_SINGLE}}{left:0{_DIGITS - _SINGLE}}")), exponent - _DIGITS)
    )
    quotient = parts(div(dividend, y))
    cost = integer_to_real(x) + integer_to_real(y) + divide(dividend, y) + real_to_integer(x // y)
    return cost, 0 if quotient is None else quotient.mantissa % _UNITS[_DIGITS - _SINGLE]


def _length(mantissa: int) -> int:
    """Return the bytes of a mantissa up to its last one that is not zero."""
    length = _DIGITS // 2
    while not mantissa % 100:
        mantissa //= 100
        length -= 1
    return length


def compare_singles(x: Number, y: Number) -> int:
    """Return the cost of comparing two singles."""
    return compare(x, y, True)


def compare(x: Number, y: Number, single: bool = False) -> int:
    """Return the cost of comparing two reals.

    Args:
        single: Whether both are singles.
    """
    base = COMPARED_SINGLE if single else COMPARED
    a, b = parts(x), parts(y)
    if a is None and b is None:
        return BOTH_ZERO
    if a is None or b is None:
        return COMPARED_LEFT_ZERO if a is None else COMPARED_RIGHT_ZERO
    if a.negative != b.negative:
        return COMPARED_SIGN
    if a.exponent != b.exponent:
        return base
    equal = 1
    size = 3 if single else 7
    one, other = f"{a.mantissa:014}", f"{b.mantissa:014}"
    while equal <= size and one[2 * equal - 2 : 2 * equal] == other[2 * equal - 2 : 2 * equal]:
        equal += 1
    if equal > size:
        equal -= 1
        base += EQUAL
    return base + equal * (EQUAL_BYTE_SINGLE if single else EQUAL_BYTE)


def integer_product(x: int, y: int) -> int:
    """Return what the operands add to multiplying integers."""
    signs = INTEGER_SIGN * ((x < 0) + (y < 0))
    return signs + (INTEGER_BIT * abs(y).bit_count() if y else INTEGER_ZERO)


def integer_to_real(n: int) -> int:
    """Return the cost of making an integer a single or double."""
    if not n:
        return REAL_ZERO
    text = str(abs(n))
    cost = REAL + _REAL_DIGITS[len(text)] + REAL_UNIT * sum(map(int, text))
    if n < 0:
        cost += REAL_NEGATIVE
    return cost + sum(_REAL_ZEROS[place % 2] for place in range(len(text.rstrip("0")), len(text)))


def real_to_integer(x: Number) -> int:
    """Return the cost of making a real an integer."""
    whole = int(x)
    if not whole:
        return WHOLE_SMALL
    size = min(len(str(abs(whole))), 5)
    return WHOLE + _WHOLE_DIGITS[size] + (WHOLE_NEGATIVE if whole < 0 else 0)


def integer_text(n: int) -> int:
    """Return the cost of making an integer text, for PRINT and STR$."""
    return INTEGER_TEXT + INTEGER_TEXT_UNIT * sum(map(int, str(abs(n)))) if n else INTEGER_TEXT_ZERO


def real_text(x: Number) -> int:
    """Return the cost of making a real text, for PRINT and STR$."""
    a = parts(x)
    if a is None:
        return TEXT_ZERO
    size = len(str(a.mantissa).rstrip("0"))
    places = max(size, a.exponent) if -1 <= a.exponent <= _DIGITS else size
    cost = TEXT + TEXT_DIGIT * places + TEXT_ZERO_DIGIT * (_DIGITS - places)
    return cost + (TEXT_POINT if size > a.exponent else 0) + (TEXT_NEGATIVE if a.negative else 0)


def text_number(text: str) -> int:
    """Return the cost of making text a number, for READ."""
    return FROM_TEXT + FROM_TEXT_DIGIT * sum(map(str.isdigit, text)) + FROM_TEXT_POINT * ("." in text)


def random(x: Number) -> int:
    """Return the cost of RND: a product with a constant, so it is always the same."""
    return RANDOM if x else RANDOM_ZERO


def power(x: Number, y: Number) -> int:
    """Return the cost of x ^ y for a whole y, by products."""
    if not y or not x:
        return POWER
    whole = int(y)
    bits = abs(whole)
    cost = POWER
    result: Number = 1
    base = x
    while bits:
        cost += POWER_BIT
        if bits & 1:
            cost += _power_product(result, base)
            result = _times(result, base)
        bits >>= 1
        if bits:
            cost += _power_product(base, base)
            base = _times(base, base)
    return cost + (divide(1, result) if whole < 0 and result else 0)


def _power_product(x: Number, y: Number) -> int:
    if isinstance(x, int) and isinstance(y, int) and abs(x * y) <= 32767:
        return POWER_INTEGERS
    return POWER_REAL + multiply(x, y)


def _times(x: Number, y: Number) -> Number:
    """Return a product as far as its cost needs it: 14 digits."""
    if isinstance(x, int) and isinstance(y, int) and abs(product := x * y) < _LIMIT:
        return product
    return _CONTEXT.multiply(Decimal(x), Decimal(y))
