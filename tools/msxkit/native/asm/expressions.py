"""Expressions of the assembler: numbers, symbols, `$`, and the operators of C on 16-bit values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\s*(?:(?P<number>0[xX][0-9A-Fa-f]+|[0-9][0-9A-Fa-f]*[hH]\b|[01]+[bB]\b|[0-9]\w*|%[01]+)"
    r"|'(?P<character>[^'])'|\"(?P<quoted>[^\"])\""
    r"|(?P<name>[A-Za-z_.][\w.]*)|(?P<symbol><<|>>|<=|>=|==|!=|[-+*/%&|^~()$<>]))"
)
_LEVELS = (
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}
#: The operator `$` and every label stand for an address.
HERE = "$"

Compute = Callable[[Mapping[str, int]], int]


class ExpressionError(ValueError):
    """An expression that cannot be read or computed; the caller adds file and line."""


@dataclass(frozen=True, slots=True)
class AsmExpression:
    """A parsed expression.

    Attributes:
        names: The symbols it needs, `$` for its own address.
    """

    names: frozenset[str]
    value: Compute


def parse(text: str, scope: str = "") -> AsmExpression:
    """Return the expression `text`.

    Raise `ExpressionError`.

    Args:
        scope: The part to which names that begin with a point belong.
    """
    if text.isdigit():
        number = int(text)
        return AsmExpression(frozenset(), lambda _: number)
    reader = _Reader(text, scope)
    value = reader.binary(0)
    if reader.current is not None:
        raise ExpressionError(f"{text!r}: nothing should follow the expression, not {reader.current[1]!r}")
    return AsmExpression(frozenset(reader.names), value)


class _Reader:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, text: str, scope: str) -> None:
        self.text = text
        self.scope = scope
        self.position = 0
        self.names: set[str] = set()
        self.current = self._next()

    def _next(self) -> tuple[str, str] | None:
        if not self.text[self.position :].strip():
            return None
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            raise ExpressionError(
                f"{self.text!r}: {self.text[self.position :].strip()!r} is not an expression"
            )
        self.position = match.end()
        assert match.lastgroup is not None
        return match.lastgroup, match[match.lastgroup]

    def take(self) -> tuple[str, str]:
        taken = self.current
        if taken is None:
            raise ExpressionError(f"{self.text!r}: something is missing at the end")
        self.current = self._next()
        return taken

    def binary(self, level: int) -> Compute:
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.current is not None and self.current[0] == "symbol" and self.current[1] in _LEVELS[level]:
            operation = _OPERATIONS[self.take()[1]]
            left = _combined(operation, left, self.binary(level + 1))
        return left

    def unary(self) -> Compute:
        kind, text = self.take()
        if kind == "number":
            number = _number(text)
            return lambda _: number
        if kind in ("character", "quoted"):
            code = ord(text)
            return lambda _: code
        if kind == "name":
            if text.lower() in ("high", "low"):
                operand = self.unary()
                return (
                    (lambda s: operand(s) >> 8 & 255)
                    if text.lower() == "high"
                    else (lambda s: operand(s) & 255)
                )
            return self._symbol(self.scope + text if text.startswith(".") else text)
        if text == HERE:
            return self._symbol(HERE)
        if text == "(":
            inner = self.binary(0)
            if self.take()[1] != ")":
                raise ExpressionError(f"{self.text!r}: a ) is missing")
            return inner
        if text in "-+~":
            operand = self.unary()
            return {"-": lambda s: -operand(s), "+": operand, "~": lambda s: ~operand(s)}[text]
        raise ExpressionError(f"{self.text!r}: a number or a name should stand in place of {text!r}")

    def _symbol(self, name: str) -> Compute:
        self.names.add(name)
        return lambda symbols: symbols[name]


def _combined(operation: Callable[[int, int], int], left: Compute, right: Compute) -> Compute:
    def value(symbols: Mapping[str, int]) -> int:
        try:
            return operation(left(symbols), right(symbols))
        except (ZeroDivisionError, ValueError):
            raise ExpressionError("division by zero, or a shift by less than nothing") from None

    return value


def _number(text: str) -> int:
    if text[0] == "%":
        return int(text[1:], 2)
    if text[:2].lower() == "0x":
        return int(text[2:], 16)
    if text[-1] in "hH":
        return int(text[:-1], 16)
    if text[-1] in "bB":
        return int(text[:-1], 2)
    try:
        return int(text)
    except ValueError:
        raise ExpressionError(
            f"{text!r} is not a number: hexadecimal is written 0{text}h or 0x{text}"
        ) from None
