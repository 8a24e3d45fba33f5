"""What it costs to compute an expression: the formula evaluator, walked along the tree.

The evaluator reads a factor; at an operator it keeps the factor on the stack and goes on with what stands after, until
an operator binds less. A constant has been copied when its token was fetched; a variable is searched; a function takes
its argument in brackets. What `/` and `^` of reals cost besides all this is left to the run. Sources: The MSX Red Book,
4C64h to 4F78h; figures (T-states) fitted to tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.language.constants import ConstantForm
from msxkit.machine.costs import Costs
from msxkit.timing import functions, math_pack
from msxkit.timing.figure import ALL_DIGITS, Figure, higher, number_of
from msxkit.timing.reading import READ, byte_at
from msxkit.timing.walk import WHOLE_INTEGER, Walk

#: The first byte of a comparison's right side is fetched twice; of a constant that costs so much less.
_SECOND_CONSTANT = -156
#: A hexadecimal or octal constant; a single, a double.
_RADIX, _SINGLE, _DOUBLE = 16, 50, 136
#: A value of a variable is fetched.
_LOAD = {INTEGER: 330, STRING: 54, SINGLE: 433, DOUBLE: 591}
#: An operator: the left side goes onto the stack.
_OPERATOR = 871
_PUSH = {INTEGER: 154, SINGLE: 106, DOUBLE: 102, STRING: 0}
#: What each operator takes to be recognised, and to be applied by the type that it is computed in.
_SIGNS = {"+": 200, "-": 92, "*": 143, "/": 55, "^": 117}
_APPLY = {
    "+": {INTEGER: 660, SINGLE: 286, DOUBLE: 371},
    "-": {INTEGER: 866, SINGLE: 427, DOUBLE: 447},
    "*": {INTEGER: 2660, SINGLE: 1181, DOUBLE: 1267},
    "/": {INTEGER: 265, SINGLE: 243, DOUBLE: 239},
    "^": {INTEGER: 475, SINGLE: 1792, DOUBLE: 1792},
}
#: Bringing both sides to one type, by the type of each.
_MIX = {
    (INTEGER, INTEGER): -433,
    (INTEGER, SINGLE): -378,
    (INTEGER, DOUBLE): -178,
    (SINGLE, INTEGER): -467,
    (SINGLE, SINGLE): -757,
    (SINGLE, DOUBLE): -146,
    (DOUBLE, INTEGER): 136,
    (DOUBLE, SINGLE): 10,
    (DOUBLE, DOUBLE): -147,
}
#: A comparison: recognised; each of `<`, `=`, `>`; applied by type; its truth value.
_RELATION, _RELATION_SIGN, _TRUTH = 720, 101, 64
_COMPARE = {INTEGER: 959, SINGLE: 1334, DOUBLE: 1893}
_COMPARE_INTEGERS = 50
#: Operators of two integers: recognised and applied.
_LOGIC = {"AND": 60, "OR": 40, "XOR": 81, "EQV": 90, "IMP": 90, "MOD": 2357, "\\": 2171}
#: What the last two take of a real.
_DIVISIONS, _DIVIDED_REAL = frozenset(("MOD", "\\")), -650
#: Strings: joined, for each character of both; compared, for each character that is equal.
_JOIN, _JOIN_NEW, _JOIN_CHARACTER = 2496, 114, 54
_COMPARE_STRINGS, _COMPARE_CHARACTER = 1900, 90
#: What the operands of operations on reals add.
_WEIGHED = {"+": math_pack.add, "-": math_pack.subtract, "*": math_pack.multiply}
#: A sign; NOT.
_MINUS, _NOT = 1007, 1100
#: A string constant; each character of it.
_TEXT, _TEXT_CHARACTER = 403, 64


def _missing(walk: Walk, node: tree.Missing) -> Figure:
    for part in node.before:
        walk.expression(part)
    return Figure.unknown(DOUBLE)


def _number(walk: Walk, node: tree.Number) -> Figure:
    constant = node.constant
    form = constant.form
    if form in (ConstantForm.HEXADECIMAL, ConstantForm.OCTAL):
        walk.total += _RADIX
    elif form is ConstantForm.SINGLE:
        walk.total += _SINGLE
    elif form is ConstantForm.DOUBLE:
        walk.total += _DOUBLE
    if constant.type == "%":
        integer = constant.integer
        return Figure(INTEGER, integer, "")
    value = Decimal(constant.mantissa).scaleb(constant.exponent)
    return Figure(SINGLE if form is ConstantForm.SINGLE else DOUBLE, value, "")


def _line_reference(walk: Walk, node: tree.LineReference) -> Figure:
    return Figure(SINGLE, node.line, "")


def _string(walk: Walk, node: tree.String) -> Figure:
    walk.total += _TEXT + _TEXT_CHARACTER * len(node.text)
    return Figure(STRING, node.text)


def _load(walk: Walk, node: tree.Variable) -> Figure:
    type_ = walk.variable(node)
    walk.total += _LOAD[type_]
    return Figure.unknown(type_)


def _load_element(walk: Walk, node: tree.Element) -> Figure:
    figure = walk.element(node)
    walk.total += _LOAD[figure.type]
    return figure


def _parenthesis(walk: Walk, node: tree.Parenthesis) -> Figure:
    walk.total += functions.BRACKETS
    return walk.first(node.inside)


def _unary(walk: Walk, node: tree.Unary) -> Figure:
    if node.operator == "+":
        return walk.expression(node.operand)
    walk.total += _NOT if node.operator == "NOT" else _MINUS
    figure = walk.expression(node.operand)
    walk.behind(node.operand)
    if node.operator == "NOT":
        walk.whole(figure, 0)
        return Figure.unknown(INTEGER)
    return figure if figure.type is STRING else Figure(figure.type, -figure.usual, figure.name and None)


def _binary(walk: Walk, node: tree.Binary) -> Figure:
    operator = node.operator
    left = walk.expression(node.left)
    if operator[0] in "<>=":
        return _relation(walk, node, left)
    if operator == "+" and left.type is STRING:
        walk.total += _JOIN + _JOIN_NEW * isinstance(node.left, tree.Binary | tree.Function)
        right = walk.expression(node.right)
        return walk.made(_JOIN_CHARACTER, left.length + right.length)
    walk.total += _OPERATOR + _PUSH[left.type]
    right = walk.expression(node.right)
    walk.behind(node.right)
    if operator in _LOGIC:
        walk.total += _LOGIC[operator]
        walk.whole(left, WHOLE_INTEGER)
        walk.whole(right, WHOLE_INTEGER)
        if operator in _DIVISIONS:
            walk.total += _DIVIDED_REAL * sum(figure.type is not INTEGER for figure in (left, right))
        return Figure.unknown(INTEGER)
    walk.total += _SIGNS[operator]
    if STRING in (left.type, right.type):
        return Figure.unknown(DOUBLE)
    return _arithmetic(walk, operator, left, right)


def _relation(walk: Walk, node: tree.Binary, left: Figure) -> Figure:
    walk.total += _RELATION + _RELATION_SIGN * len(node.operator) + _PUSH[left.type]
    start = node.right.start
    byte = byte_at(walk.text, start)
    walk.total += READ[byte] + (_SECOND_CONSTANT if byte < 0x20 else 0)
    right = walk.expression(node.right)
    walk.behind(node.right)
    walk.total += _TRUTH
    if STRING in (left.type, right.type):
        walk.total += _COMPARE_STRINGS + _COMPARE_CHARACTER
        return Figure.unknown(INTEGER)
    type_ = higher(left.type, right.type)
    walk.total += _COMPARE[type_] + _MIX[left.type, right.type]
    if type_ is INTEGER:
        walk.total += _COMPARE_INTEGERS
    else:
        _both(walk, left, right)
        walk.weigh(math_pack.compare_singles if type_ is SINGLE else math_pack.compare, left, right)
    return Figure.unknown(INTEGER)


def _both(walk: Walk, left: Figure, right: Figure) -> None:
    """Convert integers among two numbers that are computed as reals."""
    for figure in (left, right):
        if figure.type is INTEGER:
            walk.to_real(figure)


def _arithmetic(walk: Walk, operator: str, left: Figure, right: Figure) -> Figure:
    type_ = higher(left.type, right.type)
    walk.total += _APPLY[operator][type_] + _MIX[left.type, right.type]
    if type_ is INTEGER and operator not in "/^":
        if operator == "*":
            walk.weigh(math_pack.integer_product, left, right)
        return Figure.unknown(INTEGER)
    if operator != "^":
        _both(walk, left, right)
    if operator in _WEIGHED:
        # The first operand of singles lies in ARG.
        walk.weigh(_WEIGHED[operator], *((left, right) if type_ is DOUBLE else (right, left)))
    longest = max(left.digits, right.digits)
    digits = {"+": longest, "-": longest, "*": left.digits + right.digits}
    return Figure(DOUBLE, number_of(digits.get(operator, ALL_DIGITS)))


#: What adds each kind of expression.
_ADDING: dict[type[tree.Expression], Callable[[Walk, Any], Figure]] = {
    tree.Missing: _missing,
    tree.Number: _number,
    tree.LineReference: _line_reference,
    tree.String: _string,
    tree.Variable: _load,
    tree.Element: _load_element,
    tree.Parenthesis: _parenthesis,
    tree.Unary: _unary,
    tree.Binary: _binary,
    **functions.ADDING,
}


def new_walk(costs: Costs, text: bytes, types: Sequence[BasicType], start: int = 0) -> Walk:
    """Return a walk that has added nothing yet."""
    return Walk(costs, text, types, _ADDING, start)
