"""Recording the game, and what recordings tell of it."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from battleship.cli import main
from battleship.verification.recordings import fleets, load, ships
from battleship.verification.styles import STYLES
from msxkit.cli import main as msxkit
from msxkit.errors import RecordingError
from tests.conftest import RECORDINGS, one_in
from tests.msxkit.openmsx.test_playing import Interpreted

SHOT = 32


@pytest.mark.parametrize("style", one_in(len(STYLES), STYLES))
def test_styles(
    style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`battleship record` with the interpreter as the machine."""
    monkeypatch.setattr("msxkit.openmsx.settings.choose", lambda *_: SimpleNamespace(boot=None))
    monkeypatch.setattr("msxkit.backends.openmsx.OpenmsxTarget", lambda boot: Interpreted(range(5000, 65536)))
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


def test_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording of the kit knows nothing of the game: it has no fleets and no winner."""
    monkeypatch.chdir(tmp_path)
    Path("keys.bas").write_text(
        '10 SCREEN 1:WIDTH 30\n20 A$=INPUT$(1):PRINT A$;:IF A$<>"z" GOTO 20\n', "ascii"
    )
    Path("keys").write_bytes(b"q\n")

    def recorded(*options: str) -> dict[str, Any]:
        command = ["record", "keys.bas", "--on", "interpreter", *options, "--force", "-o", "made.json"]
        assert msxkit(command) == 0
        made: dict[str, Any] = json.loads(Path("made.json").read_bytes())
        return made

    made = recorded("--type", r"ab\x63z")
    assert (made["keys"], made["outcome"], made["steps"][-1]["at"]) == ([97, 98, 99, 122], None, "end")
    assert "fleets" not in made
    assert recorded("--keys", "keys")["keys"] == [ord("q"), 13]
    random = recorded("--random", "12", "--type", "ab")
    assert (set(random["keys"]), len(random["keys"]), random["steps"][-1]["at"]) == ({97, 98}, 12, "key")
    assert msxkit(["record", "keys.bas", "--keys", "keys", "--type", "a", "-o", "other.json"]) == 2


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
