"""`msxkit basic --type`: a session as somebody types it, and the screen that it leaves.

What the machine answers is what sessions of `tests/corpus` show; these are the smallest of each rule.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from msxkit.commands.basic import basic


def typed(text: str, *options: str) -> Result:
    return CliRunner().invoke(basic, ["--type", text, *options], standalone_mode=False)


def seen(text: str, *options: str) -> dict[str, Any]:
    """Return the JSON of a session."""
    found: dict[str, Any] = json.loads(typed(text, "--screen", "json", *options).stdout)
    return found


def rows(*lines: str, machine: str = "msx2") -> list[str]:
    """Return the rows behind the first `Ok` when these lines are typed, each with RETURN."""
    text = "".join(f"{line}\\r" for line in lines)
    screen: list[str] = seen(text, "--machine", machine)["screen"]
    assert screen[0] == "Ok"
    return screen[1:]


def test_json_has_the_form_of_run() -> None:
    assert seen("PRINT 1\\r") == {
        "stop": "ok",
        "error": None,
        "screen_mode": 0,
        "width": 40,
        "columns": 40,
        "screen": ["Ok", "PRINT 1", " 1", "Ok", "\xff"],
        "cursor": [0, 4],
    }


def test_nothing_is_typed() -> None:
    assert seen("")["screen"] == ["Ok", "\xff"]


@pytest.mark.parametrize("machine", ["msx1", "msx2"])
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # CTRL-C leaves AUTO; there is no `Ok`.
        ("AUTO|PRINT|\\x03", "AUTO|10 PRINT|20||\xff"),
        # A line that is there has an asterisk.
        ("10 REM|AUTO|CLS|\\x03LIST", "10 REM|AUTO|10*CLS|20|LIST|10 CLS|Ok|\xff"),
        ("65530 END", "65530 END|Syntax error|Ok|\xff"),
        ("10|PRINT ERR;ERL", "10|Undefined line number|Ok|PRINT ERR;ERL| 8  65535|Ok|\xff"),
        # Direct mode has error handling, too.
        (
            "9 ?ERR;ERL:RESUME NEXT|ON ERROR GOTO 9|=:?1",
            "9 ?ERR;ERL:RESUME NEXT|ON ERROR GOTO 9|Ok|=:?1| 2  65535| 1|Ok|\xff",
        ),
        # RENUM names lines by their old numbers, and clears nothing.
        ("7 GOTO 9|A=5|RENUM|?A", "7 GOTO 9|A=5|Ok|RENUM|Undefined line 9 in 7|Ok|?A| 5|Ok|\xff"),
        ("8 DATA 1,2|READ A|RENUM|READ A:?A", "8 DATA 1,2|READ A|Ok|RENUM|Ok|READ A:?A| 2|Ok|\xff"),
        # The current line: typed last, ...
        ("20 END|10 REM|LIST.", "20 END|10 REM|LIST.|10 REM|Ok|\xff"),
        # ... listed last, ...
        ("20 END|10 REM|LIST|LIST.", "20 END|10 REM|LIST|10 REM|20 END|Ok|LIST.|20 END|Ok|\xff"),
        # ... where an error was, ...
        ("10 =|20 END|RUN|LIST.", "10 =|20 END|RUN|Syntax error in 10|Ok|LIST.|10 =|Ok|\xff"),
        # ... or a line that is not there.
        ("20 END|5|LIST.", "20 END|5|Undefined line number|Ok|LIST.|Ok|\xff"),
        ("20 END|RENUM|LIST.", "20 END|RENUM|Ok|LIST.|Ok|\xff"),
        # A colon ends the items of INPUT.
        ("INPUT Z|1:2|?Z", "INPUT Z|? 1:2|?Extra ignored|Ok|?Z| 1|Ok|\xff"),
    ],
)
def test_rules(lines: str, expected: str, machine: str) -> None:
    assert "|".join(rows(*lines.split("|"), machine=machine)) == expected


@pytest.mark.parametrize(
    ("text", "code", "stop"),
    [
        ("PRINT 1\\r", 0, "ok"),
        ("PRINT 1/0\\r", 1, "error"),
        ("PRINT 1/0\\rPRINT 1\\r", 0, "ok"),
        ("INPUT A\\r", 0, "key"),
        ("10 GOTO 10\\rRUN\\r", 3, "limit"),
    ],
)
def test_how_a_session_ends(text: str, code: int, stop: str) -> None:
    result = typed(text, "--screen", "json", "--max-seconds", "0.3")
    assert (result.return_value, json.loads(result.stdout)["stop"]) == (code, stop)


def test_keys_come_when_they_are_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "keys.bas"
    program.write_text('10 IF INKEY$<>"" THEN 10\n20 A$=INKEY$:IF A$="" THEN 20 ELSE PRINT A$;:GOTO 20\n')
    result = typed("AB\\x03PRINT 7\\r", str(program), "--run")
    assert result.stdout.splitlines() == ["Ok", "RUN", "AB", "Break in 20", "Ok", "PRINT 7", " 7", "Ok", "▮"]


def test_a_session_has_the_files_of_its_folder(tmp_path: Path) -> None:
    found = seen('10 REM\\rSAVE"A",A\\rNEW\\rLOAD"A"\\rLIST\\r', "--files", str(tmp_path))
    assert found["screen"][-4:] == ["LIST", "10 REM", "Ok", "\xff"]
    assert (tmp_path / "A").read_bytes() == b"10 REM\r\n\x1a"


def test_screen_is_of_a_typed_session() -> None:
    result = CliRunner().invoke(basic, ["--screen", "json"])
    assert result.exit_code == 2
    assert "--screen needs --type TEXT" in result.output
