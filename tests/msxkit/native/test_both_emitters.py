"""Small programs on the interpreter and compiled (bare Z80): both show what the rules of the machine give."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx


def both(listing: str) -> tuple[list[str], list[str]]:
    """The rows that the interpreter shows, and those of the cartridge."""
    session = Session(listing)
    session.run(max_steps=10_000)
    msx = Msx(compile_program(Program.from_ascii(listing.encode("ascii"))))
    msx.run()
    return list(session.screen), msx.screen.rows()


@pytest.mark.parametrize(
    "line",
    [
        *("ELSE PRINT 1", ":ELSE PRINT 1", "::ELSE PRINT 1", ": : ELSE PRINT 1", "ELSE", ":ELSE"),
        *("IF 1 THEN ELSE PRINT 1", "IF 1 THEN :ELSE PRINT 1", "IF 1 THEN ::ELSE PRINT 1"),
        *(
            "IF 0 THEN PRINT 1 ELSE :ELSE PRINT 1",
            "IF 0 THEN PRINT 1 ELSE ELSE PRINT 1",
            "FOR I=1 TO 9 ELSE NEXT",
        ),
        *(
            "GOSUB 30:ELSE PRINT 1",
            "ELSE 40",
            "REM :ELSE PRINT 1",
            "DATA 1 :ELSE PRINT 1",
            "'",
            ":'ELSE PRINT 1",
        ),
    ],
)
def test_an_else_that_the_run_comes_to_ends_the_line(line: str) -> None:
    for rows in both(f"10 {line}\n20 PRINT 2:END\n30 RETURN\n40 PRINT 4\n"):
        assert rows[0] == " 2"
