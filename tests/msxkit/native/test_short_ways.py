"""Short ways that the compiler takes through decimal arithmetic give the digits of the interpreter."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

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
