"""Precedence: operands with the signs before them, and the operators between them, become a tree.

Binding strength from The MSX Red Book, 4D22h. NOT binds more loosely than a relation, a sign more closely than `*` and
more loosely than `^`; either is an operand for what stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.language.lexer import Terminal
from msxkit.language.tree import Binary, Expression, Unary

_STRENGTH = {
    "^": 13,
    "*": 11,
    "/": 11,
    "\\": 10,
    "MOD": 9,
    "+": 8,
    "-": 8,
    "AND": 5,
    "OR": 4,
    "XOR": 3,
    "EQV": 2,
    "IMP": 1,
}
_RELATION, _SIGN, _COMPLEMENT = 7, 12, 6


class Signed:
    """An operand with the signs and NOTs before it, as long as its operators are not known."""

    __slots__ = ("operand", "signs")

    def __init__(self, signs: Sequence[Terminal], operand: Expression) -> None:
        self.signs = signs
        self.operand = operand


def climb(parts: Sequence[Expression | Signed | Terminal]) -> Expression:
    """Return the tree of operand, operator, operand, ..."""
    if len(parts) == 3:
        # Two operands without signs need no precedence.
        left, sign, right = parts
        if isinstance(left, Expression) and isinstance(sign, Terminal) and isinstance(right, Expression):
            return Binary(left.start, right.end, sign.text, left, right)
    values: list[Expression] = []
    #: Strength, operator, and whether it stands before its operand.
    waiting: list[tuple[int, Terminal, bool]] = []

    def reduce(strength: int) -> None:
        while waiting and waiting[-1][0] >= strength:
            _, operator, prefix = waiting.pop()
            right = values.pop()
            if prefix:
                values.append(Unary(operator.start, right.end, operator.text, right))
            else:
                left = values.pop()
                values.append(Binary(left.start, right.end, operator.text, left, right))

    for part in parts:
        if isinstance(part, Terminal):
            strength = _STRENGTH.get(part.text, _RELATION)
            reduce(strength)
            waiting.append((strength, part, False))
        elif isinstance(part, Signed):
            waiting.extend((_COMPLEMENT if sign.text == "NOT" else _SIGN, sign, True) for sign in part.signs)
            values.append(part.operand)
        else:
            values.append(part)
    reduce(0)
    return values[0]
