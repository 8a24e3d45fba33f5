"""Constants that a statement or function never takes: CHR$(300), POKE 0,256, A%=40000, 1/0.

Only what fails on every machine, whatever the rest of the program does. Numbers are cut to whole ones as the machine
does it. Sources: the recordings in tests/conformance, and the MSX2 Technical Handbook, chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.tree.entry import COUNT, INTEGER, SYNTAX
from msxkit.language.vocabulary import (
    ENTRIES,
    ILLEGAL,
    OVERFLOW,
    Operand,
    entry_of,
    operands,
)

DIVISION = "Division by zero"


class Misfit(NamedTuple):
    """A constant where it does not fit.

    Attributes:
        message: A sentence without its full stop.
        machine: The error.
    """

    node: tree.Node
    message: str
    machine: str


_SUBSCRIPT = Operand(0, 32767)
#: Function -> the range of each argument; None: any number.
_FUNCTIONS: dict[str, tuple[Operand | None, ...]] = {
    entry.name: tuple(map(entry.operands.get, operands(entry.forms[0])))
    for entry in ENTRIES
    if entry.role == "function" and entry.operands and not entry.nodes
}
#: Classes whose fields have ranges.
_RANGED = frozenset(
    node
    for entry in ENTRIES
    if any(operand.low is not None for operand in entry.operands.values())
    for node in entry.nodes
)
#: Role and name of an entry -> its operands that have ranges.
_LIMITS = {
    (entry.role, entry.name): [each for each in entry.operands.items() if each[1].low is not None]
    for entry in ENTRIES
}
_LOGIC = frozenset(("AND", "OR", "XOR", "EQV", "IMP"))
_DIVISIONS = frozenset(("/", "\\", "MOD"))


def misfit(node: tree.Node) -> Misfit | None:
    """Return the first constant in a statement or expression that does not fit; not in the statements of branches."""
    for part in tree.inner_parts(node):
        if type(part) is not tree.Branch:
            found = misfit(part)
            if found is not None:
                return found
    look = _LOOKS.get(type(node))
    return None if look is None else look(node)


def _function(node: tree.Function) -> Misfit | None:
    arguments = node.arguments
    if node.name in ("SQR", "LOG") and len(arguments) == 1:
        value = constant(arguments[0])
        if value is not None and (value < 0 or (not value and node.name == "LOG")):
            return Misfit(arguments[0], f"{node.name} does not take {shown(value)}", ILLEGAL)
    elif node.name == "INSTR" and len(arguments) == 3:
        return _checked("INSTR", arguments[0], COUNT)
    elif node.name in _FUNCTIONS:
        return _first_checked(node.name, zip(arguments, _FUNCTIONS[node.name], strict=False))
    return None


def _element(node: tree.Element) -> Misfit | None:
    return _first_checked("a subscript", ((subscript, _SUBSCRIPT) for subscript in node.subscripts))


def _binary(node: tree.Binary) -> Misfit | None:
    if node.operator in _DIVISIONS:
        divisor = constant(node.right)
        if divisor is not None and not (divisor if node.operator == "/" else int(divisor)):
            return Misfit(node.right, "division by 0", DIVISION)
        if node.operator == "/":
            return None
    elif node.operator not in _LOGIC:
        return None
    return _first_checked(node.operator, ((node.left, INTEGER), (node.right, INTEGER)))


def _unary(node: tree.Unary) -> Misfit | None:
    return _checked("NOT", node.operand, INTEGER) if node.operator == "NOT" else None


def _let(node: tree.Let) -> Misfit | None:
    target = node.target
    if isinstance(target, tree.Variable | tree.Element) and target.suffix == "%":
        return _checked(f"{target.name}%", node.value, INTEGER)
    return None


def _for(node: tree.For) -> Misfit | None:
    if node.variable.suffix != "%":
        return None
    values = (node.first, node.last, node.step)
    return _first_checked(f"{node.variable.name}%", ((value, INTEGER) for value in values))


def _fields(node: tree.Node) -> Misfit | None:
    entry = entry_of(node)
    if entry is None:
        return None
    word = entry.name.removesuffix(" =")
    return _first_checked(
        word, ((getattr(node, name), limits) for name, limits in _LIMITS[entry.role, entry.name])
    )


def _choice(node: tree.OnGoto | tree.OnGosub) -> Misfit | None:
    """Return the selector of ON that chooses a place in which no line stands."""
    value = constant(node.selector)
    places = node.targets or (None,)
    if value is not None and 0 < int(value) <= len(places) and places[int(value) - 1] is None:
        return Misfit(node.selector, f"no line stands at place {int(value)} of ON", SYNTAX)
    return _fields(node)


def _array(node: tree.CopyPicture) -> Misfit | None:
    if isinstance(node.source, tree.Element):
        return Misfit(node.source, "COPY takes the name of an array, without subscripts", SYNTAX)
    return None


_LOOKS: dict[type[tree.Node], Callable[[Any], Misfit | None]] = {
    tree.Function: _function,
    tree.Element: _element,
    tree.Binary: _binary,
    tree.Unary: _unary,
    tree.Let: _let,
    tree.For: _for,
    **dict.fromkeys(_RANGED, _fields),
    **dict.fromkeys((tree.OnGoto, tree.OnGosub), _choice),
    tree.CopyPicture: _array,
}


def _first_checked(word: str, values: Iterable[tuple[tree.Node | None, Operand | None]]) -> Misfit | None:
    """Return the first misfit among parts of a node."""
    for node, limits in values:
        found = _checked(word, node, limits)
        if found is not None:
            return found
    return None


def _checked(word: str, node: tree.Node | None, limits: Operand | None) -> Misfit | None:
    """Return a misfit if the node is a constant out of its range. A number that no integer holds is an overflow."""
    if not isinstance(node, tree.Node) or limits is None or limits.low is None or limits.high is None:
        return None
    value = constant(node)
    if value is None or (limits.low <= int(value) <= limits.high and int(value) not in limits.lacks):
        return None
    fits = limits.machine == ILLEGAL and -32768 <= int(value) <= 32767
    gaps = f" but {', '.join(map(str, limits.lacks))}" if limits.lacks else ""
    return Misfit(
        node,
        f"{word} takes {limits.low} to {limits.high}{gaps}, not {shown(value)}",
        ILLEGAL if fits else OVERFLOW,
    )


def constant(node: tree.Node) -> Fraction | int | None:
    """Return the value of an expression that is a constant with signs and brackets; None for any other."""
    while type(node) is tree.Parenthesis:
        node = node.inside
    if isinstance(node, tree.Number):
        stored = node.constant
        if stored.type == "%":
            return stored.integer
        return stored.mantissa * Fraction(10) ** stored.exponent
    if isinstance(node, tree.Unary) and node.operator in "+-":
        value = constant(node.operand)
        return value if value is None or node.operator == "+" else -value
    return None


def shown(value: Fraction | int) -> str:
    """Return a constant as people write it."""
    return str(value.numerator) if value.denominator == 1 else str(float(value))
