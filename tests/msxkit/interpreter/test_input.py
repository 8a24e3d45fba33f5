"""INPUT and LINE INPUT: items, prompts, what is asked again, and keys that come in pieces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.interpreter import Session
from msxkit.machine.clock import FRAME
from tests.conftest import examples


@pytest.mark.parametrize(
    ("listing", "keys"),
    [
        ("10 INPUT A,B$:PRINT A;B$;RND(1)\n", "5\rxy\r"),
        ("10 PRINT INPUT$(2);RND(1)+VAL(INPUT$(1));\n", "ab4"),
        ("10 X=RND(1):PRINT INPUT$(1);RND(1);INPUT$(1);RND(1)\n", "ab"),
    ],
)
def test_keys_one_by_one_or_all_at_once(listing: str, keys: str) -> None:
    """A statement that waits starts again, but reads and draws nothing twice."""
    at_once = Session(listing, keys=keys)
    at_once.run()
    one_by_one = Session(listing)
    one_by_one.keys.press(keys[:1])
    for key in keys[1:]:
        one_by_one.run()
        one_by_one.keys.press(key)
    one_by_one.run()
    assert one_by_one.screen == at_once.screen


def test_typed_keys_come_when_it_is_time() -> None:
    session = Session('10 A$=INKEY$:IF A$="" THEN N=N+1:GOTO 10\n20 PRINT N;A$\n', keys="x", keys_after=20)
    session.run()
    # Twenty interrupts, the first one soon after RUN; a round takes 26,000 T-states of each frame's 71,000.
    assert 19 <= session.t_states / FRAME[50] <= 20
    assert 50 <= int(session.variable("N")) <= 60


@settings(deadline=None, max_examples=examples(60))
@given(st.text(st.characters(max_codepoint=255), max_size=150))
def test_any_keys(keys: str) -> None:
    session = Session("10 CLEAR 2000:LOCATE 3,20:INPUT A$,B:GOTO 10\n", keys=keys)
    assert session.run(max_steps=2000).at in ("key", "end", "limit", "error")
    x, y = session.screen.cursor
    assert 0 <= x < 40
    assert 0 <= y < 24
