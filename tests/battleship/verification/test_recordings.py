"""Recording the game on an emulator (a scripted one), and what recordings tell of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battleship.cli import main
from battleship.verification.recordings import fleets, load, ships
from battleship.verification.styles import STYLES
from msxkit.cli import main as msxkit
from msxkit.errors import RecordingError
from tests.conftest import RECORDINGS

SHOT = 32


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    "style",
    [style if style == "perfect" else pytest.param(style, marks=pytest.mark.nightly) for style in STYLES],
)
@pytest.mark.slow
def test_the_game_is_recorded_in_every_style(
    style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "made.json"
    assert main(["record", "--style", style, "--seed", "5", "-o", str(file)]) == 0
    made = load(file)
    assert made.style == style
    assert made.outcome in ("player", "computer")
    assert set(made.recorded_on) == set(load(RECORDINGS[0]).recorded_on)
    assert f"{len(made.steps)} steps" in capsys.readouterr().out
    # The port, whose fleets are counted another way, plays the same game.
    assert main(["verify", str(file)]) == 0
    if style == "perfect":
        assert made.outcome == "player"
        assert made.keys.count(SHOT) == len(ships(fleets(made)["computer"])) == 20


@pytest.mark.nightly
@pytest.mark.usefixtures("emulator")
def test_the_kit_records_any_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A recording of the kit knows nothing of the game: it has no fleets and no winner."""
    program = tmp_path / "keys.bas"
    program.write_text('10 SCREEN 1:WIDTH 30\n20 A$=INPUT$(1):PRINT A$;:IF A$<>"z" GOTO 20\n', "ascii")
    file = tmp_path / "made.json"
    assert msxkit(["record", str(program), "--type", r"ab\x63z", "-o", str(file)]) == 0
    made = json.loads(file.read_bytes())
    assert made["keys"] == [97, 98, 99, 122]
    assert made["outcome"] is None
    assert "fleets" not in made
    assert made["steps"][-1]["at"] == "end"
    assert msxkit(["replay", str(file)]) == 0
    keys = tmp_path / "keys"
    keys.write_bytes(b"q\n")
    assert msxkit(["record", str(program), "--keys", str(keys), "--force", "-o", str(file)]) == 0
    assert json.loads(file.read_bytes())["keys"] == [ord("q"), 13]
    assert msxkit(["record", str(program), "--random", "12", "--type", "ab", "--force", "-o", str(file)]) == 0
    random = json.loads(file.read_bytes())
    assert set(random["keys"]) == {97, 98}
    assert len(random["keys"]) == 12
    assert random["steps"][-1]["at"] == "key"
    assert msxkit(["record", str(program), "--keys", str(keys), "--type", "a", "-o", str(file)]) == 2
    assert "not both" in capsys.readouterr().err


def test_recorded_fleets_are_those_of_the_file() -> None:
    for path in RECORDINGS[::8]:
        told = json.loads(path.read_bytes())["fleets"]
        assert fleets(load(path)) == {owner: tuple(rows) for owner, rows in told.items()}


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("no", "field 'fleets': an object is needed"),
        ({"player": "no"}, r"field 'fleets\.player': a list is needed"),
        ({"player": ["..", 3]}, r"field 'fleets\.player\[1\]': a text is needed"),
    ],
)
def test_fleets_that_are_none_are_named(told: object, message: str, tmp_path: Path) -> None:
    data = json.loads(RECORDINGS[0].read_bytes())
    data["fleets"] = told
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(data))
    with pytest.raises(RecordingError, match=f"odd.json: {message}"):
        load(file)
