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
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from battleship.arena.confine import descendants
from tests.msxkit.openmsx import minibasic
from tests.processes import alive
from tests.programs import needs
from tests.terminal import command
from tests.torture import EFFORT, child, tries

pytestmark = [pytest.mark.nightly, needs("openmsx")]
_Found = TypeVar("_Found")
#: Seconds in which everything must be over. A frozen emulator is given up after 40.
PATIENCE = 120.0


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGSEGV", *["SIGSTOP"] * (EFFORT >= 1)])
def test_signal_to_the_emulator(name: str) -> None:
    for seed in tries(10 if name != "SIGSTOP" else 1, name):
        with child.folder() as folder:  # the path of a socket has to be short
            code, told = _recorded(folder, seed, name, to_emulator=True)
        assert (code, told[:8]) == (2, "msxkit: "), told


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"])
def test_signal_to_the_command(name: str) -> None:
    number = signal.Signals[name]
    for seed in tries(10, name):
        with child.folder() as folder:
            code, told = _recorded(folder, seed, name, to_emulator=False)
        assert code == (-number if name == "SIGKILL" else 128 + number), told


def _recorded(folder: Path, seed: str, name: str, to_emulator: bool) -> tuple[int, str]:
    """Record a program without end, and send a signal; return the exit code, and what was told."""
    temporary = folder / "tmp"
    temporary.mkdir()
    minibasic.install(folder / "user")
    (folder / "loop.bas").write_bytes(b"10 SCREEN1\n20 A$=INPUT$(1)\n30 GOTO20\n")
    argv = command("msxkit", "record", "loop.bas", "--machine", minibasic.NAME)
    argv += ["--random", "1000000", "-o", "out.json"]
    environment = os.environ | {"OPENMSX_USER_DATA": str(folder / "user"), "TMPDIR": str(temporary)}
    with subprocess.Popen(argv, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as running:
        emulator = _until(lambda: [pid for pid in descendants(running.pid) if _is_emulator(pid)])
        time.sleep(random.Random(seed).uniform(0, 1.2))
        family = [running.pid, *descendants(running.pid)]
        os.kill(emulator[0] if to_emulator else running.pid, signal.Signals[name])
        _, told = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in told
    assert _until(lambda: not any(map(alive, family)))
    assert _until(lambda: not list(temporary.iterdir()))
    assert not list(folder.glob("*out.json*"))
    return running.returncode, told


def _is_emulator(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_text().startswith("openmsx")
    except OSError:
        return False


def _until(condition: Callable[[], _Found]) -> _Found:
    end = time.monotonic() + PATIENCE
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return found
