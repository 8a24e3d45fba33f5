"""Small programs on the interpreter and compiled (bare Z80): both show what the rules of the machine give."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import Options, compile_program

from .msx import Msx


def both(listing: str, keys: str = "") -> tuple[list[str], list[str]]:
    """Return the rows that the interpreter shows, and those of the cartridge."""
    session = Session(listing, machine="msx1", keys=keys)
    session.run(max_steps=10_000)
    msx = Msx(compile_program(Program.from_ascii(listing.encode("ascii"))))
    msx.run(map(ord, keys))
    return list(session.screen), msx.screen.rows()


@pytest.mark.parametrize(
    "line",
    [
        "ELSE PRINT 1",
        ":ELSE PRINT 1",
        "::ELSE PRINT 1",
        ": : ELSE PRINT 1",
        "ELSE",
        ":ELSE",
        "IF 1 THEN ELSE PRINT 1",
        "IF 1 THEN :ELSE PRINT 1",
        "IF 1 THEN ::ELSE PRINT 1",
        "IF 0 THEN PRINT 1 ELSE :ELSE PRINT 1",
        "IF 0 THEN PRINT 1 ELSE ELSE PRINT 1",
        "FOR I=1 TO 9 ELSE NEXT",
        "GOSUB 30:ELSE PRINT 1",
        "ELSE 40",
        "REM :ELSE PRINT 1",
        "DATA 1 :ELSE PRINT 1",
        "'",
        ":'ELSE PRINT 1",
    ],
)
@pytest.mark.one_in(3)
def test_an_else_that_the_run_comes_to_ends_the_line(line: str) -> None:
    for rows in both(f"10 {line}\n20 PRINT 2:END\n30 RETURN\n40 PRINT 4\n"):
        assert rows[0] == " 2"


@pytest.mark.parametrize(
    ("line", "asked"),
    [("INPUT'", "? 5"), ('INPUT"A";\'1', "A? 5"), ("IF 1 THEN INPUT'", "? 5")],
)
def test_a_remark_behind_input_is_a_variable_that_is_missing(line: str, asked: str) -> None:
    for rows in both(f"10 {line}\n", "5\r"):
        assert rows[:2] == [asked, "Syntax error in 10"]


@pytest.mark.parametrize("statement", ["SOUND -3,1/0", "PRINT STRING$(A,1/0)", "VDP(A)=1/0", "CLEAR 200,-1"])
def test_operand_out_of_range_ends_at_once(statement: str) -> None:
    for rows in both(f"10 A=-9:{statement}\n"):
        assert rows[0] == "Illegal function call in 10"


def test_blanks_within_a_line_that_is_too_long_count() -> None:
    for rows in both("10 CLEAR 600:LINE INPUT A$:CLS:PRINT LEN(A$)\n", "A" * 253 + " ZZ\r"):
        assert rows[0] == " 254"


@pytest.mark.parametrize("value", ["2", 'STRING$(3,"")', "MKI$(1/0)", 'MKD$("A")'])
def test_a_variable_is_there_though_its_assignment_fails(value: str) -> None:
    for rows in both(
        f'10 ON ERROR GOTO 40:A$="A"\n20 Z$={value}\n30 SWAP A$,Z$:PRINT Z$:END\n40 RESUME NEXT\n'
    ):
        assert rows[0] == "A"


@pytest.mark.parametrize(
    ("value", "message"),
    [("1/0", "Division by zero"), ('"A"', "Illegal function call"), ("70000", "Illegal function call")],
)
def test_lacking_on_an_msx1(value: str, message: str) -> None:
    for rows in both(f"10 A$=MKI$({value})\n"):
        assert rows[0] == f"{message} in 10"


@pytest.mark.parametrize("mapper", ["", "ascii8"])
@pytest.mark.parametrize(
    ("listing", "shown"),
    [
        ("10 A=1\n20 READ A$\n", "Out of DATA in 20"),
        ("10 ON ERROR GOTO 30\n20 ERROR 7\n30 A=1\n40 B=2\n", "No RESUME in 40"),
    ],
)
def test_an_error_tells_its_line_in_a_megarom_too(listing: str, shown: str, mapper: str) -> None:
    msx = Msx(compile_program(Program.from_ascii(listing.encode()), options=Options(mapper)))
    msx.run()
    assert msx.screen.rows()[0] == shown == both(listing)[0][0]


def test_bytes_behind_escape_y_have_no_sign() -> None:
    """LOCATE goes by ESC Y; the recording `locate-bounds` has LOCATE 255,255, bytes 31 and 31, at the bottom right."""
    for rows in both('10 SCREEN 1:WIDTH 32:CLS:PRINT CHR$(27);"Y";CHR$(31);CHR$(31);"C"\n'):
        assert rows[20].rstrip() == f"{'C':>32}"


def test_varptr_of_a_zero_element_is_all_zeros() -> None:
    for rows in both("10 DIM P!(9):A=1/3:PRINT A;STR$(A):P!(3)=0:PRINT PEEK(VARPTR(P!(3))+3)\n"):
        assert rows[1] == " 0"
