"""`battleship verify --on all`: the same on one process and on several, its table, its page, its coverage."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from battleship.cli import main
from battleship.original import computer
from battleship.original.backend import PortBackend
from battleship.verification.comparing import (
    BACKENDS,
    EXAMPLES,
    SECONDS,
    Available,
    available,
    compare,
    compare_fresh,
    coverage,
)
from battleship.verification.sources import FOLDER
from battleship.workers import InProcess, workers
from msxkit.backends.cartridge import CartridgeTarget
from msxkit.backends.replaying import TargetBackend
from msxkit.openmsx.playing import find_program
from msxkit.recording import Recording, load
from tests.chromium import dom
from tests.conftest import RECORDINGS
from tests.programs import needs

SOME = [*RECORDINGS[:9], *RECORDINGS[-3:]]


@pytest.fixture(scope="module")
def games() -> list[Recording]:
    return [load(path) for path in SOME]


@pytest.mark.slow
def test_several_processes_give_what_one_gives(games: list[Recording]) -> None:
    done: list[int] = []
    with workers(2) as executor:
        several = compare(BACKENDS["port"](), games, executor, done.append)
    one = compare(BACKENDS["port"](), games, InProcess())
    assert sum(done) == len(games)
    assert several.results == one.results
    assert several.equal == one.equal == len(games)
    assert several.programs == ["battle.bas", "shotdark.bas"]


@pytest.mark.nightly
def test_fresh_games_on_several_processes() -> None:
    done: list[int] = []
    with workers(2) as executor:
        several = compare_fresh("port", 20, 7, executor, done.append)
    one = compare_fresh("port", 20, 7, InProcess())
    assert sum(done) == 20
    assert several.results == one.results
    assert [result.recording.name for result in one.results] == [f"fresh-7-{number}" for number in range(20)]
    assert one.equal == 20
    assert one.steps == sum(result.total for result in one.results)
    assert [bool(result.recording.steps) for result in one.results] == [True] * EXAMPLES + [False] * 15


def test_coverage_counts_what_the_recordings_show(games: list[Recording]) -> None:
    """Lines with one event each ran as often as the recordings have steps there."""
    counted = coverage(games, InProcess())
    for file in ("battle.bas", "shotdark.bas"):
        steps = Counter(
            step.line
            for game in games
            if game.program.file == file
            for step in game.steps
            if step.line is not None
        )
        for line in (110, 430, 435, 660, 665):
            assert counted[file][line] == steps[line] > 0
        played = sum(game.program.file == file for game in games)
        assert counted[file][10] == played
        assert 5 not in counted[file]
        assert 2010 not in counted[file]


def test_unavailable_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("MSXKIT_OPENMSX", raising=False)
    found = available()
    assert found.backends.keys() == {"port", "interpreter"}
    assert "install" in found.missing["openmsx"]
    assert found.broken == {}


def test_all_backends_with_table_page_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MSXKIT_OPENMSX", str(tmp_path / "none"))
    files = [str(path) for path in SOME[:2]]
    report, data = tmp_path / "index.html", tmp_path / "all.json"
    options = ["--games", "2", "--seed", "4", "--jobs", "1", "--report", str(report), "-o", str(data)]
    assert main(["verify", "--on", "all", *options, *files]) == 0
    out = capsys.readouterr().out
    assert "game-000       battle.bas      206 of   206 steps  port equal  interpreter equal\n" in out
    table = [line.split() for line in out.splitlines()[-8:]]
    assert table[0][:3] == ["port", "recordings", "battle"]
    assert [row[:2] for row in table[:5]] == [
        ["port", "recordings"],
        ["interpreter", "recordings"],
        ["port", "fresh"],
        ["openmsx", "not"],
        ["cartridge", "not"],
    ]
    assert "2 of 2" in out
    written = json.loads(data.read_bytes())
    assert written["unavailable"].keys() == {"openmsx", "cartridge"}
    assert [entry["total"] for entry in written["comparisons"]] == [2, 2, 2]
    assert written["equal"] == written["total"] == 6
    assert "game-001" in report.read_text("utf-8")


def test_a_page_of_fresh_games_alone_has_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "index.html"
    assert main(["verify", "--games", "2", "--jobs", "1", "--report", str(path)]) == 0
    assert capsys.readouterr().out.endswith("index.html: 2 games step by step, for the browser\n")
    assert "ship cells in 4 fleets" in path.read_text("utf-8")


@needs("chromium")
def test_page_of_broken_port(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MSXKIT_OPENMSX", str(tmp_path / "none"))
    monkeypatch.setattr(computer, "mark_surround", lambda state: None)
    path = tmp_path / "index.html"
    options = ["--on", "all", "--jobs", "1", "--explain", "--report", str(path)]
    assert main(["verify", *options, str(SOME[0]), str(SOME[1])]) == 1
    out = capsys.readouterr().out
    assert "step 69, after SPACE at I1, line 840: the original marks (6,1), (6,2)" in out
    assert "port DIFFERENT  interpreter equal" in out
    script = """
      return {hash: location.hash, verdict: document.getElementById("verdict").textContent,
              captions: [...document.querySelectorAll("#screens figcaption")].map(f => f.textContent),
              line: document.querySelector("#listing .now").textContent};
    """
    shown = dom(tmp_path, path.read_text("utf-8"), script)
    assert shown["hash"] == "#game-000/step-69"
    assert shown["verdict"] == "There are differences."
    assert shown["captions"][1:] == ["port: differs in 4 cells", "interpreter: equal"]
    assert "110 LOCATE CX,CY" in shown["line"]


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--on", "all"]])
def test_many_games_with_one_fault_are_counted(
    options: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    only = Available({"port": BACKENDS["port"]()}, {}, {})
    monkeypatch.setattr("battleship.commands.verify.available", lambda: only)
    monkeypatch.setattr(computer, "mark_surround", lambda state: None)
    recordings = [str(path) for path in RECORDINGS[:8]]
    assert main(["verify", *options, "--jobs", "1", *recordings]) == 1
    out = capsys.readouterr().out
    different = out.count("DIFFERENT")
    assert different > 4
    assert out.count(" cells differ:") == 3
    assert f"port: {different - 3} more games differ; --explain shows all, --report on a page\n" in out
    assert main(["verify", *options, "--jobs", "1", "--explain", *recordings]) == 1
    out = capsys.readouterr().out
    assert out.count(" cells differ:") == different
    assert "more games differ" not in out


@pytest.mark.slow
def test_an_emulator_is_found_and_started_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recordings and fresh games are played on the same one, which is ended at last."""
    made: list[Emulated] = []

    class Emulated(PortBackend):
        name = "openmsx"
        is_emulator = True
        closed = 0

        def __init__(self) -> None:
            made.append(self)

        def close(self) -> None:
            self.closed += 1

    monkeypatch.setitem(BACKENDS, "openmsx", Emulated)
    monkeypatch.setitem(SECONDS, "openmsx", 20.0)
    options = ["--on", "all", "--jobs", "1", "--games", "2"]
    assert main(["verify", *options, str(SOME[0])]) == 0
    assert [emulated.closed for emulated in made] == [1]
    told = capsys.readouterr()
    assert "port equal  openmsx equal" in told.out
    assert re.match(r"3 games, in openMSX too \(openmsx.*\): about 60 s with 1 process\n", told.err)


@pytest.mark.slow
@needs("openmsx")
def test_each_worker_has_an_emulator_of_its_own(games: list[Recording]) -> None:
    done: list[int] = []
    with closing(TargetBackend(CartridgeTarget(), lambda wanted: find_program(wanted, [FOLDER]))) as backend:
        with workers(2) as executor:
            several = compare(backend, games[:4], executor, done.append)
        one = compare(backend, games[:4], InProcess())
    assert done == [1, 1, 1, 1]
    assert several.results == one.results
    assert several.equal == 4
