"""The machine's decimal arithmetic: operations and functions per second."""

from __future__ import annotations

import timeit
from collections.abc import Iterator
from decimal import Decimal

from msxkit import decimal14
from tests.bench import Figure

_EXPRESSIONS = {
    "add, integers": "add(3, 4)",
    "add, reals": "add(a, b)",
    "sub, reals": "sub(b, a)",
    "sub, reals, with guard digits": "sub(a, c)",
    "mul, reals": "mul(a, b)",
    "CTX.multiply, reals": "CTX.multiply(a, b)",
    "div, by one or two digits": "div(b, 7)",
    "div, reals": "div(a, b)",
    "x ^ 10": "power(b, 10)",
    "x ^ .5": "power(b, Decimal('0.5'))",
    "SQR": "sqr(b)",
    "SIN": "sin(b)",
    "ATN": "atn(b)",
    "LOG": "log(b)",
    "EXP": "exp(b)",
    "STR$": "format_number(b)",
    "VAL": "val('12.5')",
}


def measure() -> Iterator[Figure]:
    names = {name: getattr(decimal14, name) for name in decimal14.__all__}
    names |= {
        "Decimal": Decimal,
        "a": Decimal("1.5"),
        "b": Decimal("2.7182818284588"),
        "c": Decimal("0.12345678901235"),
    }
    for what, expression in _EXPRESSIONS.items():
        count, seconds = timeit.Timer(expression, globals=names).autorange()
        yield Figure(what, f"{count / seconds:,.0f} a second", expression)
