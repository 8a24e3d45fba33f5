"""A command in a process of its own, which can be limited, made to fail or killed: what it did, and what it left."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

#: Exit codes that commands have: done, a check failed, bad input, a limit.
CODES = (0, 1, 2, 3)
#: Seconds after which a child is taken to hang.
PATIENCE = 60.0
#: _LINUX_CAPABILITY_VERSION_3 of linux/capability.h.
_CAPABILITIES_3 = 0x20080522
#: A disk in memory, which no trial waits for.
_MEMORY = "/dev/shm"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child ended.

    Attributes:
        code: Its exit code, negative the signal.
        seconds: Of the processor.
        megabytes: Memory beyond that of the process that it was forked from.
    """

    code: int
    out: bytes
    err: str
    seconds: float
    megabytes: float

    def complaints(
        self,
        codes: tuple[int, ...] = CODES,
        seconds: float = PATIENCE,
        megabytes: float = 1000,
    ) -> list[str]:
        """Return what must not be, whatever the command was given."""
        found = []
        if self.code not in codes:
            found.append(f"exit code {self.code}")
        if "Traceback" in self.err:
            found.append(f"a traceback: {self.err.strip().splitlines()[-1]}")
        if self.code == 2 and not self.err.strip():
            found.append("bad input without a message")
        found += [f"took {self.seconds:.0f} s"] * (self.seconds > seconds)
        return found + [f"took {self.megabytes:.0f} MB"] * (self.megabytes > megabytes)


def run(
    work: Callable[[], int | None],
    folder: Path,
    *,
    prepare: Callable[[], None] = lambda: None,
    stdin: bytes = b"",
    patience: float = PATIENCE,
) -> Outcome:
    """Run `work` in a forked child in `folder`, after `prepare`; its result is the exit code."""
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        pipes = os.pipe(), os.pipe()
        mine = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20
        with warnings.catch_warnings():  # threads of a library: none of them is needed in the child
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid == 0:
            _child(work, folder, prepare, (given.fileno(), pipes[0][1], pipes[1][1]))
    end = time.monotonic() + patience
    texts = [b"", b""]
    for _, writing in pipes:
        os.close(writing)
    ended = 0
    while not ended:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        for index, (reading, _) in enumerate(pipes):
            while select.select([reading], [], [], 0)[0] and (data := os.read(reading, 65536)):
                texts[index] += data
        if not ended and time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.0005)
    for reading, _ in pipes:
        os.close(reading)
    return Outcome(
        os.waitstatus_to_exitcode(status),
        texts[0],
        texts[1].decode("utf-8", "replace"),
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024 - mine,
    )


def _child(
    work: Callable[[], int | None],
    folder: Path,
    prepare: Callable[[], None],
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
        prepare()
        code = work() or 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def without_privileges() -> None:
    """Make file permissions count in the child, even for root, by dropping the capabilities of Linux."""
    if os.geteuid() == 0:
        header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
        none = (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(header, none):
            raise OSError(ctypes.get_errno(), "capset")


def tree(folder: Path) -> dict[str, str]:
    """Return everything in a folder: name -> digest of the contents, where a link leads to, or what else it is."""
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
    """Yield an empty folder that everybody may write, gone afterwards."""
    where = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="torture-", dir=where) as name:
        path = Path(name)
        path.chmod(0o777)
        yield path
