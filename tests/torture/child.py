"""A command in a process of its own, which can be limited, made to fail or killed: what it did, and what it left."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib
import io
import os
import pkgutil
import resource
import select
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

#: Exit codes that commands have: done, a check failed, bad input, a limit.
CODES = (0, 1, 2, 3)
#: Seconds after which a child is taken to hang.
PATIENCE = 60.0
#: _LINUX_CAPABILITY_VERSION_3 of linux/capability.h.
_CAPABILITIES_3 = 0x20080522


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child ended.

    Attributes:
        code: Its exit code, negative the signal.
        seconds: Of the processor.
        peak: Memory in MB.
    """

    code: int
    out: bytes
    err: str
    seconds: float
    peak: float

    def complaints(self, codes: tuple[int, ...] = CODES) -> list[str]:
        """Return what must not be, whatever the command was given."""
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
    piped: bool = False,
) -> Outcome:
    """Run `work` in a forked child in `folder`; its result is the exit code.

    Args:
        prepare: Called first, in the child.
        piped: It writes to pipes, for which no limit on the size of files counts.
    """
    if piped:
        return _run_piped(work, folder, prepare, stdin, patience)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        started = time.monotonic()
        pid = _fork(work, folder, prepare, (given.fileno(), out.fileno(), err.fileno()))
        status, usage = _wait(pid, started + patience)
        out.seek(0)
        err.seek(0)
        text = err.read().decode("utf-8", "replace")
        return Outcome(
            os.waitstatus_to_exitcode(status),
            out.read(),
            text,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024,
        )


def _run_piped(
    work: Callable[[], int | None],
    folder: Path,
    prepare: Callable[[], None] | None,
    stdin: bytes,
    patience: float,
) -> Outcome:
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        started = time.monotonic()
        pid = _fork(work, folder, prepare, (given.fileno(), out_end, err_end))
        os.close(out_end)
        os.close(err_end)
        texts = [b"", b""]
        status, usage = _wait(pid, started + patience, lambda: _drain((out, err), texts))
        _drain((out, err), texts)
        os.close(out)
        os.close(err)
        text = texts[1].decode("utf-8", "replace")
        return Outcome(
            os.waitstatus_to_exitcode(status),
            texts[0],
            text,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024,
        )


def _drain(pipes: tuple[int, int], texts: list[bytes]) -> None:
    """Add what has come through the pipes."""
    for index, pipe in enumerate(pipes):
        while select.select([pipe], [], [], 0)[0] and (data := os.read(pipe, 65536)):
            texts[index] += data


def _fork(
    work: Callable[[], int | None],
    folder: Path,
    prepare: Callable[[], None] | None,
    streams: tuple[int, int, int],
) -> int:
    with warnings.catch_warnings():  # threads of a library: none of them is needed in the child
        warnings.simplefilter("ignore")
        pid = os.fork()
    if pid == 0:
        _child(work, folder, prepare, streams)
    return pid


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


def _wait(
    pid: int, end: float, meanwhile: Callable[[], None] = lambda: None
) -> tuple[int, resource.struct_rusage]:
    while True:
        meanwhile()
        found, status, usage = os.wait4(pid, os.WNOHANG)
        if found:
            return status, usage
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            return status, usage
        time.sleep(0.0005)


def preload() -> None:
    """Import both packages: children start faster, and one without privileges may not be able to read them."""
    for name in ("msxkit", "battleship"):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    Image.init()


def warm(main: Callable[[list[str]], int], command: str, place: Path) -> None:
    """Run a command in this process, for the sake of what it makes once; children have that then."""
    with contextlib.chdir(place), contextlib.ExitStack() as streams:
        for redirect in (contextlib.redirect_stdout, contextlib.redirect_stderr):
            streams.enter_context(redirect(io.TextIOWrapper(io.BytesIO())))
        streams.enter_context(contextlib.suppress(SystemExit))
        main(command.split())


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
    with tempfile.TemporaryDirectory(prefix="torture-") as name:
        path = Path(name)
        path.chmod(0o777)
        yield path
