"""`--clock FILE`: what the clock chip keeps from one run to the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.cli import main


def _run(folder: Path, listing: str, *options: str) -> int:
    program = folder / "a.bas"
    program.write_text(f"10 {listing}\n")
    return main(["run", str(program), *options])


def test_numbers_out_of_range_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = tmp_path / "clock.json"
    assert _run(tmp_path, "PRINT 1", "--clock", str(clock)) == 0
    found = json.loads(clock.read_text())
    clock.write_text(json.dumps({**found, "beep_sound": 9}))
    assert _run(tmp_path, "PRINT 1", "--clock", str(clock)) == 2
    assert "out of its range" in capsys.readouterr().err
