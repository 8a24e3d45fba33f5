"""What names mean: a suffix or DEFINT and similar say the type."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.basic_type import BasicType
from msxkit.language import tree
from msxkit.program.values import ArrayName, FunctionName, VariableName

BY_SUFFIX = {kind.suffix: kind for kind in BasicType}


class LineNames:
    """The names of a line.

    Attributes:
        types: Default type of each letter, A first.
    """

    def __init__(self, types: Sequence[BasicType]) -> None:
        self.types = types

    def type_of(self, name: str, suffix: str) -> BasicType:
        """Return the type of a variable by its suffix or first letter."""
        return BY_SUFFIX[suffix] if suffix else self.types[ord(name[0]) - 65]

    def variable(self, node: tree.Variable) -> VariableName:
        """Return the variable that a name means."""
        return VariableName(node.name[:2], self.type_of(node.name, node.suffix))

    def array(self, node: tree.Element | tree.Variable) -> ArrayName:
        """Return the array that a name means."""
        return ArrayName(node.name[:2], self.type_of(node.name, node.suffix))

    def function(self, node: tree.Variable | tree.UserFunction) -> FunctionName:
        """Return the function of DEF FN that a name means."""
        return FunctionName(node.name[:2], self.type_of(node.name, node.suffix))
