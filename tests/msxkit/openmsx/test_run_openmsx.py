"""`msxkit run --on openmsx`, on a machine with a toy BASIC."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from msxkit.cli import main
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


def test_refused_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "p.bas"
    program.write_text("10 END\n")
    assert main(["run", str(program), "--on", "openmsx", "--variables"]) == 2
    assert "--on openmsx takes keys" in capsys.readouterr().err
