"""`msxkit basic`: through a pipe, and in a real pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a system without pseudo-terminals; use Linux or macOS")

COMMAND = [
    sys.executable,
    "-c",
    "import sys; from msxkit.cli import main; sys.exit(main(sys.argv[1:]))",
    "basic",
]


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


class Terminal:
    """`msxkit basic` in a pseudo-terminal."""

    def __init__(self, *options: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "LINES": "24", "COLUMNS": "80", "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Reads until `text` has come; what came before it is forgotten."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come: {self.seen!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode(errors="replace")
                except OSError:  # the other side is closed
                    raise AssertionError(f"{text!r} did not come: {self.seen!r}") from None
        self.seen = self.seen.partition(text)[2]

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    started = Terminal("--files", str(tmp_path))
    yield started
    started.close()


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
    assert terminal.process.wait(timeout=20) == 0


def test_inkey_and_system_in_a_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Ok")
    terminal.type('10 K$=INKEY$:IF K$="" THEN 10\r20 PRINT "KEY ";K$\rRUN\r')
    terminal.wait_for("RUN")
    time.sleep(0.3)
    terminal.type("Q")
    terminal.wait_for("KEY Q")
    terminal.type("SYSTEM\r")
    assert terminal.process.wait(timeout=20) == 0
