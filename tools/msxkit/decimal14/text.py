"""Numbers as text: what PRINT and STR$ write, what VAL, READ and INPUT read."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal

from msxkit.decimal14.values import (
    KIND_DOUBLE,
    KIND_INTEGER,
    KIND_SINGLE,
    LIMIT,
    WIDE,
    BasicOverflowError,
    Number,
    RadixError,
    csng,
    neg,
    rounded,
    to_int16,
)


def format_number(x: Number) -> str:
    """Return STR$(x): a blank or minus, then the digits (`" .5"`, `"-1E-03"`); PRINT puts a blank after it."""
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
_DIGITS = frozenset("0123456789")
#: Digits beyond so many cannot change the 14 that are kept, and a larger exponent cannot change the outcome.
_ENOUGH_DIGITS, _ENOUGH_EXPONENT = 40, 9999


class _Reader:
    """The characters of a text from `position` on, without blanks and in upper case."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position

    def peek(self) -> str:
        """Return the next character, or an empty string at the end."""
        text, position = self.text, self.position
        while position < len(text) and text[position] in " \t\n":
            position += 1
        self.position = position
        return text[position].upper() if position < len(text) else ""

    def skip(self) -> None:
        self.position += 1

    def minus(self) -> bool:
        """Take a sign, if there is one. Return whether it is a minus."""
        symbol = self.peek()
        if symbol and symbol in "+-":
            self.skip()
        return symbol == "-"

    def digits(self, allowed: Collection[str] = _DIGITS) -> str:
        """Return the digits at this position, and go past them."""
        taken = ""
        while (symbol := self.peek()) and symbol in allowed:
            taken += symbol
            self.skip()
        return taken


def parse_number(text: str, start: int = 0) -> tuple[Number, int, int]:
    """Return the number at `text[start:]` as VAL, READ and INPUT read it: value, kind and the index after it.

    Blanks are skipped wherever they stand. Where there is no number, the value is 0 and the kind integer; the caller
    sees from the index (and what follows) whether that is an error. Raise `BasicOverflowError` for a number of 1E+63 or
    more, a radix number above 65535, or a `%` after a number outside 16 bits; `RadixError` for `&` without H, O or B.
    """
    reader = _Reader(text, start)
    negative = reader.minus()
    if reader.peek() == "&":
        value: Number = _radix(reader)
        kind = KIND_INTEGER
    else:
        value, kind = _decimal(reader)
    return (neg(value) if negative else value), kind, reader.position


def _radix(reader: _Reader) -> int:
    """Return the &H, &O or &B number whose `&` is next, as a signed 16-bit integer."""
    letter = reader.text[reader.position + 1 : reader.position + 2].upper()
    if letter not in _RADIX:
        raise RadixError
    reader.position += 2
    base, allowed = _RADIX[letter]
    if letter == "B":
        # It ends at a blank.
        rest = reader.text[reader.position :]
        digits = rest[: len(rest) - len(rest.lstrip(allowed))]
        reader.position += len(digits)
        reader.peek()
    else:
        digits = reader.digits(allowed)
    value = int(digits, base) if digits else 0
    if value > 0xFFFF:
        raise BasicOverflowError
    return value - 65536 if value > 32767 else value


def _decimal(reader: _Reader) -> tuple[Number, int]:
    """Take digits, point, exponent and type suffix. Return the unsigned value and its kind."""
    whole = reader.digits()
    point = reader.peek() == "."
    if point:
        reader.skip()
    fraction = reader.digits() if point else ""
    digits = (whole + fraction).lstrip("0")
    kind = KIND_SINGLE if len(digits) < 7 else KIND_DOUBLE
    exponent = 0
    symbol = reader.peek()
    if symbol and symbol in "ED" and (whole or point):
        reader.skip()
        if symbol == "D":
            kind = KIND_DOUBLE
        minus = reader.minus()
        figures = reader.digits().lstrip("0")
        exponent = int(figures or 0) if len(figures) < 5 else _ENOUGH_EXPONENT
        exponent = -exponent if minus else exponent
    elif not point and len(digits) < 6 and int(digits or 0) <= 32767:
        kind = KIND_INTEGER
    kept = digits[:_ENOUGH_DIGITS]
    exponent += len(digits) - len(kept) - len(fraction)
    exponent = max(-_ENOUGH_EXPONENT, min(exponent, _ENOUGH_EXPONENT))
    value: Number = rounded(Decimal(int(kept or 0)).scaleb(exponent, WIDE))
    symbol = reader.peek()
    if symbol and symbol in "!#%":
        reader.skip()
        if symbol == "!":
            kind, value = KIND_SINGLE, csng(value)
        elif symbol == "#":
            kind = KIND_DOUBLE
        else:
            kind, value = KIND_INTEGER, to_int16(value)
    if value < LIMIT and value == int(value):
        value = int(value)
    return value, kind


def val(text: str) -> Number:
    """Return VAL(text): the number that the text begins with, or 0."""
    return parse_number(text)[0]
