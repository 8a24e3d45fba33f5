"""CALL TURBO of XBASIC: with the extension, with its file, and without."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session

_LOOP = "FOR I=1 TO 3000:NEXT"
_PROGRAM = f"10 CALL TURBO ON(A,B)\n20 {_LOOP}\n30 _TURBO OFF\n40 PRINT I\n"


@pytest.mark.parametrize("start", ['5 BLOAD"XBASIC.BIN",R\n', ""])
def test_its_file_is_enough(start: str) -> None:
    session = Session(start + _PROGRAM, files={"XBASIC.BIN": b"\xfe" + bytes(20)})
    session.run()
    assert session.error is None
    assert session.variable("I") == 3001


def test_the_file_has_to_be_there() -> None:
    session = Session('10 BLOAD"XBASIC.BIN",R\n')
    session.run()
    assert session.error is not None
    assert session.error.text == "File not found"


def test_turbo_on_and_off() -> None:
    times = []
    off = f"10 CALL TURBO ON\n20 CALL TURBO OFF\n30 {_LOOP}"
    for program in (f"20 {_LOOP}", _PROGRAM, off, f"10 _TURBOON\n20 {_LOOP}", off.replace("O O", "OO")):
        session = Session(program, files={"XBASIC.BIN": b""})
        session.run()
        times.append(session.t_states)
    assert times[1] < times[0] / 3
    assert times[2::2] == pytest.approx([times[0]] * 2, rel=0.02)
    assert times[3] < times[0] / 3
    session = Session(_PROGRAM, files={"XBASIC.BIN": b""}, timing=True)
    session.run()
    assert all(taken > 0 for _, _, taken in session.noted.timing)
    session = Session("10 CALL TURBOT")
    session.run()
    assert session.error is not None
