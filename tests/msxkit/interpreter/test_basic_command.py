"""`msxkit basic`: through a pipe, and in a real pseudo-terminal."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes import of_session
from tests.terminal import Terminal, command

COMMAND = command("msxkit", "basic")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts the command in a terminal, on the test's folder."""
    with contextlib.ExitStack() as stack:

        def start(*options: str, columns: int = 80, rows: int = 24, **changes: str) -> Terminal:
            argv = [*COMMAND, "--files", str(tmp_path), *options]
            return stack.enter_context(Terminal(argv, columns, rows, {"TERM": "xterm", **changes}))

        yield start


@pytest.fixture
def terminal(start: Callable[..., Terminal]) -> Terminal:
    terminal = start()
    terminal.wait_for("Ok")
    return terminal


def test_a_session_in_a_terminal(terminal: Terminal) -> None:
    terminal.type("PRINT 6*7\r")
    terminal.wait_for(" 42")
    terminal.type('10 INPUT "N";N:PRINT N*N\r20 GOTO 20\rRUN\r')
    terminal.wait_for("N? ")
    terminal.type("12\r")
    terminal.wait_for(" 144")
    terminal.type("\x03")
    terminal.wait_for("Break in 20")
    terminal.type('SAVE"A"\rPRINT 6*7\r')
    terminal.wait_for(" 42")
    terminal.type("\x04")
    terminal.wait_for("\x1b[?1049l")
    assert terminal.ends() == 0
    assert terminal.settings_are_restored()


@pytest.mark.slow
def test_inkey_and_system_in_a_terminal(terminal: Terminal) -> None:
    terminal.type('10 K$=INKEY$:IF K$="" THEN 10\r20 PRINT "KEY ";K$\rRUN\r')
    terminal.wait_for("RUN")
    time.sleep(0.3)
    terminal.type("Q")
    terminal.wait_for("KEY Q")
    assert terminal.ends("SYSTEM\r") == 0


PROGRAM = b'10 PRINT "WORK OF AN HOUR"\r\n'


def enter_program(terminal: Terminal) -> None:
    terminal.type(PROGRAM.decode().replace("\n", ""))
    terminal.wait_for("HOUR")


@pytest.mark.parametrize("answer", ["y", *(pytest.param(key, marks=pytest.mark.slow) for key in "\x04Y")])
def test_control_d_asks_when_a_program_would_be_lost(terminal: Terminal, answer: str, tmp_path: Path) -> None:
    enter_program(terminal)
    terminal.type("\x04")
    terminal.wait_for("Not saved")
    terminal.type("LIST\r")
    terminal.wait_for("10 PRINT")
    terminal.type("\x04")
    terminal.wait_for("Not saved")
    assert terminal.ends(answer) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "last",
    [
        'SAVE"A",A\r',
        "10\r",
        *(
            pytest.param(last, marks=pytest.mark.slow)
            for last in ('SAVE"A"\r', "NEW\r", 'SAVE"A"\r20 REM\r20\r')
        ),
    ],
)
@pytest.mark.one_in(2)
def test_control_d_does_not_ask_when_nothing_would_be_lost(terminal: Terminal, last: str) -> None:
    enter_program(terminal)
    terminal.type(last + "PRINT 6*7\r")
    terminal.wait_for(" 42")
    assert terminal.ends("\x04") == 0


LONGER = PROGRAM + b"20 INPUT A$\r\n30 A$=INPUT$(1)\r\n40 GOTO 40\r\n"
#: What is going on -> what is typed to come there, and what is then on the screen.
STATES = {
    "nothing": ("", "40 GOTO 40"),
    "a line is typed": ("PRINT 1234", "PRINT 1234"),
    "a program runs": ("GOTO 40\r", "GOTO 40"),
    "a program waits for a line": ("GOTO 20\r", "? "),
    "a program waits for a key": ("GOTO 30\r", "GOTO 30"),
    "a program is paused": ("GOTO 40\r\x13", "Paused"),
    "a program is listed": ("CLS:LIST\r", "10 PRINT"),
    "it asks whether to leave": ("\x04", "Not saved"),
}
ENDS = ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGALRM", "closed", "SIGKILL")
#: Two of them are quick.
SOON = [("SIGTERM", "a program runs"), ("closed", "a program is paused")]


@pytest.mark.parametrize(
    ("name", "state"),
    [
        pytest.param(name, state, marks=[] if (name, state) in SOON else pytest.mark.nightly)
        for name in ENDS
        for state in STATES
    ],
)
def test_a_program_outlives_its_session(name: str, state: str, terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "RESCUE.BAS").write_bytes(b"an older one")
    terminal.type(LONGER.decode().replace("\n", "") + 'OPEN"DATA"FOR OUTPUT AS#1:PRINT#1,"KEPT":PRINT 6*7\r')
    terminal.wait_for(" 42")
    typed, seen = STATES[state]
    terminal.type(typed)
    terminal.until(seen)
    terminal.read(0.1)
    if name == "closed":
        # The signal or the closed terminal, whichever is first.
        assert terminal.hang_up() in (128 + signal.SIGHUP, 2)
    else:
        number = getattr(signal, name)
        terminal.process.send_signal(number)
        assert terminal.ends() == (-number if name == "SIGKILL" else 128 + number)
    if name not in ("closed", "SIGKILL"):
        assert terminal.settings_are_restored()
        shown = "".join(terminal.display)
        assert "the program had not been saved; it is now in" in shown
        assert "Traceback" not in shown
    if name != "SIGKILL":
        assert (tmp_path / "RESCUE1.BAS").read_bytes() == LONGER + b"\x1a"
        assert (tmp_path / "DATA").read_bytes() == b"KEPT\r\n\x1a"
    assert (tmp_path / "RESCUE.BAS").read_bytes() == b"an older one"
    assert of_session(terminal.process.pid) == []


def test_an_interrupt_from_outside_is_control_c(terminal: Terminal) -> None:
    terminal.type("10 GOTO 10\rRUN\r")
    terminal.wait_for("RUN")
    time.sleep(0.3)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Break in 10")
    terminal.process.send_signal(signal.SIGCONT)  # another program had the terminal
    terminal.wait_for("\x1b[?1049h")
    terminal.wait_for("Break in 10")


def test_control_c_says_how_to_leave(terminal: Terminal) -> None:
    terminal.type("\x03")
    terminal.wait_for("CTRL-D or SYSTEM leaves")


def test_keys_that_the_machine_has_not_got_do_nothing(terminal: Terminal) -> None:
    terminal.type("PRINT 6\x1b[5~\x1b[6~\x1b[24~\x1b[1;5P*\x1b[200~7\x1b[201~\r")
    terminal.wait_for("Ok")
    assert terminal.ends("\x04") == 0


@pytest.mark.slow
@pytest.mark.more
def test_control_s_pauses_a_listing(terminal: Terminal) -> None:
    terminal.type("".join(f"{number} REM\r" for number in range(1, 60)) + "CLS:LIST\r")
    terminal.wait_for("3 REM")
    terminal.type("\x13")
    terminal.wait_for("Paused")
    time.sleep(0.5)
    terminal.type("\x11")
    terminal.wait_for("59 REM")
    terminal.wait_for("Ok")


@pytest.mark.slow
def test_why_an_error_came(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "game.bas").write_bytes(PROGRAM)
    terminal.type('LOAD"GAME\r')
    terminal.wait_for("File not found")
    terminal.wait_for("but GAME.BAS")


@pytest.mark.slow
def test_run_at_once(start: Callable[..., Terminal], tmp_path: Path) -> None:
    program = tmp_path / "p.bas"
    program.write_bytes(b'10 INPUT "N";N:PRINT N*N\n')
    terminal = start(str(program), "--run")
    terminal.wait_for("N? ")
    terminal.type("5\r")
    terminal.wait_for(" 25")
    assert terminal.ends("\x04") == 0


@pytest.mark.slow
def test_no_colour(start: Callable[..., Terminal]) -> None:
    for changes, coloured in ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True):
        terminal = start(**changes)
        terminal.wait_for("\x1b[?1049h")
        assert terminal.ends("\x04") == 0
        assert (b"[38;2" in terminal.output) == coloured


def test_a_small_terminal_says_so(start: Callable[..., Terminal]) -> None:
    terminal = start(columns=30, rows=10)
    terminal.wait_for("too small for 40x24: only")
    terminal.type("PRINT 6*7\r")
    terminal.wait_for(" 42")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_that_cannot_paint(kind: str, start: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = start(TERM=kind)
    terminal.wait_for("Ok")
    terminal.type("10 GOTO 10\n")
    terminal.type("RUN\n")
    time.sleep(1)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Break in 10")
    terminal.type("10 INPUT A\nRUN\n")
    terminal.wait_for("RUN")
    time.sleep(0.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Break in 10")
    terminal.wait_for("CTRL-D or SYSTEM leaves")
    terminal.type("PRINT €\n")
    terminal.wait_for("the MSX has no character")
    terminal.type("\x04")
    terminal.wait_for("The program is not saved")
    terminal.type("n\nPRINT 6*7\n")
    terminal.wait_for(" 42")
    assert b"\x1b" not in terminal.output
    terminal.process.terminate()
    assert terminal.ends() == 128 + signal.SIGTERM
    assert b"it is now in" in terminal.output
    assert (tmp_path / "RESCUE.BAS").exists()
