"""Statements and functions where the recordings do not reach, with the values of the manuals and the Red Book."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.machine.model import MSX1
from tests.msxkit.running import shown


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        # Errors, and their handling
        ("ERROR 0", "Illegal function call in 10"),
        ("ERROR 200", "Unprintable error in 10"),
        ("RESUME", "RESUME without error in 10"),
        ("RETURN", "RETURN without GOSUB in 10"),
        ("NEXT I", "NEXT without FOR in 10"),
        ("PRINT 1<=>2", "-1"),
        ("GOTO 99", "Undefined line number in 10"),
        ("READ A", "Out of DATA in 10"),
        ("A%=32768", "Overflow in 10"),
        ('A="X"', "Type mismatch in 10"),
        ('A$="X"+1', "Type mismatch in 10"),
        ("PRINT FNA(1)", "Undefined user function in 10"),
        ("DEF FNA(X)=X:PRINT FNA(1,2)", "Syntax error in 10"),
        ('DEF FNA(X)=X:PRINT FNA("A")', "Type mismatch in 10"),
        ("DEF FNA(X%)=X%*2:X%=7:PRINT FNA(3.9);X%", "6  7"),
        ("DEF FNA(X!)=X!:PRINT FNA(1/3)", ".333333"),
        ('DEF FNA$(X$)=X$+X$:PRINT FNA$("AB")', "ABAB"),
        # Variables
        ("A=5:SWAP A,B", "Illegal function call in 10"),
        ("A=5:B=6:SWAP A,B:PRINT A;B", "6  5"),
        *(
            (f"{each}:SWAP A!,B!:PRINT A!;B!", "0  0")
            for each in ("B!=J", "B!=CDBL(J)", "B!=INT(J)", "B!=J%")
        ),
        ("DEF FNJ(X)=J:B=FNJ(1):SWAP A,B:PRINT A;B", "0  0"),
        ("A=5:B%=6:SWAP A,B%", "Type mismatch in 10"),
        ("DEFINT Z-A", "Syntax error in 10"),
        ("DEFSTR A-C:B=1", "Type mismatch in 10"),
        ("ERASE A", "Illegal function call in 10"),
        ("DIM A(3):DIM A(3)", "Redimensioned array in 10"),
        ("A(3)=1:DIM A(3)", "Redimensioned array in 10"),
        ("A(10)=7:PRINT A(10)", "7"),
        ("A(3)=5:CLEAR:PRINT A(3)", "0"),
        ("DIM A(2,3):P=VARPTR(A(0,0)):PRINT VARPTR(A(1,0))-P;VARPTR(A(0,1))-P", "8  24"),
        ("A(11)=1", "Subscript out of range in 10"),
        ("A(-1)=1", "Illegal function call in 10"),
        ("DIM A(3):A(1.9)=5:PRINT A(1);A(2)", "5  0"),
        ("DIM A(2,2):A(1)=5", "Subscript out of range in 10"),
        ("DIM A(3):A(2)=5:ERASE A:DIM A(2):PRINT A(2)", "0"),
        ("PRINT VARPTR(A)", "Illegal function call in 10"),
        # Memory: 4 bytes are on the stack in an assignment, 10 at a right operand, 10 in a function
        ("F=0:F=FRE(0):DIM A(9):PRINT F-FRE(0)", str(88 + 6)),
        ("F=0:F=FRE(0):DIM A%(9),B$(4,4):PRINT F-FRE(0)", str(8 + 20 + 10 + 75 + 6)),
        ("F=0:F=FRE(0):A=1:C%=2:D$=CHR$(65):PRINT F-FRE(0)", str(11 + 5 + 6 + 6)),
        ("F=0:F=FRE(0):GOSUB 20\n20 PRINT F-FRE(0)", str(7 + 6)),
        ("F=FRE(0):I=0:F=FRE(0):FOR I=1 TO 2:PRINT F-FRE(0)", str(25 + 6)),
        # A new variable is there before its value is computed (recording `on-stop-misc`; MSX Red Book, 4880H).
        ("F=FRE(0):PRINT F-FRE(0)", "6"),
        ("F$=STR$(FRE(0)):PRINT VAL(F$)-FRE(0)", "-4"),
        ("I=0:FOR F%=FRE(0) TO 0:PRINT F%-FRE(0)", str(25 + 10)),
        ("X=VARPTR(X):PRINT X<>0", "-1"),
        ("CLEAR 1000:PRINT FRE(A$)", "1000"),
        ("MAXFILES=16", "Illegal function call in 10"),
        ("A=1:MAXFILES=2:PRINT A", "0"),
        ("CLEAR 200,&H8200:MAXFILES=15", "Out of memory in 10"),
        ("CLEAR 32767", "Out of memory in 10"),
        ("PRINT VARPTR(#2)", "Bad file number in 10"),
        ("MAXFILES=3:PRINT VARPTR(#2)-VARPTR(#1);VARPTR(#0)-VARPTR(#3)", "265 -795"),
        ('A=VARPTR(#1):OPEN "CRT:" FOR OUTPUT AS #1:PRINT VARPTR(#1)-A', "0"),
        ("PRINT FPOS(1)", "Internal error in 10"),
        # Loops
        ("FOR I=1 TO 3:PRINT I;:NEXT", "1  2  3"),
        ("FOR I=3 TO 1 STEP -1:PRINT I;:NEXT", "3  2  1"),
        ("FOR I=1 TO 0:PRINT I;:NEXT:PRINT I", "1  2"),
        ("FOR I=0 TO 1 STEP .25:PRINT I;:NEXT", "0  .25  .5  .75  1"),
        ("FOR I%=32766 TO 32767:PRINT I%;:NEXT", "32766  32767"),
        ("FOR I!=1 TO 2 STEP .5:PRINT I!;:NEXT", "1  1.5  2"),
        ("FOR I=1 TO 2:FOR J=1 TO 2:PRINT I*J;:NEXT J,I", "1  2  2  4"),
        ("FOR I=1 TO 2:FOR J=1 TO 2:NEXT I,J", "NEXT without FOR in 10"),
        ("FOR I=1 TO 1:FOR J=1 TO 5:NEXT I:NEXT", "NEXT without FOR in 10"),
        ("GOSUB 20:PRINT 7:END\n20 FOR I=1 TO 3:RETURN", "7"),
        (
            "ON INTERVAL=1 GOSUB 30:INTERVAL ON\n20 I=I+1:IF I<100 THEN 20 ELSE PRINT N>2:END\n30 N=N+1:RETURN",
            "-1",
        ),
        # DATA
        ("RESTORE 30:READ A:PRINT A:END\n20 DATA 1\n30 DATA 2", "2"),
        ("READ A,B:RESTORE:READ C:PRINT A;B;C\n20 DATA 1,2", "1  2  1"),
        # Devices
        ("SOUND 14,0", "Illegal function call in 10"),
        ("PRINT PLAY(4)", "Illegal function call in 10"),
        ("PRINT PLAY(0);PLAY(3)", "0  0"),
        ('PLAY "L65C"', "Illegal function call in 10"),
        ('PLAY "CDE","T120L4O3C+.R8","V15S1M100N0"', "Ok"),
        ("PRINT PDL(1);PAD(0)", "255  0"),
        ("PRINT PDL(13)", "Illegal function call in 10"),
        ("PRINT PDL(0)", "Illegal function call in 10"),
        ("GET DATE D$:PRINT LEN(D$)", "8"),
        ("GET TIME T$:PRINT LEN(T$);MID$(T$,3,1)", "8 :"),
        ("TIME=7:PRINT TIME", "7"),
        ("TIME=-1:PRINT TIME", "65535"),
        ("PRINT DSKF(2)", "Bad drive name in 10"),
        ("LPRINT 12;:PRINT LPOS(0)", "4"),
        # BIOS
        ('DEFUSR=&H3E:KEY 1,"X":A=USR(0):KEY LIST', "color"),
        ("DEFUSR3=0:A=USR3(0)", "Illegal function call in 10"),
        ("PRINT USR5(1)", "Illegal function call in 10"),
        ("DEFUSR=&HC3:PRINT 5:PRINT USR(7)", "7"),
        ("DEFUSR=&H6F:A=USR(0):PRINT PEEK(&HFCAF)", "1"),
    ],
)
def test_shown_parts(statements: str, expected: str) -> None:
    assert shown(statements) == expected


@pytest.mark.parametrize(
    ("statement", "stored", "taken"),
    [("CLEAR 500", b"\x92 \x1c\xf4\x01", 300), ("MAXFILES=3", b"\xcd\xb7\xef\x14", 2 * 267)],
)
def test_memory_use(statement: str, stored: bytes, taken: int) -> None:
    whole, less = (int(shown(f"{first}:PRINT FRE(0)")) for first in ("CLEAR 200", statement))
    assert whole - less - (len(stored) - len(b"\x92 \x0f\xc8")) == taken


@pytest.mark.parametrize("statement", ["SET BEEP 1,1", "GET DATE D$", "GET TIME T$"])
def test_an_msx1_has_no_clock_chip(statement: str) -> None:
    assert shown(statement, MSX1) == "Illegal function call in 10"


def test_the_clock_chip_goes_on_from_where_it_is_set() -> None:
    wait = "TIME=0:FOR I=0 TO 1:I=-(TIME>=75):NEXT"
    session = Session(
        f'10 SET TIME "23:59:59":SET DATE "12/31/99":{wait}\n20 GET DATE D$:GET TIME T$:PRINT D$;" ";T$\n'
    )
    session.run()
    assert session.screen[0] == "01/01/00 00:00:00"
    assert session.noted.effects == [("set", ("time", "23:59:59")), ("set", ("date", "12/31/99"))]


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ('TIME "24:00:00"', "Illegal function call"),
        ('TIME "12:60:00"', "Illegal function call"),
        ('TIME "1:00:00"', "Syntax error"),
        ('TIME ""', "Syntax error"),
        ('DATE "17/01/89"', "Illegal function call"),
        ('DATE "1988/01"', "Syntax error"),
    ],
)
def test_faulty_date_or_time(statement: str, error: str) -> None:
    assert shown(f"SET {statement}") == f"{error} in 10"


@pytest.mark.parametrize(("machine", "date"), [("nms8250", "12/24/85"), ("msx2plus", "85/12/24")])
def test_order_of_dates(machine: str, date: str) -> None:
    assert shown(f'SET DATE "{date}":GET DATE D$:PRINT D$', machine) == date


def test_parameters_of_a_function_have_the_types_of_its_call() -> None:
    session = Session("10 DEF FNW(A)=A+A\n20 DEFINT A\n30 PRINT FNW(7.9)\n")
    session.run()
    assert session.screen[0].strip() == "14"


def test_swap_makes_both_variables() -> None:
    session = Session(
        "10 ON ERROR GOTO 30\n20 SWAP A,B:SWAP A,B:PRINT A;B:END\n30 PRINT ERR;ERL:RESUME NEXT\n"
    )
    session.run()
    assert [session.screen[row].split() for row in (0, 1)] == [["5", "20"], ["0", "0"]]


def test_variables_have_addresses_after_clear() -> None:
    session = Session(
        "10 DEF FNA(X)=X:V=VARPTR(V):PRINT PEEK(V)=0:MAXFILES=2:V=VARPTR(V):PRINT PEEK(&HF85F)\n"
    )
    session.run()
    assert session.screen[1].strip() == "2"


def test_set_beep_changes_what_beep_leaves() -> None:
    session = Session("10 SET BEEP 2,4:BEEP\n")
    session.run()
    assert [session.sound.registers[number] for number in (0, 2, 4, 8)] == [166, 167, 168, 0]


def test_setting_the_alarm_leaves_the_clock_as_it_is() -> None:
    assert shown('GET DATE A$:SET DATE "12/24/85",A:GET DATE B$:PRINT A$=B$') == "-1"


def test_on_error_goto_0_in_a_handler_stops_with_the_error() -> None:
    session = Session("10 ON ERROR GOTO 30\n20 PRINT 1/0\n30 ON ERROR GOTO 0\n")
    session.run()
    assert (session.screen[0], session.error and session.error.line) == ("Division by zero in 20", 20)


def test_repeated_by_resume() -> None:
    rows = []
    for resume in ("RESUME", "RESUME 0", "RESUME NEXT", "RESUME 40"):
        session = Session(
            f'10 ON ERROR GOTO 90\n20 A=A+1:PRINT A;:PRINT 1/(A-1);:PRINT "B";\n30 END\n40 PRINT "C"\n50 END\n'
            f"90 A=A+1:{resume}\n"
        )
        session.run()
        rows.append(session.screen[0].strip())
    assert rows == ["1  1 B", "1  1 B", "1 B", "1 C"]


def test_a_direct_stack_that_grows_too_far() -> None:
    session = Session("10 GOSUB 10\n")
    session.run()
    assert session.screen[0] == "Out of memory in 10"
    session = Session('10 FOR I=1 TO 2:N=N+1:A$(N MOD 9)="":GOSUB 10\n')
    session.run()
    assert session.screen[0] == "Out of memory in 10"
