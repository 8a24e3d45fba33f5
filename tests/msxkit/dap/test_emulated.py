"""The debugger on emulated machines: compiled cartridges with C-BIOS, and the toy BASIC that keeps the hooks."""

from __future__ import annotations

import base64
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, one_in
from tests.msxkit.dap.client import Client, RefusedError
from tests.msxkit.dap.test_adapter import LOOPS, meet_points
from tests.msxkit.dap.test_console import console
from tests.processes import alive
from tests.programs import needs

FAKE = Path(__file__).parents[1] / "openmsx" / "fake_openmsx.py"

pytestmark = needs("openmsx")


def emulators(client: Client) -> list[int]:
    """Return the openMSX processes that a debugger has started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                name = (folder / "comm").read_text().strip()
            except OSError:
                continue
            if int(words[1]) == client.process.pid and name == "openmsx":
                found.append(int(folder.name))
    return found


def gone(pids: list[int]) -> bool:
    """Return whether these processes end soon."""
    end = time.monotonic() + 10
    while any(alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(alive(pid) for pid in pids)


@pytest.fixture
def cartridge(tmp_path: Path) -> Iterator[Client]:
    """A debugger with the program of loops on a cartridge."""
    with Client(tmp_path, LOOPS, own=True) as client:
        yield client


def test_break_point(cartridge: Client) -> None:
    (point,) = cartridge.start([{"line": 6}], on="cartridge")
    assert point["verified"]
    stop = cartridge.stopped()
    assert (stop["reason"], stop["at_line"], stop["at_column"]) == ("breakpoint", 6, 5)
    assert [frame["name"] for frame in cartridge.frames()] == ["110 Sub", "20"]
    assert cartridge.go("continue")["at_line"] == 6
    assert cartridge.value("I*10+B") == "21"
    rows = cartridge.scope("Variables")
    assert (rows["I#"]["value"], rows["I#"]["type"]) == ("2", "double")
    assert cartridge.scope("Machine")["machine"]["value"] == "C-BIOS_MSX1"
    pids = emulators(cartridge)
    assert len(pids) == 1
    cartridge.ask("disconnect")
    assert cartridge.process.wait(10) == 0
    assert gone(pids)


@pytest.mark.slow
def test_conditions_hit_counts_and_log_points(cartridge: Client) -> None:
    meet_points(cartridge, "I=3 AND LEN(STR$(B))=2", on="cartridge")
    assert cartridge.value("PEEK(16384)") == "65"  # the A of AB, with which a cartridge begins


@pytest.mark.slow
def test_capabilities(cartridge: Client) -> None:
    cartridge.run_to(on="cartridge")
    told = next(event["body"] for event in cartridge.events if event["event"] == "capabilities")
    assert told["capabilities"]["supportsStepBack"] is False
    assert "supportsDataBreakpoints" not in told["capabilities"]
    for command, arguments in (
        ("stepBack", {"threadId": 1}),
        ("reverseContinue", {"threadId": 1}),
        ("msxkit/goToStep", {"step": 0}),
        ("msxkit/whoWrote", {"name": "A"}),
    ):
        with pytest.raises(RefusedError, match=r"a compiled program cannot .* on the interpreter"):
            cartridge.ask(command, **arguments)
    (entry,) = cartridge.ask("setDataBreakpoints", breakpoints=[{"dataId": "Q"}])["breakpoints"]
    assert not entry["verified"]
    assert cartridge.go("stepIn")["at_line"] == 2


@pytest.mark.slow
def test_keys_are_typed_and_an_endless_loop_is_paused(tmp_path: Path) -> None:
    text = '10 A$=INPUT$(1):INPUT B\n20 C$=A$+STR$(B)\n30 K$=INKEY$:IF K$="" THEN 30\n40 GOTO 40\n'
    with Client(tmp_path, text) as client:
        client.start([{"line": 3}], on="cartridge")
        assert client.event("msxkit/waiting")["line"] == 10
        client.ask("msxkit/type", text="x")
        client.event("msxkit/waiting")
        client.ask("evaluate", expression="> 42\\r", context="repl")
        assert client.stopped()["at_line"] == 3
        assert client.value("C$") == '"x 42"'
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[{"line": 4}])
        client.ask("continue", threadId=1)
        client.ask("msxkit/type", text="k")
        assert client.stopped()["at_line"] == 4
        assert client.value("K$") == '"k"'
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[])
        client.ask("continue", threadId=1)
        time.sleep(0.3)
        client.ask("pause", threadId=1)
        stop = client.stopped()
        assert (stop["reason"], stop["at_line"]) == ("pause", 4)


@pytest.mark.slow
def test_errors_and_stop_stop_the_run(tmp_path: Path) -> None:
    text = "10 ON ERROR GOTO 100\n20 PRINT 1/0\n30 GOSUB 60\n40 END\n60 ON ERROR GOTO 0\n"
    text += '70 A=1:B=ASC("")\n100 RESUME NEXT\n'
    with Client(tmp_path, text) as client:
        client.start(filters=["all", "uncaught", "stop"], on="cartridge")
        stop = client.stopped()
        assert (stop["reason"], stop["text"], stop["at_line"]) == ("exception", "Division by zero in 20", 7)
        assert client.scope("Machine")["ERL"]["value"] == "20"
        assert client.value("ERR*1000+ERL") == "11020"
        stop = client.go("continue")
        assert (stop["reason"], stop["at_line"], stop["at_column"]) == ("exception", 6, 8)
        assert stop["text"] == "Illegal function call in 70"
        assert client.ask("exceptionInfo", threadId=1)["exceptionId"] == "Error 5"
        client.ask("continue", threadId=1)
        client.event("terminated")
    with Client(tmp_path, "10 A=1\n20 STOP\n30 B=2\n") as client:
        client.start(on="cartridge")
        stop = client.stopped()
        assert (stop["reason"], stop["text"], stop["at_line"]) == ("pause", "STOP in 20", 2)


def steps(client: Client, count: int, **launch: Any) -> list[tuple[int, int, str]]:
    """Return where single steps stop, and the value of an expression there."""
    stop = client.run_to(screen=False, **launch)
    found = []
    for _ in range(count):
        found.append((stop["at_line"], stop["at_column"], client.value("I*1000+A(3)*10+T")))
        stop = client.go("stepIn")
    return found


@pytest.mark.slow
def test_the_interpreter_and_the_cartridge_step_alike(tmp_path: Path) -> None:
    text = (
        "10 DIM A(9):FOR I=0 TO 9:A(I)=I*I:NEXT:I=0\n"
        "20 I=I+1:ON I GOSUB 100,200,300\n"
        "30 IF I<3 THEN 20 ELSE T=T+1:IF T=99 THEN END ELSE I=0:GOTO 20\n"
        "100 FOR J=1 TO 2:A(3)=A(3)+J:NEXT J:RETURN\n"
        "200 GOSUB 100:RETURN\n300 READ D:RESTORE:T=T+D-D:RETURN\n400 DATA 1,2\n"
    )
    with Client(tmp_path, text) as client:
        there = steps(client, 50)
    with Client(tmp_path, text) as client:
        assert steps(client, 50, on="cartridge") == there


@pytest.mark.slow
def test_recorded_game_on_cartridge() -> None:
    recording = next(iter(sorted((ROOT / "tests" / "recordings").glob("*.json"))))
    seen = []
    for where in ("interpreter", "cartridge"):
        with Client(ROOT / "basic", name="battle.bas") as client:
            client.start([{"line": 16}], recording=str(recording), machine="msx1", screen=False, on=where)
            client.stopped()
            here = [(client.value("A"), client.value("B"))]
            for _ in range(4):
                stop = client.go("continue")
                here.append((stop["at_line"], client.value("A")))
            seen.append(here)
    assert seen[0] == seen[1]


@pytest.mark.slow
def test_a_megarom_has_break_points_in_every_bank(tmp_path: Path) -> None:
    lines = ["10 GOSUB 9000:A=1"]
    lines += [f"{20 + n} IF A=0 THEN PRINT A;B*{n};STR$(A+B)" for n in range(700)]
    lines += ["8000 A=A+1:IF A<4 THEN 8000", "8010 GOSUB 9000:END", "9000 B=B+1", "9010 RETURN"]
    with Client(tmp_path, "\n".join(lines) + "\n") as client:
        client.start([{"line": 702, "condition": "A=3"}, {"line": 704}], on="cartridge")
        stop = client.stopped()
        assert (stop["at_line"], client.value("B")) == (704, "0")
        assert [frame["line"] for frame in client.frames()] == [704, 1]
        assert client.go("stepOut")["at_line"] == 1
        stop = client.go("continue")
        assert (stop["at_line"], client.value("A")) == (702, "3")
        assert client.go("continue")["at_line"] == 704
        assert client.go("stepIn")["at_line"] == 705


@pytest.mark.slow
@pytest.mark.parametrize("running", [True, False])
def test_an_emulator_that_is_killed_is_told(cartridge: Client, running: bool) -> None:
    cartridge.path.write_text("10 GOTO 10\n")
    cartridge.start(stopOnEntry=not running, on="cartridge")
    if not running:
        cartridge.stopped()
    (pid,) = emulators(cartridge)
    os.kill(pid, signal.SIGKILL)
    if not running:
        cartridge.ask("continue", threadId=1)
    cartridge.event("terminated")
    told = [event["body"] for event in cartridge.events if event["event"] == "output"]
    assert told[-1]["category"] == "stderr"
    assert "openMSX has ended" in told[-1]["output"]
    with pytest.raises(RefusedError, match="no program is running"):
        cartridge.ask("stackTrace", threadId=1)
    cartridge.ask("disconnect")
    assert cartridge.process.wait(10) == 0


@pytest.mark.slow
@pytest.mark.parametrize("how", ["closed", "killed"])
def test_nothing_is_left_running(cartridge: Client, how: str) -> None:
    cartridge.path.write_text("10 GOTO 10\n")
    cartridge.start(on="cartridge")
    pids = emulators(cartridge)
    assert pids
    if how == "closed":
        cartridge._in.close()
        assert cartridge.process.wait(10) == 0
    else:
        cartridge.process.kill()
    assert gone(pids)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ({"on": "moon"}, "'moon' cannot run a program; choose one of interpreter, cartridge, openmsx"),
        ({"on": "cartridge", "machine": "No_Such"}, "No_Such"),
        ({"on": "cartridge", "machine": 5}, "must be a text"),
        ({"on": "cartridge", "files": "."}, "has no folder of files"),
        ({"on": "cartridge"}, "BLOAD"),
        ({"on": "openmsx"}, "no machine with BASIC"),
        ({"on": "openmsx", "machine": "C-BIOS_MSX1"}, "no BASIC prompt"),
    ],
)
def test_a_bad_launch_configuration_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, launch: dict[str, object], message: str
) -> None:
    monkeypatch.setenv("OPENMSX_USER_DATA", str(tmp_path / "none"))
    monkeypatch.delenv("MSXKIT_MACHINE", raising=False)
    text = '10 BLOAD "NONE"\n' if message == "BLOAD" else "10 END\n"
    with Client(tmp_path, text, own=True) as client:
        client.ask("initialize", adapterID="msxbasic")
        with pytest.raises(RefusedError, match=message):
            client.ask("launch", program=str(client.path), cwd=str(tmp_path), **launch)
        assert not emulators(client)


@pytest.mark.slow
def test_an_openmsx_that_dies_at_once_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "openmsx"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {FAKE}\n")
    script.chmod(0o755)
    monkeypatch.setenv("MSXKIT_OPENMSX", str(script))
    for mode, message in (("dies at once", "Illegal instruction"), ("old", "is too old")):
        monkeypatch.setenv("FAKE_MODE", mode)
        with Client(tmp_path, "10 END\n", own=True) as client:
            client.ask("initialize", adapterID="msxbasic")
            with pytest.raises(RefusedError, match=message):
                client.ask("launch", program=str(client.path), on="cartridge")


TOY = (
    '10 SCREEN1\n20 GOSUB100\n30 A$=INPUT$(1)\n40 PRINT"A"\n50 GOSUB100\n60 GOTO200\n'
    '100 PRINT"SUB"\n110 GOSUB150\n120 RETURN\n150 REM NOTHING\n160 RETURN\n200 ERROR5\n'
)


@pytest.mark.slow
def test_basic_in_openmsx_stops_steps_and_shows(tmp_path: Path, toy: dict[str, str]) -> None:
    with Client(tmp_path, TOY, own=True) as client:
        (first, second) = client.start([{"line": 7}, {"line": 4}], on="openmsx", machine="Toy_BASIC")
        assert first["verified"]
        assert second["verified"]
        stop = client.stopped()
        assert (stop["reason"], stop["at_line"], stop["at_column"]) == ("breakpoint", 7, 5)
        assert [frame["line"] for frame in client.frames()] == [7, 2]
        assert client.go("stepIn")["at_line"] == 8
        assert client.go("next")["at_line"] == 9
        assert client.go("stepIn")["at_line"] == 3
        client.ask("continue", threadId=1)
        assert client.event("msxkit/waiting")["line"] == 30
        client.ask("msxkit/type", text="x")
        assert client.stopped()["at_line"] == 4
        assert client.value('A$+"!"') == '"x!"'
        assert client.scope("Variables")["A$"]["value"] == '"x"'
        assert client.go("continue")["at_line"] == 7
        assert client.go("stepOut")["at_line"] == 6
        stop = client.go("continue")
        assert (stop["reason"], stop["text"], stop["at_line"]) == (
            "exception",
            "Illegal function call in 200",
            12,
        )
        with pytest.raises(RefusedError, match="MSX BASIC in openMSX cannot step back"):
            client.ask("stepBack", threadId=1)
        client.ask("continue", threadId=1)
        client.event("terminated")


@pytest.mark.parametrize("first", one_in(4, ["5 ::'x", "5 'x", "5 :", "5 REM x"]))
@pytest.mark.slow
def test_basic_in_openmsx_starts_with_a_remark_or_nothing(
    tmp_path: Path, toy: dict[str, str], first: str
) -> None:
    with Client(tmp_path, f'{first}\n10 ::PRINT"A": :PRINT"B" \'y\n20 GOTO20\n', own=True) as client:
        stop = client.run_to(on="openmsx", machine="Toy_BASIC")
        assert (stop["at_line"], stop["at_column"]) == (2, 6)
        stop = client.go("stepIn")
        assert (stop["at_line"], stop["at_column"]) == (2, 17)
        assert client.go("stepIn")["at_line"] == 3


@pytest.mark.slow
def test_after_stop_the_program_goes_on_in_openmsx(tmp_path: Path, toy: dict[str, str]) -> None:
    with Client(tmp_path, '10 CLS:STOP:PRINT"A"\n20 STOP\n30 PRINT"B"\n', own=True) as client:
        client.start([{"line": 3}], on="openmsx", machine="Toy_BASIC")
        assert [client.stopped()["text"], client.go("continue")["text"]] == ["STOP in 10", "STOP in 20"]
        # The program in memory is what it was, and memory is seen, changed and asked for.
        place = int(client.value("PEEK(&HF676)+256*PEEK(&HF677)"))
        assert client.value(f"PEEK({place}+6)") == "144"
        assert console(client, "POKE &HD000,77") == ""
        with pytest.raises(RefusedError, match="statement other than PRINT, LET, POKE and VPOKE; debug"):
            console(client, "POKE &HD000,1:CLS")
        reference = client.scope("Machine")["RAM"]["memoryReference"]
        found = client.ask("readMemory", memoryReference=reference, offset=0xD000, count=1)
        assert base64.b64decode(found["data"]) == b"M"
        assert console(client, "PRINT PEEK(&HD000)") == " 77 "
        assert client.go("stepIn")["at_line"] == 3
        client.ask("continue", threadId=1)
        client.event("terminated")


@pytest.mark.slow
def test_after_stop_a_compiled_program_goes_on(tmp_path: Path) -> None:
    with Client(tmp_path, "10 A=1:STOP:A=2\n20 GOSUB 40\n30 END\n40 STOP\n50 A=A+1:RETURN\n") as client:
        client.start([{"line": 3}], on="cartridge")
        assert [client.stopped()["text"], client.go("continue")["text"]] == ["STOP in 10", "STOP in 40"]
        assert (client.go("continue")["at_line"], client.value("A")) == (3, "3")
    with Client(tmp_path, "10 A=1\n20 STOP\n30 B=2\n40 B=3\n") as client:
        assert client.run_to(3, on="cartridge")["text"] == "STOP in 20"
        stop = client.go("continue")
        assert (stop["reason"], stop["at_line"]) == ("breakpoint", 3)
        assert client.go("stepIn")["at_line"] == 4


@pytest.mark.slow
def test_basic_in_openmsx_is_paused_restarted_and_left(tmp_path: Path, toy: dict[str, str]) -> None:
    with Client(tmp_path, '10 PRINT"A"\n20 GOTO10\n', own=True) as client:
        client.start(on="openmsx", machine="Toy_BASIC")
        time.sleep(0.3)
        client.ask("pause", threadId=1)
        stop = client.stopped()
        assert stop["reason"] == "pause"
        assert stop["at_line"] in (1, 2)
        before = emulators(client)
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[{"line": 2}])
        client.ask("restart")
        assert client.stopped()["at_line"] == 2
        assert gone(before)
        pids = emulators(client)
        os.kill(pids[0], signal.SIGKILL)
        client.ask("continue", threadId=1)
        client.event("terminated")
        client.ask("disconnect")
        assert client.process.wait(10) == 0


@pytest.mark.more
@pytest.mark.slow
def test_the_debugger_of_a_dead_terminal_leaves_nothing(cartridge: Client) -> None:
    cartridge.path.write_text("10 GOTO 10\n")
    cartridge.start(on="cartridge")
    pids = emulators(cartridge)
    cartridge.process.send_signal(signal.SIGTERM)
    assert cartridge.process.wait(10) != 0
    assert gone(pids)


WRITES = (
    '10 DIM T(3)\n20 X=1:X=2:X=2\n30 FOR I=1 TO 2:T(I)=I:T(I)=I:NEXT\n40 A$="AB":A$="CD"\n50 GOSUB 100:END\n'
    "100 X=X+1:RETURN\n"
)


@pytest.mark.slow
def test_a_compiled_program_stops_behind_every_write(tmp_path: Path) -> None:
    with Client(tmp_path, WRITES, own=True) as client:
        client.run_to(2, on="cartridge")
        assert client.ask("dataBreakpointInfo", name="Q")["dataId"] is None
        names = [client.ask("dataBreakpointInfo", name=name)["dataId"] for name in ("x", "T(X+2)", "A$")]
        assert names == ["X", "T(2)", "A$"]
        told = client.ask("setDataBreakpoints", breakpoints=[{"dataId": name} for name in names])
        assert [point["verified"] for point in told["breakpoints"]] == [True] * 3
        stops = [client.go("continue") for _ in range(8)]
    assert [(stop["reason"], stop["text"]) for stop in stops] == [
        ("data breakpoint", f"{text}, by line {line}")
        for text, line in (
            ("X: 0 -> 1", 20),
            ("X: 1 -> 2", 20),
            ("X: 2 -> 2", 20),
            ("T(2): 0 -> 2", 30),
            ("T(2): 2 -> 2", 30),
            ('A$: "" -> "AB"', 40),
            ('A$: "AB" -> "CD"', 40),
            ("X: 2 -> 3", 100),
        )
    ]
    assert [stop["at_line"] for stop in stops] == [2, 2, 3, 3, 3, 4, 5, 6]


@pytest.mark.slow
def test_basic_in_openmsx_stops_behind_a_write(tmp_path: Path, toy: dict[str, str]) -> None:
    text = "10 A$=INPUT$(1)\n20 A$=INPUT$(1):GOTO 40\n40 GOTO 20\n"
    with Client(tmp_path, text, own=True) as client:
        client.run_to(2, on="openmsx", machine="Toy_BASIC", keys="abc")
        assert "exist yet" in client.ask("dataBreakpointInfo", name="B")["description"]
        assert "moves its arrays" in client.ask("dataBreakpointInfo", name="B()")["description"]
        (point,) = client.ask("setDataBreakpoints", breakpoints=[{"dataId": "A$"}])["breakpoints"]
        assert point["verified"]
        client.ask("setBreakpoints", source={"path": str(client.path)}, breakpoints=[])
        stops = [client.go("continue") for _ in range(2)]
        assert [stop["text"] for stop in stops] == [
            f'A$: "{a}" -> "{b}", by line 20' for a, b in ("ab", "bc")
        ]
        assert [stop["at_line"] for stop in stops] == [2, 2]


CHANGED = (
    '10 DIM T(2,1):DEFINT K:K=3:Q=5:X=1:Y!=2:A$="HI":B$=A$+"!"\n20 PRINT X:X=X+1:Y!=Y!/3:K=K*2:T(1,1)=T(1,1)+1:R=Q*2\n'
    "30 FOR I=1 TO 9:S=S+1:NEXT\n40 PRINT A$;B$:IF X=3.5 THEN A$=A$+B$\n50 END\n"
)


@pytest.mark.slow
def test_the_variables_of_a_compiled_program_change(tmp_path: Path) -> None:
    with Client(tmp_path, CHANGED, own=True) as client:
        client.run_to(2, 4, 5, on="cartridge")
        assert console(client, "LET X=5/2") == "2.5"
        assert console(client, "Q=2.25:Y!=1/3:K=7.6:T(X-1.5,1)=40:LET A$=B$+CHR$(65)") == ""
        assert [client.value(name) for name in ("X", "Y!", "K", "T(1,1)", "A$")] == [
            "2.5",
            ".333333",
            "7",
            "40",
            '"HI!A"',
        ]
        rows = client.ask("scopes", frameId=0)["scopes"]
        found = client.ask(
            "setVariable", variablesReference=rows[0]["variablesReference"], name="B$", value='"Q"'
        )
        assert found["value"] == '"Q"'
        for wrong, why in (
            ("LET Z=1", "no such variable"),
            ("LET T(3,1)=1", "no such variable"),
            ('LET X="A"', "Type mismatch"),
            ("LET K=40000", "Overflow"),
            ("LET A$=SPACE$(195)", "no room"),
            ("LET X=RND(1)", "needs the machine itself"),
            ("LET X=9:GOTO 50", "other than PRINT, LET, POKE and VPOKE"),
        ):
            with pytest.raises(RefusedError, match=why):
                console(client, wrong)
        # The program works on with the new values, of another kind than it gives its variables itself.
        assert client.go("continue")["at_line"] == 4
        assert [client.value(name) for name in ("X", "Y!", "K", "T(1,1)", "S", "I")] == [
            "3.5",
            ".111111",
            "14",
            "41",
            "9",
            "10",
        ]
        assert client.go("continue")["at_line"] == 5
        # The compiler of a cartridge to keep would know that Q is always 5.
        assert client.value("R") == "4.5"
        assert (client.value("A$"), client.value("B$")) == ('"HI!AQ"', '"Q"')


@pytest.mark.slow
def test_the_variables_of_basic_in_openmsx_change(tmp_path: Path, toy: dict[str, str]) -> None:
    def memory(place: int, size: int) -> bytes:
        found = client.ask("readMemory", memoryReference=hex(place), count=size)
        return base64.b64decode(found["data"])

    def write(place: int, data: bytes) -> None:
        client.ask("writeMemory", memoryReference=hex(place), data=base64.b64encode(data).decode())

    def word(place: int) -> int:
        return int.from_bytes(memory(place, 2), "little")

    with Client(tmp_path, "10 A$=INPUT$(1)\n20 GOTO 20\n", own=True) as client:
        client.run_to(2, on="openmsx", machine="Toy_BASIC", keys="a")
        # Behind A$: X#, IN%, Y!, and T%(1,2), as MSX BASIC lays them.
        vartab, start = word(0xF6C2), word(0xF6C4)
        simple = b"\x08X\0" + bytes(8) + b"\x02IN" + bytes(2) + b"\x04Y\0" + bytes(4)
        array = b"\x02T\0" + (5 + 12).to_bytes(2, "little") + b"\x02\x03\0\x02\0" + bytes(12)
        write(start, simple + array)
        write(0xF6C4, (start + len(simple)).to_bytes(2, "little"))
        write(0xF6C6, (start + len(simple + array)).to_bytes(2, "little"))
        assert console(client, "X=-1234.5:IN%=258:Y!=.1:T%(1,2)=7:T%(0,1)=9") == ""
        assert memory(start + 3, 8) == b"\xc4\x12\x34\x50\0\0\0\0"
        assert memory(start + 14, 2) == b"\x02\x01"
        assert memory(start + 19, 4) == b"\x40\x10\0\0"
        assert memory(start + len(simple) + 10, 12) == bytes((0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 7, 0))
        assert client.value("T%(1,2)+T%(0,1)+X+IN%") == "-960.5"
        top = word(0xF69B)
        assert console(client, 'LET A$="BIG"+A$') == '"BIGa"'
        assert memory(vartab, 6) == b"\x03A\0\x04" + (top - 3).to_bytes(2, "little")
        assert (memory(top - 3, 4), word(0xF69B)) == (b"BIGa", top - 4)
        assert client.ask("setExpression", expression="A$", value='""')["value"] == '""'
        for wrong, why in (
            ("LET Q=1", "does not exist yet; run to where"),
            ("LET T%(3,0)=1", "subscript 3 is outside"),
            ('LET A$=STRING$(17,"A")', "no room"),
            ("X=1:PRINT X", "other than PRINT, LET"),
        ):
            with pytest.raises(RefusedError, match=why):
                console(client, wrong)
        assert client.value("X") == "-1234.5"
