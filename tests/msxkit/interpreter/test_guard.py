"""Limits and CTRL-C are answered within a statement, whatever it does."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from msxkit.errors import MsxError
from msxkit.interpreter.prompt import Prompt
from msxkit.interpreter.session import Session
from msxkit.language.vocabulary import ENTRIES
from msxkit.machine.guard import QUOTA, Guard
from msxkit.stop_reason import StopReason
from tests.torture.test_statements import answered, endless, machine_code, nested

PATIENCE = 5.0
_FILLED = "10 CLEAR 10000:DIM A$(2000):FOR I=0 TO 2000:A$(I)=STR$(I):NEXT\n"
_STRINGS = 'A$="{}":B$="XA$;XA$;XA$;XA$;XA$;":C$="XB$;XB$;XB$;XB$;":D$="XC$;XC$;XC$;XC$;XC$;"'
#: What takes minutes and hours without a guard.
ENDLESS = {
    "FN": nested("X+1"),
    "commands of the video chip": "10 SCREEN 6\n20 VDP(42)=2:VDP(44)=4:VDP(45)=255:VDP(47)=&HC0:GOTO 20\n",
    "moving dots": "10 SCREEN 7\n20 VDP(42)=2:VDP(44)=4:VDP(47)=&H90:GOTO 20\n",
    "commands through ports": "10 SCREEN 6\n20 OUT &H99,&HC0:OUT &H99,46+128:GOTO 20\n",
    "BSAVE": _FILLED + '20 BSAVE"A",&H8000,&HF000:GOTO 20\n',
    "string space": _FILLED + "20 B$=LEFT$(B$,9)+STR$(I):GOTO 20\n",
    "FRE": _FILLED + '20 A=FRE(""):GOTO 20\n',
    "READ": "".join(f"{line} REM\n" for line in range(10, 3000))
    + "5000 DATA 1\n5010 READ A:RESTORE:GOTO 5010\n",
    "CIRCLE": "10 SCREEN 5\n20 CIRCLE(100,100),32000,RND(1)*15,,,.7:GOTO 20\n",
    "PLAY": f'10 {_STRINGS.format("V15T32L1CDEFG")}\n20 PLAY"XD$;XD$;XD$;XD$;XD$;XD$;XD$;":GOTO 20\n',
    "DRAW": f'10 SCREEN 5:{_STRINGS.format("R9999L9999")}\n20 DRAW"XD$;XD$;XD$;XD$;XD$;XD$;XD$;":GOTO 20\n',
    "FILVRM": machine_code(0x56, 1),
}


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """What is not guarded would run for hours: the test fails after seconds of the processor."""

    def over(_number: int, _frame: FrameType | None) -> None:
        # Without a trace: a signal may come between lines of a generator, where pytest cannot print one (3.11).
        pytest.fail("nothing has ended it", pytrace=False)

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("what", ENDLESS)
def test_poll_within_half_a_second(what: str) -> None:
    answer = answered(Session(ENDLESS[what].encode("ascii")), 0.02)
    assert answer.at is StopReason.LIMIT
    assert answer.longest < 0.5


#: Program, its statements, how often it is asked at least within them.
COUNTED = {
    "fills by the video chip": (ENDLESS["commands of the video chip"], 20, 10),
    "fills of dots": (ENDLESS["commands of the video chip"].replace("&HC0", "&H80"), 8, 4),
    "collections": (_FILLED + '20 A=FRE(""):GOTO 20\n', 4400, 20),
    "READ": (ENDLESS["READ"], 4000, 40),
    "drawing": ("10 SCREEN 2:PAINT(9,9),7\n20 GOTO 20\n", 20, 3),
    "macros": (ENDLESS["DRAW"].replace("R9999L9999", ""), 20, 4),
    "statements that do more than compute": ("10 BEEP:GOTO 10\n", 400, 2),
}


@pytest.mark.parametrize("what", COUNTED)
@pytest.mark.one_in(3)
def test_work_is_counted(what: str) -> None:
    source, statements, least = COUNTED[what]
    assert least <= _asked(Session(source.encode("ascii")), statements)


def _asked(session: Session, statements: int) -> int:
    """Return how often a run is asked within its statements."""
    asked: list[int] = []

    def breaks() -> bool:
        asked.append(1)
        return False

    session.breaks = breaks
    session.run(max_steps=statements)
    return len(asked)


def test_names_are_counted() -> None:
    files = {f"F{number}.BAS": b"" for number in range(3000)}
    assert _asked(Session(b"10 A=DSKF(0):GOTO 10\n", files=files), 20) >= 5


@pytest.mark.parametrize(
    ("source", "data"),
    [
        ('10 MERGE "B"\n', b"20 REM\n" * 20_000),
        ('10 OPEN "B" FOR INPUT AS #1:INPUT #1,A\n', b" " * 100_000),
        ('10 OPEN "B" FOR INPUT AS #1:INPUT #1,A$\n', b" " * 100_000),
    ],
)
def test_large_file(source: str, data: bytes) -> None:
    assert _asked(Session(source.encode("ascii"), files={"B": data}), 5) >= 4


def test_a_number_in_a_file_ends_where_a_string_does() -> None:
    session = Session(
        b'10 OPEN "B" FOR INPUT AS #1:INPUT #1,A\n20 PRINT LOC(1)\n', files={"B": b"0" * 100_000}
    )
    session.run()
    assert session.screen[0] == " 256"


def test_unused_parts_of_a_file() -> None:
    data = b"\x08\x00\x01\x00" + bytes(2_000_000)
    session = Session(b'10 SCREEN 8\n20 COPY "B" TO (0,0):GOTO 20\n', files={"B": data})
    assert answered(session, 0.02).longest < 0.1


def test_stop_request_after_a_long_statement() -> None:
    asked: list[int] = []

    def poll() -> bool:
        asked.append(1)
        return len(asked) > 3

    session = Session(ENDLESS["commands of the video chip"].encode("ascii"))
    session.breaks = lambda: False
    session.run(poll=poll)
    assert session.steps < 200


def test_a_folder_of_three_thousand_names() -> None:
    files = {f"F{number}.BAS": b"" for number in range(3000)}
    answer = answered(Session(b"10 FILES:GOTO 10\n", files=files), 0.02)
    assert answer.longest < 0.5


def test_limit_within_statement() -> None:
    session = Session(nested("X+1").encode("ascii"))
    assert session.run(max_steps=50).at is StopReason.LIMIT


def test_goes_on_after_a_pause() -> None:
    """A picture that is due, which is what `poll` says, breaks nothing off: PAINT would not begin again as it was."""
    source = b"10 SCREEN 2:PAINT(9,9),7:CIRCLE(128,96),90,3\n20 A=1:GOTO 20\n"
    whole, paused = Session(source), Session(source)
    paused.breaks = lambda: False
    while not whole.memory.variable("A"):
        whole.run(max_steps=1)
    while not paused.memory.variable("A"):
        paused.run(poll=lambda: True)
    assert paused.video.content == whole.video.content


def test_control_c_breaks_a_statement_off() -> None:
    prompt = Prompt()
    for line in nested("X+1").splitlines():
        prompt.enter(line.encode("ascii"))
    asked = iter(range(100))
    rows = prompt.enter(b"RUN", lambda: next(asked) > 60)
    assert "Break in 200" in rows


def test_an_expression_that_takes_hours_has_no_value() -> None:
    session = Session(nested("X+1").replace("200 PRINT", "200 STOP:PRINT").encode("ascii"))
    session.run()
    with pytest.raises(MsxError, match="takes too long"):
        session.memory.evaluate("FNH(1)")


def test_list_goes_on_where_it_was_broken_off() -> None:
    source = "".join(f"{line} REM\n" for line in range(100, 900)) + "10 LIST\n"
    session = Session(source.encode("ascii"))
    session.breaks = lambda: True
    rounds = 0
    while session.run(poll=lambda: True).at is StopReason.LIMIT:
        rounds += 1
    assert rounds > 3
    assert "899 REM" in session.screen.text()


@pytest.mark.parametrize("word", ["FILES", "COPY", "MERGE", "PAINT"])
def test_words_with_operands_as_large_as_they_get(word: str) -> None:
    (example,) = (entry.example for entry in ENTRIES if entry.name == word and entry.role == "statement")
    source = endless(example, "1 SCREEN 5", random.Random(1))
    assert answered(Session(source.encode("latin-1"), files={}, idle_polls=None), 0.02).longest < 0.5


def test_the_guard_asks_after_its_quota_and_not_before() -> None:
    asked: list[int] = []
    guard = Guard(lambda: asked.append(1))
    guard.spend(QUOTA)
    assert not asked
    guard.spend(1)
    guard.spend(QUOTA)
    assert len(asked) == 1
