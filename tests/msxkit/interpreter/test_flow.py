"""Loops, subroutines, errors and tracing where the recordings do not reach: as the MSX Red Book describes them."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session


@pytest.mark.parametrize(
    ("listing", "rows"),
    [
        # An error restores the stack of the statement: the block of the failed GOSUB is not there.
        ("10 ON ERROR GOTO 90:GOSUB 50:END\n50 GOSUB 999:RETURN\n90 PRINT ERR;:RESUME NEXT\n", [" 8"]),
        ("10 ON ERROR GOTO 90:RETURN 999\n20 END\n90 PRINT ERR:RESUME NEXT\n", [" 3"]),
        ("10 ON ERROR GOTO 90:GOSUB 50:PRINT 1:END\n50 RETURN 999\n60 RETURN\n90 RESUME NEXT\n", [" 1"]),
        # A FOR at the same place with the same variable drops the old loop and what lies above it.
        (
            "10 N=N+1:FOR I=1 TO 9:FOR J=1 TO 9:IF N<3 THEN 10\n20 PRINT N:NEXT 5\n",
            [" 3", "Syntax error in 20"],
        ),
        ("10 FOR I=1 TO 2:GOSUB 30:NEXT:END\n30 FOR J=1 TO 2:RETURN\n", ["Ok"]),
        ("10 GOSUB 20:END\n20 NEXT\n", ["NEXT without FOR in 20"]),
        # TRON works from the next statement on.
        ("10 FOR I=1 TO 20:NEXT\n20 TRON\n30 I=0\n40 TROFF\n50 PRINT 5\n", ["[30][40] 5"]),
        # RUN clears even when its line is not there.
        ("10 A=5:ON ERROR GOTO 90:RUN 999\n90 PRINT A:RESUME NEXT\n", ["Undefined line number in 10"]),
        # The second operand of STRING$, an array and a loop are worked out before anything is changed.
        ("10 DIM A(3):ON ERROR GOTO 90:A(1/0)=5\n20 PRINT A(0):END\n90 RESUME NEXT\n", [" 0"]),
        ("10 FOR I=1 TO 3 STEP 1/0\n", ["Division by zero in 10"]),
        ("10 ON ERROR GOTO 90\n20 FOR I=7 TO 1/0\n30 PRINT I:END\n90 RESUME 30\n", [" 7"]),
        # Sizes of arrays: more than 65535 bytes cannot even be multiplied.
        ("10 DIM A(8191)\n", ["Subscript out of range in 10"]),
        ("10 DIM A%(16383,1)\n", ["Subscript out of range in 10"]),
        ("10 DIM A(8000)\n", ["Out of memory in 10"]),
        ("10 A(1,1,1,1,1)=5\n", ["Subscript out of range in 10"]),
        # MID$ of a string onto itself runs into what it has copied.
        ('10 A$="123456":MID$(A$,3)=A$:PRINT A$\n', ["121212"]),
        ('10 A$="123456":MID$(A$,3)=A$+"":PRINT A$\n', ["121234"]),
        # DATA counts where a statement begins only (MSX Red Book, 4C40H).
        ("10 IF 0 THEN DATA 1\n20 DATA 2:DATA 3\n30 READ A,B:PRINT A;B\n", [" 2  3"]),
        ("10 ERROR 72\n", ["Unprintable error in 10"]),
        ("10 MAXFILES=2:FOR I=1 TO 2:MAXFILES=1:NEXT\n", ["NEXT without FOR in 10"]),
    ],
)
def test_rows(listing: str, rows: list[str]) -> None:
    session = Session(listing)
    session.run(max_steps=10_000)
    assert list(session.screen)[: len(rows)] == rows


def test_curlin_is_the_line_that_looks() -> None:
    session = Session(
        "10 GOSUB 300\n20 PRINT PEEK(&HF41C)+256*PEEK(&HF41D):END\n300 A=PEEK(&HF41C)+256*PEEK(&HF41D):RETURN\n"
    )
    session.run()
    assert session.screen[0] == " 20"
    assert session.variable("A") == 300
