"""Data breakpoints: every write, forwards and backwards, and who wrote what last."""

from __future__ import annotations

import pytest

from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Goal
from msxkit.dap.debugger import Debugger
from msxkit.dap.past import StopCause
from msxkit.errors import MsxError
from msxkit.language.program import Program
from tests.msxkit.dap.client import debugger_of


def debugged(listing: str, *names: str, keys: bytes = b"") -> Debugger:
    debugger = debugger_of(Program.from_ascii(listing.encode()))
    debugger.type(keys)
    assert debugger.watch(list(names)) == [""] * len(names)
    return debugger


def on(debugger: Debugger) -> StopCause:
    """Continue to the next stop."""
    debugger.go(Goal.RUN)
    while (stopped := debugger.slice()) is None:
        assert not debugger.waiting
    return stopped


def writes(debugger: Debugger) -> list[str]:
    """Continue to the end and return what data breakpoints said."""
    found = []
    while (stopped := on(debugger)).reason == "data breakpoint":
        found.append(stopped.text)
    assert stopped.reason == "end", stopped
    return found


@pytest.mark.parametrize(
    ("listing", "name", "expected"),
    [
        ("10 X=1:X=2:X=3\n", "X", ["0 -> 1", "1 -> 2", "2 -> 3"]),
        ("10 X=1\n20 X=1:Y=X:X=X\n", "X", ["0 -> 1", "1 -> 1", "1 -> 1"]),
        ("10 X=0\n", "X", ["0 -> 0"]),
        ("10 FOR I=1 TO 2:NEXT I\n", "I", ["0 -> 1", "1 -> 2", "2 -> 3"]),
        ("10 FOR I=1 TO 2:NEXT\n", "I", ["0 -> 1", "1 -> 2", "2 -> 3"]),
        ("10 FOR I=1 TO 4:X=5:NEXT\n", "X", ["0 -> 5", "5 -> 5", "5 -> 5", "5 -> 5"]),
        ("10 IF 1 THEN X=1:X=2 ELSE X=3\n", "X", ["0 -> 1", "1 -> 2"]),
        ("10 READ X,Y,X\n20 DATA 1,2,3\n", "X", ["0 -> 1, by line 10; X: 1 -> 3"]),
        ("10 X=1:Y=1:SWAP X,Y:SWAP Y,X:SWAP Y,Y\n", "X", ["0 -> 1", "1 -> 1", "1 -> 1"]),
        ('10 X$="ab":MID$(X$,2)="c":LET X$=X$\n', "X$", ['"" -> "ab"', '"ab" -> "ac"', '"ac" -> "ac"']),
        ("10 DEFINT A-Z:X=7:X#=8:DEFDBL X:X=9\n", "X", ["0 -> 7", "8 -> 9"]),
        ("10 X%=1:X=2:XY=3:X!=4\n", "X%", ["0 -> 1"]),
        ("10 DEF FNA(X)=X*2:Y=FNA(4):X=FNA(5)\n", "X", ["0 -> 10"]),
        ("10 X=3:CLEAR:Y=1\n", "X", ["0 -> 3", "3 -> 0"]),
        ("10 X%=1:POKE VARPTR(X%),7:POKE 50000!,1\n", "X%", ["0 -> 1", "1 -> 7"]),
        ("10 INPUT X:X=2\n", "X", ["0 -> 5", "5 -> 2"]),
        (
            "10 ON ERROR GOTO 30\n20 X=1:X=1/0:X=3:END\n30 X=4:RESUME NEXT\n",
            "X",
            ["0 -> 1", "1 -> 4", "4 -> 3"],
        ),
        ("10 GOSUB 20:X=2:END\n20 X=1:RETURN\n", "X", ["0 -> 1", "1 -> 2"]),
        ("10 FOR I=0 TO 9:T(I)=7:NEXT\n", "T(5)", ["0 -> 7"]),
        ("10 T(5)=7:T(5)=7:SWAP T(5),T(4)\n", "T(2+3)", ["0 -> 7", "7 -> 7", "7 -> 0"]),
        ("10 T(1,2)=7:T(2,1)=7:T(1.4,2)=8\n", "T(1,2)", ["0 -> 7", "7 -> 8"]),
        ("10 T(5)=7:ERASE T\n", "T(5)", ["0 -> 7", "7 -> 0"]),
        ("10 FOR I=1 TO 3:READ T%(I):NEXT\n20 DATA 1,0,2\n", "T%(2)", ["0 -> 0"]),
    ],
)
def test_every_write_stops_the_run(listing: str, name: str, expected: list[str]) -> None:
    found = writes(debugged(listing, name, keys=b"5\r"))
    assert [text.partition(": ")[2].rpartition(", by line ")[0] for text in found] == expected


def test_the_name_of_an_array_alone_is_a_variable() -> None:
    assert writes(debugged("10 T(1)=1\n", "T")) == []


def test_an_array_as_a_whole_tells_the_element() -> None:
    found = writes(debugged("10 DIM T(3)\n20 T(2)=5:T(2)=5:U(2)=1\n30 SWAP T(0),T(2)\n40 ERASE T\n", "T()"))
    assert found == [
        "T(): made, by line 10",
        "T(2): 0 -> 5, by line 20",
        "T(2): 5 -> 5, by line 20",
        "T(0): 0 -> 5, by line 30; T(2): 5 -> 0, by line 30",
        "T(): erased, by line 40",
    ]


def test_cells_of_the_screen_and_of_video_memory() -> None:
    listing = '10 CLS\n20 PRINT "A"\n30 VPOKE 9000,1:VPOKE 9000,1:VPOKE 9000,2\n40 LOCATE 0,0:PRINT "B"\n'
    assert writes(debugged(listing, "VRAM(9000)")) == [
        "VRAM(9000): 0 -> 1, by line 30",
        "VRAM(9000): 1 -> 2, by line 30",
    ]
    assert writes(debugged(listing, "SCREEN(0,0)")) == [
        "SCREEN(0,0): 32 -> 65, by line 20",
        "SCREEN(0,0): 65 -> 66, by line 40",
    ]


LOOPS = """10 FOR J=1 TO 40:FOR I=1 TO 60
20 IF I MOD 50=0 AND J MOD 4=0 THEN X=I:T(3)=J:X=I
30 GOSUB 100:NEXT I,J
40 END
100 Y=Y+1:RETURN
"""


def test_backwards_the_run_stops_where_it_stopped_forwards() -> None:
    debugger = debugged(LOOPS, "X", "T()")
    forwards = []
    while (stopped := on(debugger)).reason == "data breakpoint":
        forwards.append((debugger.step, stopped.text))
    assert len(forwards) == 30
    assert len(debugger.history.starts) > 2
    backwards = []
    while (stopped := debugger.past.reverse()).reason == "data breakpoint":
        backwards.append((debugger.step, stopped.text))
    assert stopped.reason == "entry"
    assert debugger.step == 0
    assert backwards == forwards[::-1]
    assert on(debugger).text == forwards[0][1]


def test_break_points_and_writes_are_met_in_their_order() -> None:
    debugger = debugged("10 X=1\n20 Y=2\n30 X=3\n40 Z=1\n", "X")
    place = debugger.places.in_row(2)
    assert place is not None
    debugger.set_breaks([Breakpoint(7, place)])
    stops = [on(debugger) for _ in range(2)]
    assert [(stop.reason, stop.points) for stop in stops] == [
        ("data breakpoint", (7,)),
        ("data breakpoint", ()),
    ]
    assert debugger.past.reverse().text == "X: 0 -> 1, by line 10"
    assert debugger.past.reverse().reason == "entry"


def test_who_wrote_this_last() -> None:
    debugger = debugged("10 X=1\n20 Y=X:X=2:Z=0\n30 X=X+0:END\n")
    assert on(debugger).reason == "end"
    told = [debugger.past.who_wrote("X").text]
    places = [debugger.place]
    for _ in range(2):
        told.append(debugger.past.who_wrote("x").text)
        places.append(debugger.place)
    assert told == ["X: 2 -> 2, by line 30", "X: 1 -> 2, by line 20", "X: 0 -> 1, by line 10"]
    assert [place is not None and (place.line, place.column) for place in places] == [
        (30, 4),
        (20, 8),
        (10, 4),
    ]
    with pytest.raises(MsxError, match="X: nothing has written it"):
        debugger.past.who_wrote("X")
    assert debugger.step == 0
    assert on(debugger).reason == "end"


def test_a_write_in_the_middle_of_a_step_over_is_told() -> None:
    debugger = debugged("10 GOSUB 30\n20 END\n30 X=1\n40 RETURN\n", "X")
    debugger.go(Goal.OVER)
    while (stopped := debugger.slice()) is None:
        pass
    assert stopped.text == "X: 0 -> 1, by line 30"


@pytest.mark.parametrize(
    "name", ["1", "X+1", "RND(1)", "VRAM(99999999)", "SCREEN(1)", "SCREEN(99,0)", "T(1/0)", "", "("]
)
def test_unwatchable_expression(name: str) -> None:
    (told,) = debugger_of(Program.from_ascii(b"10 X=1\n")).watch([name])
    assert told


def test_breakpoint_at_end_of_slice() -> None:
    """The run goes in parts of 100 steps and more: none of their ends hides a breakpoint, nor does an input."""
    for length in range(95, 104):
        debugger = debugged(f"10 FOR I=1 TO {length}:NEXT\n20 A=1\n30 B=A\n")
        place = debugger.places.in_row(2)
        assert place is not None
        debugger.set_breaks([Breakpoint(1, place)])
        assert on(debugger).points == (1,)
        debugger.assign("I", "7")
        debugger.past.step_back()
        assert on(debugger).points == (1,)
        assert debugger.evaluate("I") == 7
        assert on(debugger).reason == "end"
