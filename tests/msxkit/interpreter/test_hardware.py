"""Memory, ports, VDP, sprites, sound and the BIOS, as the manuals describe them."""

from __future__ import annotations

import pytest

from msxkit.display.font import patterns
from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from tests.msxkit.running import run


@pytest.mark.parametrize(("mode", "columns", "margin"), [(0, 40, 5), (1, 32, 1)])
def test_poke_scrmod(mode: int, columns: int, margin: int) -> None:
    """MSX2 Technical Handbook, appendix 8: PRINT looks at the work area, and the chip keeps its mode."""
    plain = run("10 SCREEN 2,2\n20 GOTO 20\n")
    session = run(
        f"10 SCREEN 2,2:POKE &HFCAF,{mode}:POKE &HF3B0,30:POKE &HF922,64:POKE &HF923,26\n"
        '20 LOCATE 3,2:PRINT "HELLO":GOTO 20\n'
    )
    chip = session.video.chip
    at = 0x1A40 + 2 * columns + margin + 3
    assert session.error is None
    assert session.video.mode == mode
    assert bytes(chip.vram[at : at + 5]) == b"HELLO"
    assert chip.registers == plain.video.chip.registers
    assert chip.vram[:0x1A40] == plain.video.chip.vram[:0x1A40]


@pytest.mark.parametrize("cell", [0xF3B0, 0xF3B1, 0xF922, 0xF923, 0xF924, 0xF925, 0xFCAF])
@pytest.mark.parametrize("code", [0, 1, 2, 3, 8, 9, 255])
def test_poke_of_anything_leaves_the_text_in_video_memory(cell: int, code: int) -> None:
    session = run(
        f'10 SCREEN 1:POKE {cell},{code}:POKE &HF923,{code}:LOCATE 31,23,1:PRINT STRING$(99,"*"):CLS\n',
        machine="msx1",
    )
    assert session.error is None
    assert len(session.video.chip.vram) == 0x4000


def test_poke_leaves_the_cursor_on_the_screen() -> None:
    session = run(
        "10 POKE &HF3DC,255:POKE &HF3DD,255:A$=INPUT$(1)\n20 PRINT 1:POKE &HF3DC,0:POKE &HF3DD,0:PRINT 2\n"
    )
    assert session.screen.cursor == (session.screen.width - 1, 23)
    session.keys.press("x")
    session.run()
    assert session.screen[0] == " 2"


def test_character_patterns_can_be_read_and_changed() -> None:
    session = run(
        "10 SCREEN 1:F=PEEK(4)+256*PEEK(5):FOR I=0 TO 7\n"
        "20 IF PEEK(F+65*8+I)<>VPEEK(BASE(7)+65*8+I) THEN PRINT 1\n"
        "30 VPOKE BASE(7)+66*8+I,255-VPEEK(BASE(7)+66*8+I):NEXT\n"
    )
    assert session.screen[0].strip() == "Ok"
    assert bytes(session.memory.vpeek(65 * 8 + row) for row in range(8)) == patterns()[65]
    assert session.video.shapes == {66: bytes(255 - row for row in patterns()[66])}


def test_effects() -> None:
    session = run('10 SOUND 7,56:BEEP:PLAY "CDE","R"\n20 DEFUSR=&HC0:A=USR(1)\n')
    assert session.noted.effects == [
        ("sound", (7, 56)),
        ("beep", ()),
        ("play", ("CDE", "R")),
        ("usr", (0, 0xC0, 1)),
        ("beep", ()),
    ]


def test_interval() -> None:
    listing = (
        "10 ON INTERVAL=10 GOSUB 100:INTERVAL ON:TIME=0\n"
        "20 FOR I=1 TO 1199:NEXT:INTERVAL {}:C1=C:FOR I=1 TO 1199:NEXT:END\n"
        "100 C=C+1:RETURN\n"
    )
    # 1000 times NEXT are 82 interrupts (tests/graphics), those of the routine not counted.
    going_on = run(listing.format("ON"))
    assert 19 <= int(going_on.variable("C")) <= 30
    off = run(listing.format("OFF"))
    assert off.variable("C") == off.variable("C1")
    # What comes while it is stopped is remembered, once.
    stopped = run(
        "10 ON INTERVAL=5 GOSUB 100:INTERVAL ON:INTERVAL STOP:FOR I=1 TO 500:NEXT:PRINT C:INTERVAL ON\n"
        "20 FOR I=1 TO 10:NEXT:PRINT C:END\n100 C=C+1:RETURN\n"
    )
    assert list(stopped.screen)[:2] == [" 0", " 1"]


def test_wait_waits_for_a_key_of_the_matrix() -> None:
    """The blank is bit 0 of row 8, which is 0 while it is pressed."""
    session = Session("10 OUT &HAA,8:WAIT &HA9,1,255:PRINT 7\n", machine="msx1")
    assert session.run(until=SECOND).at == "limit"
    session.keys.hold("SPACE")
    assert session.run(until=2 * SECOND).at == "end"
    assert " 7" in {row.rstrip() for row in session.screen}


@pytest.mark.parametrize("statement", ["WAIT 1,1,1", "WAIT &H90,2,255"])
def test_endless_wait(statement: str) -> None:
    assert Session(f"10 {statement}\n").run(until=SECOND).at == "limit"
