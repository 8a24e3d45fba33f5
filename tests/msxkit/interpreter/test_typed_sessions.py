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
