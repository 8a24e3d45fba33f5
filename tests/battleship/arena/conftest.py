"""Bots for the tests: command lines, and a pairing of two."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from battleship.arena import process as bot_process
from battleship.arena.confine import descendants
from battleship.arena.round_robin import Pairing, Settings, play_pairing
from battleship.arena.seats import parse_bots
from tests.processes import alive
from tests.programs import require

BOTS = Path(__file__).parents[2] / "bots"


def bot(how: str, argument: str = "") -> str:
    """Return the command line of a bot of `tests/bots/misbehaving.py`, named after what it does."""
    words = [sys.executable, "-S", str(BOTS / "misbehaving.py"), how, *([argument] if argument else [])]
    return f"{how}={shlex.join(words)}"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is waited for here comes at once or never.
    monkeypatch.setattr(bot_process, "LATE_WAIT", 0.15)
    monkeypatch.setattr(bot_process, "PROMPT_WAIT", 0.2)


@pytest.fixture(autouse=True)
def no_process_left_behind() -> Iterator[None]:
    """Check that every process that a test started has ended, however deep it was hidden."""
    before = set(descendants(os.getpid()))  # such as a server that other tests share
    yield
    deadline = time.monotonic() + 60  # one that is left behind never ends
    while (left := running(set(descendants(os.getpid())) - before)) and time.monotonic() < deadline:
        time.sleep(0.01)
    for process in left:  # or every test that follows would find it
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
    assert left == []


def running(processes: Iterable[int]) -> list[int]:
    """Return those that have not ended; multiprocessing's own tracker, which stays until the tests end, does not
    count.
    """
    found = []
    for number in processes:
        with contextlib.suppress(OSError):
            if alive(number) and b"resource_tracker" not in Path(f"/proc/{number}/cmdline").read_bytes():
                found.append(number)
    return found


Play = Callable[..., Pairing]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays two games between two bots, the second one well behaved unless said otherwise."""

    def run(
        one: str, other: str = "", games: int = 2, timeout: float = 5.0, record: Path | None = None
    ) -> Pairing:
        bots = parse_bots([one, other or bot("well")])
        return play_pairing(bots, (0, 1), Settings(tmp_path / "bots", games, timeout, record=record))

    return run


@pytest.fixture(scope="session")
def c_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The document's C bot, compiled."""
    require("cc")
    program = tmp_path_factory.mktemp("c") / "cbot"
    subprocess.run(["cc", "-o", str(program), str(BOTS / "document.c")], check=True)
    return str(program)


@pytest.fixture
def python_bot() -> str:
    """The document's Python bot."""
    return f"pybot={shlex.join([sys.executable, str(BOTS / 'document.py')])}"
