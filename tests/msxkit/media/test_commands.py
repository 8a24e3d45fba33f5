"""The commands disk, tape and cartridge as people use them: output, exit codes, messages, untouched files."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.language.source import read_program
from msxkit.media import wav_writing
from msxkit.media.disk import Disk

ROOT = Path(__file__).parents[3]
BATTLE = ROOT / "basic/battle.bas"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


def run(*arguments: str | Path, code: int = 0) -> None:
    assert main([str(argument) for argument in arguments]) == code


def test_a_disk_from_new_to_rm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "note.txt"
    note.write_bytes(b"hello\r\n")
    run("disk", "new", "-o", "game.dsk", BATTLE, f"{note}:READ.ME", "--boot", "battle.bas", "--size", "360")
    run("disk", "ls", "game.dsk")
    out = capsys.readouterr().out
    assert "READ.ME" in out
    assert "AUTOEXEC.BAS" in out
    run("disk", "get", "game.dsk", "read.me", "-o", "back.txt")
    assert (tmp_path / "back.txt").read_bytes() == b"hello\r\n"
    run("disk", "get", "game.dsk", "-o", "all")
    # A listing with LF alone could not be loaded: the program that starts by itself is tokenised.
    assert (tmp_path / "all/BATTLE.BAS").read_bytes() == read_program(BATTLE).file()
    run("disk", "put", "game.dsk", f"{BATTLE}:TWO.BAS", "--tokenise")
    run("disk", "put", "game.dsk", f"{BATTLE}:TWO.BAS", code=2)
    assert "on the disk already" in capsys.readouterr().err
    run("disk", "put", "game.dsk", f"{BATTLE}:TWO.BAS", "--force")
    disk = Disk.load((tmp_path / "game.dsk").read_bytes())
    assert disk.read(disk.find("TWO.BAS")).data == BATTLE.read_bytes()
    run("disk", "rm", "game.dsk", "TWO.BAS", "READ.ME")
    run("disk", "check", "game.dsk")
    assert "sound, 2 files" in capsys.readouterr().out


def test_put_is_all_or_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("disk", "new", "-o", "a.dsk", "--size", "360")
    (tmp_path / "big").write_bytes(bytes(400_000))
    (tmp_path / "small").write_bytes(b"s")
    before = (tmp_path / "a.dsk").read_bytes()
    run("disk", "put", "a.dsk", "small", "big", code=2)
    assert "big: the disk is full" in capsys.readouterr().err
    run("disk", "put", "a.dsk", "small", "absent", code=2)
    run("disk", "put", "a.dsk", "small", "small:toolonganame.txt", code=2)
    run("disk", "rm", "a.dsk", "absent", code=2)
    assert (tmp_path / "a.dsk").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.dsk", "big", "small"]


def test_get_saves_what_can_be_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_bytes(b"d" * 5000)
    run("disk", "new", "-o", "a.dsk", "data")
    whole = (tmp_path / "a.dsk").read_bytes()
    (tmp_path / "a.dsk").write_bytes(whole[: 14 * 512 + 3000])
    capsys.readouterr()
    run("disk", "get", "a.dsk", "data", "-o", "saved", code=1)
    assert (tmp_path / "saved").read_bytes() == b"d" * 3000
    assert "2000 of 5000 bytes are lost" in capsys.readouterr().err
    run("disk", "ls", "a.dsk", code=1)
    run("disk", "check", "a.dsk", code=1)
    assert "the end is missing" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "written"), [(b"../../X    ", "__/__/X"), (b"        GIT", "_GIT")])
def test_names_from_a_disk_stay_in_the_folder(name: bytes, written: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"x")
    run("disk", "new", "-o", "a.dsk", "x")
    image = bytearray((tmp_path / "a.dsk").read_bytes())
    image[7 * 512 : 7 * 512 + 11] = name
    (tmp_path / "a.dsk").write_bytes(image)
    (tmp_path / "out").mkdir()
    run("disk", "get", "a.dsk", "-o", "out")
    out = tmp_path / "out"
    assert [str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()] == [written]


@pytest.mark.parametrize("speed", [(), ("--baud", "2400"), ("--rate", "22050")])
@pytest.mark.one_in(3)
def test_a_tape_from_new_to_get(
    speed: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("tape", "new", "-o", "t.wav", BATTLE, *speed)
    run("tape", "ls", "t.wav")
    out = capsys.readouterr().out
    assert f"{'2400' if '2400' in speed else '1200'} baud" in out
    run("tape", "convert", "t.wav", "-o", "t.cas")
    run("tape", "new", "-o", "direct.cas", BATTLE)
    assert (tmp_path / "t.cas").read_bytes() == (tmp_path / "direct.cas").read_bytes()
    run("tape", "convert", "t.cas", "-o", "again.wav", *speed)
    assert (tmp_path / "again.wav").read_bytes() == (tmp_path / "t.wav").read_bytes()
    run("tape", "get", "again.wav", "battle", "-o", "back.bas")
    assert (tmp_path / "back.bas").read_bytes() == read_program(BATTLE).file()


def test_texts_and_machine_code_on_tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = b"\xfe\x00\x90\x03\x90\x00\x90\x01\x02\x03\x04"
    (tmp_path / "code.bin").write_bytes(code)
    run("tape", "new", "-o", "text.cas", BATTLE, "--ascii", "--name", "Game")
    run("tape", "new", "-o", "code.cas", "code.bin")
    run("tape", "ls", "text.cas")
    out = capsys.readouterr().out
    assert "Game" in out
    assert 'RUN"CAS:"' in out
    run("tape", "get", "text.cas", "code.cas", code=2)
    run("tape", "get", "text.cas", "-o", "out.asc")
    assert (tmp_path / "out.asc").read_bytes() == read_program(BATTLE).listed()
    run("tape", "get", "code.cas")
    assert (tmp_path / "CODE.bin").read_bytes() == code


def test_a_damaged_tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("tape", "new", "-o", "t.cas", BATTLE)
    (tmp_path / "t.cas").write_bytes((tmp_path / "t.cas").read_bytes()[:1000])
    run("tape", "ls", "t.cas", code=1)
    run("tape", "convert", "t.cas", "-o", "t.wav", code=2)
    assert "breaks off after 968 bytes" in capsys.readouterr().err
    assert not (tmp_path / "t.wav").exists()
    run("tape", "convert", "t.cas", "-o", "t.wav", "--force")
    run("tape", "get", "t.cas", "-o", "saved.bas", code=1)
    saved, whole = read_program(tmp_path / "saved.bas"), read_program(BATTLE)
    # The last of them is the line that broke off.
    assert len(saved.lines) > 20
    kept = [line.stored for line in saved.lines[:-1]]
    assert kept == [line.stored for line in whole.lines[: len(kept)]]


def test_not_a_tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "silent.wav").write_bytes(wav_writing.write(bytes((128,)) * 50000, 44100))
    run("tape", "get", "silent.wav", code=2)
    assert "silent.wav: the recording of 1.1 s is silent" in capsys.readouterr().err
    (tmp_path / "a.cas").write_bytes(b"nothing")
    run("tape", "ls", "a.cas", code=2)
    run("tape", "ls", "absent.cas", code=2)
    run("tape", "new", "-o", "a.mp3", BATTLE, code=2)
    run("tape", "new", "-o", "a.wav", BATTLE, "--rate", "4000", code=2)
    run("tape", "new", "-o", "a.wav", BATTLE, "--name", "TOOLONG", code=2)
    assert not (tmp_path / "a.wav").exists()
