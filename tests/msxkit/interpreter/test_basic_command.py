"""`msxkit basic`: through a pipe, and in a real pseudo-terminal."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import Terminal, command

COMMAND = command("msxkit", "basic")


def piped(text: bytes, *options: str) -> tuple[int, str, str]:
    done = subprocess.run([*COMMAND, *options], input=text, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_lines_through_a_pipe(tmp_path: Path) -> None:
    lines = b'PRINT 1+1\n10 PRINT "H\xc3\xa9"\nSAVE"A.BAS",A\nRUN\nSYSTEM\nPRINT 99\n'
    code, out, err = piped(lines, "--files", str(tmp_path), "--machine", "msx1")
    assert (code, err) == (0, "")
    assert out.splitlines()[-5:] == [" 2", "Ok", "Ok", "Hé", "Ok"]
    assert (tmp_path / "A.BAS").read_bytes() == b'10 PRINT "H\x82"\r\n\x1a'


def test_a_program_is_loaded(tmp_path: Path) -> None:
    program = tmp_path / "p.bas"
    program.write_text('10 PRINT "LOADED"\n')
    code, out, _ = piped(b"RUN\n", str(program))
    assert code == 0
    assert out.splitlines()[-2:] == ["LOADED", "Ok"]


def test_bad_input_is_a_message() -> None:
    code, _, err = piped(b"", "nowhere.bas")
    assert code == 2
    assert err.startswith("msxkit: nowhere.bas: cannot be read")
    code, _, err = piped("PRINT 1\nPRINT €\n".encode())
    assert code == 2
    assert "standard input, line 2" in err


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    with Terminal([*COMMAND, "--files", str(tmp_path)], environment={"TERM": "xterm"}) as started:
        yield started


def test_a_session_in_a_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Ok")
    terminal.type("PRINT 6*7\r")
    terminal.wait_for(" 42")
    terminal.type('10 INPUT "N";N:PRINT N*N\r20 GOTO 20\rRUN\r')
    terminal.wait_for("N? ")
    terminal.type("12\r")
    terminal.wait_for(" 144")
    terminal.type("\x03")
    terminal.wait_for("Break in 20")
    terminal.type("\x04")
    terminal.wait_for("\x1b[?1049l")
    assert terminal.ends() == 0


def test_inkey_and_system_in_a_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Ok")
    terminal.type('10 K$=INKEY$:IF K$="" THEN 10\r20 PRINT "KEY ";K$\rRUN\r')
    terminal.wait_for("RUN")
    time.sleep(0.3)
    terminal.type("Q")
    terminal.wait_for("KEY Q")
    terminal.type("SYSTEM\r")
    assert terminal.ends() == 0
