"""A command in a process of its own, which can be starved, struck or killed: what it did, and what it left."""

from __future__ import annotations

import contextlib
import hashlib
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

#: Exit codes that commands have: done, a check failed, bad input, a limit.
CODES = (0, 1, 2, 3)
#: Seconds after which a child is taken to hang.
PATIENCE = 60.0
#: Unprivileged user, for trials in which permissions must bite.
NOBODY = 65534


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child ended. code: its exit code, negative the signal; peak: its greatest memory in MB."""

    code: int
    out: bytes
    err: str
    seconds: float
    peak: float

    def complaints(self, codes: tuple[int, ...] = CODES) -> list[str]:
        """What must not be, whatever the command was given."""
        found = []
        if self.code not in codes:
            found.append(f"exit code {self.code}")
        if "Traceback" in self.err:
            found.append(f"a traceback: {self.err.strip().splitlines()[-1]}")
        if self.code == 2 and not self.err.strip():
            found.append("bad input without a message")
        return found


def run(
    work: Callable[[], int | None],
    folder: Path,
    *,
    prepare: Callable[[], None] | None = None,
    stdin: bytes = b"",
    patience: float = PATIENCE,
) -> Outcome:
    """Runs `work` in a forked child in `folder`; its result is the exit code. prepare: called first, in the child."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        started = time.monotonic()
        with warnings.catch_warnings():  # threads of a library: none of them is needed in the child
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid == 0:
            _child(work, folder, prepare, (given.fileno(), out.fileno(), err.fileno()))
        status, usage = _wait(pid, started + patience)
        seconds = time.monotonic() - started
        out.seek(0)
        err.seek(0)
        return Outcome(
            os.waitstatus_to_exitcode(status),
            out.read(),
            err.read().decode("utf-8", "replace"),
            seconds,
            usage.ru_maxrss / 1024,
        )


def _child(
    work: Callable[[], int | None],
    folder: Path,
    prepare: Callable[[], None] | None,
    streams: tuple[int, int, int],
) -> None:
    code = 70
    try:
        os.setsid()
        os.chdir(folder)
        for number, descriptor in enumerate(streams):
            os.dup2(descriptor, number)
        # Streams of the child alone: those of the parent may hold text that it has not written yet.
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        if prepare is not None:
            prepare()
        code = work() or 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _wait(pid: int, end: float) -> tuple[int, resource.struct_rusage]:
    while True:
        found, status, usage = os.wait4(pid, os.WNOHANG)
        if found:
            return status, usage
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            return status, usage
        time.sleep(0.0005)


def without_privileges() -> None:
    """In the child: file permissions count, which they do not for root."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def tree(folder: Path) -> dict[str, str]:
    """Everything in a folder: name -> digest of the contents, where a link leads to, or what else it is."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {os.readlink(path)}"  # noqa: PTH115
        elif path.is_file():
            found[name] = hashlib.sha1(path.read_bytes()).hexdigest()
        else:
            found[name] = "folder" if path.is_dir() else "special"
    return found


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """An empty folder that everybody may write, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="torture-") as name:
        path = Path(name)
        path.chmod(0o777)
        yield path
