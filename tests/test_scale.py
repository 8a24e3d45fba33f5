"""The command that compares fresh games by the hundred thousand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.scale import marks


@pytest.mark.slow
def test_games_are_counted_with_what_they_cover(tmp_path: Path) -> None:
    """The marks go into the port as it is imported: in processes of their own."""
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


def test_what_the_port_has_is_told_by_line() -> None:
    places = marks.places()
    assert sum(place.count(":") == 1 for place in places) > 150
    assert {place.partition(":")[0] for place in places} == set(marks.PARTS)
    outcomes = {place for place in places if place.count(":") > 1}
    assert {place.rpartition(":")[0] + ":True" for place in outcomes} <= outcomes
