"""Snapshots are complete: a run keeps everything in its state, and can continue from it."""

from __future__ import annotations

import dataclasses
import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from msxkit.errors import MsxError, ProgramError
from msxkit.interpreter import Session
from msxkit.interpreter.snapshot import Snapshot
from msxkit.interpreter.state import CODEC, PARTS
from msxkit.interpreter.values.arrays import Array
from msxkit.interpreter.values.variables import Namespace
from msxkit.machine.chip_type import ChipType
from msxkit.machine.video.modes import ScreenMode
from tests.conftest import examples
from tests.differential.lines import anything

FOLDER = Path(__file__).parents[2] / "conformance"
PROGRAMS: list[str] = [
    case["program"]
    for name in ("statements", "edges", "more", "input", "borders-msx2")
    for case in json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
]
#: What the recorded programs do not touch: files and their fields, the printer, arrays, traps, handlers, tracing.
EVERYTHING = """10 MAXFILES=3:CLEAR 500:DEFINT I-K:DEFSTR S:DIM A(3,2),S(4):KEY 1,"one":ON ERROR GOTO 900
20 ON INTERVAL=2 GOSUB 800:INTERVAL ON:ON STOP GOSUB 800:STOP ON:DEF FNF(X)=X*2+A(1,1):DEFUSR1=&HC3
30 OPEN "OUT" FOR OUTPUT AS #1:OPEN "REC" AS #2 LEN=16:OPEN "LPT:" FOR OUTPUT AS #3:FIELD #2,5 AS F$,3 AS S(1)
40 FOR I=1 TO 3:PRINT #1,I;"ABC";:LPRINT I,"X";:PRINT #3,"Y";:LSET F$=STR$(I):RSET S(1)="Q":PUT #2,I:NEXT
50 GET #2,2:A(1,1)=VAL(F$)/3:PRINT FNF(2);F$;S(1);LPOS(0):SOUND 2,I:BEEP:OUT &HA0,7:OUT &H98,1:OUT &H99,2
60 SWAP F$,S(1):LSET S(1)="ZZ":PRINT F$;S(1):S(2)=S(1)+"!":S=S(2)+S(2):ERASE A:POKE &HE000,7:TRON
70 READ D,S(3):RESTORE 950:READ D:TROFF:PRINT D;S(3);ERR;ERL;:ERROR 200:LOCATE 5,20,1:COLOR 1,2,3:WIDTH 30
80 PRINT CHR$(27);"Y";:SCREEN 1:SPRITE$(1)="ABCDEFGH":PUT SPRITE 1,(5,6),7,1:VPOKE 6500,65:KEY ON
90 K$=INKEY$+INPUT$(1):LINE INPUT "L:";L$:INPUT "N";N,M$:PRINT RND(1);K$;L$;N;M$;TIME;FRE("");FRE(0)
100 CLOSE #1:OPEN "OUT" FOR INPUT AS #1:INPUT #1,J:PRINT J;LOC(1);EOF(1):CLOSE:LSET T$=T$:X=USR1(0):STOP
110 PRINT "GOES ON"
800 RETURN
900 IF ERR=200 THEN RESUME NEXT ELSE Z=Z+1:Y=ERR:W=ERL:RESUME NEXT
950 DATA 5,"five",6
"""
KEYS = b"a12\rline\r3,x\r7\r8,9\rq\r"


def state_nodes(value: Any) -> Iterator[Any]:
    """Yield every object of a state that can change, the state first."""
    if isinstance(value, (Array, ChipType, ScreenMode)):
        yield value
    elif isinstance(value, Namespace):
        yield value
        yield value.names
        yield from state_nodes(value.values())
    elif dataclasses.is_dataclass(value):
        yield value
        for item in dataclasses.fields(value):
            yield from state_nodes(getattr(value, item.name))
    elif isinstance(value, dict):
        yield value
        for item in value.values():
            yield from state_nodes(item)
    elif isinstance(value, (list, deque, bytearray)):
        yield value
        if not isinstance(value, bytearray):
            for item in value:
                yield from state_nodes(item)


def test_program_that_does_everything() -> None:
    session = Session(EVERYTHING, keys=KEYS)
    assert session.run(max_steps=5000).at == "end"
    assert [session.variable(name) for name in "ZYW"] == [0, 0, 0]
    assert session.screen[0].strip() == "Break in 100"


def test_every_class_of_the_state_can_be_saved() -> None:
    session = Session(EVERYTHING, keys=KEYS)
    seen: set[type] = set()
    while session.run(max_steps=7).at == "limit":
        seen |= {type(node) for node in state_nodes(session._state) if dataclasses.is_dataclass(node)}
        CODEC.dumps(session._state)
    assert seen <= set(PARTS)


# Running on


def bytes_of(session: Session) -> bytes:
    return session.snapshot().to_bytes()


def goes_on_the_same(program: bytes | str, first: int, then: int, *, coverage: bool = False) -> None:
    """Run to a point, keeps it, runs on; goes back there, in this session and in a new one, and runs on again."""
    files: dict[str, bytes] = {}  # no part of the state
    session = Session(program, keys=KEYS, files=files, coverage=coverage)
    session.run(max_steps=first)
    kept = session.snapshot()
    data, files_then = kept.to_bytes(), dict(files)
    event = session.run(max_steps=then)
    after = bytes_of(session)
    assert kept.to_bytes() == data, "what ran on changed the snapshot"
    session.restore(kept)
    files.clear()
    files.update(files_then)
    assert bytes_of(session) == data
    assert session.run(max_steps=then) == event
    assert bytes_of(session) == after
    assert kept.to_bytes() == data
    other = Session("10 PRINT 1:A=5:DIM B(3)\n", files=files)
    other.run()
    files.clear()
    files.update(files_then)
    other.restore(Snapshot.from_bytes(data))
    assert bytes_of(other) == data
    assert other.run(max_steps=then) == event
    assert bytes_of(other) == after


@pytest.mark.slow
@given(st.sampled_from(PROGRAMS), st.integers(0, 80), st.integers(1, 200))
@settings(deadline=None, max_examples=examples(40))
def test_recorded_programs_go_on(program: str, first: int, then: int) -> None:
    goes_on_the_same(program, first, then)


@pytest.mark.parametrize("first", range(0, 130, 4))
@pytest.mark.one_in(4)
def test_a_program_that_does_everything_goes_on(first: int) -> None:
    goes_on_the_same(EVERYTHING, first, 40, coverage=True)


@given(st.integers().map(anything), st.integers(0, 60), st.integers(1, 100))
@settings(deadline=None, max_examples=examples(30))
@example(b"10 A$=INPUT$(1):PRINT A$;:GOTO 10\r\n", 3, 5)
def test_any_program_goes_on(listing: bytes, first: int, then: int) -> None:
    try:
        Session(listing)
    except ProgramError:
        assume(False)
    goes_on_the_same(listing, first, then)


def test_a_line_of_direct_mode_is_part_of_the_state() -> None:
    session = Session.at_prompt(Session("10 PRINT 7\n").program)
    session.enter(b"A$=INPUT$(1):PRINT A$;A$:GOTO 10")
    assert session.run().at == "key"
    other = Session("")
    other.restore(Snapshot.from_bytes(bytes_of(session)))
    other.keys.press("z")
    assert other.run().at == "end"
    assert other.screen.rows()[1:3] == ["zz", " 7"]


def test_going_back_over_new_and_load() -> None:
    files = {"P.BAS": b"10 PRINT 2\r\n"}
    session = Session('10 A=1:K$=INPUT$(1):PRINT A:RUN "P.BAS"\n', files=files)
    session.run()
    kept = session.snapshot()
    session.keys.press("k")
    session.run()
    assert session.screen[1].strip() == "2"
    assert session.layout.data != kept.program
    session.restore(kept)
    assert session.layout.data == kept.program
    session.keys.press("k")
    session.run()
    assert [row.strip() for row in session.screen.rows()[:2]] == ["1", "2"]


@pytest.mark.parametrize(
    "data", [b"", b"x", b"msxkit snapshot 4\n", b"msxkit snapshot 4\n" + CODEC.dumps([1])]
)
def test_not_a_snapshot(data: bytes) -> None:
    with pytest.raises(MsxError):
        Snapshot.from_bytes(data)


def test_a_snapshot_of_another_version() -> None:
    data = bytes_of(Session("10 END\n")).replace(b"snapshot 4\n", b"snapshot 9\n")
    with pytest.raises(MsxError, match="not a snapshot of this version"):
        Snapshot.from_bytes(data)
