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


def test_the_next_run_finds_what_one_has_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = ("--clock", str(tmp_path / "clock.json"))
    sets = 'SET PROMPT "Hi":SET BEEP 2:SET DATE "05/06/87":SET TIME "12:30:00",A:COLOR 15,1,1:WIDTH 33:SET SCREEN'
    assert _run(tmp_path, sets, *clock) == 0
    capsys.readouterr()
    looks = "GET DATE D$:GET TIME T$,A:BEEP:PRINT D$;PEEK(&HF3B0);PEEK(&HF3EA):PRINT T$"
    assert _run(tmp_path, looks, *clock) == 0
    assert capsys.readouterr().out.split()[:5] == ["05/06/87", "33", "1", "12:30:00", "Hi"]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"kind": "other"}', '{"kind": "msxkit clock chip", "start": "x"}', "{" * 9999]
)
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    clock = tmp_path / "clock.json"
    clock.write_text(text)
    assert _run(tmp_path, "PRINT 1", "--clock", str(clock)) == 2
    assert clock.read_text() == text


def test_numbers_out_of_range_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clock = tmp_path / "clock.json"
    assert _run(tmp_path, "PRINT 1", "--clock", str(clock)) == 0
    found = json.loads(clock.read_text())
    clock.write_text(json.dumps({**found, "beep_sound": 9}))
    assert _run(tmp_path, "PRINT 1", "--clock", str(clock)) == 2
    assert "out of its range" in capsys.readouterr().err
