"""Statements and functions where the recordings do not reach, with the values of the manuals and the Red Book."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.machine.model import MSX1
from tests.msxkit.running import shown


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        *(
            (f"{each}:SWAP A!,B!:PRINT A!;B!", "0  0")
            for each in ("B!=J", "B!=CDBL(J)", "B!=INT(J)", "B!=J%")
        ),
        ("F=0:F=FRE(0):DIM A(9):PRINT F-FRE(0)", str(88 + 6)),
        ("F=0:F=FRE(0):DIM A%(9),B$(4,4):PRINT F-FRE(0)", str(8 + 20 + 10 + 75 + 6)),
        ("F=0:F=FRE(0):A=1:C%=2:D$=CHR$(65):PRINT F-FRE(0)", str(11 + 5 + 6 + 6)),
        ("F=0:F=FRE(0):GOSUB 20\n20 PRINT F-FRE(0)", str(7 + 6)),
        ("F=FRE(0):I=0:F=FRE(0):FOR I=1 TO 2:PRINT F-FRE(0)", str(25 + 6)),
        ("I=0:FOR F%=FRE(0) TO 0:PRINT F%-FRE(0)", str(25 + 10)),
        ("FOR I%=32766 TO 32767:PRINT I%;:NEXT", "32766  32767"),
        ('DEFUSR=&H3E:KEY 1,"X":A=USR(0):KEY LIST', "color"),
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
