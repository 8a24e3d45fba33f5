"""Memory, ports, VDP, sprites, sound and the BIOS, as the manuals describe them."""

from __future__ import annotations

import pytest

from msxkit.display.font import patterns
from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from tests.msxkit.running import run


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        ("LOCATE 3,4:PRINT PEEK(&HF3DD);PEEK(&HF3DC)", " 4  5"),
        ("PRINT PEEK(&HF6CA):DEFINT A:PRINT PEEK(&HF6CA)", " 8"),
    ],
)
def test_statements(statement: str, shown: str) -> None:
    session = run(f"10 {statement}\n")
    assert session.error is None
    rows = [row for row in session.screen if row.strip()]
    assert rows[0].lstrip(" ") == shown.lstrip(" ")


@pytest.mark.parametrize("machine", ["msx1", "msx2"])
def test_inp_reads_the_status_register(machine: str) -> None:
    """TMS9918A data manual, 2.1.3: F is cleared by the interrupt; 31 is the last sprite of a full list."""
    session = run(
        "10 SCREEN 1:FOR I=0 TO 31:VPOKE 6912+4*I,200:NEXT:PRINT INP(&H99);VDP(8)-128;PEEK(&HF3E7)-128\n"
        "20 SPRITE$(0)=STRING$(8,255):PUT SPRITE 0,(9,9),1,0:PUT SPRITE 1,(12,9),1,0\n"
        "30 PRINT INP(&H99) AND 32:PUT SPRITE 1,(20,9):PRINT INP(&H99) AND 32\n",
        machine=machine,
    )
    assert session.error is None
    rows = [row.split() for row in session.screen if row.strip()]
    assert rows[:3] == [["31", "31", "31"], ["32"], ["0"]]


@pytest.mark.parametrize(("mode", "columns", "margin"), [(0, 40, 5), (1, 32, 1)])
def test_poke_of_scrmod_prints_into_the_names_of_a_graphic_screen(
    mode: int, columns: int, margin: int
) -> None:
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


def test_poke_of_scrmod_chooses_between_text_and_drawing() -> None:
    session = run("10 SCREEN 1:SCREEN 2:POKE &HFCAF,1:POKE &HFCAF,2:PSET(0,0),8:POKE &HFCAF,1:PSET(8,0),8\n")
    assert session.error is not None
    assert session.error.number == 5
    assert session.video.chip.vram[0] == 0x80


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


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("POKE 0,256", 5),
        ("POKE 65536,1", 6),
        ("PRINT PEEK(-32769)", 6),
        ("VPOKE &H4000,1", 5),
        ("PRINT VPEEK(16384)", 5),
        ("PRINT BASE(20)", 5),
        ("BASE(5)=&H4000", 5),
        ("PRINT VDP(9)", 5),
        ("SOUND 14,1", 5),
        ("SOUND 1,256", 5),
        ('PLAY "Q"', 5),
        ("PRINT USR9(1)", 5),
        ("CLEAR 200,&H7FFF", 5),
        ("CLEAR 200,&HF381", 5),
        ("CLEAR -1", 5),
        ("CLEAR 30000", 7),
        ("SET BEEP 1,1", 5),
        ("COLOR", 24),
        ("WIDTH 41", 5),
        ("SCREEN 4", 5),
    ],
)
def test_errors_of_an_msx1(statement: str, number: int) -> None:
    session = run(f"10 {statement}\n", machine="msx1")
    assert session.error is not None
    assert session.error.number == number


@pytest.mark.parametrize(
    "statement",
    [
        "LSET A$=1/0",
        "RSET",
        "FIELD",
        "FILES",
        "LFILES",
        'KILL "A"',
        'NAME "A" AS "B"',
        'COPY "A" TO "B"',
        "PRINT DSKF(0)",
        "PRINT MKI$(1)",
        "PRINT MKS$(1)",
        "PRINT MKD$(1)",
        'PRINT CVI("AB")',
        'PRINT CVS("ABCD")',
        'PRINT CVD("ABCDEFGH")',
        "IPL",
        "CMD",
        "DSKO$ 0,1",
        "PRINT DSKI$(0,1)",
    ],
)
def test_no_disk_drive(statement: str) -> None:
    session = run(f"10 {statement}\n", machine="msx1")
    assert session.error is not None
    assert session.error.number == 5


def test_the_operand_of_a_function_of_disk_basic_is_computed_first() -> None:
    session = run("10 PRINT MKI$(1/0)\n", machine="msx1")
    assert session.error is not None
    assert session.error.text == "Division by zero"


def test_lset_moves_a_string_of_the_program_to_the_string_space() -> None:
    session = run('10 A$="HELLO":F=FRE(""):LSET A$="AB":PRINT A$;"|";F-FRE(""):LSET A$="C":PRINT F-FRE("")\n')
    assert session.screen.rows()[:2] == ["AB   | 5", " 5"]


def test_the_highest_address() -> None:
    session = run("10 F=FRE(0):CLEAR 200,&HD000:PRINT PEEK(&HFC4B)*256+PEEK(&HFC4A)\n", machine="msx1")
    assert session.screen[0] == f" {0xD000}"
    free = run("10 PRINT FRE(0)\n", machine="msx1").screen[0]
    less = run("10 CLEAR 200,&HF280:PRINT FRE(0)\n", machine="msx1").screen[0]
    # 100H bytes and the longer program: `CLEAR 200,&HF280:`.
    assert int(free) - int(less) == 0x100 + len(b"\x92 \x0f\xc8,\x0c\x80\xf2:")


@pytest.mark.parametrize(
    ("statements", "shown"),
    [
        # Formats of the records: MSX2 Technical Handbook, appendix 8; msx-facts B.1.
        ("X=-17.390462709313#:P=VARPTR(X):FOR I=-3 TO 7:PRINT HEX$(PEEK(P+I));:NEXT", "8580C21739462709313"),
        ("K%=-2:P=VARPTR(K%):PRINT PEEK(P-3);PEEK(P-2);PEEK(P);PEEK(P+1)", " 2  75  254  255"),
        ("S!=.5:P=VARPTR(S!):PRINT PEEK(P-3);PEEK(P);PEEK(P+1);PEEK(P+3)", " 4  64  80  0"),
        ("K%=7:P=VARPTR(K%):POKE P,1:POKE P+1,2:PRINT K%", " 513"),
        ("DIM Q%(3,1):Q%(2,1)=9:P=VARPTR(Q%(0,0)):PRINT PEEK(P-4);PEEK(P-2);PEEK(P+12)", " 2  4  9"),
        ("DIM Q(4):P=VARPTR(Q(3)):POKE P,65:POKE P+1,&H20:PRINT Q(3)", " 2"),
        ("A=1:B%=2:PRINT VARPTR(B%)-VARPTR(A)", " 11"),
        ("B%=2:A=1:PRINT VARPTR(A)-VARPTR(B%)", " 5"),
    ],
)
def test_variables_in_memory(statements: str, shown: str) -> None:
    session = run(f"10 {statements}\n")
    assert session.error is None
    assert session.screen[0].replace(" ", "") == shown.replace(" ", "")


def test_strings_in_memory() -> None:
    at = "PEEK(VARPTR(S$)+1)+256*PEEK(VARPTR(S$)+2)"
    show = "FOR I=0 TO PEEK(VARPTR(S$))-1:PRINT CHR$(PEEK(P+I));:NEXT:PRINT"
    session = run(f'10 S$="literal":P={at}:{show}:PRINT P\n20 S$=S$+"!":P={at}:{show}:PRINT P\n')
    assert session.error is None
    assert session.screen[0] == "literal"
    # After `S$="` of line 10, which begins at 8001H.
    assert int(session.screen[1]) == 0x8001 + 4 + len('S$="')
    assert session.screen[2] == "literal!"


def test_the_string_space_of_an_msx1() -> None:
    """Its top, F168H, and that of the stack, F0A0H, are those of a published guide (in Russian, 10.5 and 10.7)."""
    listing = '10 PRINT PEEK(&HF69B)+256*PEEK(&HF69C)-&HF168:A$="AB"+"CD"\n'
    session = run(
        listing + "20 PRINT PEEK(&HF69B)+256*PEEK(&HF69C);CHR$(PEEK(&HF168))\n"
        "30 PRINT PEEK(&HF674)+256*PEEK(&HF675)\n",
        machine="msx1",
    )
    assert [session.screen[row].split() for row in range(3)] == [
        ["65536"],
        [str(0xF168 - 4), "D"],
        [str(0xF0A0)],
    ]


def test_character_patterns_can_be_read_and_changed() -> None:
    session = run(
        "10 SCREEN 1:F=PEEK(4)+256*PEEK(5):FOR I=0 TO 7\n"
        "20 IF PEEK(F+65*8+I)<>VPEEK(BASE(7)+65*8+I) THEN PRINT 1\n"
        "30 VPOKE BASE(7)+66*8+I,255-VPEEK(BASE(7)+66*8+I):NEXT\n"
    )
    assert session.screen[0].strip() == "Ok"
    assert bytes(session.memory.vpeek(65 * 8 + row) for row in range(8)) == patterns()[65]
    assert session.video.shapes == {66: bytes(255 - row for row in patterns()[66])}


def test_sprites() -> None:
    session = run(
        '10 SCREEN 1,0:SPRITE$(2)="ABC":PUT SPRITE 3,(100,50),9,2:PUT SPRITE 4,(-5,10),1,2\n'
        "20 A$=SPRITE$(2):PRINT LEN(A$);LEFT$(A$,3)\n"
    )
    assert session.screen[0].strip() == "8 ABC"
    assert [session.memory.vpeek(0x3800 + 16 + at) for at in range(8)] == [65, 66, 67, 0, 0, 0, 0, 0]
    assert [session.memory.vpeek(0x1B00 + 12 + at) for at in range(4)] == [50, 100, 2, 9]
    # A negative column is stored 32 higher, with the early clock bit (MSX Red Book, 7AAFH).
    assert [session.memory.vpeek(0x1B00 + 16 + at) for at in range(4)] == [10, 27, 2, 0x81]
    kept = run('10 SCREEN 1,0:SPRITE$(0)="A":SCREEN 1:A$=SPRITE$(0):SCREEN 1,0:B$=SPRITE$(0)\n')
    assert (kept.variable("A$"), kept.variable("B$")) == ("A" + "\0" * 7, "\0" * 8)  # MSX Red Book, 06A8H
    for statement in ('SPRITE$(0)="A"', "PUT SPRITE 0,(1,1),1,1", "SCREEN 1:PUT SPRITE 32,(1,1)"):
        assert run(f"10 {statement}\n").error is not None
    assert run("10 SCREEN 1,2:PUT SPRITE 0,(1,1),1,64\n").error is not None


def test_effects() -> None:
    session = run('10 SOUND 7,56:BEEP:PLAY "CDE","R"\n20 DEFUSR=&HC0:A=USR(1)\n')
    assert session.noted.effects == [
        ("sound", (7, 56)),
        ("beep", ()),
        ("play", ("CDE", "R")),
        ("usr", (0, 0xC0, 1)),
        ("beep", ()),
    ]


def test_bios_calls() -> None:
    session = run('10 DEFUSR=&H9F:A=USR(0):PRINT "ON"\n', keys="x")
    assert session.screen[0] == "ON"
    assert run("10 DEFUSR=&H9F:A=USR(0)\n").event is not None
    session = run('10 PRINT "GONE":DEFUSR=&HC3:A=USR(0):PRINT "HERE"\n')
    assert session.screen[0] == "HERE"
    session = run("10 DEFUSR=&H156:A=USR(0):A$=INPUT$(1)\n", keys="abc")
    assert session.event is not None
    assert session.event.at == "key"
    assert run("10 DEFUSR=&H6F:A=USR(0)\n").screen.mode == 1


def test_bios_calls_for_the_picture_and_the_sound() -> None:
    # Register 1, bit 6: the picture (V9938 data book). GICINI leaves what the sound chip has at the prompt.
    session = run(
        "10 DEFUSR=&H41:DEFUSR1=&H44:A=USR(0)\n20 PRINT VDP(1)AND 64:A=USR1(0):PRINT VDP(1)AND 64\n"
    )
    assert session.screen.rows()[:2] == [" 0", " 64"]
    for entry in ("&H90", "&H3B"):
        session = run(f'10 PLAY "V15L1C":SOUND 8,15:SOUND 7,0:DEFUSR={entry}:A=USR(0):PRINT PLAY(0)\n')
        assert session.screen[0] == " 0"
        assert session.snapshot().state.sound.registers[7:13] == bytes((0xB8, 0, 0, 0, 0x0B, 0))


def test_the_function_key_line_follows_width_and_mode() -> None:
    session = run("10 KEY ON:SCREEN 1:WIDTH 32:CLS\n")
    assert session.screen[23] == "color auto  goto  list  run"
    assert b"\0" not in session.screen.cells
    # Fields of (width - 4) / 5 columns and a blank (MSX Red Book, 0B2BH).
    assert run("10 KEY ON\n").screen[23] == "color   auto    goto    list    run"
    assert run("10 WIDTH 37:KEY ON\n").screen[23] == "  color  auto   goto   list   run"
    assert run('10 KEY 1,"ABCDEFGHIJ":KEY ON\n').screen[23].startswith("ABCDEFG auto")
    assert run("10 KEY ON:KEY OFF\n").screen[23] == ""
    bottom = run('10 LOCATE 0,22:PRINT "ROW 22":PRINT "LAST";:KEY ON:LOCATE 0,5\n').screen
    assert [bottom[y] for y in (21, 22, 23)] == ["ROW 22", "", "color   auto    goto    list    run"]


def test_eighty_columns() -> None:
    session = run('10 WIDTH 80:LOCATE 79,3:PRINT "X";:VPOKE 80*5+2,65:PRINT BASE(2)\n')
    assert (session.screen.columns, session.screen.width) == (80, 80)
    assert session.screen[3] == " " * 79 + "X"
    assert session.screen[5][2] == "A"
    session = run("10 WIDTH 80:SCREEN 1:SCREEN 0:PRINT 5:WIDTH 40:PRINT PEEK(&HF3B0)\n")
    assert session.screen.columns == 40
    assert session.screen[0] == " 40"


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("CDEFGAB", True),
        ("c#4.d-e+r8..", True),
        ("T120O4L8V15S10M500N36", True),
        ("TOLVMS", True),  # these have defaults; published programs write "SM2000C"
        ("", True),
        (" C D ", True),
        ("XA$;", True),
        ("V=A;", True),
        ("N", False),
        ("N97", False),
        ("O9", False),
        ("T31", False),
        ("L65", False),
        ("V16", False),
        ("C>D", False),
        ("H", False),
        ("4", False),
    ],
)
def test_music(text: str, good: bool) -> None:
    session = Session(f'10 A$="C":A=7:PLAY "{text}"\n')
    assert (session.run().at == "end") is good


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


def test_no_trap_while_an_error_is_handled() -> None:
    session = run(
        "10 ON ERROR GOTO 40:ON INTERVAL=1 GOSUB 50:INTERVAL ON\n20 ERROR 5\n30 PRINT D:END\n"
        "40 C=0:FOR I=1 TO 100:NEXT:D=C:INTERVAL OFF:RESUME NEXT\n50 C=C+1:RETURN\n"
    )
    assert session.screen[0] == " 0"


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("ON KEY GOSUB 20,,20,20:KEY(1) ON:KEY(3) STOP:KEY(10) OFF", None),
        ("ON STRIG GOSUB ,20:STRIG(1) ON:ON SPRITE GOSUB 20:SPRITE ON", None),
        ("ON STOP GOSUB 20:STOP ON:STOP OFF:INTERVAL OFF", None),
        ("ON KEY GOSUB 99", 8),
        ("KEY(0) ON", 5),
        ("KEY(11) ON", 5),
        ("KEY(1)", 2),
        ("ON INTERVAL=0 GOSUB 20", 5),
        ("ON SPRITE GOTO 20", 2),
    ],
)
def test_traps_that_are_accepted(statement: str, number: int | None) -> None:
    session = run(f"10 {statement}:END\n20 RETURN\n")
    assert (session.error and session.error.number) == number


def test_wait_waits_for_a_key_of_the_matrix() -> None:
    """The blank is bit 0 of row 8, which is 0 while it is pressed."""
    session = Session("10 OUT &HAA,8:WAIT &HA9,1,255:PRINT 7\n", machine="msx1")
    assert session.run(until=SECOND).at == "limit"
    session.keys.hold("SPACE")
    assert session.run(until=2 * SECOND).at == "end"
    assert " 7" in {row.rstrip() for row in session.screen}


@pytest.mark.parametrize("statement", ["WAIT 1,1,1", "WAIT &H90,2,255"])
def test_a_wait_for_what_no_device_does_goes_on_until_the_limit(statement: str) -> None:
    assert Session(f"10 {statement}\n").run(until=SECOND).at == "limit"
