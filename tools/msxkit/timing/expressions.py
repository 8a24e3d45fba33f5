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
from msxkit.timing import functions, math_pack, names
from msxkit.timing.figure import ALL_DIGITS, Figure, higher
from msxkit.timing.operands import INTEGER_BIT, INTEGER_ZERO
from msxkit.timing.operands import constant as code_of
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
#: A product of integers: a sign.
_INTEGER_SIGN = 37
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
#: What computes and weighs them at run time.
_LOGIC_NAMES = {
    "AND": "and_",
    "OR": "or_",
    "XOR": "xor",
    "EQV": "eqv",
    "IMP": "imp",
    "MOD": "modulo",
    "\\": "int_divide",
}
_RELATIONS = {
    frozenset(">"): "gt",
    frozenset("="): "eq",
    frozenset(">="): "ge",
    frozenset("<"): "lt",
    frozenset("<>"): "ne",
    frozenset("<="): "le",
    frozenset("<=>"): "always",
}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "power"}
_WEIGHED = {"+": "added", "-": "subtracted", "*": "multiplied"}
#: A sign; NOT.
_MINUS, _NOT = 1007, 1100
#: What shifting and rounding add to a sum, usually.
_USUAL_SHIFT = 200
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
        return Figure(INTEGER, integer, len(str(abs(integer))), code=code_of(integer))
    value = _value(constant.mantissa, constant.exponent)
    kind = SINGLE if form is ConstantForm.SINGLE else DOUBLE
    return Figure(kind, value, len(str(constant.mantissa)), code=code_of(value))


def _line_reference(walk: Walk, node: tree.LineReference) -> Figure:
    return Figure(SINGLE, node.line, len(str(node.line)), code=code_of(node.line))


def _string(walk: Walk, node: tree.String) -> Figure:
    walk.total += _TEXT + _TEXT_CHARACTER * len(node.text)
    return Figure(STRING, length=len(node.text), code=str(len(node.text)))


def _load(walk: Walk, node: tree.Variable) -> Figure:
    type_ = walk.variable(node)
    walk.total += _LOAD[type_]
    code = names.python(walk.key(node))
    return Figure.unknown(type_, f"len({code})" if type_ is STRING else code)


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
        return Figure(INTEGER, code=walk.value("complement", figure.code))
    number = None if figure.number is None else -figure.number
    return Figure(figure.type, number, figure.digits, code=walk.value("neg", figure.code))


def _binary(walk: Walk, node: tree.Binary) -> Figure:
    operator = node.operator
    left = walk.expression(node.left)
    if operator[0] in "<>=":
        return _relation(walk, node, left)
    if operator == "+" and left.type is STRING:
        walk.total += _JOIN + _JOIN_NEW * isinstance(node.left, tree.Binary | tree.Function)
        right = walk.expression(node.right)
        length = left.length + right.length
        code = walk.value("sum", left.code, right.code)
        walk.weigh(_JOIN_CHARACTER * length, "characters", str(_JOIN_CHARACTER), code)
        return Figure(STRING, length=length, code=code)
    walk.total += _OPERATOR + _PUSH[left.type]
    right = walk.expression(node.right)
    walk.behind(node.right)
    if operator in _LOGIC:
        walk.total += _LOGIC[operator]
        walk.whole(left, WHOLE_INTEGER)
        walk.whole(right, WHOLE_INTEGER)
        if operator in _DIVISIONS:
            walk.total += _DIVIDED_REAL * sum(figure.type is not INTEGER for figure in (left, right))
        return Figure(INTEGER, code=walk.value(_LOGIC_NAMES[operator], left.code, right.code))
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
        return Figure(INTEGER)
    truth = walk.value(f"{_RELATIONS[frozenset(node.operator)]}", left.code, right.code)
    type_ = higher(left.type, right.type)
    walk.total += _COMPARE[type_] + _MIX[left.type, right.type]
    if type_ is INTEGER:
        walk.total += _COMPARE_INTEGERS
    else:
        _both(walk, left, right)
        one = left.number if left.number is not None else right.number
        zero = one is not None and not one
        usual = math_pack.COMPARED_SINGLE if type_ is SINGLE else math_pack.COMPARED
        usual = math_pack.COMPARED_RIGHT_ZERO if zero else usual + math_pack.EQUAL_BYTE // 2
        walk.weigh(usual, "compare", left.code, right.code, str(type_ is SINGLE))
    return Figure(INTEGER, code=truth)


def _both(walk: Walk, left: Figure, right: Figure) -> None:
    """Convert integers among two numbers that are computed as reals."""
    for figure in (left, right):
        if figure.type is INTEGER:
            walk.to_real(figure)


def _arithmetic(walk: Walk, operator: str, left: Figure, right: Figure) -> Figure:
    type_ = higher(left.type, right.type)
    walk.total += _APPLY[operator][type_] + _MIX[left.type, right.type]
    result = walk.value(_ARITHMETIC[operator], left.code, right.code)
    if type_ is INTEGER and operator not in "/^":
        return _integers(walk, operator, left, right, result)
    if operator == "^":
        power = right.number
        whole = power is not None and power == int(power)
        digits = min(left.digits * 2, ALL_DIGITS) if whole else ALL_DIGITS
        return Figure(DOUBLE, None, digits, code=result)
    _both(walk, left, right)
    if operator != "/":
        swapped = type_ is not DOUBLE
        usual = _decimal(operator, left, right, swapped)
        codes = (right.code, left.code) if swapped else (left.code, right.code)
        known = left.number is not None and right.number is not None
        walk.weigh(usual, _WEIGHED[operator], *([None] if known else codes))
    longest = max(left.digits, right.digits)
    counts = {"+": longest, "-": longest, "*": left.digits + right.digits, "/": _quotient_digits(right)}
    return Figure(DOUBLE, None, min(counts[operator], ALL_DIGITS), code=result)


def _integers(walk: Walk, operator: str, left: Figure, right: Figure, result: str | None) -> Figure:
    if operator == "*":
        for figure in (left, right):
            if figure.number is not None and figure.number < 0:
                walk.total += _INTEGER_SIGN
        number = right.number
        if number is None:
            walk.weigh(3 * INTEGER_BIT, "integer_product", right.code)
        elif number:
            walk.total += abs(int(number)).bit_count() * INTEGER_BIT
        else:
            walk.total += INTEGER_ZERO
    return Figure(INTEGER, None, max(left.digits, right.digits), code=result)


def _decimal(operator: str, left: Figure, right: Figure, swapped: bool) -> int:
    """Return the cost of an operation on reals.

    Args:
        swapped: Whether it is on singles, whose first operand lies in ARG.
    """
    if left.number is not None and right.number is not None:
        x, y = left.number, right.number
        if swapped:
            x, y = y, x
        if operator == "*":
            return math_pack.multiply(x, y)
        return math_pack.add(x, y if operator == "+" else -y)
    if operator == "*":
        second = left if swapped else right
        return math_pack.product_by(second.number if second.number is not None else _number_of(second.digits))
    if any(figure.number is not None and not figure.number for figure in (left, right)):
        return math_pack.ADD_ZERO
    return (math_pack.SUM if operator == "+" else math_pack.DIFFERENCE) + _USUAL_SHIFT


def _number_of(digits: int) -> int:
    """Return a number to stand for an unknown one of so many digits."""
    return int("37481625374816"[: min(max(digits, 1), ALL_DIGITS)])


def _quotient_digits(divisor: Figure) -> int:
    """Return how many digits a quotient is likely to have."""
    divided = None if divisor.number is None else math_pack.parts(divisor.number)
    if divided is None:
        return ALL_DIGITS
    rest = divided.mantissa
    for factor in (2, 5):
        while not rest % factor:
            rest //= factor
    return 3 if rest == 1 else ALL_DIGITS


def _value(mantissa: int, exponent: int) -> Decimal:
    return Decimal(mantissa).scaleb(exponent)


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


def new_walk(costs: Costs, text: bytes, types: Sequence[BasicType]) -> Walk:
    """Return a walk that has added nothing yet."""
    return Walk(costs, text, types, _ADDING)
