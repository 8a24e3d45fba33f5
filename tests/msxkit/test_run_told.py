"""What `msxkit run` tells beside a picture, and of files that are in memory only."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_coverage_beside_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bas").write_text("10 A=1\n20 END\n30 PRINT\n")
    assert main(["run", "a.bas", "--coverage", "--variables", "-o", "a.png"]) == 0
    out = capsys.readouterr().out
    assert "A=1" in out.replace(" ", "")
    assert "2 of 3" in out
    assert Path("a.png").read_bytes()[:4] == b"\x89PNG"


def test_file_in_memory_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bas").write_text('10 OPEN"A.DAT"FOR OUTPUT AS#1:PRINT#1,1:CLOSE\n')
    assert main(["run", "a.bas"]) == 0
    assert "A.DAT: written in memory only; --files DIR keeps" in capsys.readouterr().err
    assert main(["run", "a.bas", "--files", "."]) == 0
    assert capsys.readouterr().err == ""
    assert Path("A.DAT").exists() or Path("a.dat").exists()


def test_replay_takes_the_recorded_machine() -> None:
    Path("a.bas").write_text("10 SCREEN 5:PSET(1,1),2:A$=INPUT$(1)\n")
    assert main(["record", "a.bas", "--on", "interpreter", "--machine", "msx2", "-o", "a.json"]) == 0
    assert main(["replay", "a.json", "--on", "interpreter"]) == 0
