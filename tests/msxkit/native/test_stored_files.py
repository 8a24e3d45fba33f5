"""Files that a compiled program writes: on a stand-in for Disk BASIC and in SRAM, as the interpreter has them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from msxkit.backends.beside import catalog_of
from msxkit.backends.cartridge import running
from msxkit.basic_errors import DEVICE_IO
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import Cartridge, Options, compile_program
from msxkit.stop_reason import StopReason
from tests.programs import needs

from .bdos import CRC, HALT, OFFLINE, PROTECTED, STUB, Bdos, in_sram
from .msx import Msx

#: Where files are.
SAVES = ["", "sram"]


def compiled(listing: str, save: str = "", files: dict[str, bytes] | None = None) -> Cartridge:
    """Return a listing compiled with the files beside it."""
    return compile_program(
        Program.from_ascii(listing.encode()),
        catalog_of(files or {}, "here"),
        Options(save=save, lenient=True),
    )


def contents(disk: Bdos | None, sram: bytearray) -> dict[str, bytes]:
    """Return the files of a disk, or of SRAM."""
    return in_sram(sram) if disk is None else disk.files


def same(
    listing: str, save: str, files: dict[str, bytes] | None = None, keys: str = ""
) -> tuple[list[str], dict[str, bytes]]:
    """Return the rows and the files that both emitters leave, after comparing them."""
    there = dict(files or {})
    session = Session(listing, machine="msx2", files=there, keys=keys)
    session.start_clean()
    session.run(20_000)
    disk = None if save else Bdos()
    sram = bytearray(0x2000)
    if files:
        assert disk is not None
        for name, data in files.items():
            disk.add(name, data)
    msx = Msx(compiled(listing, save), 1, disk=disk, sram=sram if save else None)
    msx.run(map(ord, keys), seconds=30)
    rows = [row.rstrip() for row in session.screen.rows()]
    assert [row.rstrip() for row in msx.screen.rows()] == rows
    assert contents(disk, sram) == there
    assert msx.printed == session.files.printed
    return rows, there


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("top", [0xDE00, 0xD000])
def test_memory_kept_free_by_clear(top: int, save: str) -> None:
    rows, _ = same(
        f'10 CLEAR 300,{top}:OPEN"A"FOR OUTPUT AS#1:PRINT#1,"WRITTEN":FOR I={top} TO {top + 1500}:POKE I,255:NEXT\n'
        f'20 CLOSE:DIM A$(9):OPEN"A"FOR INPUT AS#1:INPUT#1,A$(9):CLOSE:BSAVE"B",{top},{top + 1500}\n'
        f'30 PRINT A$(9):POKE {top},1:BLOAD"B":PRINT PEEK({top});PEEK({top + 1500})\n',
        save,
    )
    assert rows[:2] == ["WRITTEN", " 255  255"]


@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
def test_a_long_file_goes_through_many_buffers(save: str) -> None:
    same(
        '10 MAXFILES=2:OPEN"A"FOR OUTPUT AS#1:OPEN"B"FOR OUTPUT AS#2\n'
        "20 FOR I=1 TO 120:PRINT#1,I:PRINT#2,STRING$(9,64+I MOD 26);LOC(2);LOF(1):NEXT:CLOSE\n"
        '30 OPEN"B"FOR APPEND AS#2:PRINT#2,"END";LOC(2);LOF(2):CLOSE:OPEN"A"FOR INPUT AS#1:OPEN"B"FOR INPUT AS#2\n'
        "40 IF NOT EOF(1) THEN INPUT#1,A:S=S+A:GOTO 40 ELSE PRINT S;LOC(1);LOF(1)\n"
        "50 IF NOT EOF(2) THEN LINE INPUT#2,A$:N=N+LEN(A$):GOTO 50 ELSE PRINT N;A$;LOC(2);LOF(2)\n",
        save,
    )


def test_a_file_that_is_not_beside_the_listing_may_be_on_the_disk() -> None:
    """With `lenient`, as `compiled` has it."""
    rows, _ = same(
        '10 OPEN"X"FOR INPUT AS#1:LINE INPUT#1,A$:PRINT A$:OPEN"MEM:Y"FOR INPUT AS#1\n',
        "",
        {"X": b"HERE\r\n"},
    )
    assert rows[:2] == ["HERE", "Disk offline in 10"]


_FILL = 'MAXFILES=2:FOR I=1 TO 3:OPEN CHR$(64+I)+".DAT"FOR OUTPUT AS#1:PRINT#1,I:CLOSE:NEXT:'


#: Names and memory, with three files there.
_NAMES = [
    'KILL"B.DAT":FILES:FILES"*.*"',
    'KILL"*.DAT":FILES',
    'KILL"?.DAT":OPEN"NEW"FOR OUTPUT AS#1:CLOSE:FILES"N*"',
    'OPEN"B.DAT"FOR INPUT AS#1:KILL"B.DAT"',
    'KILL"NONE"',
    'KILL"*"',
    'NAME"A.DAT"AS"Z.DAT":FILES:FILES"A:*.DAT"',
    'NAME"A.DAT"AS"B.DAT"',
    'NAME"NONE"AS"B.DAT"',
    'NAME"*.DAT"AS"?X.TXT":FILES',
    'NAME"*.DAT"AS"*.DA":FILES"*.DA"',
    'NAME"?.DAT"AS"?A.DAT":FILES"?A.DAT"',
    'PRINT"X";:FILES"A.*":PRINT"Y"',
    'FILES"X*"',
    'SCREEN 1:WIDTH 28:FILES"A:"',
    "PRINT DSKF(0)>0:PRINT DSKF(2)",
    'BSAVE"M.BIN",&HF55E,&HF55D',
    'POKE &HE000,1:POKE &HE300,7:BSAVE"M.BIN",&HE000,&HE300,&HE001:KILL"A.DAT":KILL"M.BIN"',
    'FOR I=0 TO 299:VPOKE 8192+I,I MOD 256:NEXT:BSAVE"M.BIN",8192,8491,S:BLOAD"M.BIN",S,300:PRINT VPEEK(8791)',
    'CLEAR 200,&HD000:POKE &HD000,3:BSAVE"M",&HD000,&HD001:POKE&HD000,9:BLOAD"M":PRINT PEEK(&HD000):KILL"M"',
    'BLOAD CHR$(65)+".DAT",S',
    'COPY"A.DAT"TO"Z.DAT":FILES:OPEN"Z.DAT"FOR INPUT AS#1:INPUT#1,A:PRINT A;LOF(1)',
    'COPY"*.DAT"TO"*.BAK":FILES:KILL"*.DAT":FILES',
    'COPY"?.DAT"TO"X?":FILES',
    'COPY"*.*"TO"*.D":FILES',
    'COPY"NONE"TO"B.DAT"',
    'COPY"A:A.DAT"TO"A.DAT"',
    'OPEN"L"FOR OUTPUT AS#1:FOR I=1 TO 300:PRINT#1,I:NEXT:CLOSE:COPY"L"TO"M":OPEN"M"FOR INPUT AS#1:PRINT LOF(1)',
    'SCREEN 5:LINE(0,0)-(40,30),7:COPY(0,0)-(41,33)TO"P":COPY(3,3)-(1,9)TO"Q":A$="P":COPY A$TO(9,9)',
    'SCREEN 8:LINE(0,0)-(40,30),77:COPY(0,0)-(11,33)TO"P":COPY(30,30)-(1,9)TO"Q":COPY"Q",1TO(9,9):COPY"R"TO(1,1)',
    "SCREEN 6:LINE(0,0)-(40,30),3:COPY(0,0)-(13,3)TO CHR$(80)",
    'SCREEN 1:COPY(0,0)-(13,3)TO"P"',
    'LFILES:LPRINT"X";:LFILES"*.DAT"',
    'LFILES"X"',
    'FILES".DAT"',
    'FILES"A   .DAT":F$="B       ":OPEN F$+".DAT  "FOR INPUT AS#1:INPUT#1,A:PRINT A:CLOSE:KILL"A .*":FILES',
    'FILES"A  B.DAT"',
    'FILES"  .DAT"',
    'OPEN"ABCDEFGH .DAT"FOR OUTPUT AS#1',
    'COPY".DAT"TO"X"',
    'COPY"A.DAT"TO"A:.X"',
    'COPY"A:"TO"*.X"',
]
#: Records of a file.
_RECORDS = [
    'FOR I=1 TO 9:LSET N$="NAME"+STR$(I):RSET V$=MKI$(I*100):PUT#1:NEXT:GET#1,4:PRINT N$;CVI(V$);LOC(1);LOF(1)',
    'LSET N$="ABC":PUT#1,20:GET#1,20:PRINT N$;LOF(1);LOC(1):X$=N$:LSET N$="Q":PRINT X$;N$',
    "GET#1,1",
    "PUT#1,0",
    "PUT#1,-1",
    "GET#2,1",
    "PRINT#1,1",
    "INPUT#1,A",
    "PRINT EOF(1)",
    'LSET N$="":LSET V$="":FIELD#1,10 AS A$(1),10 AS A$(2):LSET A$(2)="X":PUT#1,1:GET#1,1:PRINT A$(1);A$(2);N$',
    "FIELD#1,30 AS A$,30 AS B$",
    'LSET N$="HI":PUT#1,1:CLOSE:OPEN"R"AS#1 LEN=40:FIELD#1,5 AS A$:GET#1,1:PRINT A$;LOF(1)',
    'FIELD#1,40 AS A$:LSET A$="":PUT#1,1:CLOSE:OPEN"R"FOR INPUT AS#1:FIELD#1,5 AS A$',
    'LSET N$="HI":FOR I=1 TO 300:S$=S$+"":NEXT:A$=STRING$(90,65):A$=STRING$(90,66):PRINT N$;FRE("")',
    "PRINT VARPTR(#2)",
    "PRINT ATTR$(1)",
    "PRINT FPOS(1)",
]
#: Errors of files.
_ERRORS = [
    'OPEN"NONE"FOR APPEND AS#1',
    'F$="X"+CHR$(65):OPEN F$ FOR INPUT AS#1',
    'OPEN""FOR OUTPUT AS#1',
    'OPEN"A B"FOR OUTPUT AS#1',
    'OPEN"TOOLONGNAME.X"FOR OUTPUT AS#1',
    'OPEN"TOOLONGNAME"FOR OUTPUT AS#1:PRINT#1,1:CLOSE',
    'OPEN"A.LONG"FOR OUTPUT AS#1:PRINT#1,1:CLOSE',
    'OPEN"A*"FOR OUTPUT AS#1',
    'F$="G:"+F$+"X":OPEN F$ FOR OUTPUT AS#1',
    'F$="AB:"+F$+"X":OPEN F$ FOR OUTPUT AS#1',
    'OPEN"X"FOR OUTPUT AS#2',
    'OPEN"X"FOR OUTPUT AS#1:OPEN"Y"FOR OUTPUT AS#1',
    'OPEN"X"FOR OUTPUT AS#1:INPUT#1,A',
    'OPEN"X"FOR OUTPUT AS#1:PRINT EOF(1)',
    'OPEN"X"FOR OUTPUT AS#1:CLOSE:PRINT#1,A',
    'OPEN"X"FOR OUTPUT AS#1:PRINT#1,"HELLO":END',
    'OPEN"X"FOR OUTPUT AS#1:PRINT#1,"HELLO":RUN 30',
    'OPEN"X"FOR OUTPUT AS#1:PRINT#1,"HELLO":MAXFILES=3:OPEN"X"FOR INPUT AS#3:INPUT#3,A$:PRINT A$',
    'OPEN"X"FOR OUTPUT AS#1:CLOSE:OPEN"X"FOR INPUT AS#1:PRINT#1,A',
    'OPEN"X"FOR OUTPUT AS#1:CLOSE:OPEN"X"FOR INPUT AS#1:INPUT#1,A',
    'OPEN"X"FOR OUTPUT AS#1:PRINT#1,CHR$(26)"AFTER":CLOSE:OPEN"X"FOR APPEND AS#1:PRINT#1,"B":CLOSE',
    'A$="GRP:"+A$:OPEN A$FOR OUTPUT AS#1:SCREEN 2:PSET(20,20):PRINT#1,"HI";5:RUN 30',
    'A$="Crt:"+A$:OPEN A$FOR OUTPUT AS#1:PRINT#1,"HI";5:OPEN A$FOR OUTPUT AS#1',
    'A$="lpt:"+STRING$(9,65):OPEN A$AS#1:PRINT#1,"HI";5',
    'A$="CRT:"+A$:OPEN A$FOR INPUT AS#1',
    'A$="CRT:"+A$:OPEN A$FOR OUTPUT AS#7',
    'A$="GRPX:"+A$:OPEN A$FOR OUTPUT AS#1',
]
#: Program, into which statements are put -> the statements.
_SHAPES = {
    f"10 {_FILL}{{}}\n": _NAMES,
    '10 OPEN"R"AS#1 LEN=40:FIELD#1,20 AS N$,2 AS V$\n20 {}\n30 CLOSE:KILL"R"\n': _RECORDS,
    "10 {}\n20 END\n30 PRINT 3\n": _ERRORS,
}


@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize(
    ("shape", "statements"), [(shape, each) for shape, found in _SHAPES.items() for each in found]
)
@pytest.mark.one_in(4, "nightly")
def test_files_are_those_of_the_interpreter(shape: str, statements: str, save: str) -> None:
    same(shape.format(statements), save)


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
def test_the_buffer_of_a_record_lies_nine_bytes_behind_varptr(save: str) -> None:
    disk, sram = Bdos(), bytearray(0x2000)
    msx = Msx(
        compiled(
            '10 OPEN"R"AS#1:FIELD#1,5 AS A$:LSET A$="HELLO":V=VARPTR(#1)+9:PRINT CHR$(PEEK(V+4))\n'
            "20 POKE V,66:PUT#1:PRINT A$:CLOSE\n",
            save,
        ),
        disk=None if save else disk,
        sram=sram if save else None,
    )
    assert msx.run(seconds=10) == "ended"
    assert [row.strip() for row in msx.screen.rows()[:2]] == ["O", "BELLO"]
    assert contents(None if save else disk, sram)["R"].startswith(b"BELLO")


@pytest.mark.slow
def test_sectors_of_the_disk_go_through_its_buffer() -> None:
    listing = (
        '10 A$=DSKI$(0,7)+"X":P=PEEK(&HF351)+256*PEEK(&HF352):PRINT A$;PEEK(P);PEEK(P+511)\n'
        "20 POKE P+1,9:DSKO$ 0,3:PRINT DSKI$(2,1)\n"
    )
    disk = Bdos()
    rows = on_disk(listing, disk)
    assert rows[:2] == ["X 7  7", "Bad drive name in 20"]
    assert disk.sectors[3] == b"\7\11" + b"\7" * 510
    assert on_disk(listing, None)[0] == "Illegal function call in 10"


@pytest.mark.slow
def test_sram_is_one_drive_and_a_file_is_not_copied_onto_itself() -> None:
    listing = '10 OPEN"A"FOR OUTPUT AS#1:PRINT#1,1:CLOSE:COPY"A"TO"B:"\n'
    sram = bytearray(0x2000)
    msx = Msx(compiled(listing, "sram"), sram=sram)
    assert msx.run(seconds=10) == "ended"
    assert msx.screen.rows()[0].startswith("Illegal function call")
    assert contents(None, sram) == {"A": b" 1 \r\n\x1a"}


@pytest.mark.slow
def test_copies_are_made_of_files_of_the_rom() -> None:
    disk = Bdos()
    text = bytes(range(256)) * 3
    msx = Msx(compiled('10 COPY"HI"TO"OWN":COPY"HI"TO"HI"\n', files={"HI": text}), 1, disk=disk)
    assert msx.run(seconds=10) == "ended"
    assert msx.screen.rows()[0].startswith("Illegal function call")
    assert disk.files == {"OWN": text}


def test_a_cassette_is_missing_where_its_name_is_computed() -> None:
    assert on_disk('10 A$="CAS:"+A$:OPEN A$FOR INPUT AS#1\n', Bdos())[0] == "Device I/O error in 10"


_WRITES = (
    '10 ON ERROR GOTO 90\n20 OPEN"X"FOR OUTPUT AS#1:FOR I=1 TO 99:PRINT#1,STRING$(50,65):NEXT:CLOSE\n80 END\n'
)
_TELLS = "90 PRINT ERR;ERL:PRINT FRE(0)>1000:BEEP:END\n"


def on_disk(listing: str, disk: Bdos | None, version: int = 1) -> list[str]:
    """Return the rows that a program shows on a machine with a disk drive, or without one."""
    msx = Msx(compiled(listing), version, disk=disk)
    assert msx.run(seconds=30) == "ended"
    return [row.rstrip() for row in msx.screen.rows()]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "error"), [(PROTECTED, 68), (OFFLINE, 70), (CRC, 69)])
def test_errors_of_the_drive(fault: int, error: int) -> None:
    disk = Bdos()
    disk.fault = fault
    assert on_disk(_WRITES + _TELLS, disk)[:2] == [f" {error}  20", "-1"]


@pytest.mark.slow
def test_a_full_disk_is_error_66_and_a_full_directory_67() -> None:
    assert on_disk(_WRITES + _TELLS, Bdos(blocks=3))[0] == " 66  20"
    assert on_disk(_WRITES + _TELLS, Bdos(places=0))[0] == " 67  20"


@pytest.mark.slow
def test_full_sram_is_error_66() -> None:
    msx = Msx(compiled(_WRITES.replace("99", "999") + _TELLS, "sram"), 1, sram=bytearray(0x2000))
    assert msx.run(seconds=30) == "ended"
    assert msx.screen.rows()[0].rstrip() == " 66  20"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ('OPEN"X"FOR OUTPUT AS#1', "Device I/O error in 10"),
        ('OPEN"A:X"FOR OUTPUT AS#1', "Bad file name in 10"),
        ('KILL"X"', "Illegal function call in 10"),
        ("FILES", "Illegal function call in 10"),
        ('A$="X":NAME A$ AS "Y"', "Illegal function call in 10"),
        ('BSAVE"X",0,1', "Device I/O error in 10"),
    ],
)
@pytest.mark.parametrize("version", [0, 1])
def test_a_machine_without_a_drive_has_its_errors(statement: str, error: str, version: int) -> None:
    assert on_disk(f"10 {statement}\n", None, version)[0] == error


@pytest.mark.slow
def test_an_msx1_with_a_drive_has_disk_basic() -> None:
    disk = Bdos()
    rows = on_disk('10 OPEN"X"AS#1:FIELD#1,8 AS A$:LSET A$="ABC":PUT#1,1:PRINT A$;LOF(1):KILL"X"\n', disk, 0)
    assert rows[:2] == ["ABC      256", "File still open in 10"]


def test_interrupts_during_disk_access() -> None:
    """Page 1 shows another ROM then: an interrupt that went to the cartridge would halt the machine."""
    disk = Bdos()
    msx = Msx(compiled(_WRITES + "90 END\n"), 1, disk=disk)
    msx.begin()
    calls = len(disk.calls)
    # An interrupt at each call, and one behind it.
    for _ in range(5):
        msx.advance(STUB + 4)
        assert msx.memory[0x4000] == HALT
        msx.interrupt(STUB + 4)
    assert len(disk.calls) > calls
    assert msx.run(seconds=30) == "ended"
    assert len(disk.files["X"]) == 99 * 52 + 1


@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
def test_file_of_the_rom(save: str) -> None:
    listing = (
        '10 OPEN"HI"FOR INPUT AS#1:INPUT#1,A:CLOSE:PRINT A:IF A=2 THEN END\n'
        '20 OPEN"HI"FOR OUTPUT AS#1:PRINT#1,2:CLOSE:GOTO 10\n'
    )
    disk, sram = Bdos(), bytearray(0x2000)
    msx = Msx(
        compiled(listing, save, {"HI": b"1\r\n"}), 1, disk=None if save else disk, sram=sram if save else None
    )
    assert msx.run(seconds=10) == "ended"
    assert [row.strip() for row in msx.screen.rows()[:2]] == ["1", "2"]


def test_computed_file_name() -> None:
    listing = '10 FOR I=1 TO 3:OPEN"L"+CHR$(48+I)FOR INPUT AS#1:INPUT#1,A$:PRINT A$:CLOSE:NEXT\n'
    files = {"L1": b"first", "L2": b"second"}
    program = Program.from_ascii(listing.encode())
    made = compile_program(program, catalog_of(files, "here"), Options(folder=tuple(files)))
    disk = Bdos()
    disk.add("L3", b"third")
    msx = Msx(made, 1, disk=disk)
    assert msx.run(seconds=10) == "ended"
    assert [row.strip() for row in msx.screen.rows()[:3]] == ["first", "second", "third"]
    alone = Msx(made, 1)
    assert alone.run(seconds=10) == "ended"
    assert alone.screen.rows()[2].strip() == "Device I/O error in 10"


def test_sram_survives_power_off() -> None:
    listing = (
        '10 OPEN"N"FOR INPUT AS#1:INPUT#1,N:CLOSE\n20 N=N+1:PRINT N:OPEN"N"FOR OUTPUT AS#1:PRINT#1,N:CLOSE\n'
    )
    made, sram = compiled(listing, "sram", {"N": b"0"}), bytearray(b"\xff" * 0x2000)
    for count in (1, 2, 3):
        msx = Msx(made, 1, sram=sram)
        assert msx.run(seconds=10) == "ended"
        assert msx.screen.rows()[0].strip() == str(count)


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("machine", ["C-BIOS_MSX1", "C-BIOS_MSX2"])
def test_a_high_score_in_sram_survives_switching_off_in_openmsx(machine: str, tmp_path: Path) -> None:
    """The emulator writes SRAM into a file; the second run is a new process that reads it."""
    listing = (
        '10 OPEN"HI"FOR INPUT AS#1:INPUT#1,S:CLOSE\n'
        '20 S=S+100:PRINT"SCORE";S:OPEN"HI"FOR OUTPUT AS#1:PRINT#1,S:CLOSE\n'
    )
    made = compiled(listing, "sram", {"HI": b"0"})
    rom = tmp_path / "score.rom"
    rom.write_bytes(made.rom)
    script = tmp_path / "script.tcl"
    ended = made.image.symbols["ended"]
    script.write_text(
        f"set renderer none\nset throttle off\ndebug set_bp {ended} {{}} "
        "{puts stderr [get_screen]; exit}\nset power on\n"
        "after time 60 {puts stderr LATE; exit 1}\n"
    )
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    for score in (100, 200, 300):
        command = ["openmsx", "-machine", machine, "-carta", str(rom), "-romtype", made.mapper]
        done = subprocess.run(
            [*command, "-script", str(script)], env=environment, capture_output=True, text=True, check=True
        )
        assert f"SCORE {score}" in done.stderr


@needs("openmsx")
@pytest.mark.slow
@pytest.mark.parametrize("machine", ["C-BIOS_MSX1", "C-BIOS_MSX2", "C-BIOS_MSX2+"])
@pytest.mark.parametrize("mapper", ["", "ascii8"])
def test_cartridge_without_a_disk_rom(machine: str, mapper: str) -> None:
    made = compile_program(
        Program.from_ascii(b'10 PRINT"STARTED":OPEN"X"FOR OUTPUT AS#1\n'), options=Options(mapper)
    )
    with running(made, machine) as run:
        assert run.go() is StopReason.ERROR
        assert run.failure is not None
        assert run.failure.number == DEVICE_IO
        assert "STARTED" in run.machine.screen.rows()[0]
