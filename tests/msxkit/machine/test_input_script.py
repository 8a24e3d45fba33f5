"""Scripts of keys, joysticks and paddles: the format, and what programs see of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.recorded_states import states
from msxkit.machine.clock import FRAME, SECOND
from msxkit.machine.input_script import parse
from msxkit.machine.key_codes import codes_of, key_of
from msxkit.machine.keyboard import MATRIX
from tests.msxkit.running import run as run_listing


def run(program: str, script: str, **options: Any) -> Session:
    return run_listing(program, script=parse(script, "script"), **options)


def test_every_device_reaches_the_program() -> None:
    session = run(
        "10 A$=INPUT$(1)\n20 PRINT STICK(0);STRIG(0);STICK(2);STRIG(2);STRIG(4);PDL(3);PAD(1)\n",
        "0 keys LEFT+SPACE # both\n0\tjoystick2\tup+Right+A+B\n0,pdl3,77\n 0 , pad1 , -1\n\n# so\n1 type 'x'".replace(
            "'", '"'
        ),
    )
    assert session.screen[0].strip() == "7 -1  2 -1 -1  77 -1"


def test_things_happen_when_the_script_says() -> None:
    session = run(
        "10 IF STICK(0)<>3 THEN 10 ELSE PRINT TIME-T\n20 IF STICK(0)=3 THEN 20 ELSE PRINT TIME\n",
        "1.5 keys RIGHT\n2.25 keys none",
    )
    first, second = (int(session.screen[row]) - 600 for row in (0, 1))
    # A statement takes a frame or two.
    assert (abs(first - 76) <= 2, abs(second - 113) <= 2) == (True, True)


def test_a_wait_for_a_key_lets_the_time_pass() -> None:
    session = run(
        "10 A$=INPUT$(1):PRINT A$;:A$=INPUT$(1):PRINT A$\n20 PRINT TIME\n", '3 type "a"\n60 type "b"'
    )
    assert session.screen[0] == "ab"
    assert int(session.screen[1]) - 600 == pytest.approx(60 * SECOND / FRAME[50], abs=2)


def test_a_key_types_its_code_and_repeats_it() -> None:
    """MSX Red Book, KEYINT: after 780 ms, then every 60 ms, while the queue is empty."""
    session = run('10 A$=INKEY$:IF A$="" THEN 10\n20 PRINT A$;TIME-600:GOTO 10\n', "1 keys A\n2 keys none")
    seen = [row.split() for row in session.screen.rows() if row.strip().startswith("a")]
    times = [int(time) for _, time in seen]
    assert times[0] == pytest.approx(51, abs=1)
    assert times[1] - times[0] == pytest.approx(39, abs=2)
    assert times[2] - times[1] == pytest.approx(3, abs=1)
    assert times[-1] <= 102


def test_shift_and_control_change_what_is_typed() -> None:
    session = run(
        "10 A$=INPUT$(3):FOR I=1 TO 3:PRINT ASC(MID$(A$,I));:NEXT\n",
        "1 keys SHIFT+A\n1.2 keys none\n2 keys CTRL+A\n2.2 keys none\n3 keys SHIFT+1\n3.2 keys none",
    )
    assert session.screen[0].strip() == "65  1  33"


def test_function_key_text_and_trap() -> None:
    session = run("10 LINE INPUT A$:PRINT LEN(A$)\n", "1 keys F5\n2 keys none")
    assert "run" in session.screen[0]
    session = run(
        "10 ON KEY GOSUB 100:KEY(1) ON\n20 IF A=0 THEN 20\n30 PRINT A;LEN(INKEY$):END\n100 A=A+1:RETURN\n",
        "1 keys F1\n2 keys none",
    )
    assert session.screen[0].split() == ["1", "0"]


def test_a_trap_of_a_trigger_comes_once_a_press() -> None:
    session = run(
        "10 ON STRIG GOSUB 100,,,200:STRIG(0) ON:STRIG(3) ON\n20 IF TIME<900 THEN 20\n30 PRINT A;B:END\n"
        "100 A=A+1:RETURN\n200 B=B+1:RETURN\n",
        "1 keys SPACE\n2 keys none\n3 keys SPACE\n4 joystick1 B\n5 keys none",
    )
    assert session.screen[0].split() == ["2", "1"]


def test_states_at_scripted_waits() -> None:
    session = Session("10 SCREEN 2:A$=INPUT$(1):B$=INPUT$(1)\n", script=parse('2 type "a"\n4 type "b"', "s"))
    seen = states(session, b"", lambda: False, None)
    assert [state["at"] for state in seen] == ["key", "key", "end"]
    assert seen[1]["jiffies"] == pytest.approx(2 * SECOND / FRAME[50], abs=3)


def test_a_snapshot_goes_on_in_the_script() -> None:
    session = Session(
        "10 PRINT INPUT$(1);:GOTO 10\n", script=parse('1 type "a"\n2 type "b"\n3 type "c"', "script")
    )
    session.run(until=3 * SECOND // 2)
    kept = session.snapshot()
    for _ in range(2):
        session.restore(kept)
        assert session.run().at == "key"
        assert session.screen[0].startswith("abc")


@pytest.mark.parametrize(
    ("script", "where", "what"),
    [
        ("x keys A", ":1:1: ", "not a time"),
        ("nan keys A", ":1:1: ", "not a time"),
        ("99999999 keys A", ":1:1: ", "not a time"),
        ("1", ":1:2: ", "a device"),
        ("1 key A", ":1:3: ", "keys, type"),
        ("1 pad20 1", ":1:3: ", "not a device"),
        ("1 pdl0 1", ":1:3: ", "not a device"),
        ("1 keys", ":1:7: ", "a value"),
        ("1 keys # A", ":1:8: ", "a value"),
        ("# so\n1 keys A+FOO", ":2:10: ", "'FOO' is not a key"),
        ("1 joystick1 UP+C", ":1:16: ", "direction or button"),
        ("1 pdl1 256", ":1:8: ", "from 0 to 255"),
        ("1 pad1 -129", ":1:8: ", "from -128 to 255"),
        ("1 type abc", ":1:8: ", "in quotes"),
        ('1 type "a', ":1:8: ", "in quotes"),
        (r'1 type "\x4"', ":1:8: ", "hexadecimal"),
        ('1 type "☃"', ":1:8: ", "☃"),
        ('1 type "a" b', ":1:12: ", "left over"),
        ("1 keys A B", ":1:10: ", "left over"),
        ("2 keys A\n1 keys B", ":2:1: ", "earlier"),
    ],
)
def test_faults_are_named_with_their_place(script: str, where: str, what: str) -> None:
    with pytest.raises(MsxError) as caught:
        parse(script, "game.input")
    assert str(caught.value).startswith(f"game.input{where}")
    assert what in str(caught.value)


@given(st.text(alphabet='0123456789. ,#\n"\\abxkeysAtypejoi+-', max_size=60))
def test_any_text_is_a_script_or_a_message(text: str) -> None:
    try:
        events = parse(text, "script")
    except MsxError:
        return
    assert events == sorted(events, key=lambda event: event.t_states)


@given(st.sampled_from(sorted(MATRIX)), st.booleans())
def test_the_key_of_a_code_types_it(key: str, shift: bool) -> None:
    codes = codes_of(key, shift=shift, control=False)
    if len(codes) == 1 and codes != b"\x0c":
        assert key_of(codes[0]) == key
