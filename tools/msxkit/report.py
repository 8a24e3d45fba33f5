"""The report of a verification as one self-contained HTML file: summary, filmstrips of all games, the listing.

It is made from the same results as the exit code. It needs no network and no other files. The font is that of
`msxkit.display.font`, the palette that of `msxkit.display.palette`.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from typing import Any

from msxkit import recording as recordings
from msxkit.display.font import patterns
from msxkit.display.palette import TMS9918A
from msxkit.recording import Recording
from msxkit.verify import Result, to_json

#: The styles that all pages share, and those of this page.
STYLES = ("look.css", "report.css")


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One line of the summary: a backend and what was compared with it.

    Attributes:
        name: That of the backend.
        games, steps, cells: How many were compared.
        equal: How many games were equal.
        seconds: How long that took.
        reason: Why the backend is not available, and what to do; the other fields are then empty.
    """

    name: str
    programs: Sequence[str] = ()
    games: int = 0
    steps: int = 0
    cells: int = 0
    equal: int = 0
    seconds: float = 0.0
    note: str = ""
    reason: str = ""

    @property
    def available(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Numbers for the cells of a board: rows from the top, columns named by letters.

    Attributes:
        decimals: How many decimals are shown.
        certain: The value of cells that are the same every time, if there are any. The scale runs from the least to the
            greatest of the others.
    """

    title: str
    rows: Sequence[Sequence[float]]
    decimals: int = 0
    certain: float | None = None


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """Everything that the page shows.

    Attributes:
        results: Backend name -> one result per recording, each for a recording in `games`.
        programs: File name -> its listing.
        coverage: File name -> BASIC line -> how often it ran.
        maps: Title of a section -> its heat maps.
        explanations: Backend and game -> what differs in words, and the BASIC line that did it.
    """

    title: str
    summary: Sequence[SummaryRow]
    games: Sequence[Recording]
    results: Mapping[str, Sequence[Result]]
    programs: Mapping[str, str] = field(default_factory=dict)
    coverage: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    maps: Mapping[str, Sequence[HeatMap]] = field(default_factory=dict)
    footer: str = ""
    explanations: Mapping[tuple[str, str], tuple[str, int | None]] = field(default_factory=dict)


def page(report: VerifyReport, scripts: Sequence[str] = (), policy: str = "") -> str:
    """Return the HTML text: one file with everything in it.

    Args:
        scripts: Names of script files beside the page that it loads instead, `report.js` among them, as a content
            security policy wants it. The styles are then beside it too (`parts`).
        policy: That content security policy; it counts with `scripts` only.
    """
    # "</script>" or "<!--<script>" inside a JSON string would move the end of the element that holds it.
    data = json.dumps(_data(report), separators=(",", ":")).replace("<", "\\u003c")
    if scripts:
        head = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">\n'
        head += "".join(f'<link rel="stylesheet" href="{name}">\n' for name in STYLES)
        script = "\n".join(f'<script type="module" src="{html.escape(name)}"></script>' for name in scripts)
    else:
        head = f"<style>\n{''.join(map(_part, STYLES))}</style>\n"
        script = f"<script>\n{_part('report.js')}</script>"
    values = {
        "TITLE": html.escape(report.title),
        "FOOTER": html.escape(report.footer),
        "DATA": data,
        "HEAD": head,
        "SCRIPT": script,
    }
    return re.sub("@(TITLE|FOOTER|DATA|HEAD|SCRIPT)@", lambda match: values[match[1]], _part("report.html"))


def _part(name: str) -> str:
    return files("msxkit").joinpath(name).read_text("utf-8")


def parts() -> dict[str, bytes]:
    """Return the script and styles of the page, for callers that keep them beside it."""
    return {name: _part(name).encode("utf-8") for name in (*STYLES, "report.js")}


def _data(report: VerifyReport) -> dict[str, Any]:
    replays: dict[str, dict[str, Any]] = {}
    for backend, results in report.results.items():
        for result in results:
            words, line = report.explanations.get((backend, result.recording.name), ("", None))
            replays.setdefault(result.recording.name, {})[backend] = {
                "difference": to_json(result).get("difference"),
                "explanation": words,
                "guilty": line,
            }
    return {
        "font": base64.b64encode(b"".join(patterns())).decode("ascii"),
        "palette": TMS9918A,
        "backends": [asdict(row) | {"available": row.available} for row in report.summary],
        "games": [_game(game, replays.get(game.name, {})) for game in report.games],
        "programs": {
            file: [[int(line.split(" ", 1)[0]), line] for line in text.splitlines() if line[:1].isdigit()]
            for file, text in report.programs.items()
        },
        "coverage": report.coverage,
        "maps": [
            {"title": title, "maps": [_map(heat) for heat in maps]} for title, maps in report.maps.items()
        ],
    }


def _game(game: Recording, replays: dict[str, Any]) -> dict[str, Any]:
    data = recordings.to_json(game)
    kept = ("name", "style", "outcome", "times", "keys", "steps")
    return {key: data[key] for key in kept} | {
        "program": game.program.file,
        "machine": game.recorded_on.get("machine", ""),
        "replays": replays,
    }


def _map(heat: HeatMap) -> dict[str, Any]:
    return asdict(heat) | {"columns": [chr(ord("A") + index) for index in range(len(heat.rows[0]))]}
