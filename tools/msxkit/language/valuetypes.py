"""Whether an expression is a number or a string, as far as the text alone tells: for checks that must be certain.

A name without a suffix is a number unless some DEFSTR of the program has its letter; then nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from msxkit.language import tree


class ValueType(Enum):
    """What an operand can be. The value is how messages call it."""

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


class Types:
    """The types of the names of one program."""

    def __init__(self, statements: Iterable[tree.Statement]) -> None:
        self._strings: set[str] = set()
        for statement in statements:
            if isinstance(statement, tree.DefType) and statement.suffix == "$":
                for first, last in statement.ranges:
                    self._strings.update(map(chr, range(ord(first), ord(last) + 1)))

    def of_name(self, name: str, suffix: str) -> ValueType | None:
        """None: it depends on how the program runs."""
        if suffix:
            return STRING if suffix == "$" else NUMBER
        return None if name[0] in self._strings else NUMBER

    def of(self, node: tree.Node) -> ValueType | None:
        """The type of an expression. None: not known."""
        match node:
            case tree.Variable() | tree.Element() | tree.UserFunction():
                return self.of_name(node.name, node.suffix)
            case tree.String() | tree.InputCharacters() | tree.SpritePattern():
                return STRING
            case tree.Parenthesis():
                return self.of(node.inside)
            case tree.Unary(operator="+"):  # the machine passes over it
                return self.of(node.operand)
            case tree.Binary() if node.operator == "+":
                return self.of(node.left) or self.of(node.right)
            case tree.Function() | tree.Reading():
                return STRING if node.name.endswith("$") else NUMBER
            case tree.MachineFunction() | tree.Missing():
                return None
        return NUMBER

    def mismatches(self, node: tree.Node) -> Iterator[tuple[tree.Node, ValueType]]:
        """What certainly is of a wrong type in a statement or expression, and what it should be.

        The statements of branches are not looked at: they are statements of their own.
        """
        for name, part in tree.named_parts(node):
            if not isinstance(part, tree.Branch):
                if not tree.is_leaf(part):
                    yield from self.mismatches(part)
                wanted = self._wanted(node, name, part)
                if wanted is not None and self.of(part) not in (None, wanted):
                    yield part, wanted
        if isinstance(node, tree.Binary) and (node.operator == "+" or _RELATIONS.issuperset(node.operator)):
            yield from self._alike(node.left, node.right)
        elif isinstance(node, tree.Swap):
            yield from self._alike(node.first, node.second)
        elif isinstance(node, tree.Let):
            yield from self._alike(node.target, node.value)

    def _alike(self, first: tree.Node, second: tree.Node) -> Iterator[tuple[tree.Node, ValueType]]:
        wanted, found = self.of(first), self.of(second)
        if wanted is not None and found is not None and wanted is not found:
            yield second, wanted

    def _wanted(self, node: tree.Node, name: str, part: tree.Node) -> ValueType | None:
        """The type that a part of a node must have; None: either, or it is no expression."""
        kind = type(node)
        if not isinstance(part, tree.Expression) or isinstance(part, tree.LineReference) or kind in _OWN:
            return None
        if name in _EITHER.get(kind, ()) or kind is tree.Parenthesis:
            return None
        if isinstance(node, tree.Unary) and node.operator == "+":
            return None
        if isinstance(node, tree.Function):
            if node.name in _MIXED:
                position = next(place for place, each in enumerate(node.arguments) if each is part)
                return _MIXED[node.name][position] if position < len(_MIXED[node.name]) else None
            if node.name in _OF_EITHER:
                return None
            return STRING if node.name in _OF_STRING else NUMBER
        if isinstance(node, tree.Binary) and (node.operator == "+" or _RELATIONS.issuperset(node.operator)):
            return None
        return STRING if name in _STRINGS.get(kind, ()) else NUMBER
