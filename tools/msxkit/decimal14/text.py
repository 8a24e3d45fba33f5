"""Numbers as text: what PRINT and STR$ write, what VAL, READ and INPUT read."""

from __future__ import annotations

from decimal import Decimal

from msxkit.decimal14.values import (
    KIND_DOUBLE,
    KIND_INTEGER,
    KIND_SINGLE,
    LIMIT,
    WIDE,
    BasicOverflowError,
    Number,
    csng,
    neg,
    rounded,
    to_int16,
)


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
    value: Number = rounded(Decimal(int(digits or "0")).scaleb(exponent - fraction, WIDE))
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
