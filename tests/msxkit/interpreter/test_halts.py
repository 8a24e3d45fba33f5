"""Halting before a statement, and how far a run has come: what a debugger goes by."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.stop_reason import StopReason

LOOP = "10 FOR I=1 TO 3\n20 A=A+I\n30 NEXT\n40 PRINT A;RND(1)\n"


def test_halt_before_a_statement() -> None:
    session = Session(LOOP)
    session.halt_at([session.layout.by_number[20].start])
    seen = []
    while (event := session.run()).at is StopReason.LIMIT:
        seen.append((event.line, session.variable("A"), session.steps))
    assert seen == [(20, 0, 1), (20, 1, 3), (20, 3, 5)]
    assert event.at is StopReason.END


@pytest.mark.parametrize("slice_", [1, 2, 3, 7, 1000])
def test_halts_and_slices_change_nothing_of_a_run(slice_: int) -> None:
    whole = Session(LOOP)
    whole.run()
    halted = Session(LOOP)
    halted.halt_at(line.start for line in halted.layout.lines)
    while halted.run(max_steps=slice_).at is StopReason.LIMIT:
        pass
    assert halted.steps == whole.steps
    assert halted.screen == whole.screen
    assert halted.t_states == whole.t_states


def test_a_halt_at_a_wait_for_a_key_goes_on_waiting() -> None:
    session = Session("5 B=1\n10 A$=INPUT$(1):PRINT A$\n20 R=RND(1)\n30 PRINT R=RND(1)\n")
    line = session.layout.by_number[10].start
    session.halt_at([line])
    assert session.run().at is StopReason.LIMIT
    assert session.run().at is StopReason.KEY
    session.keys.press("x")
    session.halt_at([])
    assert session.run().at is StopReason.END
    assert session.screen.text().splitlines()[0].startswith("x")
