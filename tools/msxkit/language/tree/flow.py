"""Statements of control flow: jumps, loops, conditions, traps, errors, running and stopping."""

from __future__ import annotations

from msxkit.language.tree.base import Device, Expression, Node, Statement, Switch
from msxkit.language.tree.expressions import LineReference, Variable


class Goto(Statement):
    """GOTO line; without a number it means line 0."""

    target: LineReference | None


class Gosub(Statement):
    """GOSUB line; without a number it means line 0."""

    target: LineReference | None


class Return(Statement):
    """RETURN [line]."""

    target: LineReference | None


class Branch(Node):
    """What follows THEN or ELSE: a line to go to, or statements, or both (those are then never run)."""

    line: LineReference | None
    statements: tuple[Statement, ...]


class If(Statement):
    """IF condition THEN or GOTO.

    Attributes:
        goto: Whether the word was GOTO (its branch always has a line, 0 if none stands there).
    """

    condition: Expression
    then: Branch
    otherwise: Branch | None
    goto: bool


class Else(Statement):
    """An ELSE that belongs to no IF: the machine passes over it and the rest of the line."""

    branch: Branch


class For(Statement):
    """FOR variable = first TO last [STEP step]."""

    variable: Variable
    first: Expression
    last: Expression
    step: Expression | None


class Next(Statement):
    """NEXT [variables]."""

    variables: tuple[Expression, ...]


class OnGoto(Statement):
    """ON selector GOTO lines. A number that is left out (None) means line 0."""

    selector: Expression
    targets: tuple[LineReference | None, ...]


class OnGosub(Statement):
    """ON selector GOSUB lines."""

    selector: Expression
    targets: tuple[LineReference | None, ...]


class OnError(Statement):
    """ON ERROR GOTO line; 0 or none ends the trap."""

    target: LineReference | None


class OnDevice(Statement):
    """ON KEY, SPRITE, STOP, STRIG GOSUB lines, or ON INTERVAL=period (jiffies) GOSUB line."""

    device: Device
    period: Expression | None
    targets: tuple[LineReference | None, ...]


class DeviceSwitch(Statement):
    """KEY(n), STRIG(n), SPRITE, STOP, INTERVAL ON, OFF or STOP.

    Attributes:
        number: None for those without one.
    """

    device: Device
    number: Expression | None
    switch: Switch


class Resume(Statement):
    """RESUME [line], RESUME NEXT."""

    target: LineReference | None
    next: bool


class Error(Statement):
    """ERROR number."""

    number: Expression


class End(Statement):
    """END."""


class Stop(Statement):
    """STOP."""


class Cont(Statement):
    """CONT."""


class Run(Statement):
    """RUN [line]."""

    target: LineReference | None


class RunFile(Statement):
    """RUN "file"[,R].

    Attributes:
        keep: Whether files stay open (R).
    """

    name: Expression
    keep: bool


class Clear(Statement):
    """CLEAR [string space[, highest address]]."""

    space: Expression | None
    top: Expression | None


class Trace(Statement):
    """TRON, TROFF."""

    on: bool


class Broken(Statement):
    """No statement begins with what stands here."""
