"""Values of the program model: what an expression computes, with what is known about it before it runs.

A value is a tree of these classes. Every value has a `type`; what an emitter may rely on beyond that stands beside it.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum

from msxkit.basic_type import DOUBLE, INTEGER, STRING, BasicType
from msxkit.decimal14 import LIMIT, BasicError, Number
from msxkit.decimal14.values import WIDE, rounded
from msxkit.language.constants import Constant as StoredConstant
from msxkit.node_type import NodeBase
from msxkit.program.operation import AnyOperation

#: An integer variable holds -32768 to 32767.
INT16 = 32768
LARGEST = Decimal("9.9999999999999E+62")


class VariableName(NodeBase):
    """A simple variable: its first two characters and its type."""

    name: str
    type: BasicType


class ArrayName(NodeBase):
    """An array: the first two characters of its name and its type."""

    name: str
    type: BasicType


class FunctionName(NodeBase):
    """A function of DEF FN: the first two characters of its name and its type."""

    name: str
    type: BasicType


class Value(NodeBase):
    """A value that an expression computes.

    Attributes:
        type: The type of the result.
        bound: The greatest magnitude, if the value is known to be a whole number; else None.
    """

    type: BasicType
    bound: int | None = None

    @property
    def is_string(self) -> bool:
        """Whether it is a string."""
        return self.type is STRING

    @property
    def is_simple(self) -> bool:
        """Whether it is a plain variable or constant: computing it takes no string space."""
        return False

    @property
    def is_pure(self) -> bool:
        """Whether it cannot fail and has no effect."""
        return False

    @property
    def is_fresh(self) -> bool:
        """Whether it is a newly made string (a temporary of the machine), not a variable's or the program's."""
        return False


class SimpleValue(Value, kw_only=True):
    """What needs no computing."""

    @property
    def is_simple(self) -> bool:
        return True

    @property
    def is_pure(self) -> bool:
        return True


class NumberConstant(SimpleValue, kw_only=True):
    """A number of the program.

    Attributes:
        offset: Where it stands in the text.
    """

    number: Number
    offset: int


class StringConstant(SimpleValue, kw_only=True):
    """A string that lies in the program text. It takes no string space until something changes it.

    Attributes:
        text: Its characters, as the program stores them.
        offset: Where it lies in the text.
    """

    text: str
    offset: int


class Load(SimpleValue, kw_only=True):
    """A simple variable's value."""

    variable: VariableName


class LoadElement(Value, kw_only=True):
    """An element's value. A missing array is made first."""

    array: ArrayName
    subscripts: tuple[Value, ...]


class Temporary(SimpleValue, kw_only=True):
    """What an instruction before this one in the block has kept.

    Attributes:
        number: Which temporary of the block.
    """

    number: int


class Arithmetic(Enum):
    """Operators of two numbers that have a form of their own."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"


class Logic(Enum):
    """Operators of two integers, bit by bit."""

    AND = "AND"
    OR = "OR"
    XOR = "XOR"
    EQV = "EQV"
    IMP = "IMP"


class Relation(Enum):
    """Comparisons of two numbers or two strings, which result in -1 (true) or 0."""

    GREATER = ">"
    EQUAL = "="
    GREATER_OR_EQUAL = ">="
    LESS = "<"
    NOT_EQUAL = "<>"
    LESS_OR_EQUAL = "<="

    @property
    def mirrored(self) -> Relation:
        """The relation of the second operand to the first."""
        return _MIRRORED[self]

    @property
    def opposite(self) -> Relation:
        """The relation that holds where this one does not."""
        return _OPPOSITE[self]


_MIRRORED = {
    Relation.GREATER: Relation.LESS,
    Relation.LESS: Relation.GREATER,
    Relation.GREATER_OR_EQUAL: Relation.LESS_OR_EQUAL,
    Relation.LESS_OR_EQUAL: Relation.GREATER_OR_EQUAL,
    Relation.EQUAL: Relation.EQUAL,
    Relation.NOT_EQUAL: Relation.NOT_EQUAL,
}
_OPPOSITE = {
    Relation.GREATER: Relation.LESS_OR_EQUAL,
    Relation.LESS: Relation.GREATER_OR_EQUAL,
    Relation.GREATER_OR_EQUAL: Relation.LESS,
    Relation.LESS_OR_EQUAL: Relation.GREATER,
    Relation.EQUAL: Relation.NOT_EQUAL,
    Relation.NOT_EQUAL: Relation.EQUAL,
}


class Compute(Value, kw_only=True):
    """A sum, difference or product."""

    operator: Arithmetic
    left: Value
    right: Value

    @property
    def is_pure(self) -> bool:
        return self.bound is not None and self.left.is_pure and self.right.is_pure


class Negate(Value, kw_only=True):
    """A number with the opposite sign."""

    operand: Value

    @property
    def is_simple(self) -> bool:
        return self.bound is not None and self.operand.is_simple

    @property
    def is_pure(self) -> bool:
        return self.bound is not None and self.operand.is_pure


class Complement(Value, kw_only=True):
    """NOT.

    Attributes:
        operand: An integer, or a truth value.
    """

    operand: Value

    @property
    def is_pure(self) -> bool:
        return self.operand.is_pure and self.operand.bound == 1


class Combine(Value, kw_only=True):
    """A logical operation.

    Attributes:
        left, right: Integers.
    """

    operator: Logic
    left: Value
    right: Value

    @property
    def is_pure(self) -> bool:
        return self.bound == 1 and self.left.is_pure and self.right.is_pure


class Compare(Value, kw_only=True):
    """A comparison; both sides are numbers or both are strings."""

    relation: Relation
    left: Value
    right: Value

    @property
    def is_pure(self) -> bool:
        return self.left.is_pure and self.right.is_pure


class Concatenate(Value, kw_only=True):
    """Two strings as one, newly made."""

    left: Value
    right: Value

    @property
    def is_fresh(self) -> bool:
        return True


class Convert(Value, kw_only=True):
    """A number converted to another type: rounded, or Overflow where it does not fit."""

    operand: Value


class CopyString(Value, kw_only=True):
    """A copy of a string variable's or constant's text, for another variable."""

    operand: Value


class Mismatch(Value, kw_only=True):
    """A Type mismatch, raised once the operands have been computed.

    Attributes:
        operands: The operands.
        type: The type with which the context continues.
    """

    operands: tuple[Value, ...]


class Always(Value, kw_only=True):
    """`<=>`, which is true once both sides are computed."""

    operands: tuple[Value, ...]


class Call(Value, kw_only=True):
    """The value that an operation returns."""

    operation: AnyOperation
    arguments: tuple[Argument, ...]

    @property
    def is_fresh(self) -> bool:
        return self.operation.fresh and self.type is STRING

    @property
    def is_pure(self) -> bool:
        return self.operation.quiet and all(
            argument.is_pure for argument in self.arguments if isinstance(argument, Value)
        )


class Subscripts(NodeBase):
    """The subscripts of an element, as an operation takes them."""

    values: tuple[Value, ...]


class StringPlace(NodeBase):
    """A string variable or an element that an operation puts a text into."""

    place: VariableName | LoadElement


#: What an operation takes: values, names of variables and arrays, plain data of the program, and groups of these.
Name = VariableName | ArrayName | FunctionName
Plain = int | str | bool | BasicType | Enum | None
Argument = Value | Subscripts | StringPlace | Name | Plain | tuple["Argument", ...]


def constant(number: Number, offset: int) -> NumberConstant:
    """Return a number that stands at an offset of the program text, as a value."""
    if isinstance(number, int):
        kind = INTEGER if -INT16 <= number < INT16 else DOUBLE
        return NumberConstant(kind, abs(number), number=number, offset=offset)
    return NumberConstant(DOUBLE, None, number=number, offset=offset)


def number_of(stored: StoredConstant) -> Number:
    """Return the value of a constant in the program text. One beyond BASIC's range becomes the largest number."""
    if stored.type == "%":
        return stored.integer
    if 0 <= stored.exponent < 15:
        whole: int = stored.mantissa * 10**stored.exponent
        if whole < LIMIT:
            return whole
    # A constant that BASIC itself did not store can be out of range.
    try:
        return rounded(WIDE.scaleb(Decimal(stored.mantissa), stored.exponent))
    except BasicError:
        return LARGEST
