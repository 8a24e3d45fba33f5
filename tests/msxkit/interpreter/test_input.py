"""INPUT and LINE INPUT: items, prompts, what is asked again, and keys that come in pieces."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.machine.clock import FRAME


def typed(listing: str, keys: str) -> list[str]:
    """Return the rows of the screen up to `Ok`."""
    session = Session(listing, keys=keys)
    session.run(max_steps=5000)
    rows = session.screen.rows()
    return rows[: rows.index("Ok")] if "Ok" in rows else rows


@pytest.mark.parametrize(
    ("keys", "rows"),
    [
        ("5,abc\r", ["? 5,abc", " 5 abc|"]),
        ("  5  ,  abc  \r", ["?   5  ,  abc", " 5 abc|"]),
        ('5,"a,b"\r', ['? 5,"a,b"', " 5 a,b|"]),
        ('5,"ab\r', ['? 5,"ab', " 5 ab|"]),
        ("5\rx\r", ["? 5", "?? x", " 5 x|"]),
        ("5,a,b\r", ["? 5,a,b", "?Extra ignored", " 5 a|"]),
        ("x,a\r6,b\r", ["? x,a", "?Redo from start", "? 6,b", " 6 b|"]),
        ('5,"a"b\r6,c\r', ['? 5,"a"b', "?Redo from start", "? 6,c", " 6 c|"]),
        ("\r", ["?", " 0 |"]),
        ("1E2,\r", ["? 1E2,", " 100 |"]),
    ],
)
def test_items(keys: str, rows: list[str]) -> None:
    assert typed('10 INPUT A,B$:PRINT A;B$;"|"\n', keys) == rows


@pytest.mark.parametrize(
    ("listing", "keys", "rows"),
    [
        ('10 INPUT "NAME";A$:PRINT A$\n', "bo\r", ["NAME? bo", "bo"]),
        ('10 LINE INPUT "SAY ";A$:PRINT A$\n', 'a,"b"\r', ['SAY a,"b"', 'a,"b"']),
        ("10 INPUT A%:PRINT A%\n", "7.9\r", ["? 7.9", " 7"]),
        ("10 INPUT A!:PRINT A!\n", "1.2345678\r", ["? 1.2345678", " 1.23457"]),
        ("10 INPUT A%\n", "40000\r", ["? 40000", "Overflow in 10"]),
        ("10 DIM A(2):INPUT I,A(I):PRINT A(2)\n", "2,9\r", ["? 2,9", " 9"]),
        ("10 PRINT INPUT$(3);INPUT$(1)\n", "abcd", ["abcd"]),
        ("10 PRINT INPUT$(0)\n", "", ["Illegal function call in 10"]),
        ("10 A$=INKEY$:B$=INKEY$:C$=INKEY$:PRINT A$;B$;C$;LEN(C$)\n", "xy", ["xy 0"]),
    ],
)
def test_forms(listing: str, keys: str, rows: list[str]) -> None:
    assert typed(listing, keys) == rows


@pytest.mark.parametrize("machine", ["msx1", "msx2"])
@pytest.mark.parametrize(
    ("listing", "keys", "rows"),
    [
        # INPUT goes back to the text screen that was there last, with prompt and all (recording `mode-input-back`).
        ('INPUT"NAME";A$:PRINT A$;PEEK(&HFCAF)', "bo\r", ["NAME? bo", "bo 0"]),
        ('PRINT"LOST":LOCATE 5,5:INPUT A,B:PRINT A;B', "1\r2\r", ["? 1", "?? 2", " 1  2"]),
        ("INPUT A:PRINT A", "x\r1\r", ["? x", "?Redo from start", "? 1", " 1"]),
        # LINE INPUT does not (MSX Red Book, 4B0EH): one types in the dark.
        ('LINE INPUT"L:";A$:M=PEEK(&HFCAF):SCREEN 0:PRINT A$;M', "1 2\r", ["1 2 2"]),
        # Nor do INPUT$ and INKEY$, LIST of the keys and TRON, of which nothing is seen.
        ("A$=INPUT$(2)+INKEY$:M=PEEK(&HFCAF):SCREEN 0:PRINT A$;M", "123", ["123 2"]),
        ("TRON:KEY LIST:TROFF:M=PEEK(&HFCAF):SCREEN 0:PRINT M", "", [" 2"]),
        # STOP (recording `mode-stop-back`), an error and CTRL-STOP end on the text screen.
        ("A=1/0", "", ["Division by zero in 10"]),
        ("LINE INPUT A$", "a\3", ["Break in 10"]),
    ],
)
def test_on_a_graphic_screen(machine: str, listing: str, keys: str, rows: list[str]) -> None:
    session = Session(f"10 SCREEN 2:{listing}\n", keys=keys, machine=machine)
    session.run(max_steps=5000)
    seen = session.screen.rows()
    assert seen[: seen.index("Ok")] == rows
    assert session.video.mode == 0


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


def test_stop_while_a_line_is_entered() -> None:
    session = Session("10 INPUT A\n20 PRINT 1\n", keys="12\x03")
    assert session.run().at == "end"
    assert session.screen.rows()[:2] == ["? 12", "Break in 10"]
