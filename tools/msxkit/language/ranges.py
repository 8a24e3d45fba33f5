"""Constants that a statement or function never takes: CHR$(300), POKE 0,256, A%=40000, 1/0.

Only what fails on every machine, whatever the rest of the program does. Numbers are cut to whole ones as the machine
does it. Sources: the recordings in tests/conformance, and the MSX2 Technical Handbook, chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msxkit.language import tree

ILLEGAL, OVERFLOW, DIVISION = "Illegal function call", "Overflow", "Division by zero"


class Misfit(NamedTuple):
    """A constant where it does not fit. message: a sentence without its full stop. machine: the error."""

    node: tree.Node
    message: str
    machine: str


class _Range(NamedTuple):
    low: int
    high: int
    machine: str = ILLEGAL


_INTEGER = _Range(-32768, 32767, OVERFLOW)
_ADDRESS = _Range(-32768, 65535, OVERFLOW)
_BYTE, _COUNT = _Range(0, 255), _Range(1, 255)
_SUBSCRIPT = _Range(0, 32767)
#: Function -> the range of each argument; None: any number.
_FUNCTIONS: dict[str, tuple[_Range | None, ...]] = {
    **dict.fromkeys(("CHR$", "SPACE$"), (_BYTE,)),
    **dict.fromkeys(("LEFT$", "RIGHT$"), (None, _BYTE)),
    **dict.fromkeys(("HEX$", "OCT$", "BIN$", "PEEK", "INP"), (_ADDRESS,)),
    "STRING$": (_BYTE, _BYTE),
    "MID$": (None, _COUNT, _BYTE),
    "STICK": (_Range(0, 2),),
    "STRIG": (_Range(0, 4),),
    "PDL": (_Range(1, 12),),
    "CINT": (_INTEGER,),
}
#: Statement or other node -> its word, and the range of each field.
_FIELDS: dict[type[tree.Node], tuple[str, dict[str, _Range]]] = {
    tree.Poke: ("POKE", {"address": _ADDRESS, "value": _BYTE}),
    tree.Vpoke: ("VPOKE", {"value": _BYTE}),
    tree.Out: ("OUT", {"port": _ADDRESS, "value": _BYTE}),
    tree.Sound: ("SOUND", {"register": _Range(0, 13), "value": _BYTE}),
    tree.Error: ("ERROR", {"number": _COUNT}),
    tree.OnGoto: ("ON", {"selector": _BYTE}),
    tree.OnGosub: ("ON", {"selector": _BYTE}),
    tree.Key: ("KEY", {"number": _Range(1, 10)}),
    tree.MaxFiles: ("MAXFILES", {"count": _Range(0, 15)}),
    tree.Color: ("COLOR", dict.fromkeys(("ink", "paper", "border"), _BYTE)),
    tree.Locate: ("LOCATE", dict.fromkeys(("x", "y", "cursor"), _BYTE)),
    tree.Width: ("WIDTH", {"columns": _Range(1, 80)}),
    tree.PutSprite: ("PUT SPRITE", {"plane": _Range(0, 31)}),
    tree.SetSprite: ("SPRITE$", {"number": _BYTE}),
    tree.DefUsr: ("DEFUSR", {"address": _ADDRESS}),
    tree.SetTime: ("TIME", {"value": _ADDRESS}),
    tree.PrintTab: ("TAB", {"column": _BYTE}),
    tree.PrintSpaces: ("SPC", {"count": _BYTE}),
    tree.InputCharacters: ("INPUT$", {"count": _COUNT}),
}
#: What `_own` has a rule for.
_LOOKED_AT = frozenset((tree.Function, tree.Element, tree.Binary, tree.Unary, tree.Let, tree.For, *_FIELDS))
_LOGIC = frozenset(("AND", "OR", "XOR", "EQV", "IMP"))
_DIVISIONS = frozenset(("/", "\\", "MOD"))


def misfits(node: tree.Node) -> Iterator[Misfit]:
    """The constants in a statement or expression that do not fit; not those in the statements of branches."""
    for _, part in tree.named_parts(node):
        if not isinstance(part, tree.Branch) and not tree.is_leaf(part):
            yield from misfits(part)
    if type(node) in _LOOKED_AT:
        yield from _own(node)


def _own(node: tree.Node) -> Iterator[Misfit]:
    match node:
        case tree.Function(name="SQR" | "LOG", arguments=(argument,)):
            value = constant(argument)
            if value is not None and (value < 0 or (not value and node.name == "LOG")):
                yield Misfit(argument, f"{node.name} takes no {shown(value)}", ILLEGAL)
        case tree.Function(name="INSTR", arguments=(first, _, _)):
            yield from _checked("INSTR", first, _COUNT)
        case tree.Function():
            for argument, limits in zip(node.arguments, _FUNCTIONS.get(node.name, ()), strict=False):
                yield from _checked(node.name, argument, limits)
        case tree.Element():
            for subscript in node.subscripts:
                yield from _checked("a subscript", subscript, _SUBSCRIPT)
        case tree.Binary() if node.operator in _DIVISIONS:
            divisor = constant(node.right)
            if divisor is not None and not (divisor if node.operator == "/" else int(divisor)):
                yield Misfit(node.right, "division by 0", DIVISION)
            elif node.operator != "/":
                yield from _checked(node.operator, node.left, _INTEGER)
                yield from _checked(node.operator, node.right, _INTEGER)
        case tree.Binary() if node.operator in _LOGIC:
            yield from _checked(node.operator, node.left, _INTEGER)
            yield from _checked(node.operator, node.right, _INTEGER)
        case tree.Unary(operator="NOT"):
            yield from _checked("NOT", node.operand, _INTEGER)
        case tree.Let(target=tree.Variable(suffix="%") | tree.Element(suffix="%")):
            yield from _checked(f"{node.target.name}%", node.value, _INTEGER)
        case tree.For(variable=tree.Variable(suffix="%")):
            for value_node in (node.first, node.last, node.step):
                yield from _checked(f"{node.variable.name}%", value_node, _INTEGER)
        case _ if type(node) in _FIELDS:
            word, fields = _FIELDS[type(node)]
            for name, limits in fields.items():
                yield from _checked(word, getattr(node, name), limits)


def _checked(word: str, node: tree.Node | None, limits: _Range | None) -> Iterator[Misfit]:
    """A misfit if the node is a constant out of its range. Whatever no integer holds is an overflow."""
    value = None if node is None else constant(node)
    if node is None or value is None or limits is None or limits.low <= int(value) <= limits.high:
        return
    fits = limits.machine == ILLEGAL and _INTEGER.low <= int(value) <= _INTEGER.high
    yield Misfit(
        node,
        f"{word} takes {limits.low} to {limits.high}, not {shown(value)}",
        ILLEGAL if fits else OVERFLOW,
    )


def constant(node: tree.Node) -> Fraction | None:
    """The value of an expression that is a constant with signs and brackets; None for any other."""
    match node:
        case tree.Number():
            stored = node.constant
            if stored.type == "%":
                return Fraction(stored.integer)
            return stored.mantissa * Fraction(10) ** stored.exponent
        case tree.Parenthesis():
            return constant(node.inside)
        case tree.Unary(operator="+" | "-"):
            value = constant(node.operand)
            return value if value is None or node.operator == "+" else -value
    return None


def shown(value: Fraction) -> str:
    """A constant as people write it."""
    return str(value.numerator) if value.denominator == 1 else str(float(value))
