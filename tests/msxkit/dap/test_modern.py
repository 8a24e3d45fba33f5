"""The debugger in a modern source: its rows, included files too, and its names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.msxkit.dap.client import Client, RefusedError
from tests.msxkit.dap.test_console import console
from tests.programs import needs

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
        assert [frame["name"] for frame in client.frames()] == [".win", "main program", "FOR turn=1 TO 2"]
        rows = client.scope("Variables")
        assert (rows["turn#"]["value"], rows["score_now#"]["value"]) == ("1", "1")
        assert client.value("points*2 + turn") == "3"
        assert console(client, 'print points; turn; "turn"') == " 1  1 turn"
        with pytest.raises(RefusedError, match="points;turn: that is not an expression"):
            client.value("points;turn")
        console(client, "points=2:turn=7")
        assert console(client, "turn*points") == "14"
        assert client.go("stepIn")["at_line"] == 4
        assert re.fullmatch(r"turn: 0 -> 1, by .*game\.dmx:2", console(client, "who turn"))


def test_defines_in_console_and_conditions(tmp_path: Path) -> None:
    """A define is what it stands for; where files differ it is refused, and keywords and short names are themselves."""
    text = """define [most][3] [wall]["#"] [len][7] [ab][5] [twice][2*[[most]]] [limit][1]
ab = 1
for turn = 1 to 9
  print turn; [wall]; [twice]; [limit]
next
end
include "lib.dmx"
"""
    (tmp_path / "lib.dmx").write_text("define [limit][4] [own][turn+1]\n")
    with Client(tmp_path, text, "game.dmx") as client:
        client.start([{"line": 4, "condition": "turn = most"}])
        assert client.stopped()["at_line"] == 4
        words = ("turn", "[most]", "twice + 1", "own", "ab", 'len("limit")')
        assert [client.value(word) for word in words] == ["3", "3", "7", "4", "1", "5"]
        assert console(client, "print wall") == "#"
        with pytest.raises(RefusedError, match="limit"):
            client.value("limit")


STEPS = """define [wait][for t = 1 to [9]:next]
score = 0 :lives = 3
[wait]
score, lives = .won(score, .more(lives)) :bonus = 1
if score > 1 then _
  bonus = 2:
  lives++
print score
error 5
func .won(points, left = 1)
  points += 1
ret points + 1, left
include "more.dmx"
"""
MORE = """func .more(number)
  number++ :number++
ret number
"""
#: What the rows mean: `next` goes over what a row calls, `stepIn` into it, and comes back to the row that called.
OVER = [2, 3, 4, 5, 6, 7, 8, 9]
IN = [2, 3, 4, "more 2", "more 3", 4, 11, 12, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    "launch",
    [
        {},
        pytest.param({"on": "cartridge"}, marks=[needs("openmsx"), pytest.mark.slow]),
        pytest.param({"on": "openmsx", "machine": "Toy_BASIC"}, marks=[needs("openmsx"), pytest.mark.slow]),
    ],
    ids=["interpreter", "cartridge", "openmsx"],
)
def test_steps_go_by_row(tmp_path: Path, launch: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if launch.get("on") == "openmsx":
        request.getfixturevalue("toy")
        toy_steps(tmp_path, launch)
        return
    (tmp_path / "more.dmx").write_text(MORE)
    for command, rows in (("next", OVER), ("stepIn", IN)):
        with Client(tmp_path, STEPS, "game.dmx", own=bool(launch)) as client:
            client.start(stopOnEntry=True, screen=False, **launch)
            stops = [client.stopped(), *(client.go(command) for _ in rows[1:])]
            assert [row_of(stop) for stop in stops] == rows
            if not launch:
                back = [client.go("stepBack") for _ in IN[1:]]
                assert [row_of(stop) for stop in back] == IN[-2::-1]
            end = client.go("continue")
            assert (end["text"], end["at_line"]) == (f"Illegal function call in {client.path}:9", 9)
    with Client(tmp_path, STEPS, "game.dmx", own=bool(launch)) as client:
        client.run_to(4, screen=False, **launch)
        source = {"path": str(tmp_path / "more.dmx")}
        (point,) = client.ask("setBreakpoints", source=source, breakpoints=[{"line": 2}])["breakpoints"]
        assert (point["verified"], point["line"]) == (True, 2)
        stop = client.go("continue")
        assert (row_of(stop), client.value("number"), client.value("lives + 1")) == ("more 2", "3", "4")
        assert row_of(client.go("stepOut")) == 4
        assert client.scope("Variables")["number#"]["value"] == "5"


def row_of(stop: dict[str, Any]) -> int | str:
    """Return the row of a stop, with the name of the file if it is the included one."""
    row: int = stop["at_line"]
    return f"more {row}" if stop["at_source"]["name"] == "more.dmx" else row


def toy_steps(folder: Path, launch: dict[str, Any]) -> None:
    """Step through what the toy BASIC understands."""
    text = '{start}\nscreen 1\n.say()\nprint "A" :print "B"\nerror 5\nfunc .say()\n  print "SUB"\nret\n'
    with Client(folder, text, "game.dmx", own=True) as client:
        assert client.run_to(1, screen=False, **launch)["at_line"] == 2
        assert [client.go("stepIn")["at_line"] for _ in range(5)] == [3, 7, 8, 4, 5]
    with Client(folder, text, "game.dmx", own=True) as client:
        client.run_to(3, screen=False, **launch)
        assert [client.go("next")["at_line"] for _ in range(2)] == [4, 5]


def test_step_back_over_a_row_that_loops(tmp_path: Path) -> None:
    """Thousands of statements of a row are one step, and the way back from within a row leads to its beginning."""
    text = "score = 1\nfor turn = 1 to 9000: score++ :next\nscore = 2 :lives = 3\nend\n"
    with Client(tmp_path, text, "game.dmx") as client:
        client.start([{"line": 3, "column": 13}])
        assert client.stopped()["at_column"] == 12
        rows = [client.go("stepBack") for _ in range(3)]
        assert [(stop["at_line"], stop["at_column"]) for stop in rows] == [(3, 1), (2, 1), (1, 1)]


def test_breakpoint_in_a_row_without_statement(tmp_path: Path) -> None:
    with Client(tmp_path, "## nothing\n{start}\nlives = 3\n", "game.dmx") as client:
        (point,) = client.start([{"line": 1, "condition": "lives = 0"}])
        assert point["line"] == 3
        assert client.stopped()["at_line"] == 3


KANA = """names$ = "ｱｲｳ" : print names$
data "ｶ"
open "かな" for output as #1
a = 1
"""


@pytest.mark.parametrize("told", ["launch", "msx.toml"])
def test_text_is_shown_in_the_characters_of_the_machine(tmp_path: Path, told: str) -> None:
    if told == "msx.toml":
        (tmp_path / "msx.toml").write_text('sources = ["game.dmx"]\nencoding = "japan"\n')
    given: dict[str, Any] = {"encoding": "japan"} if told == "launch" else {}
    with Client(tmp_path, KANA, "game.dmx") as client:
        client.start(
            [{"line": 4, "condition": 'names$ = "ｱｲｳ"'}, {"line": 3, "logMessage": "{names$}"}], **given
        )
        assert client.stopped()["at_line"] == 4
        assert "アイウ" in client.event("output")["output"]
        assert client.scope("Variables")["names$"]["value"] == '"アイウ"'
        machine = client.scope("Machine")
        assert "'カ'" in machine["DATA"]["value"]
        assert "かな" in client.rows(machine["files"]["variablesReference"])["#1"]["value"]
        assert client.value('left$(names$,1)+"ｶ"') == '"アカ"'


def test_an_encoding_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with (
        Client(tmp_path, KANA, "game.dmx") as client,
        pytest.raises(RefusedError, match="encoding: 'x' is not"),
    ):
        client.start(encoding="x")
