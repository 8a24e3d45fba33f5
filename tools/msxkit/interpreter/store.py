"""The files that a session has, by their 8.3 names: in memory, or in a folder of the host.

A name is MSX codes as code points, in capitals, as BASIC writes it. A session writes no more than a floppy of 720 KB
holds, whatever the store: a program that never stops fills no disk and no memory.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path

from msxkit import basicerrors
from msxkit.charset import decode, encode
from msxkit.errors import CharsetError, FileError
from msxkit.files import read_bytes, real, write_atomic
from msxkit.interpreter.errors import RaisedError

#: Bytes and files that a floppy of 720 KB holds.
DISK, ENTRIES = 713 * 1024, 112
#: Bytes of the largest file of the host that a program reads.
HOST_LIMIT = 8 << 20


def capitals(text: str) -> str:
    """MSX codes with a-z raised, and no others: what Unicode calls a letter is something else there."""
    return text.encode("latin-1").upper().decode("latin-1")


def file_key(name: str) -> str:
    """The 8.3 name of a file in capitals. Error 56 for a name that is none.

    A name without extension may be longer: the rest is left out (MSX Red Book, 6A0EH).
    """
    stem, dot, extension = name.strip(" ").partition(".")
    if not dot:
        stem = stem[:8]
    if (
        not stem
        or len(stem) > 8
        or len(extension) > 3
        or any(c < " " or c in '/\\:*?"<>| .' for c in stem + extension)
    ):
        raise RaisedError(
            basicerrors.BAD_FILE_NAME, note="a name has up to 8 characters, a point, and up to 3"
        )
    return capitals(f"{stem}.{extension}" if extension else stem)


def key_of(name: str) -> str:
    """The name of a file without the drive before it."""
    device, colon, rest = name.partition(":")
    return file_key(rest if colon and len(device) in (1, 3) else name)


def is_key(name: str) -> bool:
    """Whether a name is one that BASIC can say, in capitals."""
    try:
        return all(ord(character) < 256 for character in name) and file_key(name) == name
    except RaisedError:
        return False


class Store:
    """The files of one session over a mapping from names to bytes. Names that BASIC cannot say are not seen.

    drive: whether the machine has a disk drive; without one a name that says no device is that of a cassette's file.
    """

    def __init__(self, files: MutableMapping[str, bytes], drive: bool) -> None:
        self._files = files
        self._drive = drive
        #: What this session has written and not deleted: name -> bytes.
        self._written: dict[str, int] = {}

    @property
    def free(self) -> int:
        """Bytes that the session may still write."""
        return DISK - sum(self._written.values())

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def get(self, name: str) -> bytes:
        """The bytes of a file. Error 53."""
        try:
            return self._files[name]
        except KeyError:
            raise self._missing(name) from None

    def key(self, name: str) -> str:
        """The file that a name with its device means. Error 56 for a device that the machine has not got."""
        device, colon, _ = name.partition(":")
        if colon and not self._drive and device.upper() != "CAS":
            raise RaisedError(
                basicerrors.BAD_FILE_NAME, note="this machine has a cassette (CAS:) and no disk drive"
            )
        return key_of(name)

    def read(self, name: str) -> bytes:
        """The bytes of a file by the name that a statement gives, with its device.

        Error 53; of a cassette, where the machine would wait for the file until somebody presses STOP, the error that
        it gives then: 19.
        """
        key = self.key(name)
        device, colon, _ = name.partition(":")
        if key not in self and (device.upper() == "CAS" if colon else not self._drive):
            missing = self._missing(key)
            note = missing.note or "--files names the folder that the cassette's files are in"
            raise RaisedError(
                basicerrors.DEVICE_IO,
                note=f"the cassette has no {decode(key.encode('latin-1'))}, and the machine would wait for it; {note}",
            )
        return self.get(key)

    def put(self, name: str, data: bytes) -> None:
        """Writes a file, whole or not at all. Error 66 when that is more than a disk holds, 67 of files."""
        if len(data) > self.free + self._written.get(name, 0):
            raise RaisedError(basicerrors.DISK_FULL)
        if len(self._written) >= ENTRIES and name not in self._written:
            raise RaisedError(basicerrors.TOO_MANY_FILES)
        self._files[name] = data
        self._written[name] = len(data)

    def delete(self, name: str) -> None:
        """Removes a file. Error 53."""
        try:
            del self._files[name]
        except KeyError:
            raise self._missing(name) from None
        self._written.pop(name, None)

    def rename(self, old: str, new: str) -> None:
        """Gives a file another name. Errors 53 and 65. The old file goes when the new one is there."""
        if new in self._files:
            raise RaisedError(basicerrors.FILE_EXISTS)
        data = self.get(old)
        self._files[new] = data
        if old in self._written:
            self._written[new] = self._written[old]
        self.delete(old)

    def matching(self, pattern: str) -> list[str]:
        """The names that fit a pattern with * and ?. Error 53 when none does."""
        bare = pattern.partition(":")[2] if ":" in pattern else pattern
        stem, dot, extension = capitals(bare or "*.*").partition(".")
        wanted = [
            name for name in self._files if is_key(name) and _fits(name, stem, extension if dot else "")
        ]
        if not wanted:
            raise self._missing(bare)
        return wanted

    def _missing(self, name: str) -> RaisedError:
        """Error 53, with what could have been meant."""
        stem = name.partition(".")[0].upper()
        near = sorted(other for other in self._files if is_key(other) and other.partition(".")[0] == stem)
        note = f"there is {decode(near[0].encode('latin-1'))}" if near else ""
        if not note and isinstance(self._files, HostFiles):
            unnamed = self._files.unnamed()
            if unnamed:
                note = (
                    f"{unnamed[0]} cannot be named here: a name has up to 8 characters of the MSX, "
                    "a point, and up to 3"
                )
        return RaisedError(basicerrors.FILE_NOT_FOUND, note=note)


class HostFiles(MutableMapping[str, bytes]):
    """The files of a folder by their 8.3 names, whatever their case. Nothing outside the folder can be named.

    A file whose name has other characters than the MSX, or more, is not seen, nor is a link that leads out.
    Raises `FileError` for what is no folder, a device such as /dev/null included.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise FileError(f"{folder}: is no folder; name the one that holds the files")
        self._folder = folder

    def _index(self) -> dict[str, Path]:
        """Name -> file; of names that differ in case the one in capitals."""
        found: dict[str, Path] = {}
        with _disk_errors():
            for path in sorted(self._folder.iterdir()):
                key = _key_of(path.name)
                if key is not None and self._is_inside(path):
                    found.setdefault(key, path)
        return found

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.is_file() and (not path.is_symlink() or real(path).is_relative_to(real(self._folder)))
        except OSError:
            return False

    def unnamed(self) -> list[str]:
        """Files of the folder that BASIC cannot name."""
        with _disk_errors():
            paths = sorted(self._folder.iterdir())
        return [
            path.name.encode("utf-8", "replace").decode()
            for path in paths
            if _key_of(path.name) is None and not path.name.startswith(".") and self._is_inside(path)
        ]

    def __getitem__(self, name: str) -> bytes:
        path = self._index()[name]
        with _disk_errors():
            return read_bytes(path, HOST_LIMIT)

    def __setitem__(self, name: str, data: bytes) -> None:
        path = self._index().get(name)
        with _disk_errors():
            if path is None:
                path = self._folder / decode(name.encode("latin-1"))
                if path.is_symlink() or path.exists():
                    raise FileError(f"{path}: is no file of this folder; take another name")
            write_atomic(path, data)

    def __delitem__(self, name: str) -> None:
        path = self._index()[name]
        with _disk_errors():
            path.unlink()

    def __iter__(self) -> Iterator[str]:
        return iter(self._index())

    def __len__(self) -> int:
        return len(self._index())


def _key_of(name: str) -> str | None:
    """The name under which BASIC knows a file of the host, if it can."""
    try:
        key = capitals(encode(unicodedata.normalize("NFC", name)).decode("latin-1"))
    except CharsetError:
        return None
    return key if is_key(key) else None


@contextmanager
def _disk_errors() -> Iterator[None]:
    """What the host refuses is a disk error in BASIC."""
    try:
        yield
    except (FileError, OSError) as error:
        raise RaisedError(basicerrors.DISK_IO, note=str(error)) from None


def _fits(name: str, stem: str, extension: str) -> bool:
    """Whether an 8.3 name fits a pattern with * and ?."""
    first, _, last = name.partition(".")
    return _part_fits(first, stem, 8) and _part_fits(last, extension, 3)


def _part_fits(text: str, pattern: str, size: int) -> bool:
    if "*" in pattern:
        pattern = pattern.partition("*")[0].ljust(size, "?")
    return all(want in ("?", have) for want, have in zip(pattern.ljust(size), text.ljust(size), strict=False))
