"""Files that a compiled program writes: on a stand-in for Disk BASIC and in SRAM, as the interpreter has them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from msxkit.backends.beside import catalog_of
from msxkit.backends.cartridge import running
from msxkit.basic_errors import DEVICE_IO
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


@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
def test_varptr_of_channel(save: str) -> None:
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
def test_copy_onto_itself() -> None:
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
def test_sram_in_openmsx(machine: str, tmp_path: Path) -> None:
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
