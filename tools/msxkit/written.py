"""What may be replaced: a file that is still as the same program wrote it, or any file with `--force`.

A note in the user's folder for programs' state has check sum, name and command of what was written. What somebody has
made or changed since, a game that somebody played, and a disk that was changed in place are not in it: they stay.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from msxkit.errors import FileError
from msxkit.files import read_bytes, state_folder, stream, write_atomic

#: Bytes of the note beyond which its older half goes.
_LIMIT = 4 << 20


def save(path: Path, data: bytes) -> None:
    """Write a file that may be replaced, and note it. Raise `FileError`."""
    require_replaceable(path)
    note({path: data})
    write_atomic(path, data)


def require_replaceable(path: Path, command: str = "") -> None:
    """Raise `FileError` when a file is there that would be lost, as `command` did not write it."""
    if is_there(path) and not _is_noted(path, command):
        raise FileError(
            f"{path} already exists and is not as this program wrote it; "
            "write to another file, or use --force to replace it"
        )


def is_there(path: Path) -> bool:
    """Return whether a path is a file that would be replaced. Raise `FileError` for a name that cannot be one."""
    try:
        return path.is_file() and stream(path) is None
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error


def note(files: Mapping[Path, bytes], command: str = "") -> None:
    """Note what a command is about to write. Without a note a file is only protected from the next run."""
    lines = b"".join(_line(path, data, command) for path, data in files.items() if stream(path) is None)
    with contextlib.suppress(OSError, RuntimeError):
        where = _note()
        where.parent.mkdir(parents=True, exist_ok=True)
        with where.open("ab", buffering=0) as file:
            file.write(lines)
            size = file.tell()
        if size > _LIMIT:
            write_atomic(where, where.read_bytes()[size // 2 :].partition(b"\n")[2])


def _is_noted(path: Path, command: str) -> bool:
    """Return whether a file is empty, or as the command wrote it."""
    try:
        data = read_bytes(path)
        return not data or _line(path, data, command)[:-1] in _note().read_bytes().splitlines()
    except (FileError, OSError, RuntimeError):
        return False


def _line(path: Path, data: bytes, command: str) -> bytes:
    name = os.path.basename(os.path.realpath(path))  # noqa: PTH119  behind links, also those in a circle
    return f"{hashlib.sha1(data, usedforsecurity=False).hexdigest()} {name!a} {command}\n".encode("ascii")


def _note() -> Path:
    """Return the file of the note. Raise `RuntimeError` where the user has no folder."""
    return state_folder("msxkit") / "written"
