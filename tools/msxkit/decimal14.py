"""MSX BASIC's 14-digit decimal arithmetic: values, operations, conversion, printing, memory form.

A number is a `Number`: a Python `int` with |v| < 10**14, or a `decimal.Decimal` of at most 14 significant
digits and 1E-64 <= |v| < 1E+63 (or zero). An integral value below 10**14 may come as either; `==`, `<` and
the rest compare both exactly. BASIC's static types belong to the caller; `KIND_*` name them here.

API (all pure; `a`, `b`, `x` are `Number`s):

* operators: `add sub mul div power neg compare`, `int_divide modulo` (`\\` and MOD)
* functions: `absolute sign int_ fix sqr log exp sin cos tan atn` (RND is in `msxkit.rnd`)
* types: `to_int16` (CINT and every implicit conversion), `to_address` (-32768..65535, wraps), `csng` (6
  digits), `cdbl`, `parse_number` (VAL, READ, INPUT), `val`, `format_number` (STR$; PRINT appends a blank)
* memory: `encode_integer encode_real decode_integer decode_real` (2 bytes; 4 or 8 bytes BCD)
* errors: `BasicOverflowError` (6), `DivisionByZeroError` (11), `IllegalFunctionCallError` (5): `BasicError`s
  with `.number`

The inner loop of an interpreter need not call `add` and `mul`. With the decimal context `CTX` in force
(`decimal.localcontext(CTX)`), or through `CTX.add(a, b)` and `CTX.multiply(a, b)`:

* int and int: `r = a + b` is right when -LIMIT < r < LIMIT, else call `add(a, b)`; `-` and `*` alike;
* otherwise `r = a * b` is right, unless it raises an `ArithmeticError`: then call `mul(a, b)`, which gives 0
  (underflow) or raises `BasicOverflowError`;
* for `+` and `-` on Decimals, and `/` always, call `add`, `sub`, `div`.

Source: the rules that the MSX Technical Handbook (appendix 2) and the Red Book (268Ch ff.) describe, fitted
to the results of a genuine MSX BASIC (tests/conformance/arithmetic.json).
"""

from __future__ import annotations

import decimal
from decimal import ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from typing import TypeAlias

Number: TypeAlias = int | Decimal

#: Static types as VALTYP codes them.
KIND_INTEGER, KIND_SINGLE, KIND_DOUBLE = 2, 4, 8

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
_WIDE = Context(prec=60, rounding=ROUND_HALF_UP, Emin=-9999, Emax=9999)


class BasicError(Exception):
    """An error of BASIC itself: `number` is what ERR would hold."""

    number = 0


class BasicOverflowError(BasicError):
    """A result of 1E+63 or more, or an integer outside its 16 bits."""

    number = 6


class DivisionByZeroError(BasicError):
    """A zero divisor, or zero to a negative power."""

    number = 11


class IllegalFunctionCallError(BasicError):
    """An argument outside a function's domain."""

    number = 5


def _rounded(value: Decimal, context: Context = CTX) -> Number:
    """`value` rounded into the machine's range: 0 if too small, `BasicOverflowError` if too large."""
    try:
        return context.plus(value)
    except (decimal.Underflow, decimal.Subnormal):
        return 0
    except decimal.Overflow:
        raise BasicOverflowError from None


def add(a: Number, b: Number) -> Number:
    """a + b."""
    if type(a) is int and type(b) is int:
        total = a + b
        if -LIMIT < total < LIMIT:
            return total
    try:
        return CTX.add(a, b)
    except (decimal.Underflow, decimal.Subnormal):
        return 0
    except decimal.Overflow:
        raise BasicOverflowError from None


def sub(a: Number, b: Number) -> Number:
    """a - b."""
    if type(a) is int and type(b) is int:
        total = a - b
        if -LIMIT < total < LIMIT:
            return total
    return add(a, neg(b))


def mul(a: Number, b: Number) -> Number:
    """a * b."""
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
    """a / b; `DivisionByZeroError` for b = 0."""
    if not b:
        raise DivisionByZeroError
    try:
        return CTX.divide(a, b)
    except (decimal.Underflow, decimal.Subnormal):
        return 0
    except decimal.Overflow:
        raise BasicOverflowError from None


def neg(x: Number) -> Number:
    """-x; never a negative zero."""
    if isinstance(x, int):
        return -x
    return x.copy_negate() if x else 0


def compare(a: Number, b: Number) -> int:
    """-1, 0 or 1 as a is less than, equal to or greater than b."""
    return (a > b) - (a < b)


def absolute(x: Number) -> Number:
    """ABS(x)."""
    return abs(x) if type(x) is int else Decimal(x).copy_abs()


def sign(x: Number) -> int:
    """SGN(x)."""
    return (x > 0) - (x < 0)


def int_(x: Number) -> Number:
    """INT(x): the largest integer not above x."""
    return _integral(x, ROUND_FLOOR)


def fix(x: Number) -> Number:
    """FIX(x): x without its fraction."""
    return _integral(x, ROUND_DOWN)


def _integral(x: Number, rounding: str) -> Number:
    if isinstance(x, int) or x >= LIMIT or x <= -LIMIT:
        return x
    return int(x.to_integral_value(rounding))


def to_int16(x: Number) -> int:
    """CINT(x): x truncated toward zero; `BasicOverflowError` outside -32768..32767."""
    whole = int(x)
    if -32768 <= whole <= 32767:
        return whole
    raise BasicOverflowError


def to_address(x: Number) -> int:
    """x as an address 0..65535: -32768..65535, negatives wrap; else `BasicOverflowError`."""
    whole = int(x)
    if -32768 <= whole <= 65535:
        return whole & 0xFFFF
    raise BasicOverflowError


def int_divide(a: Number, b: Number) -> int:
    r"""a \ b on 16-bit integers, toward zero (-32768\-1 is 32768)."""
    dividend, divisor = to_int16(a), to_int16(b)
    if not divisor:
        raise DivisionByZeroError
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def modulo(a: Number, b: Number) -> int:
    """a MOD b on 16-bit integers, with the sign of a."""
    dividend, divisor = to_int16(a), to_int16(b)
    if not divisor:
        raise DivisionByZeroError
    remainder = abs(dividend) % abs(divisor)
    return -remainder if dividend < 0 else remainder


def csng(x: Number) -> Number:
    """CSNG(x): x rounded half up to 6 digits."""
    if type(x) is int and -1000000 < x < 1000000:
        return x
    return _rounded(Decimal(x), _SINGLE)


def cdbl(x: Number) -> Number:
    """CDBL(x): the same value."""
    return x


def power(base: Number, exponent: Number) -> Number:
    """base ^ exponent; 0^0 is 1, a negative base takes whole exponents only."""
    if not exponent:
        return 1
    if not base:
        if exponent < 0:
            raise DivisionByZeroError
        return 0
    whole = bool(exponent == int(exponent))
    if base < 0 and not whole:
        raise IllegalFunctionCallError
    if isinstance(base, int) and whole and 0 < exponent < 100 and abs(base) ** int(exponent) < LIMIT:
        return int(base ** int(exponent))
    return _rounded(_WIDE.power(base, exponent))


def sqr(x: Number) -> Number:
    """SQR(x); `IllegalFunctionCallError` for x < 0."""
    if x < 0:
        raise IllegalFunctionCallError
    return _rounded(_WIDE.sqrt(x))


def log(x: Number) -> Number:
    """LOG(x), natural; `IllegalFunctionCallError` for x <= 0."""
    if x <= 0:
        raise IllegalFunctionCallError
    return _rounded(_WIDE.ln(x))


def exp(x: Number) -> Number:
    """EXP(x)."""
    if x > 150:
        raise BasicOverflowError
    if x < -150:
        return 0
    return _rounded(_WIDE.exp(x))


_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640629")


def _sin_wide(x: Decimal) -> Decimal:
    x = _WIDE.remainder(x, 2 * _PI)
    total = term = x
    n = 1
    while abs(term) > Decimal("1e-40"):
        n += 2
        term = _WIDE.divide(_WIDE.multiply(_WIDE.multiply(term, -x), x), n * (n - 1))
        total = _WIDE.add(total, term)
    return total


def sin(x: Number) -> Number:
    """SIN(x), x in radians."""
    return _rounded(_sin_wide(Decimal(x)))


def cos(x: Number) -> Number:
    """COS(x), x in radians."""
    return _rounded(_sin_wide(_WIDE.add(Decimal(x), _PI / 2)))


def tan(x: Number) -> Number:
    """TAN(x), x in radians."""
    return _rounded(_WIDE.divide(_sin_wide(Decimal(x)), _sin_wide(_WIDE.add(Decimal(x), _PI / 2))))


def atn(x: Number) -> Number:
    """ATN(x) in radians."""
    argument = Decimal(x)
    halvings = 0
    while abs(argument) > Decimal("0.01"):
        root = _WIDE.sqrt(_WIDE.add(1, _WIDE.multiply(argument, argument)))
        argument = _WIDE.divide(argument, _WIDE.add(1, root))
        halvings += 1
    total, power_, n = Decimal(0), argument, 1
    while abs(power_) > Decimal("1e-40"):
        total = _WIDE.add(total, _WIDE.divide(power_, n))
        power_ = _WIDE.multiply(_WIDE.multiply(power_, -argument), argument)
        n += 2
    return _rounded(_WIDE.multiply(total, 2**halvings))


def format_number(x: Number) -> str:
    """STR$(x): a blank or minus, then the digits (`" .5"`, `"-1E-03"`); PRINT puts a blank after it."""
    if type(x) is int and -LIMIT < x < LIMIT:
        return f" {x}" if x >= 0 else str(x)
    if not x:
        return " 0"
    minus, figures, exponent = Decimal(x).as_tuple()
    digits = "".join(map(str, figures))
    point = len(digits) + int(exponent)
    digits = digits.rstrip("0")
    column = "-" if minus else " "
    if -1 <= point <= 0:
        return f"{column}.{'0' * -point}{digits}"
    if 0 < point <= 14:
        whole, fraction = digits[:point].ljust(point, "0"), digits[point:]
        return f"{column}{whole}.{fraction}" if fraction else column + whole
    mantissa = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
    return f"{column}{mantissa}E{point - 1:+03d}"


_RADIX = {"H": (16, "0123456789ABCDEF"), "O": (8, "01234567"), "B": (2, "01")}


def parse_number(text: str, start: int = 0) -> tuple[Number, int, int]:
    """The number at `text[start:]` as VAL, READ and INPUT read it: value, kind and the index behind it.

    Blanks are skipped wherever they stand. No number gives 0 with kind integer; the caller sees from the
    index (and what follows) whether that is an error. `BasicOverflowError` for a number of 1E+63 or more, or
    a radix number above 65535.
    """
    position, end = start, len(text)

    def peek() -> str:
        nonlocal position
        while position < end and text[position] in " \t\n":
            position += 1
        return text[position].upper() if position < end else ""

    negative = False
    if peek() in ("+", "-") and peek():
        negative = peek() == "-"
        position += 1
    if peek() == "&":
        return _parse_radix(text, position, negative)
    digits, fraction, seen_point = "", 0, False
    while (symbol := peek()) and (symbol.isdecimal() or (symbol == "." and not seen_point)):
        if symbol == ".":
            seen_point = True
        else:
            digits += symbol
            fraction += seen_point
        position += 1
    significant = digits.lstrip("0")
    kind = KIND_SINGLE if len(significant) < 7 else KIND_DOUBLE
    exponent = 0
    if symbol in ("E", "D") and symbol and (digits or seen_point):
        if symbol == "D":
            kind = KIND_DOUBLE
        position += 1
        exponent_negative = False
        if peek() in ("+", "-") and peek():
            exponent_negative = peek() == "-"
            position += 1
        figures = ""
        while (symbol := peek()) and symbol.isdecimal():
            figures += symbol
            position += 1
        exponent = min(int(figures or "0"), 9999)
        if exponent_negative:
            exponent = -exponent
    elif not seen_point and int(digits or 0) <= 32767:
        kind = KIND_INTEGER
    value: Number = _rounded(Decimal(int(digits or "0")).scaleb(exponent - fraction, _WIDE))
    if symbol in ("!", "#", "%") and symbol:
        position += 1
        if symbol == "!":
            kind, value = KIND_SINGLE, csng(value)
        elif symbol == "#":
            kind = KIND_DOUBLE
        else:
            kind, value = KIND_INTEGER, to_int16(value)
    if value == int(value) and -LIMIT < value < LIMIT:
        value = int(value)
    return (neg(value) if negative else value), kind, position


def _parse_radix(text: str, position: int, negative: bool) -> tuple[int, int, int]:
    """The &H, &O or &B number whose `&` is at `position`."""
    letter = text[position + 1 : position + 2].upper()
    if letter not in _RADIX or not letter:
        return 0, KIND_INTEGER, position
    base, allowed = _RADIX[letter]
    position += 2
    value = 0
    while position < len(text) and text[position].upper() in allowed:
        value = value * base + allowed.index(text[position].upper())
        if value > 0xFFFF:
            raise BasicOverflowError
        position += 1
    signed = value - 65536 if value > 32767 else value
    return (-signed if negative else signed), KIND_INTEGER, position


def val(text: str) -> Number:
    """VAL(text): the number that the text begins with, or 0."""
    return parse_number(text)[0]


def encode_integer(value: int) -> bytes:
    """The two bytes of an integer, low byte first."""
    return (value & 0xFFFF).to_bytes(2, "little")


def decode_integer(data: bytes) -> int:
    """The integer that two bytes hold."""
    return int.from_bytes(data, "little", signed=True)


def encode_real(value: Number, size: int) -> bytes:
    """The single (size 4) or double (size 8) that holds `value`: sign and exponent byte, then packed digits.

    A single is rounded to 6 digits; zero is all zero bytes.
    """
    if size == KIND_SINGLE:
        value = csng(value)
    if not value:
        return bytes(size)
    minus, figures, exponent = Decimal(value).as_tuple()
    digits = "".join(map(str, figures))
    head = 64 + len(digits) + int(exponent) | (0x80 if minus else 0)
    return bytes([head]) + bytes.fromhex(digits.rstrip("0").ljust(2 * (size - 1), "0"))


def decode_real(data: bytes) -> Number:
    """The value of a single (4 bytes) or double (8 bytes).

    Bytes that BASIC itself never stores are taken as they are: nibbles A-F count 10-15.
    """
    if not data[0] & 0x7F:
        return 0
    digits = 0
    for byte in data[1:]:
        digits = digits * 100 + (byte >> 4) * 10 + (byte & 15)
    if data[0] & 0x80:
        digits = -digits
    value = Decimal(digits).scaleb((data[0] & 0x7F) - 64 - 2 * (len(data) - 1), _WIDE)
    return int(value) if value == value.to_integral_value() and -LIMIT < value < LIMIT else _rounded(value)
