"""The command that compares fresh games by the hundred thousand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
def test_games_are_counted_with_what_they_cover(tmp_path: Path) -> None:
    told = tmp_path / "scale.json"
    command = [sys.executable, "-m", "tests.scale", "--games", "75", "--seed", "3", "--jobs", "1"]
    subprocess.run([*command, "--json", str(told)], check=True, capture_output=True, cwd=ROOT)
    found = json.loads(told.read_bytes())
    assert found["games"] == sum(found["by_program_and_style"].values()) == 75
    assert found["different"] == []
    assert found["cells"] == 768 * found["steps"]
    assert found["port_missing"] == []
    # Games 0, 37 and 74 were watched: all of battle.bas but a way or two.
    assert found["games_watched"] == 3
    missing = [place for place in found["listings_missing"] if place.startswith("battle.bas")]
    assert 0 < len(missing) < 20
