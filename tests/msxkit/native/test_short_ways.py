"""Short ways that the compiler takes through decimal arithmetic give the digits of the interpreter."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import compile_program
from msxkit.native.emit.turtle import steps

from .msx import Msx


def _both(listing: str) -> tuple[list[str], list[str]]:
    """Return the rows that the interpreter and the compiled program show."""
    session = Session(listing, machine="msx1", width=40)
    session.run()
    msx = Msx(compile_program(Program.from_file(listing.encode("latin-1"))))
    assert msx.run() == "ended"
    return session.screen.rows(), msx.screen.rows()


@pytest.mark.parametrize("constant", [".5", ".1", ".01", "1.25", ".003", "12.5", "1E-9", "31.4"])
def test_an_integer_times_a_constant_with_a_point(constant: str) -> None:
    interpreted, compiled = _both(
        f"10 FOR I=-110 TO 1040 STEP 115:PRINT I*{constant};{constant}*I;-I*{constant}:NEXT\n"
    )
    assert compiled[:20] == interpreted[:20]


@pytest.mark.parametrize(
    "constant",
    ["2", ".5", "10", ".01", "20", ".05", "1.01", "11", "1.001", ".9", "99", "1.5", "1.05", ".95", "-2"],
)
@pytest.mark.one_in(4)
def test_a_number_and_a_constant_of_few_digits(constant: str) -> None:
    values = "0,7,-8,-32768,1.5,-9.9999999999999E61,1E-63,.33333333333335"
    interpreted, compiled = _both(
        f"10 DATA {values}\n20 FOR I=1 TO 8:READ A:PRINT A*{constant};{constant}*(A+A):PRINT A/{constant}:NEXT\n"
    )
    assert compiled[:20] == interpreted[:20]


def test_an_integer_by_a_constant_of_one_or_two_digits() -> None:
    quotients = ";".join(f"I/{divisor}" for divisor in (2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 80, 7))
    interpreted, compiled = _both(
        f"10 FOR I=-52 TO 52 STEP 13:PRINT {quotients}:NEXT:I%=-32768:PRINT I%/10;I%/2\n"
    )
    assert compiled[:24] == interpreted[:24]


@pytest.mark.parametrize("divisor", ["1", "2", "3", "8", "10", "128", "-4", "200", "3000", "B%", "0"])
@pytest.mark.one_in(3)
def test_the_whole_part_of_a_quotient(divisor: str) -> None:
    interpreted, compiled = _both(
        "5 ON ERROR GOTO 90\n10 DATA 0,1,-1,7,8,-8,-9,129,-257,32767,-32768\n15 DIM C(40):C(2)=5:C(5)=7\n"
        f"20 FOR I=1 TO 11:READ A%:B%=I-3:PRINT INT(A%/{divisor});FIX(A%/{divisor});:C%=A%/{divisor}:PRINT C%;\n"
        f"30 PRINT INT(3+I/{divisor});C(I/{divisor});INT(I/{divisor}-1);INT((I+5)/{divisor}-2);PEEK(I/{divisor}-I)>-1\n"
        f"40 LOCATE I/{divisor}+2:PRINT CHR$(65+I/{divisor}):NEXT:END\n90 PRINT ERR;:RESUME NEXT\n"
    )
    assert compiled[:24] == interpreted[:24]


def test_the_whole_part_of_a_quotient_needs_no_decimal_arithmetic() -> None:
    parts = "A%=I/3:B=INT(I/8):C=INT((I-5)/10):D=VPEEK(1024+I/8):E(I/2)=FIX(I/7)"
    program = Program.from_file(f"10 DIM E(99):FOR I=1 TO 99:{parts}:NEXT:PRINT A%;B;C;D\n".encode())
    assert "real_div" not in compile_program(program).image.symbols


def test_nothing_times_a_constant_with_many_digits() -> None:
    interpreted, compiled = _both("10 DIM N%(2):PRINT 3.14159265*N%(2);3.2768*N%(1);3.2767*N%(0)\n")
    assert compiled[:2] == interpreted[:2]


@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
def test_elements_that_stay_in_their_array(operator: str) -> None:
    values = "0,1,.5,-2.25,30000,1E20,-1E-20,3.3333333333333,99999999999999,7"
    interpreted, compiled = _both(
        f"10 DIM A(9):FOR I=0 TO 9:READ A(I):NEXT\n20 DATA {values}\n"
        f"30 FOR I=1 TO 9:PRINT A(I-1){operator}A(I);:A(I)=A(I){operator}A(I):PRINT A(I):NEXT\n"
    )
    assert compiled[:20] == interpreted[:20]


_TURTLES = (
    "BM100,90S8U20R20D20L20E9F9G9H9",
    "bm 30 , 40 u1 2 r;d5;l+3e-4f",
    "BM20,20S6A1U7R5NE9A2NR11BD3A3H8A0S0U3S255R1S4M+10,-5M-7,+9M60,70",
    "S3C11R100D200L90C4BM+5,0U;R1C;L20",
    "BM200,150R300BL900U130S4N",
    "",
)


@pytest.mark.slow
def test_turtles_of_constants() -> None:
    """What the compiler reads of DRAW leaves the points, colours and the state of what the runtime reads."""
    assert all(steps(text) is not None for text in _TURTLES)
    seen = []
    for statement in ('A$="{}":DRAW A$', 'DRAW "{}"'):
        lines = ("SCREEN 2", *(statement.format(text) for text in _TURTLES))
        listing = "".join(f"{number} {line}\n" for number, line in enumerate(lines))
        msx = Msx(compile_program(Program.from_file(listing.encode("latin-1"))))
        assert msx.run() == "ended"
        seen.append((bytes(msx.vram), bytes(msx.memory[Cell.GRPACX : Cell.GRPACX + 4])))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "text", ["A4", "S256", "U+-5", "R40000", "X", "R=A;", "M1", "M1;,2", "Q", "U5;;", "S99999", "M99999,0"]
)
def test_turtles_that_only_the_runtime_reads(text: str) -> None:
    assert steps(text) is None


def test_parts_of_strings_and_their_space() -> None:
    """Parts that stay where they are need the space that the machine needs, and error 14 comes as early."""
    interpreted, compiled = _both(
        '10 CLEAR 70:ON ERROR GOTO 90:DIM A$(2):A$(1)="12345"+"678":B$="xyz"+"w"\n'
        "20 FOR I=0 TO 40:C$=LEFT$(A$(1)+B$,I MOD 13)+MID$(STR$(I)+B$,2,3):D$=RIGHT$(C$+B$,I MOD 9)\n"
        '30 A$(2)=MID$(A$(1)+"",1+I MOD 8)+LEFT$("constant",I MOD 7):PRINT C$;D$;A$(2);FRE("");\n'
        "40 SWAP A$(2),D$:E$=E$+LEFT$(D$+C$,I\\9):NEXT:END\n"
        '90 PRINT"E";ERR;I:E$="":F=F+1:IF F<4 THEN RESUME NEXT\n'
    )
    assert compiled == interpreted


def _searches(listing: str) -> bool:
    """Return whether the cartridge searches for elements of arrays."""
    image = compile_program(Program.from_file(listing.encode("latin-1"))).image
    return "array_element" in image.symbols


_GUARDED = "10 ON ERROR GOTO 90\n{}\n80 PRINT A(12):END\n{}\n"


@pytest.mark.parametrize(
    ("body", "handler"),
    [
        ("20 DIM A(20),B(3):ERROR 5:B(1)=2:A(12)=B(1)", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 DIM A(20)\n30 X=X+1:IF X<3 THEN ERROR 5\n40 A(12)=X", "90 PRINT ERR;ERL:RESUME 30"),
        (
            "20 DIM A(20):GOSUB 50:ERROR X\n30 X=X+1:A(12)=A(12)+X:GOTO 80\n50 ERROR 9:RETURN",
            "90 RESUME NEXT",
        ),
        ("20 CLS:DIM A(20):FOR I=0 TO 21:A(I)=I:NEXT", "90 PRINT ERR;I:A=3:RESUME NEXT"),
    ],
)
def test_arrays_of_a_program_that_handles_errors_have_a_place(body: str, handler: str) -> None:
    listing = _GUARDED.format(body, handler)
    assert not _searches(listing)
    interpreted, compiled = _both(listing)
    assert compiled[:20] == interpreted[:20]


@pytest.mark.parametrize(
    ("body", "handler"),
    [
        ("20 A(3)=1:DIM A(20):A(12)=5", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 DIM A(20),B(12):A(12)=A(12)+1:B(12)=B(12)+1\n30 IF A(12)<3 THEN 20", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 IF X<2 THEN A(3)=1\n25 DIM A(20):A(12)=A(12)+1\n30 PRINT A(12):X=X+1:IF X<2 THEN 20",
         "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 ERROR 5:DIM A(20):A(12)=5", "90 PRINT ERR;ERL:A(3)=4:RESUME NEXT"),
        ("20 FOR I=1 TO 2\n30 IF X<I THEN A(3)=1\n40 NEXT:DIM A(20):A(12)=5", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 FOR I=1 TO 2:DIM A(20),B(I):A(12)=A(12)+1:NEXT", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 GOSUB 50:GOSUB 50:GOTO 80\n50 DIM A(20):A(12)=7:RETURN", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 X=X+1:IF X<3 THEN ERROR 5\n30 DIM A(20):A(12)=X:IF X<5 THEN ERROR 6", "90 IF X<7 THEN RESUME 20"),
        ("20 DIM A(20),B(3):B(1)=1:ERROR X", "90 PRINT ERR;ERL:X=X+1:IF X<4 THEN RESUME 20 ELSE RESUME NEXT"),
        ("20 GOSUB 50\n30 DIM A(20):A(12)=3:GOTO 80\n50 ERROR 5:A(3)=1:RETURN", "90 PRINT ERR;ERL:RETURN"),
        ("20 ERROR 5\n30 DIM A(20):A(12)=3:GOTO 80\n50 A(3)=1:RETURN", "90 GOSUB 50:PRINT ERR;ERL:RESUME NEXT"),
        ("20 ERROR 5\n30 DIM A(20):A(12)=3:GOTO 80", "90 PRINT ERR;ERL:X=FNX(2):RESUME NEXT\n5 DEFFNX(Y)=A(Y)"),
        ("20 ERROR 5\n30 DIM A(20):A(12)=3:GOTO 80\n50 A(3)=1:RESUME NEXT", "90 PRINT ERR;ERL:GOTO 50"),
        ('20 SCREEN 2:DRAW"R=A(3);":SCREEN 1:DIM A(20):A(12)=3', "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 ERROR 5:DIM A(20):A(12)=5:ERROR 6", "90 PRINT ERR;ERL:X=X+1:IF X<6 THEN RESUME"),
    ],
)  # fmt: skip
@pytest.mark.one_in(4)
def test_a_dim_that_may_fail_in_a_program_that_handles_errors(body: str, handler: str) -> None:
    interpreted, compiled = _both(_GUARDED.format(body, handler))
    assert compiled[:20] == interpreted[:20]
