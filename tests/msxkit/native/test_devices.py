"""Events, keys, sprites and the sound chip of compiled programs."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import compile_program
from msxkit.native.errors import CompileError
from tests.corpus.music import by_queue

from .listings import shown
from .msx import Msx


def _msx(listing: str, version: int = 0) -> Msx:
    return Msx(compile_program(Program.from_file(listing.encode())), version)


def test_interval_calls_its_routine_every_so_many_interrupts() -> None:
    msx = _msx(
        "10 T=TIME:ON INTERVAL=10 GOSUB 100:INTERVAL ON\n20 IF A<5 THEN 20\n30 PRINT A;TIME-T:END\n"
        "100 A=A+1:RETURN\n"
    )
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] in (" 5  50", " 5  51")


def test_a_stopped_trap_remembers() -> None:
    rows = shown(
        "10 ON INTERVAL=2 GOSUB 100:INTERVAL ON:INTERVAL STOP:T=TIME\n20 IF TIME-T<6 THEN 20\n"
        "30 PRINT A:INTERVAL ON:A=A\n40 PRINT A:INTERVAL OFF:END\n100 A=A+1:RETURN\n"
    )
    assert rows[:2] == [" 0", " 1"]


def test_a_stopped_trap_that_goes_on_lets_one_statement_pass() -> None:
    listing = (
        "10 ON INTERVAL=2 GOSUB 100:INTERVAL ON:INTERVAL STOP:FOR I=1 TO 2000:NEXT\n"
        "20 INTERVAL ON:A=A+1:A=A+1:A=A+1:INTERVAL OFF:PRINT A;B:END\n100 IF B=0 THEN B=A+10\n110 RETURN\n"
    )
    assert shown(listing)[0] == " 3  11"


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


def test_sprites_are_written_to_their_tables() -> None:
    msx = _msx('10 SCREEN 1,2:SPRITE$(1)="ABCDEFGH":PUT SPRITE 3,(-5,20),9,1\n20 PRINT LEN(SPRITE$(1))\n')
    assert msx.run() == "ended"
    assert msx.vram[14336 + 32 : 14336 + 64] == b"ABCDEFGH".ljust(32, b"\0")
    assert msx.vram[6912 + 12 : 6912 + 16] == bytes((20, 27, 4, 0x89))
    assert msx.screen.rows()[0].split() == ["32"]


def test_sound_writes_the_chip_and_keeps_its_ports() -> None:
    msx = _msx("10 SOUND 0,123:SOUND 7,1:SOUND 13,9\n")
    msx.run()
    assert (msx.psg[0], msx.psg[7], msx.psg[13]) == (123, 0x81, 9)
    msx = _msx("10 SOUND 13,0\n20 SOUND 14,0\n")
    msx.run()
    assert msx.screen.rows()[0] == "Illegal function call in 20"


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


def test_the_clock_chip_of_a_cartridge_keeps_an_alarm() -> None:
    msx = _msx(
        '10 SET DATE "06/23/99",A:SET TIME "07:58:09",A\n20 GET DATE A$,A:GET TIME B$,A:GET DATE C$\n'
        '30 PRINT A$;" ";B$;" ";C$\n',
        version=1,
    )
    msx.run()
    assert msx.screen.rows()[0] == "00/23/00 07:58:00 01/01/88"


def test_set_beep_and_prompt_on_a_cartridge() -> None:
    msx = _msx('10 SET BEEP 2,4:BEEP:SET PROMPT "Ready now"\n', version=1)
    msx.run()
    assert msx.screen.rows()[0] == "Ready"
    assert (msx.psg[0], msx.psg[2], msx.psg[4], msx.psg[8]) == (166, 167, 168, 0)


def test_usr_calls_entries_of_the_bios() -> None:
    msx = _msx(
        "10 DEFUSR=&H90:DEF USR1=&HC3:DEFUSR2=&H156:DEFUSR3=&H3B:DEFUSR4=&H3E\n"
        '20 PRINT "GONE":A=USR1(0):SOUND 8,15:B=USR(2.5):C=USR4(7):PRINT A;B;C:A$=INPUT$(1)\n'
        "30 A=USR2(0):A=USR3(0):A$=INKEY$:PRINT LEN(A$);PEEK(&HF87F)\n"
    )
    msx.keys[:] = b"xyz"
    assert msx.run() == "ended"
    assert msx.screen.rows()[:2] == [" 0  2.5  7", " 0  99"]  # C of color
    assert msx.psg[7:13] == bytes((0xB8, 0, 0, 0, 0x0B, 0))


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


def test_new_ends_a_program() -> None:
    assert shown('10 PRINT "A":NEW\n20 PRINT "B"\n')[:2] == ["A", "Ok"]


def test_usr_that_is_not_defined_is_error_5() -> None:
    msx = _msx("10 DEFUSR=&H90:A=USR1(0)\n")
    msx.run()
    assert msx.error == (5, 10)


#: Doubles the integer in F7F8h; makes the real in F7F6h negative; gives the integer 1234h back.
_TWICE, _MINUS, _WHOLE = "2AF8F72922F8F7C9", "21F6F7CBFEC9", "3E023263F621341222F8F7C9"


@pytest.mark.parametrize("place", [0x9000, 0xC000, 0xC100, 0xD000, 0xE100])
def test_usr_calls_machine_code_that_the_program_writes(place: int) -> None:
    """What machine code finds and leaves: MSX2 Technical Handbook, chapter 2, USR."""
    msx = _msx(
        f"10 CLEAR 200,{place}:A=2.5:B$=STRING$(90,65)+CHR$(66):DIM C(9):C(9)=7\n"
        f'20 READ C$:IF C$="" THEN 40\n'
        f'30 FOR I=1 TO LEN(C$) STEP 2:POKE {place}+P,VAL("&H"+MID$(C$,I,2)):P=P+1:NEXT:GOTO 20\n'
        f"40 DEFUSR={place}:DEFUSR1={place + 8}:DEFUSR2={place + 14}:DEFUSR3=&HC3\n"
        "50 X%=-300:B!=7:PRINT USR(21);USR(X%);USR1(A);USR1(B!);USR2(A);USR2(1/3)+.5;USR2(0);RIGHT$(B$,1);C(9);P\n"
        f'60 DATA {_TWICE},{_MINUS},{_WHOLE},""\n'
    )
    assert msx.run() == "ended"
    assert "".join(msx.screen.rows()[:2]) == " 42 -600 -2.5 -7  4660  4660.5  4660 B 7  26"


def test_usr_calls_machine_code_whose_address_the_program_computes() -> None:
    """Variables make room for it, and BIOS entries are among what may be meant."""
    msx = _msx(
        "10 DEFINT A-Z:DIM U(1):U=&H8200:FOR I=0 TO 1:U(I)=U+I*8:NEXT:A=U:GOSUB 90:DEFUSR=A:GOSUB 90:DEFUSR1=U(1)\n"
        "20 B$=STRING$(90,65)+CHR$(66):A=&H156:DEFUSR2=A:PRINT USR(21);USR1(-3);USR2(4);RIGHT$(B$,1);U(1)-U:END\n"
        f'90 RESTORE 91:READ C$:FOR I=1 TO 16 STEP 2:POKE A,VAL("&H"+MID$(C$,I,2)):A=A+1:NEXT:RETURN\n'
        f"91 DATA {_TWICE}\n"
    )
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] == " 42 -6  4 B 8"


def _both(listing: str) -> list[str]:
    """Return the rows that interpreter and cartridge show."""
    made = compile_program(Program.from_file(listing.encode()))
    msx = Msx(made)
    assert msx.run(seconds=60) == "ended"
    session = Session(listing)
    session.start_clean()
    session.run(20_000)
    rows = [row.rstrip() for row in session.screen.rows()]
    assert [row.rstrip() for row in msx.screen.rows()] == rows
    return rows


#: Adds 1 to the first character of the string whose descriptor is in DE; halves the one that the accumulator has; gives
#: another descriptor, which follows with its text.
_STRINGS = "EB7EB7C8235E23561A3C12C9", "2AF8F7CB3EC9", "2119C122F8F7C9", "031CC14E4557"


def test_usr_gives_strings_to_machine_code() -> None:
    """MSX2 Technical Handbook, chapter 2: DE is the descriptor, and the accumulator points at it."""
    rows = _both(
        "10 CLEAR 500,&HC100:A=&HC100:DEFUSR=A:DEFUSR1=A+12:DEFUSR2=A+18:DEFUSR3=&H156\n"
        '20 READ C$:IF C$="" THEN 40\n'
        '30 FOR I=1 TO LEN(C$) STEP 2:POKE A,VAL("&H"+MID$(C$,I,2)):A=A+1:NEXT:GOTO 20\n'
        '40 Q$="qRs"+CHR$(116):R$="keep"+Q$\n'
        '50 PRINT USR("a"+R$);USR1(R$+"!?");USR3(Q$)R$;USR2("");LEN(USR(""));USR(USR("A"));USR(LEFT$(Q$,2))\n'
        f'60 DATA {",".join(_STRINGS)},""\n'
    )
    assert rows[0] == "bkeepqRstkeepqqRstkeepqRstNEW 0 CrR"


@pytest.mark.parametrize(
    "defined",
    [
        "A=&HD000:DEFUSR=A",
        "A=&HC000:CLEAR 200,&HC000:DEFUSR=&HC000:A=&HC000",
        'A=&HC000+VAL("0"):DEFUSR=A',
        "CLEAR 300,&HC000:A=&HC000:B=A-5:DEFUSR=B+5",
        "FOR A=&HD000 TO &HD004:DEFUSR=A:NEXT:A=&HD000:DEFUSR=A",
        "A=PEEK(&HF1F0)*0+&HD000:DEFUSR=A",
        'CLEAR 300,&H9000:A=VAL("&H9000"):DEFUSR=A',
        "ON ERROR GOTO 9:A=&HC100:DEFUSR=A",
    ],
)
def test_usr_of_an_address_that_is_computed(defined: str) -> None:
    codes = ",".join(_TWICE[at : at + 2] for at in range(0, len(_TWICE), 2))
    rows = _both(
        f'9 {defined}:P=A\n20 READ C$:IF C$<>"" THEN POKE P,VAL("&H"+C$):P=P+1:GOTO 20\n'
        f'40 X%=21:PRINT USR(X%);A;USR(4%)\n60 DATA {codes},""\n'
    )
    assert rows[0].startswith(" 42 ")


def test_usr_of_machine_code_in_an_array() -> None:
    codes = [_TWICE[at : at + 2] for at in range(0, len(_TWICE), 2)]
    rows = shown(
        "10 DIM Z%(20):P=VARPTR(Z%(0)):DEFUSR=P:DEFUSR1=VARPTR(Z%(0))\n"
        '20 READ C$:IF C$<>"" THEN POKE P,VAL("&H"+C$):P=P+1:GOTO 20\n'
        f'40 X%=21:PRINT USR(X%);USR1(4%)\n60 DATA {",".join(codes)},""\n'
    )
    assert rows[0].startswith(" 42  8")


def test_usr_of_an_address_that_nothing_keeps_free_is_told() -> None:
    program = Program.from_file(b"10 DEFUSR=PEEK(1)+256*PEEK(2):A=USR(0)\n")
    (remark,) = compile_program(program).remarks
    assert "line 10, column" in str(remark)
    assert "keeps no memory free" in str(remark)


def test_usr_of_an_address_where_nothing_is_calls_nothing() -> None:
    assert _both("10 A=0\n20 A=A+1000:DEFUSR=A*40-40000:ON ERROR GOTO 30:B=USR(0)\n30 PRINT ERR\n")


def test_usr_of_other_machine_code_is_refused() -> None:
    for statements, what in (
        ("DEFUSR=&H7FFF:A=USR(0)", "USR0 of 7FFFh"),
        ("DEFUSR3=PEEK(1):DEFUSR3=&H7FFF:A=USR3(0)", "USR3 of 7FFFh"),
    ):
        with pytest.raises(CompileError, match=what):
            compile_program(Program.from_file(f"10 {statements}\n".encode()))


def test_usr_of_other_bios_entries_is_left_to_the_bios() -> None:
    """CHSNS, 9Ch: it changes nothing that USR returns. What is no entry is error 5 where it is computed."""
    msx = _msx("10 DEFUSR=&H9C:PRINT USR(9);USR(2.5):DEFUSR=&H30+PEEK(1)*0:A=USR(1)\n")
    msx.run()
    assert (msx.screen.rows()[0], msx.error) == (" 9  2.5", (5, 10))


def test_machine_code_changes_a_string_of_the_program_text() -> None:
    """A constant lies in the ROM of a cartridge; the code adds 1 to each character where it stands."""
    code = "1A47131A6F131A677E3C772310FAC9"
    msx = _msx(
        f'10 CLEAR 200,&HD000:A$="HAL":C$="{code}"\n'
        '20 FOR I=1 TO LEN(C$) STEP 2:POKE &HD000+I\\2,VAL("&H"+MID$(C$,I,2)):NEXT\n'
        '30 DEFUSR=&HD000:A$=USR(A$):PRINT A$;USR("VQ"+"R");USR(A$)\n'
    )
    msx.run()
    assert msx.screen.rows()[0] == "IBMWRSJCN"


def test_set_adjust_moves_the_picture_to_both_sides() -> None:
    """Register 18: the low half says how far to the right, the high half how far down, each negative."""
    for x, y in ((2, -3), (-7, 8), (5, 5), (0, -1), (1, 0)):
        msx = _msx(f"10 SET ADJUST({x},{y}):A$=INPUT$(1)\n", version=1)
        assert msx.run() == "key"
        assert msx.registers[18] == (-x & 15) + 16 * (-y & 15), (x, y)


def test_an_msx1_says_that_it_is_none_of_the_others() -> None:
    for statement, error in (
        ("SCREEN 5", "Illegal function call"),
        ("SET PAGE 0,0", "Illegal function call"),
        ("COPY (0,0)-(9,9) TO (20,20)", "Illegal function call"),
        ("WIDTH 80", "Illegal function call"),
        ("A=VDP(9)", "Illegal function call"),
        ("COLOR=(1,2,3,4)", "Syntax error"),
        ("SCREEN 2:PSET(1,1),3,XOR", "Syntax error"),
        ("COLOR", "Missing operand"),
    ):
        assert shown(f"10 {statement}\n")[0] == f"{error} in 10", statement


@pytest.mark.parametrize(
    "statements",
    [
        # A length that is no whole number, dots, the shortest note, rests with and without a length.
        'PLAY"L3C"',
        'PLAY"T77C..."',
        'PLAY"T255L64CC."',
        'PLAY"L1RC"',
        'PLAY"R3.R64C"',
        'PLAY"L16N36N0C"',
        # Volume, shape and period of the envelope.
        'PLAY"V3CS5DV4E"',
        'PLAY"S9M500CDM40RE"',
        'PLAY"M500V5C"',
        'PLAY"CX","O6S1C","M7D"',
        'PLAY"SM2000CS9DSE","TOSMLC"',
        # One behind another, strings that fill the queue, an end at once.
        'PLAY"C":PLAY"","D"',
        f'PLAY"{"L64CDEFG" * 8}"',
        'PLAY"":PLAY"C"',
        # BEEP resets the voices.
        "BEEP",
        'PLAY"O7V3T200L8C":BEEP:PLAY"C"',
        'PLAY"S4M99":BEEP:PLAY"C"',
        "SOUND 7,0:BEEP",
        "ERROR 5",
    ],
)
@pytest.mark.one_in(4)
def test_both_write_the_same_into_the_sound_chip(statements: str) -> None:
    listing = f"10 {statements}\n20 IF PLAY(0) THEN 20\n"
    session = Session(listing)
    session.sound.record()
    session.run()
    msx = _msx(listing)
    msx.begin()
    assert msx.run() == "ended"
    assert by_queue(msx.sounds) == by_queue(session.sound.writes())
