"""The debugger in a modern source: its rows, included files too, and its names."""

from __future__ import annotations

from pathlib import Path

from tests.msxkit.dap.client import Client

GAME = """score = 0
for turn = 1 to 2:
  .win(turn)
next
print score
end
include "lib.dmx"
"""
LIB = """func .win(points)
  score_now += points:
  total = total + 1
ret
"""


def test_rows_files_and_names(tmp_path: Path) -> None:
    (tmp_path / "lib.dmx").write_text(LIB)
    with Client(tmp_path, GAME, "game.dmx") as client:
        (point,) = client.start([{"line": 3}])
        assert (point["verified"], point["line"], point["column"]) == (True, 3, 3)
        assert client.stopped()["at_line"] == 3
        included = client.ask(
            "setBreakpoints", source={"path": str(tmp_path / "lib.dmx")}, breakpoints=[{"line": 3}]
        )["breakpoints"]
        assert [(found["verified"], found["line"]) for found in included] == [(True, 3)]
        assert client.go("continue")["at_line"] == 3
        sources = [Path(frame["source"]["path"]).name for frame in client.frames()]
        assert sources[:2] == ["lib.dmx", "game.dmx"]
        rows = client.scope("Variables")
        assert (rows["turn#"]["value"], rows["score_now#"]["value"]) == ("1", "1")
        assert client.value("points*2 + turn") == "3"
        assert client.go("stepIn")["at_line"] == 4


def test_breakpoint_in_a_row_without_statement(tmp_path: Path) -> None:
    with Client(tmp_path, "## nothing\n{start}\nlives = 3\n", "game.dmx") as client:
        (point,) = client.start([{"line": 1, "condition": "lives = 0"}])
        assert point["line"] == 3
        assert client.stopped()["at_line"] == 3
