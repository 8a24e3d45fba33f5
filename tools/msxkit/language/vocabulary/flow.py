"""Jumps, loops, conditions, traps and errors; running and stopping."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import BYTE, COUNT, Entry, Operand, entry

_statement = partial(entry, "statement")
_SWITCH = {
    "ON": "The trap is active from now on.",
    "OFF": "Switches the trap off.",
    "STOP": "Events are remembered until ON.",
}
_CHOICE = {
    "GOTO": "The program continues at the chosen line.",
    "GOSUB": "Calls the chosen line; RETURN continues after this statement.",
}


def _switch(word: str, does: str, example: str, part: str = "", numbers: Operand | None = None) -> Entry:
    """Return the entry of a trap's switch."""
    written, name = (f"{word}(number)", f"{word}(n)") if numbers else (word, word)
    return _statement(
        f"{name} ON",
        " | ".join(f"{written} {way}" for way in _SWITCH),
        does,
        tree.DeviceSwitch,
        operands={"number": numbers} if numbers else None,
        parts={word: part, **_SWITCH} if part else _SWITCH,
        errors="Illegal function call" if numbers else "",
        example=example,
    )


ENTRIES = (
    _statement(
        "GOTO",
        "GOTO line | GO TO line",
        "Continues at a line.",
        tree.Goto,
        errors="Undefined line number",
        example='10 GOTO 30\n20 PRINT "SKIPPED"\n30 PRINT "HERE"',
    ),
    _statement(
        "GOSUB",
        "GOSUB line",
        "Calls a subroutine; RETURN continues after this statement.",
        tree.Gosub,
        errors="Undefined line number, Out of memory",
        example='10 GOSUB 100:PRINT "BACK":END\n100 PRINT "SUB":RETURN',
        snippet=("gosub", "GOSUB ${1:1000}", "Calls a subroutine"),
    ),
    _statement(
        "RETURN",
        "RETURN [line]",
        "Returns from a subroutine, or continues at a line instead.",
        tree.Return,
        errors="RETURN without GOSUB, Undefined line number",
        example='10 GOSUB 100\n20 PRINT "20"\n30 PRINT "30":END\n100 RETURN 30',
    ),
    _statement(
        "IF",
        "IF condition THEN statements [ELSE statements] | IF condition THEN line [ELSE line] | IF condition GOTO line",
        "Runs what follows THEN when the condition is not 0, else what follows ELSE. All of it is on one line.",
        tree.If,
        tree.Else,
        tree.Branch,
        errors="Type mismatch, Undefined line number",
        parts={
            "THEN": "Followed by statements, or by the line to go to, when the condition is not 0.",
            "ELSE": "Followed by statements, or by the line to go to, when the condition is 0.",
            "GOTO": "Goes to the line when the condition is not 0.",
        },
        example='10 A$="":IF A$="" THEN PRINT "EMPTY"\n20 IF LEN(A$) THEN PRINT "NO" ELSE PRINT "YES"',
        snippet=("if", "IF ${1:A=0} THEN ${2:100} ELSE ${3:200}", "A condition on one line"),
    ),
    _statement(
        "FOR",
        "FOR variable = first TO last [STEP step]",
        "Begins a loop, which runs at least once. NEXT ends it.",
        tree.For,
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
    ),
    _statement(
        "NEXT",
        "NEXT [variable][, ...]",
        "Ends the body of FOR loops. Without a variable it ends the innermost one, which is faster.",
        tree.Next,
        alone=True,
        errors="NEXT without FOR",
        example="10 FOR I=1 TO 2:FOR J=1 TO 2:PRINT I*10+J;:NEXT:NEXT",
    ),
    _statement(
        "ON GOTO",
        "ON number GOTO line[, ...]",
        "Goes to the first line when the number is 1, to the second when it is 2, and so on; else nowhere.",
        tree.OnGoto,
        operands={"selector": BYTE},
        parts=_CHOICE,
        errors="Undefined line number, Illegal function call",
        example='10 ON 2 GOTO 20,30\n20 PRINT "ONE":END\n30 PRINT "TWO"',
    ),
    _statement(
        "ON GOSUB",
        "ON number GOSUB line[, ...]",
        "Calls the first subroutine when the number is 1, the second when it is 2, and so on; else none.",
        tree.OnGosub,
        operands={"selector": BYTE},
        parts=_CHOICE,
        errors="Undefined line number, Illegal function call",
        example='10 FOR I=0 TO 2:ON I GOSUB 100,200:NEXT:END\n100 PRINT "ONE":RETURN\n200 PRINT "TWO":RETURN',
    ),
    _statement(
        "ON ERROR GOTO",
        "ON ERROR GOTO line",
        "Names the line that handles errors, where ERR is the error and ERL its line. Line 0 switches this off.",
        tree.OnError,
        errors="Undefined line number",
        example='10 ON ERROR GOTO 100:A=1/0:PRINT "NEXT"\n20 B$=1:PRINT "B":END\n'
        '100 PRINT "E";ERR;ERL:RESUME NEXT',
        snippet=("onerror", "ON ERROR GOTO ${1:9000}", "Where the program continues after an error"),
    ),
    _statement(
        "ON INTERVAL GOSUB",
        "ON INTERVAL=jiffies GOSUB line",
        "Calls a subroutine each time a number of interrupts (50 or 60 a second) has passed, after INTERVAL ON.",
        tree.OnDevice,
        errors="Illegal function call",
        parts={"INTERVAL": "The number of interrupts between two calls.", "GOSUB": "The subroutine."},
        example="10 ON INTERVAL=5 GOSUB 100\n15 INTERVAL ON\n20 IF N<3 THEN 20\n"
        "30 INTERVAL OFF:PRINT N:END\n100 N=N+1:RETURN",
    ),
    _switch(
        "INTERVAL",
        "Switches the interval trap.",
        "10 ON INTERVAL=5 GOSUB 100:INTERVAL ON\n20 IF N<1 THEN 20\n"
        '30 INTERVAL OFF:PRINT "TICK":END\n100 N=1:RETURN',
        "The trap of ON INTERVAL.",
    ),
    _statement(
        "ON KEY GOSUB",
        "ON KEY GOSUB line[, ...]",
        "Sets the subroutines of the ten function keys, in their order; KEY(n) ON activates a key.",
        tree.OnDevice,
        parts={"KEY": "The function keys.", "GOSUB": "The subroutines, in the order of the keys."},
        example='10 ON KEY GOSUB 100,200:KEY(1) ON\n20 PRINT "F1 CALLS 100":END\n100 RETURN\n200 RETURN',
    ),
    _switch(
        "KEY",
        "Switches the trap of a function key.",
        '10 ON KEY GOSUB 100:KEY(1) ON:KEY(1) STOP:KEY(1) OFF\n20 PRINT "OFF":END\n100 RETURN',
        "A function key, 1 to 10.",
        Operand(1, 10),
    ),
    _statement(
        "ON SPRITE GOSUB",
        "ON SPRITE GOSUB line",
        "Calls a subroutine when two sprites meet, after SPRITE ON.",
        tree.OnDevice,
        parts={"SPRITE": "The collision of sprites.", "GOSUB": "The subroutine."},
        example='10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE OFF\n20 PRINT "NONE MET":END\n100 RETURN',
    ),
    _switch(
        "SPRITE",
        "Switches the trap of sprites that meet.",
        '10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE STOP:SPRITE OFF\n20 PRINT "OFF":END\n100 RETURN',
        "The trap of ON SPRITE.",
    ),
    _statement(
        "ON STOP GOSUB",
        "ON STOP GOSUB line",
        "Calls a subroutine when CTRL-STOP is pressed, after STOP ON. The keys then no longer stop the program.",
        tree.OnDevice,
        parts={"STOP": "The keys CTRL-STOP.", "GOSUB": "The subroutine."},
        example='10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "NOT PRESSED":END\n100 RETURN',
    ),
    _switch(
        "STOP",
        "Switches the trap of CTRL-STOP.",
        '10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "OFF":END\n100 RETURN',
    ),
    _statement(
        "ON STRIG GOSUB",
        "ON STRIG GOSUB line[, ...]",
        "Sets the subroutines of the triggers: space bar, joystick 1 and 2, then their second buttons.",
        tree.OnDevice,
        parts={"STRIG": "The triggers, 0 to 4.", "GOSUB": "The subroutines, in the order of the triggers."},
        example='10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "NO SHOT":END\n100 RETURN',
    ),
    _switch(
        "STRIG",
        "Switches the trap of a trigger.",
        '10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "OFF":END\n100 RETURN',
        "A trigger, 0 to 4.",
        Operand(0, 4),
    ),
    _statement(
        "RESUME",
        "RESUME [0] | RESUME NEXT | RESUME line",
        "Ends the handling of an error and continues with the same statement, the next one, or a line.",
        tree.Resume,
        errors="RESUME without error, Undefined line number",
        parts={"NEXT": "Continues with the statement after the one that failed."},
        example="10 ON ERROR GOTO 100\n20 X=X+1:IF X<3 THEN ERROR 200\n"
        '30 PRINT "OK";X:END\n100 PRINT ERR;:RESUME 20',
    ),
    _statement(
        "ERROR",
        "ERROR number",
        "Causes a BASIC error.",
        tree.Error,
        operands={"number": COUNT},
        errors="Illegal function call",
        example="10 ERROR 77",
    ),
    _statement(
        "END",
        "END",
        "Ends the program and closes all files.",
        tree.End,
        cost=-141,
        example='10 PRINT "A":END:PRINT "B"',
        whole=True,
    ),
    _statement(
        "STOP",
        "STOP",
        "Stops the program; CONT continues it.",
        tree.Stop,
        cost=1800,
        example='10 PRINT "A"\n20 STOP\n30 PRINT "B"',
        whole=True,
    ),
    _statement(
        "CONT",
        "CONT",
        "Continues after STOP or CTRL-STOP.",
        tree.Cont,
        errors="Can't CONTINUE",
        example="10 CONT",
    ),
    _statement(
        "RUN",
        "RUN [line]",
        "Clears all variables and starts the program, at its beginning or at a line.",
        tree.Run,
        errors="Undefined line number",
        example='10 A=A+1:PRINT A:IF PEEK(&HE000)<>77 THEN POKE &HE000,77:RUN 20\n20 PRINT "TWENTY";A',
        whole=True,
    ),
    _statement(
        "TRON",
        "TRON",
        "Shows the number of every line that runs.",
        tree.Trace,
        cost=200,
        example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
        whole=True,
    ),
    _statement(
        "TROFF",
        "TROFF",
        "Ends what TRON began.",
        tree.Trace,
        cost=200,
        example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
        whole=True,
    ),
    _statement(
        "REM",
        "REM text",
        "A remark: the rest of the line does not run. ' is short for it.",
        tree.Remark,
        alone=True,
        example='10 PRINT "A":REM PRINT "B"',
    ),
    _statement(
        "'",
        "' text",
        "A remark: the rest of the line does not run.",
        tree.Remark,
        alone=True,
        example='10 PRINT "A" \' PRINT "B"',
    ),
)
