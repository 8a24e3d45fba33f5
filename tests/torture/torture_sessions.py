"""Sessions at the prompt that are ended

`msxkit basic` runs in a terminal with an unsaved program and an open file. It does nothing, or a line is being typed,
or a program runs, waits for a line, waits for a key, is paused, or is being listed. Then it gets each signal that ends
a process, or its window is closed. The program must be in `RESCUE.BAS`, the file complete, the terminal as it was
before, the exit code that of the signal, and no process left running. (Nobody can do anything about `kill -9`: it
leaves the terminal in the state that it was in.)
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

from tests.processes import alive
from tests.terminal import Terminal, command
from tests.torture import Effort, Row, Trial, child, rows

_PROGRAM = b'10 PRINT "WORK OF AN HOUR"\r\n20 INPUT A$\r\n30 A$=INPUT$(1)\r\n40 GOTO 40\r\n'
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
SIGNALS = ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGALRM")
_OPEN = 'OPEN"DATA"FOR OUTPUT AS#1:PRINT#1,"KEPT":PRINT 6*7\r'


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each way to end."""
    plan = [(way, state) for way in (*SIGNALS, "closed", "killed") for state in STATES]
    kept = (
        set(range(len(plan)))
        if effort.scale >= 1
        else set(range(0, len(plan), round(len(plan) / effort.of(40))))
    )
    names = {"closed": "the window is closed", "killed": "SIGKILL"}
    yield from rows(effort, _tried, [(names.get(plan[n][0], plan[n][0]), plan[n]) for n in sorted(kept)])


def _tried(case: tuple[str, str]) -> Trial:
    way, state = case
    with child.folder() as folder:
        found = _session(folder, way, *STATES[state])
    return Trial([f"while {state}: {complaint}" for complaint in found])


def _session(folder: Path, way: str, typed: str, shown: str) -> list[str]:
    """Return what is wrong after a session of this kind."""
    with Terminal(
        command("msxkit", "basic", "--files", str(folder)), environment={"TERM": "xterm"}
    ) as terminal:
        terminal.until("Ok")
        terminal.type(_PROGRAM.decode().replace("\n", "") + _OPEN)
        terminal.until(" 42")
        terminal.type(typed)
        terminal.until(shown)
        terminal.read(0.1)
        pid = terminal.process.pid
        if way == "closed":
            code, wanted = terminal.hang_up(), (128 + signal.SIGHUP, 2)
        else:
            number = signal.SIGKILL if way == "killed" else getattr(signal, way)
            terminal.process.send_signal(number)
            number = -number if way == "killed" else 128 + number
            code, wanted = terminal.ends(), (number, number)
        found = [] if code in wanted else [f"exit code {code}"]
        if way == "killed":
            return [*found, *_left(pid)]
        if way != "closed" and not terminal.settings_are_restored():
            found.append("the terminal is not as it was")
        if b"Traceback" in terminal.output:
            found.append("a traceback")
    saved = folder / "RESCUE.BAS"
    if not saved.is_file() or saved.read_bytes() != _PROGRAM + b"\x1a":
        found.append("the program is lost")
    data = folder / "DATA"
    if not data.is_file() or data.read_bytes() != b"KEPT\r\n\x1a":
        found.append("the open file is lost")
    return [*found, *_left(pid)]


def _left(session: int) -> list[str]:
    """Processes of the session that still live."""
    found = []
    for entry in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if entry.name.isdecimal() and alive(int(entry.name)):
            try:
                if os.getsid(int(entry.name)) == session:
                    found.append(f"process {entry.name} is left")
            except OSError:
                continue
    return found
