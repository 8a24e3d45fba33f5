"""A project: made, built, started, watched, and faults in msx.toml."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.media.disk import Disk


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def _contents(image: Path) -> dict[str, bytes]:
    disk = Disk.load(image.read_bytes())
    return {entry.path: disk.read(entry).data for entry in disk.entries()}


def test_new_builds() -> None:
    assert main(["new", "stars"]) == 0
    assert main(["new", "stars"]) == 2
    assert main(["check", "stars/game.dmx"]) == 0
    assert main(["build", "stars"]) == 0
    made = Path("stars/build")
    sums = {name: sha for sha, name in map(str.split, (made / "SHA1SUMS").read_text().splitlines())}
    assert sums.keys() == {"game.dsk", "game-native.rom"}
    assert all(hashlib.sha1((made / name).read_bytes()).hexdigest() == sha for name, sha in sums.items())
    assert _contents(made / "game.dsk")["AUTOEXEC.BAS"].startswith(b'10 RUN"GAME.BAS"')


def test_starter_tests_pass() -> None:
    assert main(["new", "stars"]) == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd="stars", capture_output=True, text=True)
    assert "2 passed" in done.stdout


def test_sources_and_files() -> None:
    Path("game").mkdir()
    Path("game/main.bas").write_text('10 RUN"LEVEL2.BAS"\n')
    Path("game/level2.dmx").write_text('print "two"\n')
    Path("game/title.pic").write_bytes(b"\xfe123")
    Path("game/a.dat").write_bytes(b"A")
    Path("game/msx.toml").write_text(
        'sources = ["main.bas", "level2.dmx"]\ntargets = ["disk", "compiled"]\n'
        'files = ["*.dat", "title.pic:TITLE.SC2"]\noutput = "out"\n[compile]\nmapper = "ascii16"\n'
    )
    assert main(["build", "game"]) == 0
    found = _contents(Path("game/out/main.dsk"))
    assert found.keys() == {"MAIN.BAS", "MAIN.ASC", "LEVEL2.BAS", "TITLE.SC2", "A.DAT", "AUTOEXEC.BAS"}
    assert found["LEVEL2.BAS"][:1] == b"\xff"
    first = {path: path.read_bytes() for path in Path("game/out").iterdir()}
    assert main(["build", "game"]) == 0
    assert {path: path.read_bytes() for path in Path("game/out").iterdir()} == first
    assert len(first[Path("game/out/main-native.rom")]) >= 0x20000


def test_start_without_display(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "stars"]) == 0
    assert main(["start", "stars"]) == 2
    assert "playing needs a terminal" in capsys.readouterr().err
    assert main(["openmsx", "run", "stars/game.dmx"]) == 2
    assert "there is no display" in capsys.readouterr().err
