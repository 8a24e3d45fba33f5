"""How fast going back is, and what a breakpoint costs."""

from __future__ import annotations

import time

import pytest

from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Goal
from msxkit.dap.debugger import Debugger
from msxkit.language.program import Program
from tests.msxkit.dap.client import debugger_of

BUSY = Program.from_ascii(
    b"10 DIM A(100):R=RND(-5)\n20 FOR I=0 TO 100:A(I)=A(I)+INT(RND(1)*9):NEXT\n"
    b'30 LOCATE 0,0:PRINT A(7);:A$=LEFT$(A$+CHR$(65+A(3) MOD 26),20)\n40 GOTO 20\n50 PRINT "never"\n'
)


def _states(debugger: Debugger) -> tuple[object, ...]:
    session = debugger.session
    return session.offset, session.variables, session.video.content, session.t_states, session.state.waits.rnd


def test_every_moment_of_the_past_is_the_one_that_was() -> None:
    debugger = debugger_of(BUSY)
    seen = {}
    for step in range(0, 25_001, 1777):
        debugger.history.advance(step - debugger.history.step)
        seen[step] = _states(debugger)
    for step in sorted(seen, key=lambda step: (step * 7919) % 1013):
        debugger.past.go_to_step(step)
        assert _states(debugger) == seen[step], step


#: A statement of each kind that takes long, between others that do not.
DRAWING = Program.from_ascii(
    b"10 SCREEN 2:DIM A(400)\n20 FOR I=1 TO 40:A(I*9)=I:PSET (I*5,I),I MOD 15:NEXT\n"
    b"30 CIRCLE (99,95),30+X,8:LINE (20,10)-(200,150),X MOD 15+1,B:PAINT (22,12),X MOD 15+1\n"
    b"40 X=(X+1) MOD 40:A$=A$+CHR$(65+X):IF LEN(A$)>40 THEN A$=STR$(1)\n50 GOTO 20\n"
)


@pytest.mark.slow
@pytest.mark.parametrize(("program", "steps"), [(BUSY, 100_000), (DRAWING, 20_000)])
def test_back_to_any_statement_within_a_fifth_of_a_second(program: Program, steps: int) -> None:
    debugger = debugger_of(program)
    debugger.history.advance(steps)
    taken = {}
    for step in [steps - 1, 1, *((place * 37_813) % steps for place in range(60))]:
        begun = time.process_time()
        debugger.past.go_to_step(step)
        taken[step] = time.process_time() - begun
        assert debugger.history.step == step
    begun = time.process_time()
    debugger.past.step_back()
    taken[-1] = time.process_time() - begun
    # Of processor time: how long it takes by the clock depends on what else the machine is doing.
    assert max(taken.values()) < 0.2, sorted(taken.values())[-5:]


@pytest.mark.slow
def test_cost_of_breakpoint() -> None:
    def run(*, broken: bool) -> float:
        debugger = debugger_of(BUSY)
        if broken:
            place = debugger.places.in_row(5)
            assert place is not None
            debugger.set_breaks([Breakpoint(1, place)])
        debugger.go(Goal.RUN)
        debugger.slice()
        begun = time.process_time()
        for _ in range(10):
            assert debugger.slice() is None
        return time.process_time() - begun

    ratios = sorted(run(broken=True) / run(broken=False) for _ in range(5))
    assert ratios[2] < 1.2, ratios
