"""Reading and writing host files: errors in words, and never a partial output file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from msxkit.errors import FileError


def read_bytes(path: Path) -> bytes:
    """The whole file. Raises `FileError` that names the path and the system's reason."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from error


def write_atomic(path: Path, data: bytes) -> None:
    """Writes `data` to a temporary name beside `path`, then renames: the old file or the new one, never half.

    Keeps the permissions of a file that it replaces. Raises `FileError` when the folder cannot be written.
    """
    temporary: Path | None = None
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe: nothing to rename over
            path.write_bytes(data)
            return
        # A link stays a link: what it points at is replaced.
        target = path.resolve()
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error


def keep_apart(output: Path | None, inputs: Iterable[Path | None]) -> None:
    """Refuses to write over what was read: raises `FileError` when `output` is one of the inputs."""
    if output is None:
        return
    for path in inputs:
        with contextlib.suppress(OSError):  # one of the two is not there yet, so they are not the same
            if path is not None and output.is_file() and output.samefile(path):
                raise FileError(f"{output}: is read here as well; write to another file")


def _umask() -> int:
    # There is no way to read the mask without setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
