"""A project: made, built, started, watched, and faults in msx.toml."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.media.disk import Disk

#: What stands in msx.toml -> what is said of it.
FAULTS = {
    'sources = "a.bas"': "msx.toml: sources: 'a.bas' is not a list of texts",
    "files = []": 'msx.toml: sources: missing; name the program, such as sources = ["game.dmx"]',
    'sources = ["b.bas"]': "msx.toml: sources: b.bas is not a file; correct the name",
    'sources = ["a.bas"': "msx.toml: not TOML: Unclosed array (at end of document)",
    'sources = ["a.bas"]\nmachine = msx2': "msx.toml:2:11: not TOML: Invalid value",
    'sources = ["a.bas"]\ntarget = ["disk"]': "msx.toml: target: unknown key; did you mean targets?",
    'sources = ["a.bas"]\ntargets = ["dish"]': "msx.toml: targets: unknown value 'dish'; did you mean disk?",
    'sources = ["a.bas"]\nmachine = 2': "msx.toml: machine: 2 is not a text",
    'sources = ["a.bas"]\nfiles = ["*.sc5"]': "msx.toml: files: *.sc5: no such file",
    'sources = ["a.bas"]\n[compile]\nram = 64': "msx.toml: compile.ram: unknown value '64'; use 16, 32",
    'sources = ["a.bas"]\n[compile]\nlenient = 1': "msx.toml: compile.lenient: 1 is not true or false",
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def _contents(image: Path) -> dict[str, bytes]:
    disk = Disk.load(image.read_bytes())
    return {entry.path: disk.read(entry).data for entry in disk.entries()}


@pytest.mark.parametrize("text", FAULTS)
def test_toml_faults(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bas").write_text("10 END\n")
    Path("msx.toml").write_text(text + "\n")
    assert main(["build"]) == 2
    assert FAULTS[text] in capsys.readouterr().err
    assert not Path("build").exists()


def test_no_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build"]) == 2
    assert "no msx.toml here or above; `msxkit new GAME` makes a project" in capsys.readouterr().err


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


def test_error_of_check(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bas").write_text("10 PRINT 1\n20 PRNT 2\n")
    Path("msx.toml").write_text('sources = ["a.bas"]\ntargets = ["tokenised"]\n')
    assert main(["build"]) == 1
    assert "a.bas:2:4: error: " in capsys.readouterr().err
    assert main(["build", "--force"]) == 0


def test_start_without_display(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "stars"]) == 0
    assert main(["start", "stars"]) == 2
    assert "playing needs a terminal" in capsys.readouterr().err
    assert main(["openmsx", "run", "stars/game.dmx"]) == 2
    assert "there is no display" in capsys.readouterr().err
