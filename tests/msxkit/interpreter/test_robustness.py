"""No program makes a traceback, hangs or fills the memory: whatever it does, it ends at a BASIC error or a limit."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from msxkit.errors import ProgramError
from msxkit.interpreter import Session
from msxkit.language.program import Line, Program
from msxkit.machine.clock import SECOND
from tests.conftest import examples
from tests.differential.lines import anything

ENDS = ("end", "error", "key", "limit")


@settings(deadline=None, max_examples=examples(60))
@example([b"~':"])  # an apostrophe that is not a token
@example([b"\x91\x1d\xff\xff\xff\xff"])  # a single of 16.6666E+63
@example([b"\x91\x1f\x01\x01iI\x7f\xec\xae\xcf"])  # a double below 1E-64
@example([b"\x91" + b"\xe0" * 300 + b"\x11"])  # NOT, 300 times
@example([b"\x91" + b"\xff\x86(" * 300 + b"\x12" + b")" * 300])  # ABS(ABS(...
@given(st.lists(st.binary(max_size=40).map(lambda b: b.replace(b"\0", b" ")), min_size=1, max_size=4))
def test_any_stored_bytes_run_or_stop_with_a_basic_error(bodies: list[bytes]) -> None:
    program = Program([Line(10 * (number + 1), body) for number, body in enumerate(bodies)])
    assert Session(program).run(max_steps=2000).at in ENDS


@settings(deadline=None, max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow])
@example(b"10 ON ERROR GOTO 20:END ON\r\n20 PRINT 1\r\n", False)  # off the end in a handler
@example(b"10 FOR I=0/(:IF A THEN 20\r\n20 END\r\n", False)  # a statement breaks off before an IF
@example(b"10 A=SGN(SIN(1))\r\n", True)  # 14 digits become an integer
@given(st.integers().map(anything), st.booleans())
def test_any_listing_runs_or_stops_with_a_basic_error(listing: bytes, timed: bool) -> None:
    """timed: the values of its statements are weighed as well, as in every program that reads TIME."""
    try:
        session = Session(listing + b"65529 T=TIME\r\n" * timed, keys=b"12,AB\r\r5\rxyz\r")
    except ProgramError:  # a line that the machine would not take
        assume(False)
    assert session.run(max_steps=2000).at in ENDS
    assert session.snapshot().program == session.layout.data
    if session.error is not None:
        assert 1 <= session.error.number <= 255


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example("DRAW", b"XA$;", 5)
@example("PLAY", b"XA$;", 2)
@given(
    st.sampled_from(
        ("DRAW", "PLAY", "SPRITE$(0)=", "COLOR SPRITE$(0)=", "OPEN", "LOAD", "PRINT USING A$;1:PRINT ")
    ),
    st.binary(max_size=60),
    st.integers(0, 8),
)
def test_any_bytes(statement: str, text: bytes, mode: int) -> None:
    listing = (
        f"10 SCREEN {mode}:READ H$:FOR I=1 TO LEN(H$) STEP 2\n"
        '20 A$=A$+CHR$(VAL("&H"+MID$(H$,I,2))):NEXT\n'
        f"30 {statement} A$\n40 DATA {text.hex()}\n"
    )
    session = Session(listing)
    assert session.run(max_steps=3000, until=20 * SECOND).at in ENDS
    assert session.video.frame.pixels


@pytest.mark.parametrize(
    "listing",
    [
        "10 GOTO 10\n",
        "10 FOR I=1 TO 2 STEP 0:NEXT\n",
        "10 ON ERROR GOTO 20\n20 RESUME\n",  # error 22 in a handler-less line, once
        "10 ON ERROR GOTO 30\n20 ERROR 5\n30 RESUME\n",
        "10 ON ERROR GOTO 30\n20 ERROR 5:GOTO 20\n30 RESUME NEXT\n",
        "10 DEFINT A\n20 CLEAR:GOTO 10\n",  # every round compiles anew
        "10 RUN\n",
        "10 A$=STRING$(100,65):B$=A$+A$:GOTO 10\n",
        "10 FOR I=1 TO 10:GOTO 10\n",
        "10 ON INTERVAL=1 GOSUB 30:INTERVAL ON\n20 GOTO 20\n30 RETURN\n",
    ],
)
def test_a_loop_without_end_stops_at_the_limit(listing: str) -> None:
    event = Session(listing).run(max_steps=20_000)
    assert event.at in ("limit", "error")


@pytest.mark.parametrize(
    ("listing", "number"),
    [
        ('10 OPEN "F" FOR OUTPUT AS #1:CLEAR 300:A$=STRING$(255,65)\n20 OPEN "F" FOR OUTPUT AS #1\n'
         "30 PRINT #1,A$;:GOTO 30\n", 66),
        ("10 CLEAR 300:A$=STRING$(255,65)\n30 LPRINT A$;:GOTO 30\n", 19),
    ],
)  # fmt: skip
@pytest.mark.one_in(2)
def test_endless_growth(listing: str, number: int) -> None:
    session = Session(listing)
    assert session.run(max_steps=200_000).at == "error"
    assert session.error is not None
    assert session.error.number == number


@pytest.mark.slow
def test_effects_do_not_fill_the_memory() -> None:
    session = Session("10 BEEP:GOTO 10\n")
    assert session.run(max_steps=300_000).at == "limit"
    assert len(session.noted.effects) == 100_000


def test_snapshots_share_the_effects() -> None:
    session = Session("10 SOUND 0,N AND 255:N=N+1:GOTO 10\n")
    session.run(max_steps=3000)
    snapshot, effects = session.snapshot(), session.noted.effects
    session.run(max_steps=3000)
    assert session.noted.effects[: len(effects)] == effects
    kept = snapshot.state.effects
    assert len(kept.open) < 256
    assert all(a is b for a, b in zip(kept.chapters, session.state.effects.chapters, strict=False))
    session.restore(snapshot)
    assert session.noted.effects == effects == [("sound", (0, number & 255)) for number in range(1000)]


@given(st.integers(1, 50), st.lists(st.integers(1, 50), max_size=5))
@settings(deadline=None, max_examples=examples(25))
def test_limits_are_exact(first: int, others: list[int]) -> None:
    """However a run is cut into pieces: the same state after the same number of statements."""
    listing = (
        "10 DEFINT B\n20 X=X+1:Y=Y+TIME:CLEAR:ON ERROR GOTO 40\n"
        "30 X=X+1:IF X=3 THEN ERROR 1 ELSE GOTO 30\n40 RESUME NEXT\n"
    )
    whole, pieces = Session(listing), Session(listing)
    whole.run(max_steps=first + sum(others))
    for count in (first, *others):
        pieces.run(max_steps=count)
    assert whole.snapshot() == pieces.snapshot()


def test_a_run_ends_soon_behind_its_time() -> None:
    session = Session("10 SCREEN 2:CIRCLE(128,96),99:PSET(1,1):GOTO 10")
    assert session.run(until=3 * SECOND).at == "limit"
    assert 3 * SECOND <= session.t_states < 5 * SECOND


@pytest.mark.parametrize(
    ("statement", "error"),
    [("RETURN", 3), ("NEXT", 1), ("NEXT A", 1), ("RESUME", 22), ("A=1/0", 11), ("B=A$", 13)],
)
def test_a_statement_that_was_weighed_can_fail(statement: str, error: int) -> None:
    """Where TIME is read, NEXT and RETURN look at the stack before they run: also with nothing to go back to."""
    listing = (
        "10 T=TIME:ON ERROR GOTO 70:FOR A=1 TO 9:GOSUB 40:NEXT:ERASE Q\n"
        "20 CLEAR:ON ERROR GOTO 0:N=1\n40 IF N=0 THEN 60\n"
        f"50 {statement}\n60 RETURN\n70 RESUME 20\n"
    )
    session = Session(listing, machine="msx1")
    assert session.run(until=60 * SECOND).at == "error"
    assert session.error is not None
    assert session.error.number == error


def test_a_subroutine_that_was_called_often_is_run_into() -> None:
    session = Session("10 FOR X=1 TO 30:GOSUB 30:NEXT\n20 T=TIME\n30 RETURN\n", machine="msx1")
    assert session.run().at == "error"
    assert session.error is not None
    assert session.error.number == 3


@pytest.mark.parametrize(
    ("statement", "at"),
    [
        ("A$=LEFT$(B$,2.5)+MID$(B$,1.5,N)+SPACE$(N)+STRING$(N,65)", "end"),
        ("A$=SPACE$(1E30)", "error"),
        ("LINE INPUT QQ", "error"),
        ("KEY(LEFT$(1,1E-64)) ON", "error"),
    ],
)
def test_lengths_are_weighed_as_the_machine_takes_them(statement: str, at: str) -> None:
    session = Session(
        f'10 T=TIME:B$="abcdefgh":N=2.5\n20 FOR I=1 TO 30:{statement}:NEXT\n30 T=TIME\n', machine="msx1"
    )
    assert session.run(until=60 * SECOND).at == at
