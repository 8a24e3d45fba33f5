"""Rules that genuine machines showed (tests/corpus), each with its smallest program, compiled, on the bare Z80.

tests/msxkit/interpreter/test_rules.py has them for the interpreter.
"""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx

#: Writes what went wrong and goes on.
HANDLER = '10 ON ERROR GOTO 900\n890 END\n900 PRINT "E";ERR;ERL;:RESUME NEXT\n'


def shown(program: str, version: int = 1) -> list[str]:
    """The rows above Ok. version: 0 MSX1, 1 MSX2."""
    msx = Msx(compile_program(Program.from_ascii(program.encode("latin-1"))), version)
    msx.run(seconds=5)
    rows = msx.screen.rows()
    return rows[: rows.index("Ok")] if "Ok" in rows else rows


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        ("20 DATA 12abc\n30 READ A:PRINT A\n", ["E 2  20  12"]),
        ("20 DATA 1.5.2\n30 READ A:PRINT A\n", ["E 2  20  1.5"]),
        ("20 DATA 1,x\n30 READ A,B:PRINT A;B\n40 READ A$,B$:PRINT A$;B$\n", ["E 2  20  1  0", "1x"]),
        ("20 DATA 7\n30 READ A,B:PRINT A\n40 READ B:PRINT B\n", ["E 4  30  7", " 7"]),
        ("20 READ A\n", ["E 4  20"]),
    ],
)
def test_read(program: str, rows: list[str]) -> None:
    assert shown(HANDLER + program) == rows


def test_err_is_0_after_resume() -> None:
    assert shown(HANDLER + "20 PRINT LOG(0)\n30 PRINT ERR;ERL\n") == ["E 5  20  0  20"]


@pytest.mark.parametrize("form", ["RESUME", "RESUME NEXT", "RESUME 40"])
def test_resume_outside_of_a_handler_has_no_handler(form: str) -> None:
    assert shown(HANDLER + f"20 {form}\n40 PRINT 1\n") == ["RESUME without error in 20"]


def test_the_types_of_swap_matter_before_its_variables() -> None:
    assert shown(HANDLER + "20 SWAP A,B$\n30 SWAP A,B\n") == ["E 13  20 E 5  30"]


@pytest.mark.parametrize(
    "wrong", ["NEXT K", "ERROR 77", "GOTO 9999", "X=LOG(0)", "ON 256 GOTO 40", "IF 1/0 THEN 50", "A(99)=1"]
)
def test_an_error_leaves_the_loops(wrong: str) -> None:
    rows = shown(HANDLER + f"20 FOR I=1 TO 2:{wrong}:NEXT\n40 PRINT I;ERL:END\n50 PRINT 50\n")
    assert "".join(rows).count("E") == 2
    assert rows[-1].endswith(" 3  20")


def test_return_without_gosub_drops_the_loops() -> None:
    assert shown(HANDLER + "20 FOR I=1 TO 2:RETURN:NEXT:PRINT I\n") == ["E 3  20 E 1  20  1"]


@pytest.mark.parametrize(
    ("loop", "numbers"),
    [
        ("I%=3 TO 1 STEP .5", " 3  3  3  3"),
        ("I=3 TO 1 STEP 0", " 3  3  3  3"),
        ("I%=1 TO 3 STEP Z", " 1  1  1  1"),
        ("I=1.5 TO 3 STEP Z", " 1.5  1.5  1.5  1.5"),
        ("I=3 TO 3 STEP 0", " 3"),
        ("I=3.5 TO 3.5 STEP Z", " 3.5"),
    ],
)
def test_a_step_of_0_ends_at_the_limit_alone(loop: str, numbers: str) -> None:
    name = loop.partition("=")[0]
    assert shown(f"10 FOR {loop}:PRINT {name};:S=S+1:IF S<4 THEN NEXT\n") == [numbers]


def test_a_drive_that_no_machine_has() -> None:
    program = HANDLER + '20 OPEN "X:Y" FOR INPUT AS #1\n'
    assert [shown(program, version) for version in (0, 1)] == [["E 56  20"], ["E 62  20"]]
