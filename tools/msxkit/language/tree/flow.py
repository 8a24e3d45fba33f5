"""Statements of control flow: jumps, loops, conditions, traps, errors, running and stopping."""

from __future__ import annotations

from dataclasses import replace

from msxkit.carrying import Trait
from msxkit.language.tree.base import Device, Expression, Node, Statement, Switch
from msxkit.language.tree.entry import (
    ANY,
    BYTE,
    COUNT,
    LINE,
    LINE_OR_NONE,
    START,
    SUBROUTINE,
    Operand,
    Part,
    statement,
)
from msxkit.language.tree.expressions import LineReference, Variable
from msxkit.node_type import takes

_SWITCH = {
    "ON": "The trap is active from now on.",
    "OFF": "Switches the trap off.",
    "STOP": "Events are remembered until ON.",
}
_CHOICE = {
    "GOTO": "The program continues at the chosen line.",
    "GOSUB": "Calls the chosen line; RETURN continues after this statement.",
}


@statement(
    "GOTO line | GO TO line",
    errors="Undefined line number",
    example='10 GOTO 30\n20 PRINT "SKIPPED"\n30 PRINT "HERE"',
    leaves=True,
)
class Goto(Statement):
    """Continues at a line."""

    target: LineReference | None = takes(LINE)


@statement(
    "GOSUB line",
    errors="Undefined line number, Out of memory",
    example='10 GOSUB 100:PRINT "BACK":END\n100 PRINT "SUB":RETURN',
    snippet=("gosub", "GOSUB ${1:1000}", "Calls a subroutine"),
)
class Gosub(Statement):
    """Calls a subroutine; RETURN continues after this statement."""

    target: LineReference | None = takes(SUBROUTINE)


@statement(
    "RETURN [line]",
    errors="RETURN without GOSUB, Undefined line number",
    example='10 GOSUB 100\n20 PRINT "20"\n30 PRINT "30":END\n100 RETURN 30',
    leaves=True,
)
class Return(Statement):
    """Returns from a subroutine, or continues at a line instead."""

    target: LineReference | None = takes(LINE)


class Branch(Node):
    """What follows THEN or ELSE: a line to go to, or statements, or both (those are then never run)."""

    line: LineReference | None
    statements: tuple[Statement, ...]


class Else(Statement):
    """An ELSE that belongs to no IF: the machine passes over it and the rest of the line."""

    branch: Branch


@statement(
    "IF condition THEN statements [ELSE statements] | IF condition THEN line [ELSE line] | IF condition GOTO line",
    also=(
        Else,
        Branch,
    ),
    errors="Type mismatch, Undefined line number",
    parts={
        "THEN": "Followed by statements, or by the line to go to, when the condition is not 0.",
        "ELSE": "Followed by statements, or by the line to go to, when the condition is 0.",
        "GOTO": "Goes to the line when the condition is not 0.",
    },
    example='10 A$="":IF A$="" THEN PRINT "EMPTY"\n20 IF LEN(A$) THEN PRINT "NO" ELSE PRINT "YES"',
    snippet=("if", "IF ${1:A=0} THEN ${2:100} ELSE ${3:200}", "A condition on one line"),
)
class If(Statement):
    """Runs what follows THEN when the condition is not 0, else what follows ELSE. All of it is on one line.

    Attributes:
        goto: Whether the word was GOTO (its branch always has a line, 0 if none stands there).
    """

    condition: Expression
    then: Branch
    otherwise: Branch | None
    goto: bool


@statement(
    "FOR variable = first TO last [STEP step]",
    alone=True,
    errors="Type mismatch, Overflow",
    parts={"TO": "The last value of the loop.", "STEP": "What each turn adds; the default is 1."},
    example="10 FOR I=1 TO 10 STEP 3:PRINT I;:NEXT",
    snippet=(
        "for",
        "FOR ${1:I}=${2:1} TO ${3:10}\n${4:20} $0\n${5:30} NEXT $1",
        "A loop; the line numbers are yours to choose",
    ),
    whole=True,
)
class For(Statement):
    """Begins a loop, which runs at least once. NEXT ends it."""

    variable: Variable = takes(Operand(is_set=True))
    first: Expression
    last: Expression
    step: Expression | None


@statement(
    "NEXT [variable][, ...]",
    alone=True,
    errors="NEXT without FOR",
    example="10 FOR I=1 TO 2:FOR J=1 TO 2:PRINT I*10+J;:NEXT:NEXT",
)
class Next(Statement):
    """Ends the body of FOR loops. Without a variable it ends the innermost one, which is faster."""

    variables: tuple[Expression, ...] = takes(ANY)


@statement(
    "ON number GOTO line[, ...]",
    name="ON GOTO",
    parts=_CHOICE,
    errors="Undefined line number, Illegal function call",
    example='10 ON 2 GOTO 20,30\n20 PRINT "ONE":END\n30 PRINT "TWO"',
)
class OnGoto(Statement):
    """Goes to the first line when the number is 1, to the second when it is 2, and so on; else nowhere."""

    selector: Expression = takes(BYTE)
    targets: tuple[LineReference | None, ...] = takes(LINE)


@statement(
    "ON number GOSUB line[, ...]",
    name="ON GOSUB",
    parts=_CHOICE,
    errors="Undefined line number, Illegal function call",
    example='10 FOR I=0 TO 2:ON I GOSUB 100,200:NEXT:END\n100 PRINT "ONE":RETURN\n200 PRINT "TWO":RETURN',
)
class OnGosub(Statement):
    """Calls the first subroutine when the number is 1, the second when it is 2, and so on; else none."""

    selector: Expression = takes(BYTE)
    targets: tuple[LineReference | None, ...] = takes(SUBROUTINE)


@statement(
    "ON ERROR GOTO line",
    errors="Undefined line number",
    example='10 ON ERROR GOTO 100:A=1/0:PRINT "NEXT"\n20 B$=1:PRINT "B":END\n'
    '100 PRINT "E";ERR;ERL:RESUME NEXT',
    snippet=("onerror", "ON ERROR GOTO ${1:9000}", "Where the program continues after an error"),
)
class OnError(Statement):
    """Names the line that handles errors, where ERR is the error and ERL its line. Line 0 switches this off."""

    target: LineReference | None = takes(LINE_OR_NONE)


@statement(
    "ON INTERVAL=jiffies GOSUB line",
    "Calls a subroutine each time a number of interrupts (50 or 60 a second) has passed, after INTERVAL ON.",
    name="ON INTERVAL GOSUB",
    errors="Illegal function call",
    parts={"INTERVAL": "The number of interrupts between two calls.", "GOSUB": "The subroutine."},
    example="10 ON INTERVAL=5 GOSUB 100\n15 INTERVAL ON\n20 IF N<3 THEN 20\n"
    "30 INTERVAL OFF:PRINT N:END\n100 N=N+1:RETURN",
)
@statement(
    "ON KEY GOSUB line[, ...]",
    "Sets the subroutines of the ten function keys, in their order; KEY(n) ON activates a key.",
    parts={"KEY": "The function keys.", "GOSUB": "The subroutines, in the order of the keys."},
    example='10 ON KEY GOSUB 100,200:KEY(1) ON\n20 PRINT "F1 CALLS 100":END\n100 RETURN\n200 RETURN',
)
@statement(
    "ON SPRITE GOSUB line",
    "Calls a subroutine when two sprites meet, after SPRITE ON.",
    parts={"SPRITE": "The collision of sprites.", "GOSUB": "The subroutine."},
    example='10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE OFF\n20 PRINT "NONE MET":END\n100 RETURN',
)
@statement(
    "ON STOP GOSUB line",
    "Calls a subroutine when CTRL-STOP is pressed, after STOP ON. The keys then no longer stop the program.",
    parts={"STOP": "The keys CTRL-STOP.", "GOSUB": "The subroutine."},
    example='10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "NOT PRESSED":END\n100 RETURN',
)
@statement(
    "ON STRIG GOSUB line[, ...]",
    "Sets the subroutines of the triggers: space bar, joystick 1 and 2, then their second buttons.",
    parts={"STRIG": "The triggers, 0 to 4.", "GOSUB": "The subroutines, in the order of the triggers."},
    example='10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "NO SHOT":END\n100 RETURN',
)
class OnDevice(Statement):
    """ON KEY, SPRITE, STOP, STRIG GOSUB lines, or ON INTERVAL=period (jiffies) GOSUB line."""

    device: Device
    period: Expression | None = takes(Operand(-32768, 65535, lacks=(0,)))
    targets: tuple[LineReference | None, ...] = takes(replace(SUBROUTINE, zero=False))


@statement(
    "INTERVAL ON | INTERVAL OFF | INTERVAL STOP",
    "Switches the interval trap.",
    parts={"INTERVAL": "The trap of ON INTERVAL.", **_SWITCH},
    example="10 ON INTERVAL=5 GOSUB 100:INTERVAL ON\n20 IF N<1 THEN 20\n"
    '30 INTERVAL OFF:PRINT "TICK":END\n100 N=1:RETURN',
)
@statement(
    "KEY(number) ON | KEY(number) OFF | KEY(number) STOP",
    "Switches the trap of a function key.",
    name="KEY(n) ON",
    operands={"number": Operand(1, 10)},
    parts={"KEY": "A function key, 1 to 10.", **_SWITCH},
    errors="Illegal function call",
    example='10 ON KEY GOSUB 100:KEY(1) ON:KEY(1) STOP:KEY(1) OFF\n20 PRINT "OFF":END\n100 RETURN',
)
@statement(
    "SPRITE ON | SPRITE OFF | SPRITE STOP",
    "Switches the trap of sprites that meet.",
    parts={"SPRITE": "The trap of ON SPRITE.", **_SWITCH},
    example='10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE STOP:SPRITE OFF\n20 PRINT "OFF":END\n100 RETURN',
)
@statement(
    "STOP ON | STOP OFF | STOP STOP",
    "Switches the trap of CTRL-STOP.",
    parts=_SWITCH,
    example='10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "OFF":END\n100 RETURN',
)
@statement(
    "STRIG(number) ON | STRIG(number) OFF | STRIG(number) STOP",
    "Switches the trap of a trigger.",
    name="STRIG(n) ON",
    operands={"number": Operand(0, 4)},
    parts={"STRIG": "A trigger, 0 to 4.", **_SWITCH},
    errors="Illegal function call",
    example='10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "OFF":END\n100 RETURN',
    traits=Trait.QUICK,
)
class DeviceSwitch(Statement):
    """KEY(n), STRIG(n), SPRITE, STOP, INTERVAL ON, OFF or STOP.

    Attributes:
        number: None for those without one.
    """

    device: Device
    number: Expression | None
    switch: Switch


@statement(
    "RESUME [line] | RESUME NEXT",
    errors="RESUME without error, Undefined line number",
    parts={"NEXT": "Continues with the statement after the one that failed."},
    example="10 ON ERROR GOTO 100\n20 X=X+1:IF X<3 THEN ERROR 200\n"
    '30 PRINT "OK";X:END\n100 PRINT ERR;:RESUME 20',
    leaves=True,
)
class Resume(Statement):
    """Ends the handling of an error and continues with the same statement (also after 0), the next one, or a
    line."""

    target: LineReference | None = takes(LINE_OR_NONE)
    next: bool = takes("NEXT")


@statement("ERROR number", errors="Illegal function call", example="10 ERROR 77", traits=Trait.QUICK)
class Error(Statement):
    """Causes a BASIC error."""

    number: Expression = takes(COUNT, Part.RAISED)


@statement(
    "END",
    cost=-141,
    example='10 PRINT "A":END:PRINT "B"',
    whole=True,
    traits=Trait.ENDS | Trait.SAFE | Trait.BEHIND,
    leaves=True,
)
class End(Statement):
    """Ends the program and closes all files."""


@statement(
    "STOP",
    cost=1800,
    example='10 PRINT "A"\n20 STOP\n30 PRINT "B"',
    whole=True,
    traits=Trait.ENDS | Trait.SAFE | Trait.BEHIND,
)
class Stop(Statement):
    """Stops the program; CONT continues it."""


@statement("CONT", errors="Can't CONTINUE", example="10 CONT", traits=Trait.LEADS | Trait.LOCATED)
class Cont(Statement):
    """Continues after STOP or CTRL-STOP."""


@statement(
    "RUN [line]",
    errors="Undefined line number",
    example='10 A=A+1:PRINT A:IF PEEK(&HE000)<>77 THEN POKE &HE000,77:RUN 20\n20 PRINT "TWENTY";A',
    whole=True,
    leaves=True,
    traits=Trait.LONG | Trait.WRITES | Trait.CLEARS | Trait.LEADS,
)
class Run(Statement):
    """Clears all variables and starts the program, at its beginning or at a line."""

    target: LineReference | None = takes(START)


@statement(
    "TRON",
    "Shows the number of every line that runs.",
    cost=200,
    example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
    whole=True,
    traits=Trait.LONG | Trait.BEHIND,
)
@statement(
    "TROFF",
    "Ends what TRON began.",
    cost=200,
    example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
    whole=True,
)
class Trace(Statement):
    """TRON, TROFF."""

    on: bool = takes("TRON", "TROFF")


@statement(
    "REM text",
    "A remark: the rest of the line does not run. ' is short for it.",
    alone=True,
    example='10 PRINT "A":REM PRINT "B"',
)
@statement(
    "' text", "A remark: the rest of the line does not run.", alone=True, example='10 PRINT "A" \' PRINT "B"'
)
class Remark(Statement):
    """REM or an apostrophe.

    Attributes:
        text: What follows, as it stands.
    """

    text: str
    apostrophe: bool = takes("'", "REM")


class Broken(Statement):
    """No statement begins with what stands here."""
