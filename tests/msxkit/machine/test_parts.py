"""Sound chip, keyboard, clock and memory map: each alone, and as a program sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.machine.clock import FRAME, Clock, ClockState
from msxkit.machine.keyboard import DOWN, LEFT, RIGHT, TRIGGER_A, TRIGGER_B, UP, Keyboard, KeyboardState
from msxkit.machine.model import MSX1, MSX2, Model
from msxkit.machine.sound import SoundChip, SoundState
from msxkit.machine.work_area import Cell


def shown(session: Session) -> str:
    session.run()
    return session.screen[0].strip()


# Sound


def test_the_ports_of_the_sound_chip() -> None:
    chip = SoundChip(SoundState(), lambda port_b: 0x7F if port_b & 0x40 else 0x7E)
    chip.write_port(0xA0, 8 + 16)
    assert chip.write_port(0xA1, 0xFF)
    assert chip.read_port(0xA2) == 0x1F  # five bits of volume and envelope
    assert (chip.read_port(0xA1), chip.write_port(0xA2, 1)) == (None, False)
    chip.write_port(0xA0, 14)
    assert chip.read_port(0xA2) == 0x7E
    chip.write_port(0xA0, 15)
    chip.write_port(0xA1, 0x4F)
    chip.write_port(0xA0, 14)
    assert chip.read_port(0xA2) == 0x7F


# Keyboard


@pytest.mark.parametrize(
    ("keys", "direction"),
    [
        ("", 0),
        ("UP", 1),
        ("UP RIGHT", 2),
        ("RIGHT", 3),
        ("RIGHT DOWN", 4),
        ("DOWN", 5),
        ("DOWN LEFT", 6),
        ("LEFT", 7),
        ("LEFT UP", 8),
        ("LEFT RIGHT", 0),
        ("UP DOWN LEFT", 7),
    ],
)
def test_stick(keys: str, direction: int) -> None:
    session = Session("10 PRINT STICK(0)\n")
    session.keys.hold(*keys.split())
    assert shown(session) == str(direction)
    lines = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}
    session = Session("10 PRINT STICK(1);STICK(2)\n")
    session.keys.joystick(2, sum(lines[key] for key in keys.split()))
    assert shown(session) == f"0  {direction}"


def test_triggers() -> None:
    session = Session("10 FOR I=0 TO 4:PRINT STRIG(I);:NEXT\n")
    session.keys.hold("space")
    session.keys.joystick(1, TRIGGER_B)
    session.keys.joystick(2, TRIGGER_A)
    assert shown(session) == "-1  0 -1 -1  0"
    session = Session("10 FOR I=0 TO 4:PRINT STRIG(I);:NEXT\n")
    session.keys.hold("SPACE")
    session.keys.release("SPACE")
    assert shown(session) == "0  0  0  0  0"


def test_the_matrix_in_memory_and_at_the_ports() -> None:
    session = Session(f"10 OUT &HAA,&H58:PRINT INP(&HA9);PEEK({Cell.NEWKEY + 8});PEEK({Cell.NEWKEY + 2})\n")
    session.keys.hold("RIGHT", "SPACE", "A")
    assert shown(session) == "126  126  191"


def test_a_key_that_there_is_not() -> None:
    with pytest.raises(MsxError, match="no key 'ANY'"):
        Session("").keys.hold("ANY")


@pytest.mark.parametrize(
    ("trap", "key"), [("STRIG(0)", "SPACE"), ("KEY(1)", "F1"), ("KEY(2)", "F2"), ("STRIG(3)", "")]
)
def test_traps_of_keys_and_triggers(trap: str, key: str) -> None:
    device = trap.partition("(")[0]
    lines = ",".join(["100"] * 5)
    session = Session(
        f"10 ON {device} GOSUB {lines}:{trap} ON\n20 I=I+1:IF I<60 THEN 20\n30 PRINT N;I:END\n100 N=N+1:RETURN\n"
    )
    session.run(max_steps=30)
    session.keys.hold(key) if key else session.keys.joystick(1, TRIGGER_B)
    # Once: it is held all the time.
    assert shown(session) == "1  60"


def test_a_trap_that_is_stopped_remembers() -> None:
    session = Session(
        "10 ON KEY GOSUB 100:KEY(1) ON:KEY(1) STOP\n20 I=I+1:IF I<60 THEN 20\n"
        "30 PRINT N;:KEY(1) ON:FOR I=1 TO 20:NEXT:PRINT N:END\n100 N=N+1:RETURN\n"
    )
    session.run(max_steps=30)
    session.keys.hold("F1")
    assert shown(session) == "0  1"


def test_f6_is_f1_with_shift() -> None:
    keyboard = Keyboard(KeyboardState())
    keyboard.hold("F1")
    keyboard.hold("SHIFT")
    assert keyboard.pressed() == [("KEY", 5)]
    assert keyboard.pressed() == []


# Clock


@pytest.mark.parametrize("model", [MSX1, MSX2])
@given(st.lists(st.integers(0, 50 * FRAME[50]), max_size=5))
def test_interrupts_without_a_wait(model: Model, spent: list[int]) -> None:
    quiet, watched = Clock(ClockState.fresh(model), model), Clock(ClockState.fresh(model), model)
    watched.listen()
    for t_states in spent:
        for clock in (quiet, watched):
            clock.state.spent += t_states
            clock.catch_up()
            assert clock.state.spent < clock.state.due
    watched.state.limit, watched.state.listening = quiet.state.limit, False
    assert quiet.state == watched.state


def test_time_begins_again_behind_65535() -> None:
    clock = Clock(ClockState.fresh(MSX1), MSX1)
    clock.state.jiffy = 0xFFFF
    clock.skip(2)
    assert clock.state.jiffy == 1


# Memory
