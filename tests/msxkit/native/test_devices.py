"""Events, keys, sprites and the sound chip of compiled programs."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import compile_program
from msxkit.native.errors import CompileError

from .msx import Msx


def _msx(listing: str, version: int = 0) -> Msx:
    return Msx(compile_program(Program.from_file(listing.encode())), version)


def test_on_interval() -> None:
    msx = _msx(
        "10 T=TIME:ON INTERVAL=10 GOSUB 100:INTERVAL ON\n20 IF A<5 THEN 20\n30 PRINT A;TIME-T:END\n"
        "100 A=A+1:RETURN\n"
    )
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] in (" 5  50", " 5  51")


def test_a_function_key_and_a_trigger_are_trapped() -> None:
    msx = _msx(
        "10 ON KEY GOSUB 100,110:KEY(2) ON:ON STRIG GOSUB 120:STRIG(0) ON\n20 IF A<2 THEN 20\n30 END\n"
        '100 PRINT "F1":RETURN\n110 PRINT "F2":A=A+1:RETURN\n120 PRINT "SPACE":A=A+1:RETURN\n'
    )
    msx.run(seconds=1)
    msx.memory[Cell.NEWKEY + 6] = 0xFF & ~0x40
    msx.run(seconds=1)
    msx.memory[Cell.NEWKEY + 8] = 0xFE
    assert msx.run(seconds=2) == "ended"
    assert msx.screen.rows()[:2] == ["F2", "SPACE"]


@pytest.mark.parametrize("switch", ["", ",0", ",1"])
def test_the_cursor_is_seen_at_a_wait_whatever_its_switch(switch: str) -> None:
    msx = _msx(f"10 LOCATE 3,2{switch}:A$=INPUT$(1)\n20 B$=INPUT$(1)\n")
    assert msx.run() == "key"
    msx.settle()
    assert msx.vram[2 * 40 + 3] == 255


@pytest.mark.parametrize(
    ("listing", "shown"),
    [
        ("10 A=1\n20 A=A+SQR(2):GOTO 20\n30 END\n", "Break in 20"),
        ('10 ON STOP GOSUB 100:STOP ON\n20 GOTO 20\n100 PRINT "NO":END\n', "NO"),
    ],
)
def test_ctrl_stop_breaks_with_the_line_or_is_trapped(listing: str, shown: str) -> None:
    msx = _msx(listing)
    msx.run(seconds=1)
    msx.memory[Cell.NEWKEY + 6] = 0xFD
    msx.memory[Cell.NEWKEY + 7] = 0xEF
    assert msx.run(seconds=2) == "ended"
    assert msx.screen.rows()[0] == shown


def test_date_and_time_come_from_the_clock_chip() -> None:
    listing = '10 GET DATE A$:GET TIME B$:PRINT A$;" ";B$\n'
    msx = _msx(listing, version=1)
    # 23:45:06 of 31 December 1987, units before tens; the weekday is between hours and days.
    msx.clock[0][:13] = bytes((6, 0, 5, 4, 3, 2, 4, 1, 3, 2, 1, 7, 0))
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] == "12/31/87 23:45:06"
    msx = _msx(listing)
    msx.run()
    assert msx.screen.rows()[0] == "Illegal function call in 10"


def test_date_and_time_are_set_in_the_clock_chip() -> None:
    msx = _msx('10 A$="02/29/04":SET DATE A$:SET TIME "07:58:09"\n', version=1)
    assert msx.run() == "ended"
    assert msx.clock[0][:6] == bytes((9, 0, 8, 5, 7, 0))
    assert msx.clock[0][7:13] == bytes((9, 2, 2, 0, 4, 2))
    for text, error in (
        ("24:00:00", "Illegal function call"),
        ("12:60:00", "Illegal function call"),
        ("1:00:00", "Syntax error"),
        ("12:0x:00", "Syntax error"),
    ):
        msx = _msx(f'10 SET TIME "{text}"\n', version=1)
        msx.run()
        assert msx.screen.rows()[0] == f"{error} in 10", text


def test_usr_clears_sprites_and_shows_colours() -> None:
    listing = (
        "10 SCREEN 1:SPRITE$(5)=STRING$(8,255):PUT SPRITE 3,(50,60),9,5:POKE &HF3E9,11:POKE &HF3EA,2:POKE &HF3EB,6\n"
        "20 DEFUSR=&H62:A=USR(0):DEFUSR1=&H69:A=USR1(0):A$=INPUT$(1)\n"
    )
    msx = _msx(listing)
    assert msx.run() == "key"
    session = Session(Program.from_file(listing.encode()), machine="msx1")
    assert session.run().at == "key"
    assert msx.registers[7] == 6
    assert msx.vram[0x2000:0x2020] == b"\xb2" * 32
    assert msx.vram[0x1B00 + 12 : 0x1B00 + 16] == bytes((209, 50, 3, 11))
    assert not any(msx.vram[0x3800:0x4000])
    chip = session.snapshot().state.video.chip
    assert chip.registers[7] == 6
    for start, end in ((0x1B00, 0x1B80), (0x2000, 0x2020), (0x3800, 0x4000)):
        assert chip.vram[start:end] == msx.vram[start:end]


def test_usr_of_address_0_starts_the_machine_anew() -> None:
    msx = _msx('10 PRINT "ONCE":DEFUSR=0:A=USR(0)\n')
    msx.cpu.set_breakpoint(0)
    while msx.cpu.pc:
        msx.cpu.ticks_to_stop = 10**6
        msx.cpu.run()
    assert msx.screen.rows()[0] == "ONCE"


def test_usr_of_an_address_that_nothing_keeps_free_is_told() -> None:
    program = Program.from_file(b"10 DEFUSR=PEEK(1)+256*PEEK(2):A=USR(0)\n")
    (remark,) = compile_program(program).remarks
    assert "line 10, column" in str(remark)
    assert "keeps no memory free" in str(remark)


def test_usr_of_other_machine_code_is_refused() -> None:
    for statements, what in (
        ("DEFUSR=&H7FFF:A=USR(0)", "USR0 of 7FFFh"),
        ("DEFUSR3=PEEK(1):DEFUSR3=&H7FFF:A=USR3(0)", "USR3 of 7FFFh"),
    ):
        with pytest.raises(CompileError, match=what):
            compile_program(Program.from_file(f"10 {statements}\n".encode()))


def test_set_adjust_moves_the_picture_to_both_sides() -> None:
    """Register 18: the low half says how far to the right, the high half how far down, each negative."""
    for x, y in ((2, -3), (-7, 8), (5, 5), (0, -1), (1, 0)):
        msx = _msx(f"10 SET ADJUST({x},{y}):A$=INPUT$(1)\n", version=1)
        assert msx.run() == "key"
        assert msx.registers[18] == (-x & 15) + 16 * (-y & 15), (x, y)
