"""Whether an expression is a number or a string, as far as the text alone tells: for checks that must be certain.

A name without a suffix is a number unless some DEFSTR of the program has its letter; then its type is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple

from msxkit.language import tree


class ValueType(Enum):
    """What an operand can be. Its value is the word for messages."""

    NUMBER = "a number"
    STRING = "a string"


NUMBER, STRING = ValueType.NUMBER, ValueType.STRING
#: Functions of a string; of either; the others take numbers. Where the arguments are of two types: the type of each.
_OF_STRING = frozenset(("LEN", "ASC", "VAL", "CVI", "CVS", "CVD"))
_OF_EITHER = frozenset(("FRE", "INSTR"))
_MIXED = {
    **dict.fromkeys(("LEFT$", "RIGHT$", "MID$"), (STRING, NUMBER, NUMBER)),
    "STRING$": (NUMBER, None),
}
#: Statement or part of one -> its fields that hold a string; those named in `_EITHER` hold anything or a name.
_STRINGS: dict[type[tree.Node], frozenset[str]] = {
    tree.MidLet: frozenset(("target", "value")),
    tree.PrintUsing: frozenset(("format",)),
    tree.Key: frozenset(("text",)),
    tree.ColorSpriteRows: frozenset(("rows",)),
    tree.SetSprite: frozenset(("pattern",)),
    tree.Play: frozenset(("voices",)),
    tree.Draw: frozenset(("commands",)),
    tree.Open: frozenset(("name",)),
    **dict.fromkeys(
        (
            tree.RunFile,
            tree.Load,
            tree.Save,
            tree.Merge,
            tree.Csave,
            tree.Cload,
            tree.Kill,
            tree.Bsave,
            tree.Bload,
        ),
        frozenset(("name",)),
    ),
    tree.Files: frozenset(("pattern",)),
    tree.Name: frozenset(("old", "new")),
    tree.CopyFiles: frozenset(("source", "target")),
    tree.SetField: frozenset(("target", "value")),
    tree.FieldPart: frozenset(("target",)),
}
_EITHER: dict[type[tree.Node], frozenset[str]] = {
    tree.PrintUsing: frozenset(("values",)),
    tree.Print: frozenset(("items",)),
    **dict.fromkeys((tree.Read, tree.Input, tree.Dim), frozenset(("targets",))),
    tree.InputFile: frozenset(("targets",)),
    **dict.fromkeys((tree.LineInput, tree.LineInputFile, tree.GetClock), frozenset(("target",))),
    tree.SetClock: frozenset(("value",)),
    tree.Erase: frozenset(("arrays",)),
    tree.CopyPicture: frozenset(("source", "target")),
    tree.SetOption: frozenset(("arguments",)),
    tree.VariablePointer: frozenset(("variable",)),
    tree.MachineFunction: frozenset(("argument",)),
    tree.UserFunction: frozenset(("arguments",)),
}
#: Statements whose expressions are looked at in another way, or are evaluated elsewhere.
_OWN = (tree.Let, tree.Swap, tree.DefFn)
_RELATIONS = frozenset("<>=")


class Mismatch(NamedTuple):
    """A part of a wrong type, and the one that it must have."""

    node: tree.Node
    wanted: ValueType


class Types:
    """The types of the names of one program."""

    def __init__(self, statements: Iterable[tree.Statement]) -> None:
        self._strings: set[str] = set()
        for statement in statements:
            if isinstance(statement, tree.DefType) and statement.suffix == "$":
                for first, last in statement.ranges:
                    self._strings.update(map(chr, range(ord(first), ord(last) + 1)))

    def of_name(self, name: str, suffix: str) -> ValueType | None:
        """Return the type of a name. None: it depends on how the program runs."""
        if suffix:
            return STRING if suffix == "$" else NUMBER
        return None if name[0] in self._strings else NUMBER

    def of(self, node: tree.Node) -> ValueType | None:
        """Return the type of an expression. None: not known."""
        find = _OF.get(type(node))
        return NUMBER if find is None else find(self, node)

    def mismatch(self, node: tree.Node) -> Mismatch | None:
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
                if wanted is not None and self.of(part) not in (None, wanted):
                    return Mismatch(part, wanted)
        look = _ALIKE.get(kind)
        return None if look is None else look(self, node)

    def alike(self, first: tree.Node, second: tree.Node) -> Mismatch | None:
        """Return a mismatch if the second is certainly not of the first one's type."""
        wanted, found = self.of(first), self.of(second)
        if wanted is not None and found is not None and wanted is not found:
            return Mismatch(second, wanted)
        return None


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


#: What looks for parts of a node that must be of one type, whichever it is.
_ALIKE: dict[type[tree.Node], Callable[[Types, Any], Mismatch | None]] = {
    tree.Binary: lambda types, node: types.alike(node.left, node.right) if _takes_both(node) else None,
    tree.Swap: lambda types, node: types.alike(node.first, node.second),
    tree.Let: lambda types, node: types.alike(node.target, node.value),
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
        kind, name = place
        wanted: Any = STRING if name in _STRINGS.get(kind, ()) else NUMBER
        if kind in _OWN or kind is tree.Parenthesis or name in _EITHER.get(kind, ()):
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
    if node.name in _MIXED:
        position = next(place for place, each in enumerate(node.arguments) if each is part)
        return _MIXED[node.name][position] if position < len(_MIXED[node.name]) else None
    if node.name in _OF_EITHER:
        return None
    return STRING if node.name in _OF_STRING else NUMBER
