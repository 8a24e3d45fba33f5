"""The game of docs/modern.md: it is checked, formatted, tested by its names, debugged and compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.testbench.msx import Msx
from tests.msxkit.dap.client import Client
from tests.programs import needs

GAME = Path(__file__).parents[1] / "dignified" / "mole.dmx"
RIGHT, LEFT, UP, DOWN = map(chr, range(28, 32))
STONE, MOLE, NOTHING = 2, 5, 7


def test_nothing_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(GAME)]) == 0
    assert "nothing found" in capsys.readouterr().out
    assert main(["format", "--check", str(GAME), str(GAME.with_name("tiles.dmx"))]) == 0


@pytest.fixture
def started(msx: Msx) -> Msx:
    """The game at its first wait for a key."""
    msx.load(GAME)
    assert msx.run() == "key"
    return msx


def test_a_stone_falls_past_the_mole_and_on_it(started: Msx) -> None:
    started.type(DOWN + RIGHT)
    assert (started.variables["score"], started.variables["gems"]) == (10, 6)
    started.type(UP + LEFT)
    cells = [started.variables[f"cave(4,{row})"] for row in (2, 3, 4)]
    assert cells == [NOTHING, NOTHING, STONE]
    assert started.variables["lives"] == 3
    started.run()
    started.type(DOWN + RIGHT + UP)
    assert "mole.dmx" in started.describe()
    assert started.type(DOWN) == "key"
    assert started.variables["is_dead"] == -1
    assert "Ouch!" in started.screen[20]
    started.type(" ")
    assert (started.variables["lives"], started.variables["mole_row"]) == (2, 3)


def test_a_stone_is_pushed_into_an_empty_cell_alone(started: Msx) -> None:
    started.type(RIGHT * 5)
    assert (started.variables["mole_column"], started.variables["lamp"]) == (7, 86)
    started.type(UP + RIGHT * 2 + DOWN + LEFT)
    cells = [started.variables[f"cave({column},3)"] for column in (7, 8, 9)]
    assert cells == [STONE, MOLE, NOTHING]


@pytest.mark.slow
@needs("openmsx")
def test_debugged_on_a_cartridge(tmp_path: Path) -> None:
    with Client(GAME.parent, name=GAME.name, own=True) as client:
        row = GAME.read_text().split("\n").index("  lamp--") + 1
        client.start(
            [{"line": row, "condition": "gems < 7"}], on="cartridge", keys=DOWN + RIGHT, screen=False
        )
        assert client.stopped()["at_line"] == row
        assert [client.value(name) for name in ("score", "lamp", "cave(4, 4)")] == ["10", "89", str(MOLE)]
        assert client.go("next")["at_line"] == row + 1


def test_compiled(tmp_path: Path) -> None:
    assert main(["compile", str(GAME), "-o", str(tmp_path / "mole.rom")]) == 0
    assert (tmp_path / "mole.rom").stat().st_size == 16384
