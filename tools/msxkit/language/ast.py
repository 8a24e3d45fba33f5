"""The syntax tree of a program line. A node knows where it starts: an offset in the stored line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from msxkit.language.constants import Constant

#: Binding strength of the operators between two operands, from The MSX Red Book, 4D22h. NOT binds at 6, the
#: sign at 12: below ^ only.
PRECEDENCE = {
    "^": 13,
    "*": 11,
    "/": 11,
    "\\": 10,
    "MOD": 9,
    "+": 8,
    "-": 8,
    "AND": 5,
    "OR": 4,
    "XOR": 3,
    "EQV": 2,
}
RELATION = 7
IMPLICATION = 1
NEGATION = 12
COMPLEMENT = 6


@dataclass(slots=True)
class Node:
    """Any part of the tree. start: offset in the stored line."""

    start: int


@dataclass(slots=True)
class Expression(Node):
    """Gives a value."""


@dataclass(slots=True)
class Number(Expression):
    constant: Constant


@dataclass(slots=True)
class LineNumber(Expression):
    """A jump's target, or a number that stands where one could (`IF ERL=100`)."""

    line: int


@dataclass(slots=True)
class String(Expression):
    text: str


@dataclass(slots=True)
class Variable(Expression):
    """name: as written, blanks taken out. suffix: one of $ % ! # or nothing. subscripts: None if simple."""

    name: str
    suffix: str
    subscripts: tuple[Expression, ...] | None = None

    @property
    def short(self) -> str:
        """What the machine goes by: two characters, suffix, and `(` for an array."""
        return self.name[:2] + self.suffix + ("(" if self.subscripts is not None else "")


@dataclass(slots=True)
class Call(Expression):
    """A function of the language, FN or USR. name: `MID$`, `FN A`, `USR1`."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(slots=True)
class Unary(Expression):
    operator: str
    operand: Expression


@dataclass(slots=True)
class Binary(Expression):
    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Statement(Node):
    """word: the keyword that the statement starts with; `LET` for an assignment without it."""

    word: str


@dataclass(slots=True)
class Assign(Statement):
    target: Expression
    value: Expression


@dataclass(slots=True)
class Branch(Node):
    """What follows THEN or ELSE: a line to go to, or statements, or both (they are then never run)."""

    line: LineNumber | None
    statements: tuple[Statement, ...]


@dataclass(slots=True)
class If(Statement):
    condition: Expression
    then: Branch
    otherwise: Branch | None


@dataclass(slots=True)
class Jump(Statement):
    """GOTO, GOSUB, RETURN, RESTORE, RESUME, RUN. next: RESUME NEXT."""

    target: LineNumber | None
    next: bool = False


@dataclass(slots=True)
class OnJump(Statement):
    """ON ... GOTO or GOSUB. event: ERROR, KEY, STRIG, STOP, SPRITE, INTERVAL, or nothing."""

    event: str
    selector: Expression | None
    gosub: bool
    targets: tuple[LineNumber | None, ...]


@dataclass(slots=True)
class For(Statement):
    variable: Variable
    first: Expression
    last: Expression
    step: Expression | None


@dataclass(slots=True)
class Next(Statement):
    variables: tuple[Variable, ...]


@dataclass(slots=True)
class Read(Statement):
    targets: tuple[Expression, ...]


@dataclass(slots=True)
class Text(Statement):
    """REM, ' and DATA, and the extensions CALL, _, CMD, IPL. text: what follows, as it stands."""

    text: str


@dataclass(slots=True)
class DefType(Statement):
    """letters: first and last of each range."""

    letters: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class DefFn(Statement):
    name: Variable
    parameters: tuple[Variable, ...]
    body: Expression


@dataclass(slots=True)
class Skipped(Statement):
    """An ELSE that belongs to no IF: the machine passes over it and the rest of the line."""

    branch: Branch


@dataclass(slots=True)
class Command(Statement):
    """Every other statement. words: keywords after the first, in order. operands: its expressions, in order.

    gaps: positions in the argument list that are left out (`LOCATE ,5`), from 0. sets: variables it assigns.
    """

    words: tuple[str, ...]
    operands: tuple[Expression, ...]
    gaps: tuple[int, ...] = ()
    sets: tuple[Variable, ...] = ()


def walk(node: Node) -> Iterator[Node]:
    """The node and everything in it, in the order of the text."""
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            yield from walk(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield from walk(item)


#: A sign or NOT, or an operator: its word and offset.
Operator = tuple[str, int]


def climb(
    operands: Sequence[tuple[Sequence[Operator], Expression]], operators: Sequence[Operator]
) -> Expression:
    """A tree of operands, each with the signs and NOTs before it, and the operators between them."""
    values: list[Expression] = []
    waiting: list[
        tuple[int, str, int, bool]
    ] = []  # strength, word, offset, whether it stands before its operand

    def reduce(strength: int) -> None:
        while waiting and waiting[-1][0] >= strength:
            _, word, start, prefix = waiting.pop()
            right = values.pop()
            if prefix:
                values.append(Unary(start, word, right))
            else:
                left = values.pop()
                values.append(Binary(left.start, word, left, right))

    for position, (prefixes, primary) in enumerate(operands):
        if position:
            word, start = operators[position - 1]
            strength = _strength(word)
            reduce(strength)
            waiting.append((strength, word, start, False))
        waiting.extend(
            (COMPLEMENT if word == "NOT" else NEGATION, word, start, True) for word, start in prefixes
        )
        values.append(primary)
    reduce(0)
    return values[0]


def _strength(word: str) -> int:
    if word[0] in "<>=":
        return RELATION
    return PRECEDENCE.get(word, IMPLICATION)
