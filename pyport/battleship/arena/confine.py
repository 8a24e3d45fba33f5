"""What a bot's process may not do: outlive the referee, write outside its folder, signal others, use up the machine.

Linux only; `missing()` says what this system does not support. The parent prepares everything (`prepare`), so
that the function that runs between fork and exec only makes system calls. Sources: Linux man-pages landlock(7),
prctl(2), setrlimit(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from battleship.errors import BotError

if sys.platform != "win32":
    import resource

_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

# The landlock calls have the same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_SCOPE_SIGNAL = 1 << 1
_WRITE_FILE = 1 << 1
_TRUNCATE = 1 << 14
#: Everything that changes the file system: write; remove and make files, directories, devices, sockets, links.
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
_REFER = 1 << 13

#: Processes and threads that a bot may add to those that its user has anyway.
_MORE_PROCESSES = 256


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot is allowed.

    Attributes:
        memory: Address space of a process in megabytes, 0 for no limit.
        file: Size of a file, in megabytes.
        files: How many there may be in its folder, folders included.
        size: How large they may be together, in megabytes.
    """

    memory: int = 1024
    file: int = 16
    files: int = 1000
    size: int = 256

    def excess(self, folder: Path) -> str:
        """Return what the bot has written into its folder beyond the limits; empty when that is within them."""
        count = size = 0
        waiting = [folder]
        while waiting:
            try:
                with os.scandir(waiting.pop()) as entries:
                    for entry in entries:
                        count += 1
                        if count > self.files:
                            return f"more than {self.files} files"
                        with contextlib.suppress(FileNotFoundError):
                            if entry.is_dir(follow_symlinks=False):
                                waiting.append(Path(entry))
                            else:
                                size += entry.stat(follow_symlinks=False).st_size
                        if size > self.size << 20:
                            return f"more than {self.size} MB"
            except FileNotFoundError:
                continue
            except OSError:
                return "folders that nobody can read"
        return ""


@cache
def landlock_version() -> int:
    """Return the kernel's Landlock ABI; 0 where there is none."""
    if _LIBC is None:
        return 0
    return max(int(_LIBC.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)), 0)


def missing() -> str:
    """Return what cannot be enforced here, in one sentence; empty when everything can."""
    version = landlock_version()
    if version == 0:
        return "bots can write outside their folder: only Linux 5.13 or newer with Landlock prevents it"
    if version < 6:
        return "bots can send signals to other programs: only Linux 6.12 or newer prevents it"
    return ""


@contextlib.contextmanager
def prepare(folder: Path, limits: Limits) -> Iterator[Callable[[], None]]:
    """Yield the function for `preexec_fn` of a bot that may write to `folder` only. Raise `BotError` on Windows."""
    if sys.platform == "win32":
        raise BotError("bots that are programs need Linux, macOS or WSL; builtin:PLAYER works here too")
    ruleset = _ruleset(folder)
    bounds = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, limits.file << 20)]
    if limits.memory:
        bounds.append((resource.RLIMIT_AS, limits.memory << 20))
    if os.geteuid() != 0:  # the kernel does not count root's processes
        bounds.append((resource.RLIMIT_NPROC, _processes_of_user() + _MORE_PROCESSES))
    referee = os.getpid()

    def confine() -> None:
        for what, bound in bounds:
            _, most = resource.getrlimit(what)
            if most != resource.RLIM_INFINITY:
                bound = min(bound, most)
            resource.setrlimit(what, (bound, bound))
        if _LIBC is None:
            return
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != referee:  # it died before the line above
            os._exit(1)
        if ruleset is not None:
            _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            if _LIBC.syscall(_RESTRICT_SELF, ruleset, 0):
                os._exit(1)

    try:
        yield confine
    finally:
        if ruleset is not None:
            os.close(ruleset)


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent dies, so that none can hide."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    """Have this process killed when its parent's thread ends, however that ends."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def children() -> dict[int, list[int]]:
    """Return the process ids of the children of each process of the system; empty without /proc."""
    found: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name, in parentheses, may hold anything: count from the last one.
            parent = int(entry.read_bytes().rpartition(b")")[2].split()[1])
            found.setdefault(parent, []).append(int(entry.parent.name))
    return found


def descendants(root: int) -> list[int]:
    """Return all processes below `root`, parents first."""
    tree = children()
    found = list(tree.get(root, []))
    for process in found:  # grows while it is walked
        found += tree.get(process, [])
    return found


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder for bots' folders. It is removed with all its contents, even folders in folders by the
    thousand.
    """
    folder = Path(tempfile.mkdtemp(prefix="skynet-"))
    try:
        yield folder
    finally:
        try:
            shutil.rmtree(folder, ignore_errors=True)
        except RecursionError:
            subprocess.run(["rm", "-rf", "--", str(folder)], check=False)


def _ruleset(folder: Path) -> int | None:
    version = landlock_version()
    if sys.platform != "linux" or _LIBC is None or version == 0:
        return None
    rights = _CHANGES | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    attributes = struct.pack("=QQQ", rights, 0, _SCOPE_SIGNAL)
    size = 24 if version >= 6 else 8
    ruleset = int(_LIBC.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0))
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset failed")
    for path, allowed in ((folder, rights), (Path(os.devnull), rights & (_WRITE_FILE | _TRUNCATE))):
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", allowed, handle)
        failed = _LIBC.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
        os.close(handle)
        if failed:
            os.close(ruleset)
            raise OSError(ctypes.get_errno(), f"landlock_add_rule failed for {path}")
    return ruleset


def _processes_of_user() -> int:
    """Return the number of processes and threads of this user, which is what RLIMIT_NPROC counts."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == os.getuid():
                count += sum(1 for _ in (process / "task").iterdir())
    return count
