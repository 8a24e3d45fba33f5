"""Statements of variables, functions and DATA."""

from __future__ import annotations

from msxkit.language.tree.base import Expression, Statement
from msxkit.language.tree.expressions import LineReference, Target, Variable


class Let(Statement):
    """[LET] target = value.

    Attributes:
        explicit: Whether LET is written.
    """

    target: Target
    value: Expression
    explicit: bool


class MidLet(Statement):
    """MID$(target, first [, count]) = value."""

    target: Target
    first: Expression
    count: Expression | None
    value: Expression


class Dim(Statement):
    """DIM arrays; a plain variable is allowed and does nothing."""

    targets: tuple[Expression, ...]


class Erase(Statement):
    """ERASE arrays, named without brackets."""

    arrays: tuple[Expression, ...]


class Swap(Statement):
    """SWAP first, second."""

    first: Expression
    second: Expression


class DefType(Statement):
    """DEFINT, DEFSNG, DEFDBL, DEFSTR.

    Attributes:
        suffix: % ! # $.
        ranges: First and last letter of each.
    """

    suffix: str
    ranges: tuple[tuple[str, str], ...]


class DefFn(Statement):
    """DEF FN name [(parameters)] = body."""

    name: Variable
    parameters: tuple[Expression, ...]
    body: Expression


class DefUsr(Statement):
    """DEF USR[digit] = address."""

    number: int
    address: Expression


class Data(Statement):
    """DATA.

    Attributes:
        text: What follows, as it stands.
        text_start: Its offset in the stored line.
    """

    text: str
    text_start: int


class Read(Statement):
    """READ targets."""

    targets: tuple[Expression, ...]


class Restore(Statement):
    """RESTORE [line]."""

    target: LineReference | None


class Remark(Statement):
    """REM or an apostrophe.

    Attributes:
        text: What follows, as it stands.
    """

    text: str
    apostrophe: bool
