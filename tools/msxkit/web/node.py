"""The tools of Node.js, which fetch and make what pages in a browser need, and the cache folder that keeps it."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

from msxkit.errors import MsxError


def node(command: list[str], folder: Path) -> None:
    """Run a tool of Node.js in a folder. Raise `MsxError` if it is missing, fails, or takes ten minutes."""
    told = " ".join(command[:4])
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    except FileNotFoundError:
        raise MsxError(
            f"the page needs Pyodide, which {command[0]} prepares, but there is no {command[0]}: "
            "install Node.js, version 20 or newer"
        ) from None
    except subprocess.TimeoutExpired:
        raise MsxError(f"{told} did not finish within ten minutes") from None
    if done.returncode:
        raise MsxError(f"{told} failed: {(done.stderr.strip() or done.stdout).strip()[-3000:]}")


def made(folder: Path) -> Path:
    """Make the folder if it does not exist, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def without_oldest(cache: Path, pattern: str, kept: int) -> None:
    """Remove the oldest files that match a pattern, so that there are `kept` with the next one. Several are kept for
    people who switch between branches.
    """
    for old in sorted(cache.glob(pattern), key=_age, reverse=True)[kept - 1 :]:
        old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    """Return the time stamp of a file; 0 for one that another process has removed."""
    with contextlib.suppress(FileNotFoundError):
        return file.stat().st_mtime
    return 0
