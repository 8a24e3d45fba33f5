"""Held keys: by the protocol of Kitty, and by how keys repeat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.display.held_keys import AGAIN, FIRST, HeldKeys, KeyEvent, Protocol
from msxkit.display.terminal import Typist


def test_a_tap_is_short_and_a_repeated_key_stays() -> None:
    keys = HeldKeys()
    keys.typed("RIGHT", 0.0)
    assert keys.held(FIRST - 0.01) == {"RIGHT"}
    assert keys.held(FIRST + 0.01) == set()
    # The terminal repeats it after half a second, and then 30 times a second.
    for step in range(20):
        keys.typed("RIGHT", 0.5 + step / 30)
        assert keys.held(0.5 + step / 30 + 1 / 30) == {"RIGHT"}
    assert keys.held(0.5 + 19 / 30 + AGAIN + 0.01) == set()


def test_held_direction() -> None:
    keys = HeldKeys()
    keys.typed("RIGHT", 0.0)
    keys.typed("SPACE", 0.1)
    assert keys.held(0.25) == {"RIGHT", "SPACE"}
    keys.typed("UP", 0.26)
    assert keys.held(0.27) == {"UP", "SPACE"}


@pytest.mark.parametrize(
    ("sequence", "event"),
    [
        ("\x1b[97;1:1;97u", KeyEvent("A", True, "a")),
        ("\x1b[97:65;2;65u", KeyEvent("A", True, "A")),
        ("\x1b[97;1:3u", KeyEvent("A", False, "")),
        ("\x1b[97;5u", KeyEvent("A", True, "\x01")),
        ("\x1b[32;1:1;32u", KeyEvent("SPACE", True, " ")),
        ("\x1b[32;1:3u", KeyEvent("SPACE", False, "")),
        ("\x1b[C", KeyEvent("RIGHT", True, "\x1b[C")),
        ("\x1b[1;1:2C", KeyEvent("RIGHT", True, "\x1b[C")),
        ("\x1b[1;1:3A", KeyEvent("UP", False, "")),
        ("\x1b[27u", KeyEvent("ESC", True, "\x1b")),
        ("\x1b[13u", KeyEvent("RETURN", True, "\r")),
        ("\x1b[57441;2u", KeyEvent("SHIFT", True, "")),
        ("\x1b[3~", KeyEvent("DEL", True, "\x1b[3~")),
        ("\x1b[13;2~", KeyEvent("F3", True, "\x1b[13;2~")),
        ("\x1b[P", KeyEvent("F1", True, "\x1bOP")),
        ("\x1b[1;2P", KeyEvent("F1", True, "\x1b[1;2P")),
        ("\x1b[233;;233u", KeyEvent(None, True, "é")),
        ("é", KeyEvent(None, True, "é")),
    ],
)
def test_the_protocol(sequence: str, event: KeyEvent) -> None:
    assert Protocol().events(sequence) == [event]
    protocol = Protocol()
    cut = [each for character in sequence for each in protocol.events(character)]
    assert cut == [event]


def test_the_focus_is_lost_and_comes_back() -> None:
    assert Protocol().events("\x1b[O\x1b[I") == [None]


def test_codes_of_a_plain_terminal() -> None:
    events = Protocol().events("\x1b[99;5u\x1b[1;1:1B\x1b[127u\x1b[1;2Q")
    text = "".join(event.text for event in events if event is not None)
    assert Typist().codes(text.encode(), None) == [3, 31, 8, 262]


@given(st.text(alphabet="\x1b[]0123456789;:uACPO~x", max_size=40))
def test_any_bytes_are_taken(text: str) -> None:
    Protocol().events(text)
