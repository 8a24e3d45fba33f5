"""Whether an expression is a number or a string, as far as the text alone tells: for checks that must be certain.

A name without a suffix is a number unless some DEFSTR of the program has its letter; then its type is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.tree.entry import DECLARED, ValueType
from msxkit.language.using import NUMERIC_FIELD, fields
from msxkit.language.vocabulary import ENTRIES, Operand, operands
from msxkit.node_type import taken_by

NUMBER, STRING = ValueType.NUMBER, ValueType.STRING
#: Function -> the type of each argument; None: either.
_ARGUMENTS: dict[str, tuple[ValueType | None, ...]] = {
    entry.name.removesuffix("()"): tuple(
        entry.operands.get(name, Operand()).takes for name in operands(entry.forms[0])
    )
    for entry in ENTRIES
    if entry.role == "function"
}
#: Class and field -> the type that an expression there must have, if not a number.
_FIELDS = {
    (node, name): operand.takes
    for entry in ENTRIES
    for node in entry.nodes
    for name, operand in entry.operands.items()
}
_RELATIONS = frozenset("<>=")
_COMPUTED = (tree.Binary, tree.Function)


class WrongPart(NamedTuple):
    """A part of a wrong type, and the one that it must have."""

    node: tree.Node
    wanted: ValueType


class Types:
    """The types of the names of one program."""

    def __init__(self, statements: Iterable[tree.Statement]) -> None:
        self._strings: set[str] = set()
        for statement in statements:
            if isinstance(statement, tree.DefType) and statement.suffix == "$":
                self._strings.update(statement.letters)

    def of_name(self, name: str, suffix: str) -> ValueType | None:
        """Return the type of a name. None: it depends on how the program runs."""
        if suffix:
            return STRING if suffix == "$" else NUMBER
        return None if name[0] in self._strings else NUMBER

    def of(self, node: tree.Node) -> ValueType | None:
        """Return the type of an expression. None: not known."""
        find = _OF.get(type(node))
        return NUMBER if find is None else find(self, node)

    def mismatch(self, node: tree.Node) -> WrongPart | None:
        """Return the first part of a statement or expression that is certainly of a wrong type.

        The statements of branches are not looked at: they are statements of their own.
        """
        kind = type(node)
        for name, part in tree.named_parts(node):
            part_kind = type(part)
            if part_kind is tree.Branch:
                continue
            if not tree.is_leaf(part):
                found = self.mismatch(part)
                if found is not None:
                    return found
            if _IS_VALUE[part_kind]:
                wanted = _WANTED[kind, name]
                if wanted is _DEPENDS:
                    wanted = _wanted(node, part)
                value = _complete(part)
                if wanted is not None and value is not None and self.of(value) not in (None, wanted):
                    # Operands and arguments are converted when all of them have been computed.
                    return None if kind in _COMPUTED and tree.is_cut(node) else WrongPart(value, wanted)
        look = _ALIKE.get(kind)
        return None if look is None else look(self, node)

    def alike(self, first: tree.Node, second: tree.Node) -> WrongPart | None:
        """Return a mismatch if the second is certainly not of the first one's type."""
        wanted, found = self.of(first), self.of(second)
        if wanted is None or found is None or wanted is found or tree.is_cut(second):
            return None
        return WrongPart(second, wanted)


def _complete(part: tree.Node) -> tree.Node | None:
    """Return a part as far as the machine converts it: a whole operand before it finds that something is missing behind
    it; None if the part breaks off.
    """
    if isinstance(part, tree.Missing) and part.whole:
        part = part.before[0]
    return None if tree.is_cut(part) else part


def _named(types: Types, node: tree.Variable | tree.Element | tree.UserFunction) -> ValueType | None:
    return types.of_name(node.name, node.suffix)


def _worded(types: Types, node: tree.Function | tree.Reading) -> ValueType:
    return STRING if node.name.endswith("$") else NUMBER


def _of_unary(types: Types, node: tree.Unary) -> ValueType | None:
    return types.of(node.operand) if node.operator == "+" else NUMBER  # the machine passes over a +


def _of_binary(types: Types, node: tree.Binary) -> ValueType | None:
    return types.of(node.left) or types.of(node.right) if node.operator == "+" else NUMBER


#: How the type of an expression is found; others are numbers.
_OF: dict[type[tree.Node], Callable[[Types, Any], ValueType | None]] = {
    **dict.fromkeys((tree.Variable, tree.Element, tree.UserFunction), _named),
    **dict.fromkeys((tree.String, tree.InputCharacters, tree.SpritePattern), lambda types, node: STRING),
    tree.Parenthesis: lambda types, node: types.of(node.inside),
    tree.Unary: _of_unary,
    tree.Binary: _of_binary,
    **dict.fromkeys((tree.Function, tree.Reading), _worded),
    **dict.fromkeys((tree.MachineFunction, tree.Missing), lambda types, node: None),
}


def _takes_both(node: tree.Binary) -> bool:
    """Return whether an operator takes numbers and strings, both of one type."""
    return node.operator == "+" or _RELATIONS.issuperset(node.operator)


def _unlike_format(types: Types, node: tree.PrintUsing) -> WrongPart | None:
    """Return the first value that certainly is not of the type of its field; the fields begin again when none is
    left.
    """
    if not isinstance(node.format, tree.String):
        return None
    wanted = [NUMBER if field.re is NUMERIC_FIELD else STRING for field in fields(node.format.text)]
    for field, value in zip(cycle(wanted), node.values, strict=False):
        if types.of(value) not in (None, field) and not tree.is_cut(value):
            return WrongPart(value, field)
    return None


#: What looks for parts of a node that must be of one type, whichever it is.
_ALIKE: dict[type[tree.Node], Callable[[Types, Any], WrongPart | None]] = {
    tree.Binary: lambda types, node: types.alike(node.left, node.right) if _takes_both(node) else None,
    tree.PrintUsing: _unlike_format,
    **{
        kind: lambda types, node: types.alike(*tree.taking(node, tree.Part.ALIKE))
        for kind in DECLARED
        if any(tree.Part.ALIKE in what for what in taken_by(kind).values())
    },
}


class _IsValue(dict[type[tree.Node], bool]):
    """Class -> whether its nodes have a type."""

    def __missing__(self, kind: type[tree.Node]) -> bool:
        found = self[kind] = issubclass(kind, tree.Expression) and kind is not tree.LineReference
        return found


_IS_VALUE = _IsValue()
#: Says that the wanted type depends on the node.
_DEPENDS = object()


class _Wanted(dict[tuple[type[tree.Node], str], Any]):
    """Class and field -> the type that an expression there must have; None: either."""

    def __missing__(self, place: tuple[type[tree.Node], str]) -> Any:
        kind, _name = place
        wanted: Any = _FIELDS.get(place, NUMBER)
        if kind in (tree.Parenthesis, tree.Missing):
            wanted = None
        elif kind in (tree.Unary, tree.Binary, tree.Function):
            wanted = _DEPENDS
        self[place] = wanted
        return wanted


_WANTED = _Wanted()


def _wanted(node: tree.Node, part: tree.Node) -> ValueType | None:
    """Return the type that a part of a sign, operator or function must have; None: either."""
    if isinstance(node, tree.Unary):
        return None if node.operator == "+" else NUMBER
    if isinstance(node, tree.Binary):
        return None if _takes_both(node) else NUMBER
    assert isinstance(node, tree.Function)
    wanted = _ARGUMENTS[node.name]
    if len(wanted) == 1:
        return wanted[0]
    place = next(place for place, each in enumerate(node.arguments) if each is part)
    return wanted[place] if place < len(wanted) else None
