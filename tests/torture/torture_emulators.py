"""Emulators that die, hang or lose their driver

`msxkit record` plays a program without end on openMSX (on a small BASIC that belongs to the tests). Some moment after
the emulator has started, it is killed, crashes or is frozen. The command must say so and end with 2. In other runs the
command itself gets a signal, and must end with that signal. Afterwards there must be no emulator, no watcher, no
temporary folder and no part of a recording left.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from tests.msxkit.openmsx import minibasic
from tests.processes import alive
from tests.programs import missing
from tests.terminal import command
from tests.torture import Effort, Row, Trial, child, rows

_Found = TypeVar("_Found")
#: Seconds in which everything must be over. A frozen emulator is given up after 40.
PATIENCE, FROZEN_PATIENCE = 30.0, 120.0
_LOOP = b"10 SCREEN1\n20 A$=INPUT$(1)\n30 GOTO20\n"
#: What happens to the emulator -> how often it is tried.
EMULATOR = {"SIGSTOP": 1, "SIGKILL": 15, "SIGTERM": 10, "SIGSEGV": 10}
DRIVER = {"SIGKILL": 15, "SIGTERM": 10, "SIGHUP": 10, "SIGINT": 10, "SIGQUIT": 5}


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each signal, to the emulator and to the command."""
    if reason := missing("openmsx"):
        yield Row(reason)
        return
    source = random.Random(f"{effort.seed} emulators")
    cases = [
        (f"{name} to {victim}", (victim, getattr(signal, name), source.uniform(0, 1.2)))
        for victim, plan in (("the emulator", EMULATOR), ("the command", DRIVER))
        for name, count in plan.items()
        for _ in range(effort.of(count))
        if name != "SIGSTOP" or effort.scale >= 1  # it takes a minute
    ]
    yield from rows(effort, _tried, cases)


def _tried(case: tuple[str, int, float]) -> Trial:
    with child.folder() as folder:
        started = time.monotonic()
        found = _trial(folder, *case)
        return Trial(found, time.monotonic() - started)


def _trial(folder: Path, victim: str, number: int, delay: float) -> list[str]:
    """Return what is wrong after the emulator, or its driver, got a signal."""
    minibasic.install(folder / "user")
    (folder / "tmp").mkdir()
    (folder / "loop.bas").write_bytes(_LOOP)
    environment = dict(os.environ) | {
        "OPENMSX_USER_DATA": str(folder / "user"),
        "TMPDIR": str(folder / "tmp"),
    }
    argv = command("msxkit", "record", "loop.bas", "--machine", minibasic.NAME)
    argv += ["--random", "1000000", "-o", "out.json"]
    patience = FROZEN_PATIENCE if number == signal.SIGSTOP else PATIENCE
    found = []
    with subprocess.Popen(
        argv, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        emulator = _until(lambda: _emulator(running.pid), PATIENCE) or 0
        time.sleep(delay)
        family = [running.pid, *_children(running.pid)]
        os.kill(running.pid if victim == "the command" else emulator, number)
        try:
            _, told = running.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            running.kill()
            _, told = running.communicate()
            found.append("the command did not end")
    if victim == "the emulator":
        found += (
            []
            if running.returncode == 2 and told.startswith("msxkit: ")
            else [f"{running.returncode}, {told!r}"]
        )
    else:
        wanted = -number if number == signal.SIGKILL else 128 + number
        found += [] if running.returncode == wanted else [f"exit code {running.returncode}, not {wanted}"]
    if "Traceback" in told:
        found.append("a traceback")
    if not _until(lambda: not any(map(alive, family)), PATIENCE):
        found.append("a process is left")
    if not _until(lambda: not list((folder / "tmp").iterdir()), PATIENCE):
        found.append(f"left: {', '.join(path.name for path in (folder / 'tmp').iterdir())}")
    if list(folder.glob("*out.json*")):
        found.append("a part of a recording is left")
    return found


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _emulator(pid: int) -> int | None:
    """Return the openMSX that a process has started."""
    for child_pid in _children(pid):
        try:
            if Path(f"/proc/{child_pid}/comm").read_text().startswith("openmsx"):
                return child_pid
        except OSError:
            continue
    return None


def _until(condition: Callable[[], _Found], seconds: float) -> _Found:
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return found
