"""The debugger over its protocol, as a process."""

from __future__ import annotations

import base64
import io
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from msxkit.dap.adapter import serve
from msxkit.dap.fields import RequestFields
from msxkit.dap.inspection import Inspection
from msxkit.errors import MsxError
from msxkit.language.source import read_program
from tests.conftest import ROOT
from tests.msxkit.dap.client import Client, RefusedError
from tests.torture.test_statements import nested

LOOPS = """10 FOR I=1 TO 5
20 GOSUB 100:A=A+1
30 NEXT I
40 PRINT A:END
100 ' Sub
110 B=B+I
120 RETURN
"""


def test_break_point(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        (point,) = client.start([{"line": 6}])
        assert point["verified"]
        stop = client.stopped()
        assert (stop["reason"], stop["at_line"], stop["at_column"]) == ("breakpoint", 6, 5)
        names = [frame["name"] for frame in client.frames()]
        assert names == ["110 Sub", "20", "FOR I=1 TO 5"]
        assert client.go("continue")["at_line"] == 6
        assert client.value("I*10+B") == "21"
        rows = client.scope("Variables")
        assert (rows["I#"]["value"], rows["I#"]["type"]) == ("2", "double")


def test_steps_go_in_over_and_out(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        assert client.run_to()["reason"] == "entry"
        assert client.go("stepIn")["at_line"] == 2
        assert client.go("next")["at_column"] == 14
        assert client.value("B") == "1"
        assert [client.go("stepIn")["at_line"] for _ in range(3)] == [3, 2, 6]
        out = client.go("stepOut")
        assert (out["at_line"], out["at_column"], client.value("B")) == (2, 14, "3")


def test_program_that_begins_with_remarks(tmp_path: Path) -> None:
    with Client(tmp_path, "10 ' Title\n20 REM More\n30 A=1\n") as client:
        stop = client.run_to()
        assert (stop["reason"], stop["at_line"]) == ("entry", 3)


def meet_points(client: Client, condition: str, **launch: Any) -> None:
    """Run the loops with a condition that I is 3, a hit count and a log point."""
    points = [
        {"line": 6, "condition": condition},
        {"line": 3, "hitCondition": ">=4"},
        {"line": 2, "column": 14, "logMessage": "I is {I} and {1/0}"},
    ]
    client.start(points, **launch)
    assert (client.stopped()["at_line"], client.value("I")) == (6, "3")
    assert (client.go("continue")["at_line"], client.value("I")) == (3, "4")
    told = [event["body"]["output"] for event in client.events if event["event"] == "output"]
    assert told[0] == "I is 1 and <1/0: Division by zero>\n"
    assert len(told) == 4


def test_conditions_hit_counts_and_log_points(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        meet_points(client, "I=3")


@pytest.mark.parametrize("wrong", [{"hitCondition": "often"}, {"condition": "A+"}])
def test_a_wrong_condition_is_told(tmp_path: Path, wrong: dict[str, str]) -> None:
    with Client(tmp_path, LOOPS) as client:
        (point,) = client.start([{"line": 6, **wrong}])
        if "hitCondition" in wrong:
            assert "is not a hit count" in point["message"]
        else:
            assert client.stopped()["reason"] == "breakpoint"
            assert "not an expression" in client.event("output")["output"]


def test_stepping_back_is_exact(tmp_path: Path) -> None:
    with Client(tmp_path, "10 R=RND(1):A$=A$+STR$(R)\n20 LOCATE 3,4:PRINT R\n30 GOTO 10\n") as client:
        client.run_to()
        seen = []
        for _ in range(12):
            stop = client.go("stepIn")
            seen.append((stop["at_line"], stop["at_column"], client.value("R"), client.value("A$")))
        back = []
        for _ in range(11):
            stop = client.go("stepBack")
            back.append((stop["at_line"], stop["at_column"], client.value("R"), client.value("A$")))
        assert back == seen[-2::-1]
        again = [client.go("stepIn") for _ in range(11)]
        assert [(stop["at_line"], stop["at_column"]) for stop in again] == [place[:2] for place in seen[1:]]
        assert client.value("A$") == seen[-1][3]


def test_reverse_continue_finds_the_break_point_before(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        client.start([{"line": 6}])
        for _ in range(4):
            client.stopped()
            client.ask("continue", threadId=1)
        client.stopped()
        assert client.value("I") == "5"
        assert (client.go("reverseContinue")["reason"], client.value("I")) == ("breakpoint", "4")
        assert (client.go("reverseContinue")["at_line"], client.value("I")) == (6, "3")
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[])
        assert client.go("reverseContinue")["reason"] == "entry"


def test_a_held_key_is_seen_until_it_is_released(tmp_path: Path) -> None:
    with Client(tmp_path, "10 A$=INKEY$:K=STICK(0)\n20 L=STICK(0)\n30 END\n") as client:
        client.start(stopOnEntry=True)
        client.stopped()
        client.ask("msxkit/type", down=["right"])
        client.go("next")
        client.go("next")
        assert (client.value("ASC(A$)"), client.value("K")) == ("28", "3")
        client.ask("msxkit/type", up=["RIGHT"])
        client.go("next")
        assert client.value("L") == "0"
        with pytest.raises(RefusedError, match="there is no key 'NO'"):
            client.ask("msxkit/type", down=["no"])


def test_speed_of_an_msx(tmp_path: Path) -> None:
    with Client(tmp_path, "10 TIME=0\n20 IF TIME<90 THEN 20\n30 END\n") as client:
        began = time.monotonic()
        client.start([{"line": 3}], speed=1)
        client.stopped()
        assert time.monotonic() - began > 1.4  # 90 of 60 interrupts a second


def test_keys_are_typed_and_typed_again_after_going_back(tmp_path: Path) -> None:
    with Client(tmp_path, "10 A$=INPUT$(1):INPUT B\n20 C$=A$+STR$(B)\n30 PRINT C$\n") as client:
        client.start([{"line": 3}])
        client.event("msxkit/waiting")
        client.ask("msxkit/type", text="x")
        client.event("msxkit/running")
        client.event("msxkit/waiting")
        client.ask("evaluate", expression="> 42\\r", context="repl")
        client.stopped()
        assert client.value("C$") == '"x 42"'
        assert client.go("stepBack")["at_line"] == 2
        assert client.go("stepBack")["at_column"] == 17
        assert client.go("continue")["at_line"] == 3
        assert client.value("C$") == '"x 42"'


def test_variables_and_elements_can_be_changed(tmp_path: Path) -> None:
    with Client(tmp_path, '10 DIM A%(2,1):B$="x":C=1\n20 PRINT B$\n30 PRINT A%(1,1)\n') as client:
        client.run_to(2)
        scope = client.ask("scopes", frameId=0)["scopes"][0]["variablesReference"]
        rows = client.rows(scope)
        assert rows["A%()"]["type"] == "array of integers"
        element = rows["A%()"]["variablesReference"]
        assert (
            client.ask("setVariable", variablesReference=element, name="(1,1)", value="C*7.9")["value"] == "7"
        )
        assert (
            client.ask("setVariable", variablesReference=scope, name="B$", value='"y"+B$')["value"] == '"yx"'
        )
        with pytest.raises(RefusedError, match="Overflow"):
            client.ask("setVariable", variablesReference=element, name="(0,0)", value="99999")
        with pytest.raises(RefusedError, match="Type mismatch"):
            client.ask("setVariable", variablesReference=scope, name="C#", value='"t"')
        assert client.ask("evaluate", expression="LET C=5", context="repl")["result"] == "5"
        client.ask("stepIn", threadId=1)
        assert client.stopped()["at_line"] == 3
        assert client.value("A%(1,1)") == "7"


def test_a_write_to_a_variable_stops_the_run(tmp_path: Path) -> None:
    text = "10 FOR I=1 TO 3:B=I:NEXT\n20 BA=BA\n30 SWAP A,B:X(2)=1\n"
    with Client(tmp_path, text) as client:
        client.run_to()
        assert client.ask("dataBreakpointInfo", name="BA")["dataId"] == "BA"
        client.ask("setDataBreakpoints", breakpoints=[{"dataId": "BA"}, {"dataId": "X()"}])
        stop = client.go("continue")
        assert (stop["reason"], stop["text"], stop["at_line"]) == (
            "data breakpoint",
            "BA: 0 -> 0, by line 20",
            3,
        )
        stop = client.go("continue")
        assert (stop["reason"], stop["text"]) == ("data breakpoint", "X(2): 0 -> 1, by line 30")


def test_watch_cells_and_vram(tmp_path: Path) -> None:
    text = '10 CLS:FOR I=1 TO 9:NEXT\n20 PRINT "A";\n30 VPOKE 8000,7\n40 END\n'
    with Client(tmp_path, text) as client:
        client.run_to()
        told = client.ask(
            "setDataBreakpoints",
            breakpoints=[{"dataId": name} for name in ("SCREEN(0,0)", "VRAM(8000)", "SCREEN(99,0)")],
        )
        assert [entry["verified"] for entry in told["breakpoints"]] == [True, True, False]
        stop = client.go("continue")
        assert (stop["text"], stop["at_line"]) == ("SCREEN(0,0): 32 -> 65, by line 20", 3)
        assert client.go("continue")["text"].startswith("VRAM(8000): ")


def test_errors_and_stop_stop_the_run(tmp_path: Path) -> None:
    text = "10 ON ERROR GOTO 100\n20 PRINT 1/0\n30 STOP\n40 ON ERROR GOTO 0\n50 GOSUB 60\n"
    text += '60 A=ASC("")\n100 RESUME NEXT\n'
    with Client(tmp_path, text) as client:
        client.start(filters=["all", "uncaught", "stop"])
        stop = client.stopped()
        assert (stop["reason"], stop["text"], stop["at_line"]) == ("exception", "Division by zero in 20", 7)
        assert any("Division by zero" in frame["name"] for frame in client.frames())
        assert client.scope("Machine")["ERL"]["value"] == "20"
        stop = client.go("continue")
        assert (stop["text"], stop["at_line"]) == ("STOP in 30", 3)
        assert client.go("stepIn")["at_line"] == 4
        stop = client.go("continue")
        assert (stop["reason"], stop["at_line"]) == ("exception", 6)
        assert "Illegal function call" in stop["text"]
        assert client.ask("exceptionInfo", threadId=1)["exceptionId"] == "Error 5"
        assert client.go("stepBack")["at_line"] == 5
        assert client.go("continue")["at_line"] == 6
        client.ask("continue", threadId=1)
        client.event("terminated")


def test_data_files_sprites_and_sound_are_shown(tmp_path: Path) -> None:
    text = (
        '10 SCREEN 1:OPEN "A.DAT" FOR OUTPUT AS #1:PRINT#1,"HI":READ A\n'
        "20 PUT SPRITE 0,(10,20),8,1:SOUND 8,15:ON INTERVAL=50 GOSUB 10:INTERVAL ON\n30 END\n40 DATA 1,two\n"
    )
    with Client(tmp_path, text) as client:
        client.run_to(3)
        rows = client.scope("Machine")
        assert rows["DATA"]["value"] == "'two' in 40"
        assert "A.DAT" in client.rows(rows["files"]["variablesReference"])["#1"]["value"]
        assert (
            client.rows(rows["sprites"]["variablesReference"])["0"]["value"] == "(10, 20) pattern 1 colour 8"
        )
        assert client.rows(rows["PSG"]["variablesReference"])["R8"]["value"] == "15 (&H0F)"
        assert client.rows(rows["traps"]["variablesReference"])["INTERVAL 0"]["value"] == "ON"


def test_the_screen_comes_as_a_picture(tmp_path: Path) -> None:
    with Client(tmp_path, "10 SCREEN 2\n20 LINE (0,0)-(99,99),8,BF\n30 GOTO 30\n") as client:
        client.run_to(3)
        shown = [event["body"] for event in client.events if event["event"] == "msxkit/screen"][-1]
        picture = Image.open(io.BytesIO(base64.b64decode(shown["data"])))
        assert picture.format == "PNG"
        assert picture.width >= 256


@pytest.mark.parametrize("listing", ["10 GOTO 10\n", nested("X")])
@pytest.mark.one_in(2)
def test_pause_of_endless_code(tmp_path: Path, listing: str) -> None:
    with Client(tmp_path, listing, own=True) as client:
        client.start()
        time.sleep(0.5)
        client.ask("pause", threadId=1)
        assert client.stopped()["reason"] == "pause"
        client.ask("continue", threadId=1)
        client.ask("disconnect")
        assert client.process.wait(10) == 0


def test_a_killed_client_leaves_nothing_running(tmp_path: Path) -> None:
    with Client(tmp_path, "10 GOTO 10\n", own=True) as client:
        client.start()
        client._in.close()
        assert client.process.wait(10) == 0


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ({"program": ""}, "names no program"),
        ({"program": "/nowhere/x.bas"}, "/nowhere/x.bas"),
        ({"machine": "zx"}, "'zx' is not known"),
        ({"speed": "fast"}, "is not a speed"),
        ({"files": "/nowhere"}, "is not a directory"),
        ({"times": [70000]}, "TIME values"),
        ({"recording": "/nowhere.json"}, "/nowhere.json"),
        ({"wrong": 1}, "is not a field"),
        ({"stopOnEntry": "yes"}, "stopOnEntry: must be true or false"),
        ({"keys": 5}, "keys: must be a text"),
        ({"cwd": ["/"]}, "cwd: must be a text"),
        ({"on": {}}, "on: must be a text"),
        ({"files": "x" * 5000}, "files: is longer than"),
        ({"files": "x" * 3000}, "files"),
        ({"program": "\0"}, "program: "),
    ],
)
def test_a_bad_launch_configuration_is_told(tmp_path: Path, launch: dict[str, object], message: str) -> None:
    with Client(tmp_path, "10 END\n") as client:
        client.ask("initialize", adapterID="msxbasic")
        with pytest.raises(RefusedError, match=message):
            client.ask("launch", **{"program": str(client.path), **launch})
        with pytest.raises(RefusedError, match="no program is running yet"):
            client.ask("configurationDone")


def test_requests_before_launch_are_refused(tmp_path: Path) -> None:
    with Client(tmp_path, "10 END\n") as client:
        for command in (
            "stackTrace",
            "scopes",
            "continue",
            "stepBack",
            "configurationDone",
            "restart",
            "evaluate",
        ):
            with pytest.raises(RefusedError):
                client.ask(command, threadId=1, expression="1")
        assert client.run_to()["at_line"] == 1


def test_unreadable_message(tmp_path: Path) -> None:
    with Client(tmp_path, "10 END\n") as client:
        client.run_to()
        for data in (b"[" * 200_000, b"{", b"[]", b"\xff"):
            client.send_raw(data)
            assert client.event("output")["category"] == "stderr"
        for wrong in ("(" * 200, "[" * 200_000, "♞", "\ud800"):
            with pytest.raises(RefusedError):
                client.value(wrong)
        with pytest.raises(RefusedError, match="source: "):
            client.ask("setBreakpoints", source=[1], breakpoints=[])
        assert client.value("1+1") == "2"


def test_fields_are_of_their_types() -> None:
    fields = RequestFields({"text": 5, "number": True, "items": {}})
    for read in (fields.text, fields.number, fields.items):
        with pytest.raises(MsxError, match=f"{read.__name__}: must be "):
            read(read.__name__)


def test_msx_characters_in_conditions_mean_their_codes(tmp_path: Path) -> None:
    with Client(tmp_path, '10 A$=CHR$(130)\n20 B$="☺"\n30 PRINT A$\n') as client:
        found = client.start(
            [
                {"line": 3, "condition": 'A$="é" AND B$="☺" AND LEN(B$)=2'},
                {"line": 2, "logMessage": "{A$} é"},
                {"line": 1, "condition": '"♞"=A$'},
            ]
        )
        assert [point["verified"] for point in found] == [True, True, False]
        assert "♞" in found[2]["message"]
        assert client.stopped()["at_line"] == 3
        assert client.event("output")["output"] == "é é\n"


def test_unexpected_error_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError("of nobody")

    monkeypatch.setattr(Inspection, "threads", broken)
    message = b'{"seq":4,"type":"request","command":"threads"}'
    out = io.BytesIO()
    serve(io.BytesIO(b"Content-Length: %d\r\n\r\n" % len(message) + message), out)
    answer = json.loads(out.getvalue().partition(b"\r\n\r\n")[2])
    assert (answer["request_seq"], answer["success"]) == (4, False)
    assert "of nobody" in answer["message"]
    (line,) = caplog.messages
    assert line.startswith("threads failed at test_adapter.py:")


def test_not_a_message() -> None:
    process = subprocess.run(
        (sys.executable, "-c", "import sys; from msxkit.cli import main; sys.exit(main(['dap']))"),
        input=b"Content-Length: five\r\n\r\nhello",
        capture_output=True,
        timeout=30,
    )
    assert b"Traceback" not in process.stderr
    assert process.returncode == 2
    assert b"is not the length of a message" in process.stderr


def test_restart_goto_and_run_to_the_end(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        client.run_to(6)
        client.ask("restart")
        assert (client.stopped()["at_line"], client.value("A")) == (6, "0")
        (target,) = client.ask("gotoTargets", source={"path": str(client.path)}, line=4)["targets"]
        client.ask("goto", threadId=1, targetId=target["id"])
        assert client.stopped()["at_line"] == 4
        client.ask("continue", threadId=1)
        client.event("terminated")


def test_a_tokenised_program_shows_its_listing(tmp_path: Path) -> None:
    (tmp_path / "game.bas").write_bytes(read_program(ROOT / "basic" / "battle.bas").file())
    with Client(tmp_path) as client:
        stop = client.run_to(3)
        assert stop["at_source"]["sourceReference"] == 1
        text = client.ask("source", sourceReference=1)["content"]
        assert text.splitlines()[stop["at_line"] - 1].startswith("20 BT=10")
    # An editor that shows the listing under a name of its own.
    shown = f"msxkit-listing:{(tmp_path / 'game.bas').as_posix().replace('.', '%2E')}"
    with Client(tmp_path) as client:
        client.ask("initialize", adapterID="msxbasic")
        client.ask("launch", program=str(client.path), shownAs=shown)
        source = {"name": "game.bas", "path": shown}
        (point,) = client.ask("setBreakpoints", source=source, breakpoints=[{"line": 3}])["breakpoints"]
        assert point["verified"]
        client.ask("configurationDone")
        assert client.stopped()["at_source"] == source


@pytest.mark.slow
def test_files_are_written_at_the_end_of_the_session(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "IN.DAT").write_bytes(b"5\r\n")
    text = '10 OPEN "IN.DAT" FOR INPUT AS #1:INPUT #1,A:CLOSE\n'
    text += '20 OPEN "OUT.DAT" FOR OUTPUT AS #1:PRINT #1,A*2:CLOSE\n30 END\n'
    with Client(tmp_path, text, own=True) as client:
        client.start([{"line": 3}], files=str(folder))
        client.stopped()
        assert client.value("A") == "5"
        assert not (folder / "OUT.DAT").exists()
        client.ask("disconnect")
        assert client.process.wait(10) == 0
    assert (folder / "OUT.DAT").read_bytes().startswith(b" 10")


def test_a_recorded_game_opens_as_a_session(tmp_path: Path) -> None:
    recording = next(iter(sorted((ROOT / "tests" / "recordings").glob("*.json"))))
    with Client(ROOT / "basic", name="battle.bas") as client:
        client.start([{"line": 16}], recording=str(recording), machine="msx1", screen=False)
        stop = client.stopped()
        assert stop["at_line"] == 16
        first = client.value("A"), client.value("TIME")
        assert client.go("continue")["at_line"] == 16
        assert client.go("reverseContinue")["at_line"] == 16
        assert (client.value("A"), client.value("TIME")) == first
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[])
        assert client.go("continue")["reason"] in ("pause", "step")


def test_over_tcp_one_client_after_another(tmp_path: Path) -> None:
    code = "import sys; from msxkit.cli import main; sys.exit(main(['dap', '--tcp', '0']))"
    process = subprocess.Popen((sys.executable, "-c", code), stderr=subprocess.PIPE)
    try:
        assert process.stderr is not None
        port = int(process.stderr.readline().rsplit(b":", 1)[1])
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", port), 10) as connection:
                message = b'{"seq":1,"type":"request","command":"initialize"}'
                connection.sendall(b"Content-Length: %d\r\n\r\n" % len(message) + message)
                assert b"supportsStepBack" in connection.recv(65536)
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def test_any_moment_that_was_can_be_gone_to_back_and_forth(tmp_path: Path) -> None:
    with Client(tmp_path, LOOPS) as client:
        client.run_to(4)
        last = client.value("A"), client.value("B")
        with pytest.raises(RefusedError, match=r"step 99999999999: the run has steps from 0 to \d+"):
            client.ask("msxkit/goToStep", step=99_999_999_999)
        for step in (3, 20, 0, 7, 20):
            client.ask("msxkit/goToStep", step=step)
            assert client.stopped()["reason"] == "step"
        assert client.go("continue")["at_line"] == 4
        assert (client.value("A"), client.value("B")) == last
        # What changes the past ends what came after it.
        client.ask("msxkit/goToStep", step=2)
        client.stopped()
        client.ask("setExpression", expression="A", value="100")
        with pytest.raises(RefusedError, match="the run has steps from 0 to 2"):
            client.ask("msxkit/goToStep", step=20)
        client.go("continue")
        assert client.value("A") == "105"


def test_no_window_at_a_stop(tmp_path: Path) -> None:
    """A view that is open while somebody steps on, a watched expression that has no value here."""
    with Client(tmp_path, LOOPS) as client:
        client.run_to()
        for command, arguments in (
            ("variables", {"variablesReference": 99}),
            ("evaluate", {"expression": "1/0", "context": "watch"}),
        ):
            with pytest.raises(RefusedError) as refused:
                client.ask(command, **arguments)
            assert not refused.value.shown
        with pytest.raises(RefusedError) as refused:
            client.ask("evaluate", expression="LET A%=99999", context="repl")
        assert not refused.value.shown
        with pytest.raises(RefusedError) as refused:
            client.ask("setExpression", expression="A%", value="99999")
        assert refused.value.shown
