"""What DEFINT and similar make of a name in a cartridge: what holds where the run comes from, not where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from msxkit.basic_type import INTEGER
from msxkit.language.program import Program
from msxkit.native.analysis.name_types import NameTypes
from msxkit.native.compiler import compile_program

from .listings import shown

#: A program, and what it shows. As on the machine, DEFINT holds from the moment when it is carried out.
PROGRAMS = {
    "in a subroutine at the end": (
        "10 GOSUB 90:PRINT X:X=X+.6:PRINT X:END\n90 DEFINT A-Z:X=7.9:RETURN\n",
        [" 7", " 7"],
    ),
    "in a subroutine that another one calls": (
        "10 GOSUB 80:X=3.5:PRINT X:END\n80 GOSUB 90:RETURN\n90 DEFINT A-Z:RETURN\n",
        [" 3"],
    ),
    "jumped to": ("10 GOTO 30\n20 X=3.5:PRINT X:END\n30 DEFINT X:GOTO 20\n", [" 3"]),
    "jumped over": ("10 GOTO 30\n20 DEFINT A-Z\n30 X=3.5:PRINT X\n", [" 3.5"]),
    "another letter before it on a line": ("10 B=1.5:DEFINT A-Z:A=2.5:PRINT B#;A\n", [" 1.5  2"]),
    "ON GOSUB": ("10 GOTO 30\n20 Y=2.5:PRINT Y:RETURN\n30 DEFINT Y:ON 1 GOSUB 20:END\n", [" 2"]),
    "a handler of an event": (
        "10 ON INTERVAL=1 GOSUB 30:DEFINT A-Z:X=5:INTERVAL ON\n20 IF X=5 THEN 20 ELSE PRINT X:END\n"
        "30 X=2.5:RETURN\n",
        [" 2"],
    ),
    "RUN takes it back": ("10 IF PEEK(&HF3A0) THEN PRINT B:END\n20 POKE &HF3A0,1:DEFSTR B:RUN\n", [" 0"]),
    "CLEAR takes it back in a subroutine": (
        "10 DEFINT X:GOTO 90\n20 X=2.5:PRINT X:END\n90 CLEAR:GOTO 20\n",
        [" 2.5"],
    ),
    "a handler of errors": (
        "10 DEFINT A-Z:ON ERROR GOTO 30:X=2.5:ERROR 200\n20 END\n30 PRINT X:RESUME 40\n40 X=3.5:PRINT X\n",
        [" 2", " 3"],
    ),
    "RETURN to a line": ("10 GOSUB 90\n20 END\n30 X=2.5:PRINT X:END\n90 DEFINT X:RETURN 30\n", [" 2"]),
    "RETURN to a line from two calls": (
        "10 GOSUB 50\n20 X=2.5:PRINT X:END\n30 N=1:GOSUB 40:GOTO 20\n40 GOSUB 50\n50 RETURN 60\n"
        "60 IF N=0 THEN 30 ELSE DEFINT X:RETURN\n",
        [" 2"],
    ),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_defint_holds_from_when_it_is_carried_out(program: str) -> None:
    text, rows = PROGRAMS[program]
    assert shown(text)[: len(rows)] == rows


def test_subroutines_that_are_left_by_goto_cost_little() -> None:
    count = 150
    calls = "".join(f"{20 + at} GOSUB {1000 + at}\n" for at in range(count))
    leave = "".join(f"{1000 + at} IF X THEN 20 ELSE RETURN\n" for at in range(count))
    program = Program.from_ascii(f"10 DEFINT A-Z\n{calls}{leave}".encode())

    class Counted(NameTypes):
        followed = 0

        def _follow(self, *place: Any) -> None:
            self.followed += 1
            super()._follow(*place)

    types = Counted(program)
    assert types.followed < 20_000
    assert types.of(program.lines[0])[0] == types.of(program.lines[-1])[0] == (INTEGER,) * 26


def test_a_name_of_two_types_is_told() -> None:
    text = "10 X=X+1.5:PRINT X\n20 DEFINT X:GOTO 10\n"
    remarks = [str(remark) for remark in compile_program(Program.from_ascii(text.encode())).remarks]
    assert remarks == [
        "line 10, column 4: DEFINT and similar change what X is in this line; the cartridge takes X#"
    ]


def test_an_error_of_if_leads_to_the_second_statement_of_then() -> None:
    """RESUME NEXT goes there: DEFINT has not been carried out."""
    text = b"10 ON ERROR GOTO 40\n20 IF 1/0 THEN DEFINT X:X=2.5 ELSE END\n30 END\n40 RESUME NEXT\n"
    (remark,) = compile_program(Program.from_ascii(text)).remarks
    assert str(remark).startswith("line 20, column 4: DEFINT and similar change what X is in this line")
