"""Loops, subroutines, errors and tracing where the recordings do not reach: as the MSX Red Book describes them."""

from __future__ import annotations

from msxkit.interpreter import Session


def test_curlin_is_the_line_that_looks() -> None:
    session = Session(
        "10 GOSUB 300\n20 PRINT PEEK(&HF41C)+256*PEEK(&HF41D):END\n300 A=PEEK(&HF41C)+256*PEEK(&HF41D):RETURN\n"
    )
    session.run()
    assert session.screen[0] == " 20"
    assert session.variable("A") == 300
