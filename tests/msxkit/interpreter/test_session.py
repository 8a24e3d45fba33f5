"""The session: events, snapshots at any event, limits, and that no program text makes a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.repeating import step_until_repeat
from msxkit.machine.clock import SECOND

ROOT = Path(__file__).parents[3]
LISTING = (ROOT / "basic" / "battle.bas").read_bytes()


def test_a_snapshot_of_another_machine_is_refused() -> None:
    with pytest.raises(MsxError, match="is of an msx1, this is an msx2"):
        Session("10 END\n").restore(Session("10 END\n", machine="msx1").snapshot())


@pytest.mark.parametrize("machine", ["msx1", "msx2"])
@pytest.mark.parametrize(
    "program",
    [
        "10 GOTO 10\n",
        "10 PRINT STRING$(200,65):A=TAN(1)^2.5:T=TIME:GOTO 10\n",
        "10 SCREEN 2\n20 LINE(0,0)-(255,191),1,BF:FOR I=1 TO 30:NEXT:GOTO 20\n",
        '10 PLAY "T255L8CDE"\n20 A=A+1:IF A<200 THEN 20 ELSE A=0:GOTO 10\n',
    ],
)
def test_run_until_a_time(machine: str, program: str) -> None:
    sessions = [Session(program, machine=machine) for _ in range(2)]
    free, watched = sessions
    until = 0
    for seconds in (0.01, 0.2, 0.99, 1.04, 1.95, 4.003, 12.5):
        until += int(seconds * SECOND)
        watched.watcher = lambda until=until: watched.t_states >= until
        free.run(until=until)
        watched.run()
        assert free.t_states == watched.t_states
        for session in sessions:
            session.state.clock.listening = False
        assert free.state == watched.state


def test_a_statement_at_the_console_has_its_own_time() -> None:
    session = Session("10 GOTO 10\n")
    session.run(until=SECOND)
    session.command(b"FOR I=1 TO 100:NEXT")
    assert session.variable("I") == 101


def test_a_statement_that_waits_is_counted_and_traced_once() -> None:
    session = Session("10 TRON\n20 INPUT A\n30 X=RND(-TIME):IF A<2 THEN 20\n", coverage=True)
    for key in "1\r2\r":
        while session.step().at != "key":
            pass
        session.keys.press(key)
    while session.step().at != "end":
        pass
    assert session.screen[0] == "[20]? 1"
    assert session.screen[1] == "[30][20]? 2"
    lines = coverage(session.layout, session.noted.counts)
    assert [line.statements for line in lines] == [(1,), (2,), (2, 2)]


def test_looking_changes_nothing() -> None:
    listing = (
        '10 IF A THEN B=B\n20 B=1:B$="X"+"Y":K$=INPUT$(1):A=2:DIM C(2):PRINT VARPTR(A)-VARPTR(B);FRE("")\n'
    )
    alone, watched = Session(listing, keys="k"), Session(listing)
    alone.run()
    assert watched.run().at == "key"
    before = watched.snapshot()
    variables = watched.variables
    assert variables == watched.variables
    assert (watched.variable("C(9)"), watched.variable("Z")) == (0, 0)
    assert [watched.memory.peek(address) for address in range(0x8000, 0x10000)]
    assert [watched.memory.vpeek(address) for address in range(0x4000)]
    assert watched.screen == watched.screen
    assert watched.snapshot() == before
    watched.keys.press("k")
    watched.run()
    assert watched.screen == alone.screen


@pytest.mark.parametrize(
    "wait", ['A$=INKEY$:IF A$="" THEN 10', "IF STICK(0)=0 THEN 10", "ON KEY GOSUB 20:KEY(1) ON:GOTO 10"]
)
@pytest.mark.one_in(3)
def test_a_draw_behind_a_polled_wait_is_an_event(wait: str) -> None:
    session = Session(f"10 {wait}\n20 A=RND(-TIME)")
    event = step_until_repeat(session)
    if "ON KEY" not in wait:
        assert (event.at, event.line) == ("key", 10)
    session.keys.press("x")
    session.keys.hold("F1", "UP")
    event = session.step()
    assert (event.at, event.line) == ("draw", 20)
    assert session.step().at == "end"
