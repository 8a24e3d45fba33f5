"""Where the program of a page stops by itself."""

from __future__ import annotations

from msxkit.dap.debuggee import Goal
from msxkit.interpreter import Session
from msxkit.web.halting import Halts


def stops(listing: str, *names: str, lines: tuple[int, ...] = ()) -> list[str]:
    """Run a program to its end and return why it stopped on the way."""
    session = Session(listing)
    halts = Halts(session)
    assert halts.set(lines, names) == [""] * len(names)
    found: list[str] = []
    while session.event is None or not session.state.arrival.ended:
        if not found or halts.why:
            halts.go(Goal.RUN)
        halts.run(lambda: False, None)
        if not session.state.arrival.ended and halts.stands():
            found.append(halts.why)
    return found


def test_every_write_stops_the_run() -> None:
    listing = "10 X=1:X=1:T(2)=5\n20 READ X,Y,X:T(2)=5\n30 DATA 1,2,3\n"
    assert stops(listing, "X", "T()") == [
        "X: 0 -> 1, by line 10",
        "X: 1 -> 1, by line 10",
        "T(2): 0 -> 5, by line 10",
        "X: 1 -> 1, by line 20; X: 1 -> 3, by line 20",
        "T(2): 5 -> 5, by line 20",
    ]


def test_break_points_and_cells_of_video_memory() -> None:
    assert stops("10 VPOKE 9000,7\n20 A=1\n", "VRAM(9000)", lines=(20,)) == ["VRAM(9000): 0 -> 7, by line 10"]
    assert stops("10 A=1\n20 A=2\n", lines=(20,)) == ["Breakpoint"]


def test_a_step_tells_what_it_wrote() -> None:
    session = Session("10 A=1\n20 B=1\n")
    halts = Halts(session)
    halts.set((), ["A"])
    assert halts.go(Goal.IN)
    assert halts.why == "A: 0 -> 1, by line 10"
    assert halts.go(Goal.IN)
    assert halts.why == ""
