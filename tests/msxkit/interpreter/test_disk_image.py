"""`--disk`: the drive on a FAT12 image, which changes with `--write` alone and stays sound."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from msxkit.cli import main
from msxkit.interpreter import Session
from msxkit.interpreter.files.media import ImageFiles
from msxkit.media.disk import Disk, format_disk
from msxkit.media.fat12 import SECTOR, Stamp
from tests.msxkit.media.oracles import fsck, mtool
from tests.programs import needs

STAMP = Stamp(0x4C21, 0)
PROGRAM = """10 MAXFILES=3:OPEN "NEW.TXT" FOR OUTPUT AS #1:PRINT #1,"HI":CLOSE:NAME "HELLO.TXT" AS "OLD.TXT"
20 OPEN "R" AS #2 LEN=128:PUT #2,9:CLOSE:COPY "OLD.TXT" TO "C":KILL "C":BSAVE "M",&HC000,&HC7FF:SAVE "P"
30 FILES:PRINT:PRINT DSKF(0)
"""


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "d.dsk"
    path.write_bytes(format_disk(720, [("HELLO.TXT", b"hello"), ("B.BIN", bytes(3000))], STAMP))
    return path


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "p.bas"
    path.write_text(PROGRAM)
    return str(path)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["run", *arguments, "--screen", "json"]) == 0
    return json.loads(capsys.readouterr().out)["screen"]


def test_image_and_memory_are_the_same_disk(
    image: Path, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"HELLO.TXT": b"hello", "B.BIN": bytes(3000)}
    session = Session(PROGRAM, files=files)
    session.run()
    assert session.error is None
    before = image.read_bytes()
    assert shown(capsys, program, "--disk", str(image)) == session.screen.rows()
    assert image.read_bytes() == before
    assert shown(capsys, program, "--disk", str(image), "--write") == session.screen.rows()
    disk = Disk.load(image.read_bytes())
    assert {entry.name: disk.read(entry).data for entry in disk.entries()} == files
    assert disk.check() == []
    assert disk.free // 1024 == int(session.screen.rows()[-3])


@needs("mtools", "fsck.fat")
def test_others_find_it_sound(image: Path, program: str) -> None:
    assert main(["run", program, "--disk", str(image), "--write"]) == 0
    fsck(image)
    assert mtool("mtype", image, "::NEW.TXT") == "HI\r\n\x1a"


def test_sectors(image: Path) -> None:
    """DSKI$ brings a sector to where &HF351 points, DSKO$ takes it from there."""
    files = ImageFiles(image, STAMP)
    session = Session(
        "10 A$=DSKI$(0,7):P=PEEK(&HF351)+256*PEEK(&HF352):PRINT LEN(A$);CHR$(PEEK(P))\n"
        '20 POKE P,ASC("J"):DSKO$ 1,7:FILES:A$=DSKI$(0,1440)\n',
        files=files,
    )
    session.run()
    assert session.screen.rows()[:3] == [" 0 H", "JELLO   .TXT B       .BIN", "Bad sector number in 20"]
    assert files.sector(7)[:5] == b"JELLO"
    assert image.read_bytes()[7 * SECTOR] == ord("H")
    # A folder and memory are read as the disk that they would be, and have no sectors to write.
    session = Session(
        "10 A$=DSKI$(0,14):P=PEEK(&HF351)+256*PEEK(&HF352):PRINT PEEK(P):DSKO$ 0,14\n", files={"A": b"*"}
    )
    session.run()
    assert session.screen.rows()[:2] == [" 42", "Disk write protected in 10"]


@pytest.mark.slow
def test_a_full_disk(image: Path) -> None:
    files = ImageFiles(image, STAMP)
    session = Session("10 N=N+1:BSAVE STR$(N),0,1:GOTO 10\n", files=files)
    session.run()
    assert session.error is not None
    assert session.error.number == 56  # a name that begins with a blank
    session = Session("10 N=N+1:BSAVE MID$(STR$(N),2),0,1:GOTO 10\n", files=files)
    session.run()
    assert session.error is not None
    assert session.error.number == 67
    assert len(files) == 112
    session = Session("10 N=N+1:BSAVE MID$(STR$(N),2),0,&H7FFF:GOTO 10\n", files=files)
    session.run()
    assert session.error is not None
    assert session.error.number == 66
    assert Disk.load(bytes(b"".join(files.sector(number) for number in range(1440)))).check() == []


@pytest.mark.slow
def test_damaged_images_are_errors_of_basic(
    image: Path, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = random.Random(23)
    sound = image.read_bytes()
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(source.randrange(1, 40)):
            data[source.randrange(14 * SECTOR)] = source.randrange(256)
        image.write_bytes(data)
        assert main(["run", program, "--disk", str(image), "--write"]) in (0, 1, 2)
        assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root may write anything")
def test_an_image_that_cannot_be_written_is_told_first(image: Path, program: str) -> None:
    image.chmod(0o400)
    assert main(["run", program, "--disk", str(image), "--write"]) == 2


def test_the_prompt_keeps_its_disk(image: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = '10 PRINT 1\\rSAVE"Q.BAS",A\\rOPEN"O"FOR OUTPUT AS#1:PRINT#1,"X"\\r'
    assert main(["basic", "--type", keys, "--disk", str(image), "--write"]) == 0
    disk = Disk.load(image.read_bytes())
    assert disk.read(disk.find("Q.BAS")).data == b"10 PRINT 1\r\n\x1a"
    assert disk.read(disk.find("O")).data == b"X\r\n\x1a"
