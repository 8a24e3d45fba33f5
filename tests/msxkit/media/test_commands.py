"""The commands disk, tape and cartridge as people use them: output, exit codes, messages, untouched files."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.language.source import read_program
from msxkit.media import wav_writing

ROOT = Path(__file__).parents[3]
BATTLE = ROOT / "basic/battle.bas"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


def run(*arguments: str | Path, code: int = 0) -> None:
    assert main([str(argument) for argument in arguments]) == code


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
