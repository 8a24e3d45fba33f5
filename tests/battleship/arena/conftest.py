"""Bots for the tests: command lines, and a pairing of two."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest

from battleship.arena import process
from battleship.arena.confine import descendants
from battleship.arena.round_robin import Pairing, Settings, play_pairing
from battleship.arena.seats import parse_bots

BOTS = Path(__file__).parents[2] / "bots"


def bot(how: str, argument: str = "") -> str:
    """The command line of a bot of `tests/bots/misbehaving.py`, named after what it does."""
    words = [sys.executable, "-S", str(BOTS / "misbehaving.py"), how, *([argument] if argument else [])]
    return f"{how}={shlex.join(words)}"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is waited for here comes at once or never.
    monkeypatch.setattr(process, "LATE_WAIT", 0.15)


@pytest.fixture(autouse=True)
def no_process_left_behind() -> Iterator[None]:
    """Whatever a test starts is gone when it ends, however deep it had hidden."""
    yield
    # The tracker is multiprocessing's own, and stays until the tests end.
    assert [process for process in descendants(os.getpid()) if "resource_tracker" not in command_line(process)] == []


def command_line(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()


Play = Callable[..., Pairing]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays two games between two bots, the second one well behaved unless said otherwise."""

    def run(one: str, other: str = "", games: int = 2, timeout: float = 5.0, record: Path | None = None) -> Pairing:
        bots = parse_bots([one, other or bot("well")])
        return play_pairing(bots, (0, 1), Settings(tmp_path / "bots", games, timeout, record=record))

    return run


@pytest.fixture(scope="session")
def c_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The document's C bot, compiled."""
    compiler = which("cc") or which("gcc")
    if compiler is None:
        pytest.skip("no C compiler: apt-get install gcc")
    program = tmp_path_factory.mktemp("c") / "cbot"
    subprocess.run([compiler, "-o", str(program), str(BOTS / "document.c")], check=True)
    return str(program)


@pytest.fixture
def python_bot() -> str:
    """The document's Python bot."""
    return f"pybot={shlex.join([sys.executable, str(BOTS / 'document.py')])}"
