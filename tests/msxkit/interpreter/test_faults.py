"""Which error comes first: statements with something wrong, and the error that the machine showed (NMS 8250).

tests/corpus has more of them, eight to a program (`faulty`) and one (`newcomer`).
"""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session

#: Error | statement; nothing: it is carried out.
SHOWN = """
2 | ON SPRITE GOSUB 20,20
2 | ON STOP GOSUB 20 FOO
2 | ON INTERVAL=60 GOSUB 20 FOO
2 | ON STRIG GOSUB 20,20,20,20,20,20
2 | ON KEY GOSUB 20 FOO
8 | RESTORE -1
8 | RESTORE B%
2 | LINE INPUT
2 | CLEAR ,&HC000
  | COLOR=(2,5)
  | COLOR=(2,,,3)
  | COLOR=(2,5,,3)
  | COLOR=(2,,4)
13 | GET DATE Y%,M%
2 | COPY RESOURCE(0) TO (0,0)
5 | COPY A TO B
59 | PUT 1,(2,3)
59 | GET 1,(2,3)
59 | PUT 1,"A"
61 | OPEN "X" AS #1 LEN=16:PRINT #1,STRING$(147,"z")
5 | SCREEN 8:DIM C(0):COPY(0,0)-(3,0) TO C
59 | PRINT #0
59 | A=EOF(0)
59 | FIELD #0,1 AS A$
59 | A$=INPUT$(1,#0)
"""
CASES = [line.split(" | ") for line in SHOWN.strip("\n").split("\n")]


@pytest.mark.parametrize(("error", "statement"), CASES, ids=[statement for _, statement in CASES])
def test_first_error(error: str, statement: str) -> None:
    session = Session(f"10 {statement}\n20 END\n", machine="msx2", files={})
    session.run()
    assert (session.error.number if session.error else None) == (int(error) if error.strip() else None)


def test_resume_with_text_behind() -> None:
    session = Session("10 ON ERROR GOTO 30\n20 ERROR 5\n30 RESUME 40 FOO\n40 END\n", machine="msx2")
    session.run()
    assert session.error is not None
    assert (session.error.number, session.error.line) == (2, 30)


def test_copy_of_an_array() -> None:
    files: dict[str, bytes] = {}
    session = Session('10 DIM A%(127):A%(1)=300:COPY A% TO "Q.BIN"\n', machine="msx2", files=files)
    session.run()
    session.close()
    assert files["Q.BIN"] == bytes((0, 0, 44, 1)) + bytes(252)


def test_levels_left_out_stay() -> None:
    session = Session("10 COLOR=(2,1,2,3):COLOR=(2,,5)\n", machine="msx2")
    session.run()
    assert session.video.chip.palette[4:6] == bytes((0x13, 5))
