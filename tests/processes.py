"""Which processes still run."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def alive(pid: int) -> bool:
    """Return whether a process runs. Zombies count as dead, because they may stay for ever."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in (b"Z", b"X")


def of_session(leader: int) -> list[int]:
    """Return the processes that run in a session; none where there is no /proc."""
    found = []
    for entry in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        with suppress(ValueError, OSError):
            if alive(int(entry.name)) and os.getsid(int(entry.name)) == leader:
                found.append(int(entry.name))
    return found
