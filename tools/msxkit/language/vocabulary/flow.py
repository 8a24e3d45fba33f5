"""Jumps, loops, conditions, traps and errors; running and stopping."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import BYTE, COUNT, Operand, entry

_statement = partial(entry, "statement")
_SWITCHES = {"ON": "From now on the trap is taken.", "OFF": "Switches the trap off."}
_SWITCH = {**_SWITCHES, "STOP": "What happens is remembered until ON."}
_CHOICE = {
    "GOTO": "The run goes on at the chosen line.",
    "GOSUB": "The chosen line is called; RETURN comes back behind the statement.",
}

ENTRIES = (
    _statement(
        *("GOTO", "GOTO line | GO TO line", "Goes on at a line.", tree.Goto),
        errors="Undefined line number",
        example='10 GOTO 30\n20 PRINT "SKIPPED"\n30 PRINT "HERE"',
    ),
    _statement(
        *("GOSUB", "GOSUB line", "Calls a subroutine; RETURN comes back behind it.", tree.Gosub),
        errors="Undefined line number, Out of memory",
        example='10 GOSUB 100:PRINT "BACK":END\n100 PRINT "SUB":RETURN',
        snippet=("gosub", "GOSUB ${1:1000}", "Calls a subroutine"),
    ),
    _statement(
        *(
            "RETURN",
            "RETURN [line]",
            "Comes back from a subroutine, or goes on at a line instead.",
            tree.Return,
        ),
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
        errors="Type mismatch, Overflow",
        parts={"TO": "The last value of the loop.", "STEP": "What each turn adds; 1 without it."},
        example="10 FOR I=1 TO 10 STEP 3:PRINT I;:NEXT",
        snippet=(
            "for",
            "FOR ${1:I}=${2:1} TO ${3:10}\n${4:20} $0\n${5:30} NEXT $1",
            "A loop; the line numbers are yours to choose",
        ),
    ),
    _statement(
        "NEXT",
        "NEXT [variable][, ...]",
        "Ends loops of FOR. Without a variable it ends the innermost one, which is faster.",
        tree.Next,
        errors="NEXT without FOR",
        example="10 FOR I=1 TO 2:FOR J=1 TO 2:PRINT I*10+J;:NEXT:NEXT",
    ),
    _statement(
        "ON GOTO",
        "ON number GOTO line[, ...]",
        "Goes to the first line when the number is 1, to the second when it is 2, and so on; else it goes on.",
        tree.OnGoto,
        operands={"selector": BYTE},
        parts=_CHOICE,
        errors="Undefined line number, Illegal function call",
        example='10 ON 2 GOTO 20,30\n20 PRINT "ONE":END\n30 PRINT "TWO"',
    ),
    _statement(
        "ON GOSUB",
        "ON number GOSUB line[, ...]",
        "Calls the first subroutine when the number is 1, the second when it is 2, and so on; else it goes on.",
        tree.OnGosub,
        operands={"selector": BYTE},
        parts=_CHOICE,
        errors="Undefined line number, Illegal function call",
        example='10 FOR I=0 TO 2:ON I GOSUB 100,200:NEXT:END\n100 PRINT "ONE":RETURN\n200 PRINT "TWO":RETURN',
    ),
    _statement(
        "ON ERROR GOTO",
        "ON ERROR GOTO line",
        "From now on errors lead to a line, where ERR and ERL tell which and where. Line 0 ends that.",
        tree.OnError,
        errors="Undefined line number",
        example='10 ON ERROR GOTO 100:A=1/0:PRINT "NEXT"\n20 B$=1:PRINT "B":END\n'
        '100 PRINT "E";ERR;ERL:RESUME NEXT',
        snippet=("onerror", "ON ERROR GOTO ${1:9000}", "Where errors lead"),
    ),
    _statement(
        "ON INTERVAL GOSUB",
        "ON INTERVAL=jiffies GOSUB line",
        "Calls a subroutine whenever so many interrupts have passed, 50 or 60 a second, after INTERVAL ON.",
        tree.OnDevice,
        errors="Illegal function call",
        parts={"INTERVAL": "The clock of the interrupts.", "GOSUB": "The subroutine."},
        example="10 ON INTERVAL=5 GOSUB 100\n15 INTERVAL ON\n20 IF N<3 THEN 20\n"
        "30 INTERVAL OFF:PRINT N:END\n100 N=N+1:RETURN",
    ),
    _statement(
        *("INTERVAL ON", "INTERVAL ON | INTERVAL OFF | INTERVAL STOP", "Switches the trap of the interval."),
        tree.DeviceSwitch,
        parts={"INTERVAL": "The trap of ON INTERVAL.", **_SWITCH},
        example="10 ON INTERVAL=5 GOSUB 100:INTERVAL ON\n20 IF N<1 THEN 20\n"
        '30 INTERVAL OFF:PRINT "TICK":END\n100 N=1:RETURN',
    ),
    _statement(
        "ON KEY GOSUB",
        "ON KEY GOSUB line[, ...]",
        "Names the subroutines of the ten function keys, in their order; KEY(n) ON switches one on.",
        tree.OnDevice,
        parts={"KEY": "The function keys.", "GOSUB": "The subroutines, in the order of the keys."},
        example='10 ON KEY GOSUB 100,200:KEY(1) ON\n20 PRINT "F1 CALLS 100":END\n100 RETURN\n200 RETURN',
    ),
    _statement(
        *(
            "KEY(n) ON",
            "KEY(number) ON | KEY(number) OFF | KEY(number) STOP",
            "Switches the trap of a function key.",
        ),
        tree.DeviceSwitch,
        operands={"number": Operand(1, 10)},
        parts={"KEY": "A function key, 1 to 10.", **_SWITCH},
        errors="Illegal function call",
        example='10 ON KEY GOSUB 100:KEY(1) ON:KEY(1) STOP:KEY(1) OFF\n20 PRINT "OFF":END\n100 RETURN',
    ),
    _statement(
        *(
            "ON SPRITE GOSUB",
            "ON SPRITE GOSUB line",
            "Calls a subroutine when two sprites meet, after SPRITE ON.",
        ),
        tree.OnDevice,
        parts={"SPRITE": "The collision of sprites.", "GOSUB": "The subroutine."},
        example='10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE OFF\n20 PRINT "NONE MET":END\n100 RETURN',
    ),
    _statement(
        *("SPRITE ON", "SPRITE ON | SPRITE OFF | SPRITE STOP", "Switches the trap of sprites that meet."),
        tree.DeviceSwitch,
        parts={"SPRITE": "The trap of ON SPRITE.", **_SWITCH},
        example='10 ON SPRITE GOSUB 100:SPRITE ON:SPRITE STOP:SPRITE OFF\n20 PRINT "OFF":END\n100 RETURN',
    ),
    _statement(
        "ON STOP GOSUB",
        "ON STOP GOSUB line",
        "Calls a subroutine when CTRL-STOP is pressed, after STOP ON: the program cannot be stopped then.",
        tree.OnDevice,
        parts={"STOP": "The keys CTRL-STOP.", "GOSUB": "The subroutine."},
        example='10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "NOT PRESSED":END\n100 RETURN',
    ),
    _statement(
        *("STOP ON", "STOP ON | STOP OFF | STOP STOP", "Switches the trap of CTRL-STOP."),
        tree.DeviceSwitch,
        parts=_SWITCH,
        example='10 ON STOP GOSUB 100:STOP ON:STOP OFF\n20 PRINT "OFF":END\n100 RETURN',
    ),
    _statement(
        "ON STRIG GOSUB",
        "ON STRIG GOSUB line[, ...]",
        "Names the subroutines of the triggers: space bar, joystick 1 and 2, then their second buttons.",
        tree.OnDevice,
        parts={"STRIG": "The triggers, 0 to 4.", "GOSUB": "The subroutines, in the order of the triggers."},
        example='10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "NO SHOT":END\n100 RETURN',
    ),
    _statement(
        *(
            "STRIG(n) ON",
            "STRIG(number) ON | STRIG(number) OFF | STRIG(number) STOP",
            "Switches the trap of a trigger.",
        ),
        tree.DeviceSwitch,
        operands={"number": Operand(0, 4)},
        parts={"STRIG": "A trigger, 0 to 4.", **_SWITCH},
        errors="Illegal function call",
        example='10 ON STRIG GOSUB 100:STRIG(0) ON:STRIG(0) OFF\n20 PRINT "OFF":END\n100 RETURN',
    ),
    _statement(
        "RESUME",
        "RESUME [0] | RESUME NEXT | RESUME line",
        "Ends the handling of an error: runs the statement again, the next one, or a line.",
        tree.Resume,
        errors="RESUME without error, Undefined line number",
        parts={"NEXT": "Goes on with the statement behind the one that failed."},
        example="10 ON ERROR GOTO 100\n20 X=X+1:IF X<3 THEN ERROR 200\n"
        '30 PRINT "OK";X:END\n100 PRINT ERR;:RESUME 20',
    ),
    _statement(
        *("ERROR", "ERROR number", "Makes a BASIC error happen.", tree.Error),
        operands={"number": COUNT},
        errors="Illegal function call",
        example="10 ERROR 77",
    ),
    _statement(
        *("END", "END", "Ends the run and closes all files.", tree.End),
        example='10 PRINT "A":END:PRINT "B"',
    ),
    _statement(
        *("STOP", "STOP", "Breaks the run; CONT goes on.", tree.Stop),
        example='10 PRINT "A"\n20 STOP\n30 PRINT "B"',
    ),
    _statement(
        *("CONT", "CONT", "Goes on after STOP or CTRL-STOP.", tree.Cont),
        errors="Can't CONTINUE",
        example="10 CONT",
    ),
    _statement(
        "RUN",
        "RUN [line]",
        "Starts the program, or a line of it, with all variables cleared.",
        tree.Run,
        errors="Undefined line number",
        example='10 A=A+1:PRINT A:IF PEEK(&HE000)<>77 THEN POKE &HE000,77:RUN 20\n20 PRINT "TWENTY";A',
    ),
    _statement(
        *("TRON", "TRON", "Shows the number of every line that runs.", tree.Trace),
        example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
    ),
    _statement(
        *("TROFF", "TROFF", "Ends tracing.", tree.Trace),
        example='10 TRON:FOR I=1 TO 2\n20 PRINT I\n30 NEXT:TROFF:PRINT "OFF"',
    ),
    _statement(
        *("REM", "REM text", "A remark: nothing behind it on the line runs. ' is short for it.", tree.Remark),
        example='10 PRINT "A":REM PRINT "B"',
    ),
    _statement(
        *("'", "' text", "A remark: nothing behind it on the line runs.", tree.Remark),
        example='10 PRINT "A" \' PRINT "B"',
    ),
)
