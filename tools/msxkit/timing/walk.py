"""Walking along the tree of a statement and adding up: what a context wants of an expression, characters, and names.

Sources: The MSX Red Book, 4C64h to 5EA4h; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.machine.costs import Costs
from msxkit.program.lower.names import LineNames
from msxkit.timing import math_pack, names
from msxkit.timing.figure import Figure, kept_name
from msxkit.timing.reading import READ, byte_at, next_byte

#: Fetching the first character of an expression again, when it is a constant.
FIRST_CONSTANT = 178
#: The evaluator comes back to an operator that binds less: arithmetic, a comparison.
_BINDS_LESS, _COMPARES_LESS = 118, 155
#: A comma, a bracket, or whatever else must stand somewhere.
SYNTAX = 228
#: A number made a byte or an address or, for AND and similar, an integer: of an integer; of a real.
_BYTE, _BYTE_INTEGER, _ADDRESS_INTEGER, WHOLE_INTEGER, _FROM_REAL = 352, 543, 454, 198, 600
#: An address of a real.
_FROM_REAL_ADDRESS = -70
#: A string where others have a number: the macros of PLAY and DRAW.
_TEXT = 1654
#: A subscript that is not an integer, besides its digits.
_REAL_SUBSCRIPT = -212
#: A number is changed from one type to another, besides the digits.
_CONVERT = {
    (INTEGER, SINGLE): 397,
    (INTEGER, DOUBLE): 445,
    (SINGLE, INTEGER): 0,
    (SINGLE, DOUBLE): 320,
    (DOUBLE, INTEGER): 88,
    (DOUBLE, SINGLE): 673,
}
#: A value is stored.
STORE = {INTEGER: 182, STRING: 800, SINGLE: 279, DOUBLE: 618}


class Weighed(NamedTuple):
    """A part of a statement's cost that depends on values.

    Attributes:
        usual: What the sum of the walk has of it.
    """

    usual: int
    cost: Callable[..., int]
    figures: tuple[Figure, ...]


class WalkUses:
    """What a walk finds besides a sum, in the order in which it is searched.

    Attributes:
        variables: The variables, with whether they are assigned to.
    """

    __slots__ = ("arrays", "variables")

    def __init__(self) -> None:
        self.variables: list[tuple[names.NameKey, bool]] = []
        self.arrays: list[names.NameKey] = []


Adding: TypeAlias = Mapping[type[tree.Expression], Callable[["Walk", Any], Figure]]


class Walk:
    """A sum of the costs of expressions of a stored line.

    Attributes:
        total: T-states so far.
        uses: The names that are searched.
        text: The stored line.
        type_of: Returns the type that a name with its suffix means.
        weighed: What the run weighs.

    Args:
        adding: What adds each kind of expression to a walk.
    """

    def __init__(
        self, costs: Costs, text: bytes, types: Sequence[BasicType], adding: Adding, start: int = 0
    ) -> None:
        self._adding = adding
        self._start = start
        self.costs = costs
        self.text = text
        self.type_of = LineNames(types).type_of
        self.total = 0
        self.uses = WalkUses()
        self.weighed: list[Weighed] = []

    def weigh(self, cost: Callable[..., int], *figures: Figure) -> None:
        """Add the cost of usual values; the run weighs those that it has."""
        usual = cost(*[figure.usual for figure in figures])
        self.total += usual
        if any(figure.name != "" for figure in figures):
            self.weighed.append(Weighed(usual, cost, figures))

    def made(self, each: int, length: int) -> Figure:
        """Add a new string, by its characters; it usually has so many."""
        figure = Figure(STRING, "x" * length)
        self.weigh(lambda text: each * len(text), figure)
        return figure

    def expression(self, node: tree.Expression) -> Figure:
        """Add any expression."""
        figure = self._adding[type(node)](self, node)
        if figure.name is None:
            figure.name = kept_name(self._start + node.start, self._start + node.end)
        return figure

    # What a context wants

    def first(self, node: tree.Expression) -> Figure:
        """Add an expression in a place where a new one begins."""
        byte = byte_at(self.text, node.start)
        self.total += READ[byte] if byte > 0x20 else FIRST_CONSTANT
        return self.expression(node)

    def byte(self, node: tree.Expression) -> Figure:
        """Add a number of 0 to 255."""
        figure = self.first(node)
        self.total += _BYTE + self.character(node.end)
        self.whole(figure, _BYTE_INTEGER)
        return figure

    def optional_byte(self, node: tree.Expression | None) -> None:
        """Add a number of 0 to 255 that can be left out."""
        if node is not None:
            self.byte(node)

    def address(self, node: tree.Expression, real: int = _FROM_REAL_ADDRESS) -> Figure:
        """Add a number of -32768 to 65535.

        Args:
            real: What the conversion of a real costs.
        """
        figure = self.first(node)
        self.of_address(figure, real)
        return figure

    def of_address(self, figure: Figure, real: int = _FROM_REAL_ADDRESS) -> None:
        """Add the conversion of a number to an address."""
        self.whole(figure, _ADDRESS_INTEGER, real)

    def of_byte(self, figure: Figure) -> None:
        """Add the conversion of a number to a byte."""
        self.whole(figure, _BYTE_INTEGER)

    def integer(self, node: tree.Expression) -> Figure:
        """Add a number and its conversion to an integer."""
        figure = self.first(node)
        self.whole(figure, WHOLE_INTEGER)
        return figure

    def converted(self, figure: Figure, to: BasicType) -> None:
        """Add the conversion of a number to another type."""
        from_ = figure.type
        if from_ is to or STRING in (from_, to):
            return
        self.total += _CONVERT[from_, to]
        if to is INTEGER:
            self.to_integer(figure)
        elif from_ is INTEGER:
            self.to_real(figure)

    def whole(self, figure: Figure, integer: int, real: int = _FROM_REAL) -> None:
        """Add the conversion of a number to an integer.

        Args:
            integer, real: What the conversion costs, besides the digits.
        """
        if figure.type is INTEGER:
            self.total += integer
        elif figure.type is STRING:
            self.total += _TEXT
        else:
            self.total += real
            self.to_integer(figure)

    def to_real(self, figure: Figure) -> None:
        """Add the conversion of an integer to a real."""
        self.weigh(math_pack.integer_to_real, figure)

    def to_integer(self, figure: Figure) -> None:
        """Add the conversion of a real to an integer."""
        self.weigh(math_pack.real_to_integer, figure)

    def number_text(self, figure: Figure) -> None:
        """Add the conversion of a number to text, for PRINT and STR$."""
        self.weigh(math_pack.integer_text if figure.type is INTEGER else math_pack.real_text, figure)

    # Characters

    def character(self, offset: int) -> int:
        """Return the cost of fetching a character again."""
        return READ[byte_at(self.text, next_byte(self.text, offset))]

    def behind(self, node: tree.Expression) -> None:
        """Add another operator that binds less, after the right side of an operator."""
        byte = byte_at(self.text, next_byte(self.text, node.end))
        if 0xEE <= byte <= 0xFC:
            self.total += _COMPARES_LESS if byte <= 0xF0 else _BINDS_LESS

    # Names

    def key(self, node: tree.Variable | tree.Element) -> names.NameKey:
        """Return the name that the machine looks for."""
        return node.name[:2], self.type_of(node.name, node.suffix)

    def variable(self, node: tree.Variable, target: bool = False) -> BasicType:
        """Add reading and searching a simple variable."""
        key = self.key(node)
        self.total += names.name(self.text, node.start, node.name, node.suffix)
        self.uses.variables.append((key, target))
        return key[1]

    def element(self, node: tree.Element) -> Figure:
        """Add reading an element, searching its array and computing its place."""
        key = self.key(node)
        self.total += names.name(self.text, node.start, node.name, node.suffix)
        for subscript in node.subscripts:
            figure = self.first(subscript)
            self.total += names.SUBSCRIPT
            self.whole(figure, 0, _REAL_SUBSCRIPT)
        self.total += names.place(len(node.subscripts))
        self.uses.arrays.append(key)
        return Figure.unknown(key[1])

    def place(self, node: tree.Expression) -> BasicType:
        """Add a variable or element that is assigned to."""
        if isinstance(node, tree.Variable):
            return self.variable(node, target=True)
        if isinstance(node, tree.Element):
            return self.element(node).type
        self.expression(node)
        return DOUBLE

    def assign(self, target: tree.Expression, value: tree.Expression) -> BasicType:
        """Add `target = value`. Return the target's type."""
        type_ = self.place(target)
        self.total += SYNTAX
        self.converted(self.first(value), type_)
        self.total += STORE[type_]
        return type_
