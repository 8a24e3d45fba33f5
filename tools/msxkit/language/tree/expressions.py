"""Expressions: one class for each form."""

from __future__ import annotations

from msxkit.language.constants import Constant
from msxkit.language.tree.base import Expression, Node


class Number(Expression):
    """A constant. It is never negative; a sign is an operator."""

    constant: Constant


class LineReference(Expression):
    """A line number as the target of a jump, or where one could stand (`IF ERL=100`).

    Attributes:
        line: The number; `address`: the machine has put the address of the line's text in its place (0Dh), which is
            `line`.
    """

    line: int
    address: bool = False


class String(Expression):
    """Characters between quotes."""

    text: str


class Variable(Expression):
    """A simple variable.

    Attributes:
        name: As written, blanks taken out.
        suffix: One of $ % ! # or nothing.
    """

    name: str
    suffix: str

    @property
    def short(self) -> str:
        """What the machine tells it by: two characters and the suffix."""
        return self.name[:2] + self.suffix


class Element(Expression):
    """An element of an array: `A(1,2)` or `A[1,2]`."""

    name: str
    suffix: str
    subscripts: tuple[Expression, ...]

    @property
    def short(self) -> str:
        """Two characters, the suffix, and a bracket."""
        return self.name[:2] + self.suffix + "("


#: What a value can be stored in.
Target = Variable | Element


class Parenthesis(Expression):
    """An expression in brackets."""

    inside: Expression


class Unary(Expression):
    """A sign or NOT.

    Attributes:
        operator: `+`, `-`, `NOT`.
    """

    operator: str
    operand: Expression


class Binary(Expression):
    """Two operands and an operator between them.

    Attributes:
        operator: One of `^ * / \\ MOD + - AND OR XOR EQV IMP`, or a relation as written without blanks: `<>`, `=>`,
            `<=>`.
        left, right: The operands.
    """

    operator: str
    left: Expression
    right: Expression


class Function(Expression):
    """A function with plain arguments in brackets.

    Attributes:
        name: Its word, such as `LEFT$`.
    """

    name: str
    arguments: tuple[Expression, ...]


class Reading(Expression):
    """A word that is a value: ERL, ERR, CSRLIN, INKEY$, TIME."""

    name: str


class InputCharacters(Expression):
    """INPUT$(count [, [#]channel])."""

    count: Expression
    channel: Expression | None


class VariablePointer(Expression):
    """VARPTR(variable)."""

    variable: Target


class FilePointer(Expression):
    """VARPTR(#channel)."""

    channel: Expression


class UserFunction(Expression):
    """FN name [(arguments)]."""

    name: str
    suffix: str
    arguments: tuple[Expression, ...]


class MachineFunction(Expression):
    """USR[digit](argument)."""

    number: int
    argument: Expression


class PointColour(Expression):
    """POINT [STEP](x,y)."""

    step: bool
    x: Expression
    y: Expression


class SpritePattern(Expression):
    """SPRITE$(number)."""

    number: Expression


class Point(Node):
    """A place on a graphic screen: [STEP](x,y), with STEP relative to the last one."""

    step: bool
    x: Expression
    y: Expression
