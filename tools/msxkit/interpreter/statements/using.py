"""PRINT USING, as recorded in tests/conformance; `msxkit.language.using` has the fields of a format."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal

from msxkit import basic_errors
from msxkit.decimal14 import Number, format_number
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.statements.printing import Printer
from msxkit.language.using import NUMERIC_FIELD, TEXT_FIELD, next_field

#: From here on a number is shown as PRINT shows it (recorded: 3E14; 99163782787715 is formatted).
TOO_BIG = 10**14
#: Places of a field, without its signs and `^^^^`; more are an error.
MOST_PLACES = 24
_WIDE = Context(prec=120, rounding=ROUND_HALF_UP)


class Using:
    """One PRINT USING: items go in one by one, the format is used again from its start when it runs out."""

    def __init__(self, out: Printer, pattern: str) -> None:
        if not pattern:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._out = out
        self._pattern = pattern
        self._at = 0

    def number(self, x: Number) -> None:
        """Format a number into the next field."""
        field = self._next_field()
        if field.re is not NUMERIC_FIELD:
            raise RaisedError(basic_errors.TYPE_MISMATCH)
        self._out.string(format_using(field, x))

    def string(self, text: str) -> None:
        """Format a string into the next field."""
        field = self._next_field()
        if field.re is not TEXT_FIELD:
            raise RaisedError(basic_errors.TYPE_MISMATCH)
        what = field.group()
        if what == "!":
            self._out.string(text[:1] or " ")
        elif what == "&":
            self._out.string(text)
        else:
            self._out.string(text[: len(what)].ljust(len(what)))

    def finish(self) -> None:
        """Print the characters between the last field used and the next."""
        if self._at:
            self._literals()

    def _literals(self) -> re.Match[str] | None:
        field = next_field(self._pattern, self._at)
        position = len(self._pattern) if field is None else field.start()
        self._out.string(self._pattern[self._at : position])
        self._at = position
        return field

    def _next_field(self) -> re.Match[str]:
        field = self._literals()
        if field is None:
            self._at = 0
            if next_field(self._pattern, 0) is None:
                raise RaisedError(basic_errors.ILLEGAL_CALL)
            field = self._literals()
            assert field is not None
        self._at = field.end()
        return field


def format_using(field: re.Match[str], x: Number) -> str:
    """Return a number as a numeric field shows it; `%` in front when it does not fit."""
    fill = field["fill"] or ""
    whole = (field["more"] if field["fill"] else field["whole"]) or ""
    point = field["point"] or ""
    before, places = len(fill) + len(whole), max(len(point) - 1, 0)
    if before + len(point) > MOST_PLACES:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    width = len(field["plus"]) + before + len(point)
    value = Decimal(x)
    negative = value < 0
    value = abs(value)
    if value >= TOO_BIG and not field["power"]:
        return "%" + format_number(x)
    if field["power"]:
        if not field["plus"] and not field["sign"]:
            before -= 1
        digits, power = _scaled(value, max(before, 0), places)
        body = _with_point(digits, places, bool(point)) + f"E{'-' if power < 0 else '+'}{abs(power):02d}"
        width += 4
    else:
        digits = str(int(_WIDE.to_integral_value(_WIDE.scaleb(value, places))))
        body = _with_point(digits, places, bool(point), "," in whole)
    sign = "-" if negative else "+" if field["plus"] else ""
    trailing = ""
    if field["sign"]:
        trailing = "-" if negative else "+" if field["sign"] == "+" else " "
        sign = ""
    head = sign + ("$" if "$" in fill else "")
    room = width - len(head)
    if places and body.startswith("0.") and len(body) > room:
        # No room for the zero before the point.
        body = body[1:]
    text = head + body
    if len(text) > width:
        return "%" + text + trailing
    return text.rjust(width, "*" if "*" in fill else " ") + trailing


def _with_point(digits: str, places: int, point: bool, commas: bool = False) -> str:
    digits = digits.rjust(places + 1, "0")
    whole, fraction = (digits[:-places], digits[-places:]) if places else (digits, "")
    if commas:
        whole = f"{int(whole):,}"
    return f"{whole}.{fraction}" if point else whole


def _scaled(value: Decimal, before: int, places: int) -> tuple[str, int]:
    """Return the digits of value with `before` digits before the point, and the power of ten that goes with them.

    Zero has one digit before the point; blanks or asterisks stand for the others.
    """
    if not value:
        return "0" * (1 + places), 0
    count = before + places
    power = value.adjusted() + 1
    rounded = _WIDE.to_integral_value(_WIDE.scaleb(value, count - power))
    if rounded >= Decimal(10) ** count:
        rounded = rounded / 10
        power += 1
    return str(int(rounded)).rjust(count, "0"), power - before
