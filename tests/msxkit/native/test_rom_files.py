"""Files in a cartridge: BLOAD, COPY, INPUT # and RUN make of them what the interpreter makes of them on a disk."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from msxkit.backends.beside import catalog_of
from msxkit.backends.cartridge import running
from msxkit.basic_errors import Failure
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.asm.parts import AssemblyError
from msxkit.native.compiler import Cartridge, Options, compile_program
from msxkit.native.errors import CompileError
from msxkit.native.mappers import BY_NAME, MAPPERS
from msxkit.openmsx.machine import FRAME, StopPlace
from msxkit.stop_reason import StopReason
from tests.programs import needs

from .bdos import Bdos
from .msx import Msx

Files = Mapping[str, bytes]


def binary(start: int, codes: bytes, entry: int = 0) -> bytes:
    """Return a file as BSAVE makes it."""
    words = (start, start + len(codes) - 1, entry or start)
    return b"\xfe" + b"".join(word.to_bytes(2, "little") for word in words) + codes


def cartridge(listing: str, files: Files, options: Options | None = None) -> Cartridge:
    """Return a listing compiled with the files beside it."""
    return compile_program(Program.from_ascii(listing.encode()), catalog_of(files, "here"), options)


def same(listing: str, files: Files, keys: str = "", version: int = 1, mapper: str = "") -> list[str]:
    """Return the rows that both emitters show, after comparing video memory and cursor."""
    session = Session(listing, machine="msx2" if version else "msx1", keys=keys, files=dict(files))
    session.start_clean()
    session.run(20_000)
    msx = Msx(cartridge(listing, files, Options(mapper)), version)
    msx.run(map(ord, keys), 30)
    shot = session.video.shot
    different = [at for at, codes in enumerate(zip(shot.vram, msx.vram, strict=True)) if len(set(codes)) > 1]
    assert not different, (different[:5], list(session.screen), msx.screen.rows())
    return msx.screen.rows() if session.video.mode < 2 else []


#: Files of more than 16 KB: a line beyond each limit of banks, and bytes that differ from bank to bank.
_LONG_TEXT = b"".join(b"LINE%6d\r\n" % number for number in range(3000))
_LONG_CODES = bytes((n * 7 + n // 251) & 0xFF for n in range(0x1800))


def _beside() -> tuple[str, Files]:
    """Return a program that needs page 2, and its files, which fill more than two banks of 8 KB."""
    listing = (
        '10 CLEAR 200,&H9FFF:MAXFILES=2:BLOAD"CODE.BIN":BLOAD"RUN.BIN",R\n'
        "20 S=0:FOR I=0 TO &H17FF STEP 37:S=S+PEEK(&HA000+I):NEXT:PRINT S;PEEK(&HBFF0)\n"
        '30 OPEN"TEXT.TXT" FOR INPUT AS #1:OPEN"TEXT.TXT" FOR INPUT AS #2:B$=INPUT$(3,#2)\n'
        "40 FOR I=1 TO 1500:LINE INPUT#1,A$:IF I MOD 300=0 THEN PRINT A$;TIME<0:NEXT ELSE NEXT\n"
        '50 LINE INPUT#2,B$:PRINT B$;LOF(1):BLOAD"PIC.SC2",S:PRINT VPEEK(&H2000);VPEEK(&H2AAA)\n'
        "60 DIM A(500):A(500)=5:PRINT A(500);FRE(0)>1000\n"
    )
    # LD A,5 / LD (BFF0h),A / RET
    run = binary(0xB800, bytes.fromhex("3e0532f0bfc9"))
    picture = binary(0x2000, bytes(n * 3 & 0xFF for n in range(0xC00)))
    code = binary(0xA000, _LONG_CODES)
    return listing, {"TEXT.TXT": _LONG_TEXT, "CODE.BIN": code, "RUN.BIN": run, "PIC.SC2": picture}


@pytest.mark.slow
def test_page_2_and_long_files() -> None:
    listing, files = _beside()
    made = cartridge(listing, files)
    assert made.mapper == "ASCII8"
    assert not made.homes
    assert made.image.ram_start < 0xA000
    rows = [row.strip() for row in same(listing, files) if row.strip()]
    assert "LINE  1499 0" in rows


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("machine", ["C-BIOS_MSX1", "C-BIOS_MSX2"])
def test_page_2_and_long_files_in_openmsx(machine: str) -> None:
    listing, files = _beside()
    version = int(machine.endswith("2"))
    expected = same(listing, files, version=version)
    with running(cartridge(listing, files), machine) as run:
        assert run.go(120) is (StopReason.ERROR, StopReason.END)[version], (
            "an MSX1 without a drive has no LOF"
        )
        assert run.machine.screen.rows() == expected


@pytest.mark.parametrize(
    ("listing", "mapper"),
    [
        ('10 BLOAD"PIC",S:PRINT VPEEK(16000)\n', ""),
        ('10 CLEAR 200,&HB000:BLOAD"PIC",S:POKE &HB000,7:PRINT VPEEK(16000);PEEK(&HB000)\n', "ASCII8"),
        ('10 DIM A(2000):BLOAD"PIC",S:A(2000)=7:PRINT VPEEK(16000);A(2000)\n', "ASCII8"),
        ('10 CLEAR 200,&HBFFF:BLOAD"CODE":PRINT PEEK(&HC123)\n', "ASCII8"),
    ],
)
@pytest.mark.one_in(2)
def test_plain_rom_preferred(listing: str, mapper: str) -> None:
    codes = bytes(range(255)) * 64
    files = {"PIC": binary(0, codes), "CODE": binary(0xC000, codes[:0x3100])}
    assert cartridge(listing, files).mapper == mapper
    same(listing, files)


@pytest.mark.slow
@pytest.mark.parametrize("mapper", ["", "ascii8", "ascii16"])
def test_a_picture_comes_into_video_memory(mapper: str) -> None:
    picture = bytes(at * 7 + at // 256 & 0xFF for at in range(0x3800))
    listing = '10 SCREEN 2:BLOAD "T.SC2",S:BLOAD "S.BIN",S,-256\n20 GOTO 20\n'
    same(listing, {"T.SC2": binary(0, picture), "S.BIN": binary(0x3900, bytes(range(200)))}, mapper=mapper)


@pytest.mark.slow
def test_a_picture_of_screen_8_fills_its_page() -> None:
    picture = bytes(at * 5 + at // 256 & 0xFF for at in range(54272))
    same('10 SCREEN 8:SET PAGE 1,1:BLOAD "P.SC8",S\n20 GOTO 20\n', {"P.SC8": binary(0, picture)})


def test_variables_make_room_for_what_bload_brings() -> None:
    first = '10 BLOAD "C":A=7:A$="X":B$=A$+A$:FOR I=&H8000 TO &H87FF\n'
    listing = first + '20 IF PEEK(I)<>85 THEN PRINT "LOST";I\n30 NEXT:PRINT A;B$\n'
    msx = Msx(cartridge(listing, {"C": binary(0x8000, b"U" * 0x800)}))
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] == " 7 XX"


def test_a_long_cartridge_has_no_memory_where_it_lies() -> None:
    files = {"C": binary(0x9000, b"U" * 0x800)}
    assert cartridge('10 BLOAD "C"\n', files).image.ram_start == 0x8000
    with pytest.raises(CompileError, match=r"line 10, column 4: BLOAD .* goes to 9000h-97FFh: .* from C000h"):
        cartridge('10 BLOAD "C"\n', files, Options("ascii8"))


@pytest.mark.parametrize(
    "statements",
    [
        'F$="A":IF B THEN F$="B"',
        'F$="A":INPUT F$',
        'F$="A":READ F$',
        'F$="A":G$="B":SWAP F$,G$',
        'F$="A":LSET F$="B"',
        'F$="A":MID$(F$,1)="B"',
        'F$="A"+CHR$(B)',
        'F$(1)="A":F$=F$(1)',
        'F$="A":POKE VARPTR(F$),1',
    ],
)
def test_computed_name_remark(statements: str) -> None:
    (remark,) = cartridge(f"10 {statements}\n20 COPY F$ TO (0,0)\n", {"A": b"", "B": b""}).remarks
    assert str(remark).startswith("line 20, column 4: COPY of a name that the program computes finds nothing")


@pytest.mark.slow
def test_palette_of_a_picture() -> None:
    picture = binary(0, bytes(at * 11 + at // 251 & 0xFF for at in range(0x7680 + 32)))
    listing = (
        '10 SCREEN 5:COLOR=(1,7,0,0):BLOAD"A:P.SC5",S:COLOR=RESTORE:SET PAGE 0,1:BLOAD"P.SC5",S\n'
        '20 COPY(0,0)-(99,99),1 TO (50,50),0:RUN "B"\n'
    )
    same(listing, {"P.SC5": picture, "B": b"10 COPY (0,0)-(9,9) TO (100,100)\r\n20 GOTO 20\r\n"})


def test_a_line_of_a_chained_program_is_known() -> None:
    made = cartridge('10 RUN "B"\n', {"B": b"10 A$=INPUT$(1)\r\n20 B$=INPUT$(1)\r\n"})
    (other,) = made.chained
    for label, number in other.starts:
        assert made.line_at(other.image.symbols[label] + 2, other.homes[label]) == number
    assert other.name == "B"


_STAGES = {
    "STAGE1.BAS": b'10 PRINT "ONE";A:A=5:RUN"MENU.BAS"\r\n',
    "STAGE2": Program.from_ascii(b'10 INPUT#1,A$:PRINT A$:RUN "ST"+"AGE3"+B$\r\n').file(),
    "TEXT": b"10 HELLO\r\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("version", [0, 1])
def test_computed_program_names(version: int) -> None:
    menu = (
        '10 MAXFILES=2:PRINT "MENU";:A$=INPUT$(1):OPEN "TEXT" FOR INPUT AS #1\n'
        '20 IF A$="1" THEN LOAD "stage"+A$+".bas",R ELSE RUN "STAGE"+A$,R\n'
    )
    files = _STAGES | {"MENU.BAS": menu.encode()}
    made = cartridge(menu, files, Options(folder=tuple(files)))
    assert [program.name for program in made.chained] == ["STAGE1.BAS", "STAGE2"]
    assert not made.remarks
    msx = Msx(made, version)
    assert msx.run(map(ord, "12"), 20) == "ended"
    # Without a disk drive a program that is not there is on a cassette.
    assert [row.strip() for row in msx.screen.rows()[:3]] == [
        "MENUONE 0",
        "MENU10 HELLO",
        "Device I/O error in 10",
    ]


def test_missing_computed_program() -> None:
    made = cartridge('10 ON ERROR GOTO 20:RUN "X"+A$\n20 PRINT ERR\n', {})
    assert "RUN of a name that the program computes finds nothing in the cartridge" in str(made.remarks[0])
    for disk, error in ((Bdos(), 53), (None, 19)):
        msx = Msx(made, disk=disk)
        assert msx.run(seconds=10) == "ended"
        assert msx.screen.rows()[0].strip() == str(error)


def test_usr_calls_what_the_program_before_has_defined() -> None:
    """DEF USR of machine code that doubles its integer (MSX2 Technical Handbook, chapter 2), and of a BIOS entry."""
    code = binary(0xD000, bytes.fromhex("2AF8F72922F8F7C9"))
    files = {"CODE": code, "GAME": b'10 PRINT "X":A=USR1(0):PRINT USR(21);USR(-3)\r\n20 A=USR2(0)\r\n'}
    listing = '10 CLEAR 200,&HD000:BLOAD "CODE":DEFUSR=&HD000:DEFUSR1=&HC3:RUN "GAME"\n'
    msx = Msx(cartridge(listing, files))
    assert msx.run(seconds=10) == "ended"
    assert msx.screen.rows()[0].rstrip() == " 42 -6"
    assert msx.error == (5, 20)


def test_the_bytes_of_a_file_are_copied_to_an_array() -> None:
    """MSX2 Technical Handbook, chapter 2: COPY name TO array. A file that is longer fills it and is error 5."""
    files = {"P.PL5": bytes(range(20)), "HERE": b"x"}
    ends = "ON ERROR GOTO 30:DIM P(9),Q(8):FOR I=1 TO 2"
    for name, options in (('"P.PL5"', None), ('F$+".PL"+HEX$(5)', Options(folder=tuple(files)))):
        listing = (
            f'10 DEFINT A-Z:F$="P":{ends}:IF I=1 THEN COPY {name} TO P ELSE COPY {name} TO Q\n'
            "20 NEXT\n30 PRINT P(0);P(9);Q(8);ERR\n"
        )
        session = Session(listing, machine="msx2", files=dict(files))
        session.start_clean()
        session.run()
        msx = Msx(cartridge(listing, files, options), 1, disk=Bdos())
        msx.run(seconds=20)
        assert [session.screen[0], msx.screen.rows()[0].rstrip()] == [" 256  4882  4368  5"] * 2
    text = '10 DEFSTR D:DIM P(1):D="COPY":COPY "P.PL5" TO D:OPEN D FOR INPUT AS #1:PRINT LOF(1):COPY "P.PL5" TO P\n'
    session = Session(text, files=dict(files))
    session.run()
    assert [row.strip() for row in session.screen][:2] == ["20", "Illegal function call in 10"]


@pytest.mark.slow
def test_a_picture_of_a_computed_name_comes_from_the_rom() -> None:
    picture = (7).to_bytes(2, "little") + (3).to_bytes(2, "little") + bytes(range(0x12, 0x12 + 11))
    listing = '10 SCREEN 5:FOR I=1 TO 2:COPY "P"+CHR$(48+I) TO (I*9,40):NEXT\n20 GOTO 20\n'
    session = Session(listing, machine="msx2", files={"P1": picture, "P2": picture})
    session.start_clean()
    session.run(2_000)
    msx = Msx(cartridge(listing, {"P1": picture, "P2": picture}, Options(folder=("P1", "P2"))), 1)
    msx.run(seconds=10)
    assert bytes(msx.vram[:0x6A00]) == bytes(session.video.shot.vram[:0x6A00])


def _assert_told_and_raised(made: Cartridge, error: int) -> None:
    """Check that the author is told of the error in line 20, and that the run goes on behind it."""
    (remark,) = made.remarks
    assert str(remark).startswith("line 20, column")
    assert f"when the run comes here: error {error}, " in str(remark)
    msx = Msx(made)
    assert msx.run(seconds=10) == "ended"
    assert [row.rstrip() for row in msx.screen.rows()[:2]] == [f" {error}  20", " 6"]


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ('RUN "X"', 53),
        ('RUN ""', 56),
        ('BLOAD "C"', 7),
        ("DEFUSR=1:A=USR(2)", 5),
        ('DEFUSR=1:A$="X"+MID$(STR$(USR(2)),2,LEN(STR$(1.5)))', 5),
    ],
)
def test_refusal_or_run_time_error(statement: str, error: int) -> None:
    listing = (
        f"10 ON ERROR GOTO 40:DEFUSR=1\n20 {statement}\n30 PRINT 3*2:END\n40 PRINT ERR;ERL:RESUME NEXT\n"
    )
    files = {"C": binary(0x7000, b"abc")}
    with pytest.raises(CompileError, match="line 20, column"):
        cartridge(listing, files)
    _assert_told_and_raised(cartridge(listing, files, Options(lenient=True)), error)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ('SAVE "CAS:"', 19),
        ('BSAVE "CAS:A",0,1', 19),
        ('BLOAD "CAS:"', 19),
        ('RUN "CAS:"', 19),
        ("CLOAD", 19),
        ('OPEN "CAS:X" AS #1', 19),
        ('CLOAD? "X"', 53),
    ],
)
def test_impossible_on_cartridges(statement: str, error: int) -> None:
    listing = f"10 ON ERROR GOTO 40\n20 {statement}\n30 PRINT 3*2:END\n40 PRINT ERR;ERL:RESUME NEXT\n"
    _assert_told_and_raised(cartridge(listing, {}), error)


@pytest.mark.parametrize(
    "statement",
    [
        'A=16:BLOAD "C",A',
        'A=VAL("16"):BLOAD "C",A:A=0',
        'A=VAL("-4096"):BLOAD "C",A',
        'FOR A=32 TO 0 STEP -16:BLOAD "C",A:NEXT',
        'A=VAL("32"):BLOAD "C",R,A',
    ],
)
def test_bload_takes_an_offset_that_the_program_computes(statement: str) -> None:
    files = {"C": bytes.fromhex("FE 00D0 05D0 01D0 00 21 10D1 34 C9")}
    listing = (
        "10 CLEAR 200,&HD000:FOR I=3 TO 51 STEP 16:POKE &HD000+I,0:NEXT\n"
        f"20 POKE &HD110,7:{statement}\n30 PRINT PEEK(&HD003);PEEK(&HD013);PEEK(&HD023);PEEK(&HD110)\n"
    )
    session = Session(listing, machine="msx2", files=dict(files))
    session.start_clean()
    session.run(2_000)
    msx = Msx(cartridge(listing, files), 1)
    msx.run(seconds=10)
    shown = [row.rstrip() for row in msx.screen.rows()]
    if "-4096" in statement:
        assert shown[0] == "Out of memory in 20"
    else:
        assert shown == [row.rstrip() for row in session.screen.rows()]


def test_bload_where_nothing_is_kept_free_is_told() -> None:
    (remark,) = cartridge('10 BLOAD "C",VAL(A$)\n', {"C": binary(0xD000, b"abc")}).remarks
    assert "needs memory that CLEAR keeps free" in str(remark)


def test_equal_files_lie_in_the_rom_once() -> None:
    text = b"unmistakable" * 9
    made = cartridge('10 OPEN "A" FOR INPUT AS#1:CLOSE:OPEN "B" FOR INPUT AS#1\n', {"A": text, "B": text})
    assert made.rom.count(text) == 1


@pytest.mark.parametrize(
    ("statement", "files", "reason"),
    [
        ('RUN "X"', {}, 'RUN "X": File not found'),
        ('BLOAD "X"', {"X": b"10 PRINT"}, "was not made by BSAVE"),
        ('BLOAD "X"', {"X": binary(0x7000, b"abc")}, "goes to 7000h-7002h"),
        ('RUN "X"', {"X": b"\xff\1\2"}, 'RUN "X"'),
        ('RUN "X"', {"X": b'10 RUN "Y"'}, 'X:1:4: RUN "Y"'),
        ('OPEN "X" FOR INPUT AS #1', {"X": bytes(70000)}, "has 70000 bytes"),
        ('COPY "Y.PIC" TO (1,1)', {"Y": b""}, "File not found in here"),
    ],
)
def test_refused_in_a_rom(statement: str, files: Files, reason: str) -> None:
    with pytest.raises(CompileError) as refused:
        cartridge(f"10 A=1\n20 A=2:{statement}\n", files)
    assert reason in str(refused.value)
    if "X:1" not in reason:
        assert refused.value.refusals[0].line == 20
        assert refused.value.refusals[0].column == 8


def test_konami_cannot_chain() -> None:
    assert not MAPPERS["konami"].can_chain
    with pytest.raises(AssemblyError, match="Konami always shows the first program"):
        cartridge('10 RUN "B"\n', {"B": b"10 END\r\n"}, Options("konami"))


@pytest.mark.slow
def test_files_of_more_than_a_megabyte_are_too_much() -> None:
    files = {f"F{n}": bytes((n,)) * 65000 for n in range(17)}
    listing = "".join(f'{n + 10} BLOAD "F{n}",S\n' for n in range(17))
    files = {name: binary(0, data[:60000]) for name, data in files.items()}
    with pytest.raises(AssemblyError, match="1024 KB at most"):
        cartridge(listing + "".join(f'{n + 50} OPEN "F{n}" FOR INPUT AS#1\n' for n in range(17)), files)


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("mapper", list(MAPPERS))
@pytest.mark.parametrize("machine", ["C-BIOS_MSX1", "C-BIOS_MSX2"])
def test_mappers_in_openmsx(mapper: str, machine: str) -> None:
    """A megabyte nearly: files of which each begins with its number, and code of several banks."""
    files = {f"F{n}": b"%02d" % n + bytes(60000) for n in range(14)}
    opens = [f'{10 + n} CLOSE:OPEN "F{n}" FOR INPUT AS #1:A$=INPUT$(2,#1):PRINT A$;' for n in range(14)]
    rows = [f"{100 + n} IF A={n} THEN A=A+1:PRINT MID$(STR$(A),2,1);:GOSUB 900" for n in range(400)]
    listing = "\n".join([*opens, *rows, "890 PRINT:END", "900 RETURN", ""])
    made = cartridge(listing, files, Options(mapper))
    assert len(made.rom) == 0x100000
    shown = "".join(f"{n:02}" for n in range(14)) + "".join(str(n + 1)[0] for n in range(400))
    with running(made, machine) as run:
        assert run.go(60) is StopReason.END
        assert "".join(row.ljust(40) for row in run.machine.screen.rows()).startswith(shown)


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("mapper", ["ascii8", "ascii16", "konami-scc"])
def test_programs_run_one_another_in_openmsx(mapper: str) -> None:
    files = {"B": b'10 A$="TWO":PRINT A$:RUN "C"\r\n', "C": b'10 SCREEN 1:PRINT A$;"THREE":READ A\r\n'}
    with running(cartridge('10 RUN "B"\n', files, Options(mapper))) as run:
        run.go(60)
        assert run.failure == Failure(4, 10)
        assert run.machine.screen.rows()[0].strip() == "THREE"


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [Options("ascii8"), Options("ascii16"), Options("konami-scc"), Options(save="sram")]
)
def test_half_a_megabyte(options: Options) -> None:
    """Each program has a bank for products that is shown while its own code waits; some have the numbers that a Konami
    SCC takes for its sound chip. An error inside returns to the program.
    """
    last = 14
    written = 'OPEN "H" FOR OUTPUT AS #1:PRINT #1,SIN(I%):CLOSE #1:' if options.save else ""
    body = (
        "10 I%={0}:PRINT SIN(I%);EXP(I%/9)\r\n20 ON ERROR GOTO 30:X=EXP(999)\r\n"
        "30 PRINT ERR;ERL:RESUME 40\r\n40 ON ERROR GOTO 0:{1}\r\n"
    )
    files = {f"P{n}": body.format(n, f'{written}RUN "P{n + 1}"').encode() for n in range(1, last)}
    files[f"P{last}"] = body.format(last, "X=LOG(-1)").encode()
    made = cartridge('10 SCREEN 0:RUN "P1"\r\n', files, options)
    bank = BY_NAME[made.mapper].bank
    assert max(made.chained[-1].homes.values()) * bank > 0x80000
    session = Session(files[f"P{last}"].decode(), machine="msx2")
    session.start_clean()
    session.run(1000)
    expected = [row.strip() for row in session.screen.rows() if row.strip()]
    with running(made, "C-BIOS_MSX2") as run:
        assert run.go(60) is StopReason.ERROR
        assert run.failure == Failure(5, 40)
        rows = [row.strip() for row in run.machine.screen.rows() if row.strip()]
    assert rows[-5:] == expected


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("mapper", list(MAPPERS))
def test_line_in_the_bank_of_long_routines(mapper: str) -> None:
    made = cartridge("10 A=1\n20 B=A*2\n30 C=SIN(B)\n40 D=2\n", {}, Options(mapper))
    with running(made) as run:
        inside = StopPlace("inside", made.image.symbols["series_term_moved"])
        assert run.machine.run_until([inside], 10) == "inside"
        run.go(FRAME / 2000)
        assert run.line == 30


@pytest.mark.parametrize("files", [{}, {"XBASIC.BIN": binary(0x8500, bytes([0xC3, 0, 0x85]))}])
def test_xbasic_is_neither_needed_nor_started(files: Files) -> None:
    listing = '10 BLOAD"A:xbasic.bin",R:CALL TURBO ON\n20 PRINT 2:CALL TURBO OFF\n'
    assert not cartridge(listing, files).remarks
    msx = Msx(cartridge(listing, files))
    assert msx.run(seconds=10) == "ended"
    assert msx.screen.rows()[0].strip() == "2"
