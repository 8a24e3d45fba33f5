"""Every command takes a modern source, and speaks of its files, rows, columns and names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from msxkit.cli import main
from tests.programs import needs

GAME = """define [wait][for t = 1 to [100]:next]
score = 0
loop{
  score += 1: [wait](2)
  if score > 2 then exit
  .show(score)
}
print scroe
error 5
include "lib.dmx"
"""
LIB = 'func .show(value)\n  print value; "x"\nret\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of the game, which lies in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    Path("game.dmx").write_text(GAME)
    Path("lib.dmx").write_text(LIB)
    return "game.dmx"


def test_run(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", game, "--variables", "--coverage", "--profile"]) == 1
    shown = capsys.readouterr().out
    assert "-- game.dmx:9:1: Illegal function call in 70: error 5" in shown
    assert "score# = 3\n" in shown
    assert '        2                     lib.dmx:2: print value; "x"\n' in shown
    profile = shown[shown.index("milliseconds") :]
    assert re.search(r"\n +12 .* %  game.dmx:4: score \+= 1: \[wait\]\(2\)\n", profile)
    assert re.search(r"\n +2 .* %  lib.dmx:2: print value", profile)


@pytest.mark.slow
@needs("openmsx")
def test_run_on_cartridge(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", game, "--on", "cartridge", "--variables"]) == 1
    shown = capsys.readouterr().out
    assert "\n-- game.dmx:9:1: Illegal function call in 70: error 5\n" in shown
    assert "\nscore# = 3\n" in shown
    Path(game).write_text("a = 1:\nb = asc(a$)")
    assert main(["run", game, "--on", "cartridge", "--screen", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["place"] == "game.dmx:2:1"
