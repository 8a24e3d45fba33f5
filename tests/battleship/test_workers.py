"""Worker processes do not outlive the command that started them, whatever ends it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from battleship.cli import main as battleship
from battleship.workers import begin_worker, processes
from tests.processes import alive

PARENT = """
import os, time
from battleship.workers import workers
if __name__ == "__main__":
    with workers(2) as executor:
        print(executor.submit(os.getpid).result(), flush=True)
        executor.submit(time.sleep, 60)
        time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.one_in(2)
def test_workers_end_with_a_killed_parent(end: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(end)
        parent.wait(10)
        limit = time.monotonic() + 20
        while alive(worker) and time.monotonic() < limit:
            time.sleep(0.02)
        if alive(worker):
            os.kill(worker, signal.SIGKILL)
            pytest.fail("the worker lives on")


_BEGUN: list[bool] = []


def _begin() -> None:
    """Note whether Ctrl-C is kept from this process while it starts, and from then on."""
    _BEGUN.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
    begin_worker()
    _BEGUN.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
    _BEGUN.append(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)


def _begun() -> list[bool]:
    return _BEGUN


@pytest.mark.slow
def test_ctrl_c_waits_until_a_worker_has_begun() -> None:
    with processes(1, _begin) as pool:
        assert pool.submit(_begun).result() == [True, False, True]


_SEEN = """
import os
from battleship.workers import begin_worker, processes
if __name__ == "__main__":
    with processes(1, begin_worker) as pool:
        print(repr(pool.submit(os.getenv, "PYTHONSAFEPATH", "").result()), repr(os.getenv("PYTHONSAFEPATH", "")))
"""


@pytest.mark.parametrize("before", ["", "1"])
@pytest.mark.one_in(2)
def test_workers_take_no_module_from_the_current_folder(before: str, tmp_path: Path) -> None:
    """The variable that keeps them from it is then as it was: what they start, such as a bot, has modules there."""
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "multiprocessing.py").write_text("raise SystemExit('taken')\n")
    script = tmp_path / "seen.py"
    script.write_text(_SEEN)
    found = subprocess.run(
        [sys.executable, script],
        env={**os.environ, "PYTHONSAFEPATH": before},
        cwd=strange,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.stdout, found.stderr) == (f"{before!r} {before!r}\n", "")


def test_a_system_that_starts_no_other_process_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Locks between processes are files in /dev/shm, and that may be read-only."""

    def refused(*_: object, **_named: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", refused)
    assert battleship(["verify", "--games", "2", "--on", "port", "--jobs", "2"]) == 2
    message = (
        "no other process can be started, which takes /dev/shm: Read-only file system; --jobs 1 needs none"
    )
    assert message in capsys.readouterr().err
