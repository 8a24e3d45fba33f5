"""Reading and writing host files: with a limit of size, errors in words, and never half an output file."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import sys
import tempfile
import threading
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msxkit.errors import FileError

#: Bytes of the largest file that is read unless the caller allows more: a limit for `/dev/zero` and long films.
READ_LIMIT = 64 << 20
_PIECE = 1 << 20


#: Seconds that a command waits for another one that changes the same file.
PATIENCE = 10.0
#: Seconds after which it is said that a pipe has no writer.
PIPE_PATIENCE = 2.0


#: What Python says of a fault in TOML, and where.
_TOML_PLACE = re.compile(r"(.*?)(?: \(at line ([0-9]+), column ([0-9]+)\))?", re.DOTALL)


def read_bytes(path: Path, limit: int = READ_LIMIT) -> bytes:
    """Return the whole file. Raise `FileError` that names the path and the system's reason, or says that it is too
    large.
    """
    try:
        with _telling_of_pipe(path), path.open("rb") as file:
            data = bytearray()
            is_too_large = os.fstat(file.fileno()).st_size > limit
            # Piece by piece, because one read of the whole limit takes as much memory. Devices and pipes have no size.
            while (
                not is_too_large
                and len(data) <= limit
                and (piece := file.read(min(_PIECE, limit + 1 - len(data))))
            ):
                data += piece
    except (OSError, ValueError) as error:  # a name with a NUL is a `ValueError`
        raise FileError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if is_too_large or len(data) > limit:
        raise FileError(
            f"{path}: is larger than the {limit >> 20} MB that msxkit reads; is it the right file?"
        )
    return bytes(data)


@contextlib.contextmanager
def _telling_of_pipe(path: Path) -> Iterator[None]:
    """Say on standard error that a named pipe is waited for, where nobody has written for a while."""
    if not path.is_fifo():
        yield
        return
    text = f"{path}: waits until somebody writes into this pipe"
    timer = threading.Timer(PIPE_PATIENCE, print, (text,), {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def decode_json(data: bytes | str) -> Any:
    """Return what JSON says. Raise `ValueError` in words, also for brackets that are nested too deeply."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file says. Raise `FileError` with the place, also for brackets that are nested too deeply."""
    data = read_bytes(path)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise FileError(f"{path}: not TOML: its brackets are nested too deeply") from None
    except UnicodeDecodeError as error:
        raise FileError(
            f"{path}: not TOML: it is not UTF-8 text ({error.reason} at byte {error.start})"
        ) from None
    except ValueError as error:
        what, row, column = _TOML_PLACE.fullmatch(str(error)).groups()  # type: ignore[union-attr]
        place = f":{row}:{column}" if row else ""
        raise FileError(f"{path}{place}: not TOML: {what}") from None


def write_atomic(path: Path, data: bytes) -> None:
    """Write `data` to a temporary name beside `path`, then rename it: there is the old file or the new one, never half.

    A file that is replaced keeps its permissions, its group and, if root replaces it, its owner. Raise `FileError` when
    the folder cannot be written.
    """
    write_all({path: data})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files that belong together, each as `write_atomic` does. If one cannot be written, none is replaced.

    They appear in their order, the last one when all others are complete. Streams and devices get theirs once all files
    are known to be writable, and before any is replaced.
    """
    ready: list[tuple[Path, Path]] = []
    poured: list[Path] = []
    path = Path()
    try:
        for path, data in files.items():
            # A device or a pipe: nothing to rename over.
            if stream(path) is not None or (path.exists() and not path.is_file()):
                poured.append(path)
                continue
            # A link stays a link: what it points at is replaced.
            target = real(path)
            if target.is_symlink():
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            before = target.stat() if target.exists() else None
            # Renaming needs the folder's permission only, but a read-only file is meant to stay.
            if before and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            handle, name = tempfile.mkstemp(prefix=_hidden(target), dir=target.parent)
            ready.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if before:
                _keep_owner(name, before)
            ready[-1][0].chmod(before.st_mode & 0o777 if before else 0o666 & ~_umask())
        for path in poured:
            _pour(path, files[path])
        while ready:
            temporary, path = ready[0]
            temporary.replace(path)
            del ready[0]
    except OSError as error:
        if isinstance(error, BrokenPipeError) and stream(path) is not None:
            raise  # as of standard output: the reader has what it wanted
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        for temporary, _ in ready:
            with contextlib.suppress(OSError):
                temporary.unlink()


@contextlib.contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other commands from changing a file or a folder, from before it is read until it is written.

    The lock is a file in the user's folder for programs' state. One that a killed process has left counts for nothing:
    the system knows who holds it. Where there is no such folder, nothing is locked. Raise `FileError` if another
    command has it for longer than `patience` seconds.
    """
    target, is_folder = real(path), path.is_dir()
    if (
        stream(path) is not None
        or not target.parent.is_dir()
        or (path.exists() and not (path.is_file() or is_folder))
    ):
        yield  # writing it will say what is wrong, or it is a device
        return
    # Imported late: it would slow every start down.
    from filelock import FileLock, Timeout

    try:
        locks = state_folder("msxkit") / "locks"
        locks.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha1(os.fsencode(os.path.normcase(target)), usedforsecurity=False).hexdigest()
        lock = FileLock(locks / name, patience, fallback_to_soft=False)
        lock.acquire()
    except Timeout:
        raise FileError(
            f"{path}: another command is changing it; wait until that has ended, or choose another "
            f"{'folder' if is_folder else 'file'}"
        ) from None
    except (OSError, RuntimeError):
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # while it is held: a lock without a name is nobody's
            Path(lock.lock_file).unlink()
        lock.release()


def state_folder(program: str) -> Path:
    """Return the user's folder for what a program keeps. Raise `RuntimeError` where the user has none."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / program


def real(path: Path) -> Path:
    """Return the absolute path behind links; for links in a circle one of them (`Path.resolve` may raise there)."""
    return Path(os.path.realpath(path))


def stream(path: Path) -> int | None:
    """Return which open stream a path names, such as 1 for `/dev/stdout`; None for a file.

    A shell may have made it a file (`>> notes.txt`). That file is written where the stream is, never replaced.
    """
    streams = rf"/dev/fd|/proc/{os.getpid()}(/task/\d+)?/fd"
    for _ in range(40):  # links, as many as the system follows
        if re.fullmatch("[0-9]+", path.name) and re.fullmatch(streams, str(real(path.parent))):
            return int(path.name)
        try:
            path = path.parent / path.readlink()
        except (OSError, ValueError):
            return None
    return None


def _pour(path: Path, data: bytes) -> None:
    """Write into a device, or into an open stream after what has been printed."""
    descriptor = stream(path)
    if descriptor is not None:
        sys.stdout.flush()
    with path.open("wb") if descriptor is None else os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(data)


def require_writable(path: Path | None) -> None:
    """Raise `FileError` when `path` could not be written, before hours of work depend on it. None is always right."""
    if path is None:
        return
    try:
        if (descriptor := stream(path)) is not None:
            os.write(descriptor, b"")
            return
        target = path if path.is_fifo() or path.is_socket() else real(path)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_symlink() and not target.exists():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if target.is_file() or not target.exists():
            with tempfile.NamedTemporaryFile(prefix=_hidden(target), dir=target.parent):
                pass
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error


def keep_apart(
    output: Path | None, inputs: Iterable[Path | None], advice: str = "write to another file"
) -> None:
    """Raise `FileError` when `output` is one of the inputs, which it would overwrite. None and - are stdout."""
    if output is None or output == Path("-"):
        output = Path("/dev/stdout")
    for path in inputs:
        with contextlib.suppress(OSError):  # one of the two is not there yet, so they are not the same
            if path is not None and output.is_file() and output.samefile(path):
                raise FileError(f"{output}: is an input too; {advice}")


def _hidden(target: Path) -> str:
    """Return what the name of the temporary file begins with that becomes a file."""
    return f".{target.name[:100]}."


def _keep_owner(name: str, before: os.stat_result) -> None:
    """Give a new file to the owner and the group of the one that it replaces, as far as this user may."""
    for owner in (before.st_uid, -1):
        with contextlib.suppress(OSError, AttributeError):  # Windows has no owners
            os.chown(name, owner, before.st_gid)
            return


def _umask() -> int:
    # There is no way to read the mask without setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
