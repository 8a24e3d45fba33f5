"""How fast going back is, and what a break point costs."""

from __future__ import annotations

import time

import pytest

from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Goal
from msxkit.dap.debugger import Debugger
from msxkit.language.program import Program

BUSY = Program.from_ascii(
    b"10 DIM A(100):R=RND(-5)\n20 FOR I=0 TO 100:A(I)=A(I)+INT(RND(1)*9):NEXT\n"
    b'30 LOCATE 0,0:PRINT A(7);:A$=LEFT$(A$+CHR$(65+A(3) MOD 26),20)\n40 GOTO 20\n50 PRINT "never"\n'
)


def _states(debugger: Debugger) -> tuple[object, ...]:
    session = debugger.session
    return session.offset, session.variables, session.video_bytes, session.t_states, session.state.waits.rnd


def test_every_moment_of_the_past_is_the_one_that_was() -> None:
    debugger = Debugger(BUSY)
    seen = {}
    for step in range(0, 25_001, 1777):
        debugger.timeline.advance(step - debugger.timeline.step)
        seen[step] = _states(debugger)
    for step in sorted(seen, key=lambda step: (step * 7919) % 1013):
        debugger.go_to_step(step)
        assert _states(debugger) == seen[step], step


@pytest.mark.slow
def test_back_to_any_of_a_hundred_thousand_statements_within_a_fifth_of_a_second() -> None:
    debugger = Debugger(BUSY)
    debugger.timeline.advance(100_000)
    taken = []
    for step in [99_999, 1, *((place * 37_813) % 100_000 for place in range(60))]:
        begun = time.perf_counter()
        debugger.go_to_step(step)
        taken.append(time.perf_counter() - begun)
        assert debugger.timeline.step == step
    begun = time.perf_counter()
    debugger.step_back()
    taken.append(time.perf_counter() - begun)
    taken.sort()
    assert taken[int(len(taken) * 0.9)] < 0.2, taken[-5:]


@pytest.mark.slow
def test_a_break_point_costs_less_than_a_fifth_of_the_speed() -> None:
    def run(*, broken: bool) -> float:
        debugger = Debugger(BUSY)
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
