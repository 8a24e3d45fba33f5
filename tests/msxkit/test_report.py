"""The report page: its data, and its behaviour in headless Chromium, opened from a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from msxkit.display.font import patterns
from msxkit.display.screen import Screen
from msxkit.recording import Recording, load
from msxkit.report import HeatMap, SummaryRow, VerifyReport, page
from msxkit.verify import Result, replay
from tests.chromium import dom
from tests.conftest import RECORDINGS, ROOT
from tests.msxkit.test_verify import Tape, cell
from tests.programs import needs

BROKEN_STEP = 50


@pytest.fixture(scope="module")
def games() -> list[Recording]:
    return [load(path) for path in RECORDINGS[:3]]


@pytest.fixture(scope="module")
def report(games: list[Recording]) -> VerifyReport:
    """Three games; the second one is replayed by a machine that shows two wrong cells from step 50 on."""
    broken = Tape(
        games[1], lambda index, seen: cell(cell(seen, 98, 1), 99, 2) if index >= BROKEN_STEP else seen
    )
    results: list[Result] = [
        replay(games[0], Tape(games[0])),
        replay(games[1], broken),
        replay(games[2], Tape(games[2])),
    ]
    rows = [
        SummaryRow(
            "tape", ["battle.bas"], 3, sum(r.steps for r in results), sum(r.cells for r in results), 2, 1.5
        ),
        SummaryRow("openmsx", reason="openMSX is not installed: apt-get install openmsx"),
    ]
    return VerifyReport(
        "Tapes & </script> tests",
        rows,
        games,
        {"tape": results},
        {"battle.bas": (ROOT / "basic/battle.bas").read_text("ascii")},
        {"battle.bas": {110: 12345}},
        {
            "Shots": [
                HeatMap("where", [[x * y for x in range(10)] for y in range(10)]),
                HeatMap("certain", [[5, 6, 7], [100, 7, 100]], certain=100),
                HeatMap("alike", [[3, 3]]),
            ]
        },
        explanations={("tape", games[1].name): ("it is <b>wrong</b>", 430)},
    )


def test_data_is_the_results(report: VerifyReport) -> None:
    text = page(report)
    assert "http" not in re.sub(r"<script.*", "", text, flags=re.S)
    assert text.count("</script>") == 2
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', text, re.S)[1])  # type: ignore[index]
    assert [game["name"] for game in data["games"]] == ["game-000", "game-001", "game-002"]
    assert data["games"][0]["replays"]["tape"]["difference"] is None
    assert data["games"][1]["replays"]["tape"]["difference"]["step"] == BROKEN_STEP
    absent = data["backends"][1]
    assert (absent["name"], absent["available"]) == ("openmsx", False)
    assert absent["reason"] == "openMSX is not installed: apt-get install openmsx"


@needs("chromium")
def test_page_opens_steps_and_finds_the_difference(report: VerifyReport, tmp_path: Path) -> None:
    script = """
      const key = k => dispatchEvent(new KeyboardEvent("keydown", {key: k}));
      const at = () => document.getElementById("caption").textContent, out = {start: at()};
      const games = document.getElementById("game"), play = document.getElementById("play");
      games.value = "game-000"; games.dispatchEvent(new Event("change")); out.chosen = at();
      play.click(); out.playing = play.textContent; key("Home"); out.paused = play.textContent; out.home = at();
      key("ArrowRight"); key("ArrowRight"); out.two = at(); out.hash2 = location.hash;
      key("ArrowLeft"); out.one = at(); key("End"); out.end = at(); key("Home"); key("d"); out.found = at();
      out.hash = location.hash;
      out.captions = [...document.querySelectorAll("#screens figcaption")].map(f => f.textContent);
      out.line = document.querySelector("#listing .now").textContent;
      out.why = [...document.querySelectorAll(".why")].map(p => p.textContent);
      out.guilty = document.querySelector("#listing .guilty").textContent;
      const c = document.querySelectorAll("canvas")[1].getContext("2d");
      // Left edge of the outline around the cell at offset 98: column 2, row 3.
      out.outline = [...c.getImageData(8 + 2 * 8 - 1, 8 + 3 * 8 + 4, 1, 1).data];
      out.summary = [...document.querySelectorAll("#summary tr")].map(r => r.textContent);
      out.verdict = document.getElementById("verdict").textContent;
      out.wide = document.documentElement.scrollWidth <= innerWidth;
      return out;
    """
    out = dom(tmp_path, page(report), script)
    # It opens at the first difference, and a game that is chosen where there is something to see.
    assert out["start"].startswith(f"game-001, step {BROKEN_STEP} of ")
    assert re.match(r"game-000, step \d+ of 205: .*waiting for a key", out["chosen"])
    assert (out["playing"], out["paused"]) == ("Pause", "Play")
    assert out["home"].startswith("game-000, step 0 of 205: line 430")
    assert out["two"].startswith("game-000, step 2 of 205: after TIME 22905")
    assert out["hash2"] == "#game-000/step-2"
    assert out["one"].startswith("game-000, step 1 of 205")
    assert out["end"].startswith("game-000, step 205 of 205: ")
    assert out["end"].endswith("back at Ok · the end · cursor 0, 16")
    assert out["found"].startswith(f"game-001, step {BROKEN_STEP} of ")
    assert out["hash"] == f"#game-001/step-{BROKEN_STEP}"
    assert out["captions"] == ["recorded on Sanyo PHC-28P", "tape: differs in 2 cells"]
    assert re.match(r" +(0|12345)  \d+ ", out["line"])
    assert out["why"] == ["it is <b>wrong</b>"]
    assert re.match(r" +\d*  430 ", out["guilty"])
    assert out["outline"][0] > 150
    assert out["outline"][1] < 120
    assert "openMSX is not installed" in out["summary"][2]
    assert out["verdict"] == "There are differences."
    assert out["wide"]


@needs("chromium")
@pytest.mark.slow
def test_page_without_differences(report: VerifyReport, tmp_path: Path) -> None:
    script = 'return {at: document.getElementById("caption").textContent}'
    equal = replace(report, results={})
    assert "waiting for a key" in dom(tmp_path, page(equal), script)["at"]


@needs("chromium")
@pytest.mark.slow
def test_certain_cells_flatten_no_map(report: VerifyReport, tmp_path: Path) -> None:
    script = """
      const shares = [...document.querySelectorAll(".map")].map(map => [...map.querySelectorAll("td")].map(
        cell => getComputedStyle(cell).backgroundColor));
      return {shares};
    """
    plain, certain, alike = (
        [round(100 * float((re.search(r"/ ([\d.]+)\)", colour) or ["", "1"])[1])) for colour in colours]
        for colours in dom(tmp_path, page(report), script)["shares"]
    )
    assert plain == [round(100 * x * y / 81) for y in range(10) for x in range(10)]
    assert certain == [0, 50, 100, 100, 100, 100]
    assert alike == [100, 100]


@needs("chromium")
@pytest.mark.slow
def test_pixels_are_those_of_the_python_pictures(
    report: VerifyReport, games: list[Recording], tmp_path: Path
) -> None:
    script = """
      const d = document.querySelector("canvas").getContext("2d").getImageData(0, 0, 272, 208).data;
      let s = ""; for (let i = 0; i < d.length; i += 4) s += d[i] > 127 ? "1" : "0"; return {s};
    """
    step = next(index for index, step in enumerate(games[0].steps) if step.at == "key")
    shown = dom(tmp_path, page(report), script, f"#game-000/step-{step}")["s"]
    assert shown == "".join(_dots(games[0].steps[step].screen))


def _dots(screen: Screen) -> Iterator[str]:
    """Yield the dots of a screen with its cursor, and of a border of one character, row by row."""
    for y in range(-8, 200):
        for x in range(-8, 264):
            column, row = x // 8, y // 8
            if not (0 <= x < 256 and 0 <= y < 192):
                yield "0"
                continue
            lit = patterns()[screen.cells[32 * row + column]][y % 8] >> (7 - x % 8) & 1
            yield str(lit ^ ((column, row) == screen.cursor))
