"""`msxkit run --on openmsx`, on a machine with a toy BASIC."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.cli import main
from msxkit.interpreter.files.drive import Kept
from msxkit.interpreter.files.media import image_of
from msxkit.language.program import Program
from msxkit.media.disk import Disk
from msxkit.media.fat12 import Stamp
from msxkit.openmsx.settings import choose
from tests.msxkit.openmsx import minibasic
from tests.programs import needs


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    minibasic.install(tmp_path / "user")
    monkeypatch.setenv("OPENMSX_USER_DATA", str(tmp_path / "user"))
    monkeypatch.setenv("MSXKIT_MACHINE", "Toy_BASIC")
    path = tmp_path / "p.bas"
    path.write_text('10 SCREEN1\n20 CLS\n30 PRINT"HELLO"\n40 A$=INPUT$(1)\n50 PRINT"BYE"\n60 END\n')
    return str(path)


@pytest.mark.slow
@needs("openmsx")
def test_text_picture_and_film(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", program, "--on", "openmsx"]) == 0
    out = capsys.readouterr().out
    assert "HELLO" in out
    assert "-- waits for a key in line 40" in out
    assert main(["run", program, "--on", "openmsx", "--type", "x", "--screen", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["stop"] == "ok"
    assert any("BYE" in row for row in data["screen"])
    assert main(["run", program, "--on", "openmsx", "-o", str(tmp_path / "x.png")]) == 0
    assert len(Image.open(tmp_path / "x.png").convert("RGB").getcolors() or ()) > 1
    assert main(["run", program, "--on", "openmsx", "--type", "x", "-o", str(tmp_path / "x.gif")]) == 0
    with Image.open(tmp_path / "x.gif") as film:
        assert film.format == "GIF"


@pytest.mark.slow
@needs("openmsx")
def test_model(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minibasic.install(tmp_path / "user", "MSX2", "Toy_MSX2")
    assert choose("msx2").machine == "Toy_MSX2"
    assert choose("msx1").machine == "Toy_BASIC"
    assert choose("vg8020").machine == "Philips_VG_8020-20"
    assert choose().machine == "Toy_BASIC"
    monkeypatch.delenv("MSXKIT_MACHINE")
    (tmp_path / "pyproject.toml").write_text('[tool.msxkit]\nmachine = "Mine"\n')
    assert choose(folder=tmp_path).machine == "Mine"
    (tmp_path / "msx.toml").write_text('machine = "msx2"\n')
    assert choose(folder=tmp_path).machine == "Toy_MSX2"
    assert main(["run", program, "--on", "openmsx", "--machine", "msx2"]) == 0
    assert main(["run", program, "--on", "openmsx", "--machine", "msx2plus"]) == 2


@pytest.mark.slow
@needs("openmsx")
def test_disk(program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    minibasic.install(tmp_path / "user", "drive", "Toy_Drive")
    disk, files = tmp_path / "a.dsk", tmp_path / "files"
    files.mkdir()
    (files / "SCORE.DAT").write_bytes(b"100")
    assert main(["disk", "new", "-o", str(disk), str(files / "SCORE.DAT")]) == 0
    before = disk.read_bytes()
    target = OpenmsxTarget(choose("Toy_Drive").boot)
    with closing(target):
        target.files = Kept({"SCORE.DAT": b"100"})
        target.start(Program.from_ascii(Path(program).read_bytes()))
        (inserted,) = target.machine.command("lindex [diska] 1").split("\n")
        assert Disk.load(Path(inserted).read_bytes()).entries()[0].name == "SCORE.DAT"
        # Somebody writes on the disk while it is in the drive.
        target.machine.eject_disk()
        Path(inserted).write_bytes(image_of({"SCORE.DAT": b"200"}, Stamp(0, 0)))
        target.take_files()
        assert dict(target.files) == {"SCORE.DAT": b"200"}
    for option in (["--files", str(files)], ["--disk", str(disk)]):
        out = tmp_path / "r.json"
        on = ["--machine", "Toy_Drive", *option]
        assert main(["record", program, *on, "-o", str(out), "--type", "x"]) == 0
        assert main(["replay", str(out), "--program", program, *on]) == 0
        assert main(["run", program, "--on", "openmsx", *option]) == 2
        assert "no disk drive A" in capsys.readouterr().err
    assert disk.read_bytes() == before
