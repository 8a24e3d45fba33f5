"""What a user asks of a program that stands: the console, memory, names of frames, positions from 0."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from msxkit.dap.places import Places
from msxkit.dap.routines import Routines
from msxkit.language.program import Program
from msxkit.program.layout import Layout
from tests.msxkit.dap.client import Client, RefusedError

LISTING = """10 DIM T(3):A$="HI":X=1:FOR I=1 TO 3
20 POKE &HD000,&H3E:POKE &HD001,7:VPOKE 9000,5
30 T(I)=I:NEXT I
40 PRINT X
"""


def console(client: Client, text: str) -> str:
    return str(client.ask("evaluate", expression=text, context="repl")["result"])


def test_the_console_takes_expressions_and_statements(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.run_to(4)
        assert console(client, "PRINT A$") == "HI"
        assert console(client, '? "X";X,A$') == "X 1           HI"
        assert console(client, "X+1") == "2"
        assert console(client, "X=1") == "-1"
        assert console(client, "LET X=5") == "5"
        assert console(client, "X=7:Y=X*2") == ""
        assert client.value("Y") == "14"
        assert console(client, "FOR K=1 TO 5:S=S+K:NEXT") == ""
        assert client.value("S") == "15"
        assert console(client, "POKE &HD002,201:VPOKE 9001,6") == ""
        assert console(client, "PEEK(&HD002)") == "201"
        for wrong, why in (
            ("GOTO 40", "goes on in the program"),
            ("X=8:ERROR 5", "Illegal function call"),
            ("INPUT Q", "cannot be run"),
            ("PRINT 1/0", "Division by zero"),
            ("10 PRINT", "not an expression"),
            ("CLS CLS", "not an expression"),
            ("1+", "not an expression"),
            ("(" * 200, "not an expression"),
            ("A" * 300, "at most 255"),
            ("X=♞", "♞"),
        ):
            with pytest.raises(RefusedError, match=why):
                console(client, wrong)
        assert client.value("X") == "7"
        # The program goes on where it stood, and all of this is done again when it comes by once more.
        assert client.frames()[0]["line"] == 4
        assert client.go("stepBack")["at_line"] == 3
        assert client.value("X") == "1"
        assert client.go("continue")["at_line"] == 4
        assert (client.value("X"), client.value("S")) == ("7", "15")
        client.ask("continue", threadId=1)
        client.event("terminated")


def test_edit_while_running(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.run_to(4)
        source = {"path": str(client.path)}
        client.ask("setBreakpoints", source=source, breakpoints=[{"line": 3}])
        client.path.write_text("5 ' NEW\n" + LISTING)
        for line in (3, 4):
            (point,) = client.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])[
                "breakpoints"
            ]
            assert (point["verified"], point["line"]) == (True, line)
        client.ask("continue", threadId=1)
        client.event("terminated")
        told = [event["body"]["output"] for event in client.events if event["event"] == "output"]
        assert sum("has changed since the run began" in text for text in told) == 1


def test_a_watched_array_shows_its_elements(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.run_to(4)
        found = client.ask("evaluate", expression="T()", context="watch")
        assert (found["result"], found["indexedVariables"]) == ("double(3)", 4)
        assert client.rows(found["variablesReference"])["(2)"]["value"] == "2"
        with pytest.raises(RefusedError, match="no such array"):
            client.ask("evaluate", expression="Q()", context="watch")


def test_who_wrote_this_at_the_console_and_by_request(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.run_to(4)
        assert console(client, "who T(2)") == "T(2): 0 -> 2, by line 30"
        assert client.stopped()["at_line"] == 3
        assert client.ask("msxkit/whoWrote", name="i")["text"] == "I: 1 -> 2, by line 30"
        stop = client.stopped()
        assert (stop["at_line"], stop["at_column"]) == (3, 11)
        with pytest.raises(RefusedError, match="nothing has written it"):
            client.ask("msxkit/whoWrote", name="NEVER")


def test_memory_is_read_written_and_disassembled(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.run_to(4)
        rows = client.scope("Machine")
        for name, place, data in (("RAM", 0xD000, b"\x3e\x07"), ("VRAM", 9000, b"\x05\x00")):
            reference = rows[name]["memoryReference"]
            found = client.ask("readMemory", memoryReference=reference, offset=place, count=2)
            assert base64.b64decode(found["data"]) == data
            new = base64.b64encode(b"\x06\x08").decode()
            client.ask("writeMemory", memoryReference=reference, offset=place, data=new)
        assert (client.value("PEEK(&HD000)"), client.value("VPEEK(9001)")) == ("6", "8")
        found = client.ask("readMemory", memoryReference="0xFFFE", count=9)
        assert (len(base64.b64decode(found["data"])), found["unreadableBytes"]) == (2, 7)
        (row, _) = client.ask("disassemble", memoryReference="0xD000", instructionCount=2)["instructions"]
        assert row == {"address": "0xD000", "instructionBytes": "06 08", "instruction": "LD B,008h"}
        before = client.ask("disassemble", memoryReference="0xD001", instructionOffset=-1, instructionCount=2)
        assert [row["address"] for row in before["instructions"]] == ["0xD000", "0xD001"]
        with pytest.raises(RefusedError, match="is not an address"):
            client.ask("readMemory", memoryReference="here", count=1)


def test_zero_based_client(tmp_path: Path) -> None:
    with Client(tmp_path, LISTING) as client:
        client.ask("initialize", adapterID="msxbasic", linesStartAt1=False, columnsStartAt1=False)
        client.ask("launch", program=str(client.path))
        (point,) = client.ask(
            "setBreakpoints", source={"path": str(client.path)}, breakpoints=[{"line": 2, "column": 10}]
        )["breakpoints"]
        assert (point["line"], point["column"]) == (2, 10)
        client.ask("configurationDone")
        stop = client.stopped()
        assert (stop["at_line"], stop["at_column"]) == (2, 10)


@pytest.mark.parametrize(
    ("listing", "line", "name"),
    [
        ("10 GOSUB 100\n90 ' Draw\n100 CLS\n110 RETURN\n", 110, "110 Draw"),
        ("10 GOSUB 100\n100 CLS ' Draw\n110 RETURN\n", 110, "110 Draw"),
        ("10 GOSUB 100\n100 '****\n101 '* Draw *\n102 '****\n110 RETURN\n", 110, "110 Draw"),
        ("10 GOSUB 100\n80 ' Other\n90 RETURN\n100 CLS\n110 RETURN\n", 110, "110"),
        ("10 ON X GOSUB 50,100\n50 'One\n60 RETURN\n100 'Two\n110 RETURN\n", 60, "60 One"),
        ("10 ON X GOSUB 50,100\n50 'One\n60 RETURN\n100 'Two\n110 RETURN\n", 110, "110 Two"),
        ("10 GOSUB 50\n20 ' Low\n30 RETURN\n50 ' High\n60 GOTO 30\n", 30, "30 High"),
    ],
)
def test_a_frame_is_named_by_the_remark_of_its_subroutine(listing: str, line: int, name: str) -> None:
    program = Program.from_ascii(listing.encode())
    places = Places(Layout(program))
    (first, place) = places.all[0], next(place for place in places.all if place.line == line)
    routines = Routines(program)
    assert routines.name(place, first, called=True) == name
    assert routines.name(place, None, called=False) == str(line)
    assert routines.name(None, None, called=False) == "Ok"
