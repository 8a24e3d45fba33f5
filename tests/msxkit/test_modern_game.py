"""The game of docs/modern.md: it is checked, tested by its names, and compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.testbench.msx import Msx

GAME = Path(__file__).parents[1] / "dignified" / "game.dmx"


def test_nothing_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(GAME)]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_played(msx: Msx) -> None:
    msx.load(GAME)
    assert msx.run() == "key"
    assert msx.variables["lives"] == 3
    row, column = msx.variables["gold_row"], msx.variables["gold_column"]
    for key in "s" * max(0, int(row - 8)) + "w" * max(0, int(8 - row)):
        msx.type(key)
    for key in "d" * max(0, int(column - 8)) + "a" * max(0, int(8 - column)):
        msx.type(key)
    assert msx.variables["score"] == 10
    assert msx.screen[0].startswith("score 10")
    assert "game.dmx" in msx.describe()
    assert msx.type("q") == "end"


def test_compiled(tmp_path: Path) -> None:
    assert main(["compile", str(GAME), "-o", str(tmp_path / "game.rom")]) == 0
    assert (tmp_path / "game.rom").stat().st_size == 16384
