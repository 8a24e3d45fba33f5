"""Where the files of a drive are kept besides memory: a folder of the host, or the image of a disk.

A name is MSX codes as code points, in capitals, as BASIC writes it.
"""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeGuard

from msxkit import basic_errors
from msxkit.charset import decode, encode
from msxkit.errors import CharsetError, DiskError, FileError, naming
from msxkit.files import read_bytes, real, write_atomic
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import Kept, Medium, capitals, is_key
from msxkit.media import filename
from msxkit.media.disk import Disk
from msxkit.media.entry import DirectoryEntry
from msxkit.media.fat12 import Stamp

#: Bytes of the largest file of the host that a program reads.
HOST_LIMIT = 8 << 20


class HostFiles(Medium):
    """The files of a folder by their 8.3 names, whatever their case. Nothing outside the folder can be named.

    A file whose name has other characters than the MSX, or more, is not seen, nor is a link that leads out.
    Raises `FileError` for what is not a directory, a device such as /dev/null included.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise FileError(f"{folder}: is not a directory; name the folder of the files")
        self._folder = folder
        #: Files that OPEN FOR OUTPUT has made or emptied: the host's stay as they are until something is written or the
        #: run is over, so that a killed run loses nothing and leaves no half-written file.
        self._emptied: dict[str, Path] = {}

    def _index(self) -> dict[str, Path]:
        """Return name -> file; of names that differ in case the one in capitals."""
        found: dict[str, Path] = {}
        with _disk_errors():
            for path in sorted(self._folder.iterdir()):
                key = _key_of(path.name)
                if key is not None and self._is_inside(path):
                    found.setdefault(key, path)
        return self._emptied | found

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.is_file() and (not path.is_symlink() or real(path).is_relative_to(real(self._folder)))
        except OSError:
            return False

    def unnamed(self) -> list[str]:
        """Return files of the folder that BASIC cannot name."""
        with _disk_errors():
            paths = sorted(self._folder.iterdir())
        return [
            path.name.encode("utf-8", "replace").decode()
            for path in paths
            if _key_of(path.name) is None and not path.name.startswith(".") and self._is_inside(path)
        ]

    def without(self, name: str, shown: str) -> str:
        return f"there is no {shown} in {self._folder}"

    def __getitem__(self, name: str) -> bytes:
        path = self._index()[name]
        if name in self._emptied:
            return b""
        with _disk_errors():
            return read_bytes(path, HOST_LIMIT)

    def sizes(self) -> dict[str, int]:
        with _disk_errors():
            return {
                name: 0 if name in self._emptied else path.stat().st_size
                for name, path in self._index().items()
            }

    def settle(self) -> None:
        """Make or empty the host's files that are still empty."""
        for name in sorted(self._emptied):
            with _disk_errors():
                write_atomic(self._emptied.pop(name), b"")

    def __setitem__(self, name: str, data: bytes) -> None:
        path = self._index().get(name)
        with _disk_errors():
            if path is None:
                path = self._folder / decode(name.encode("latin-1"))
                if path.is_symlink() or path.exists():
                    raise FileError(f"{path}: is not a file of this folder; choose another name")
            if data:
                self._emptied.pop(name, None)
                write_atomic(path, data)
            else:
                self._emptied[name] = path

    def __delitem__(self, name: str) -> None:
        path = self._index()[name]
        is_new = self._emptied.pop(name, None) is not None
        with _disk_errors():
            path.unlink(missing_ok=is_new)

    def __iter__(self) -> Iterator[str]:
        return iter(self._index())

    def __len__(self) -> int:
        return len(self._index())


def unplugged(folder: Path) -> Kept:
    """Return files in memory, for a program that was given neither folder nor disk and lies in this folder."""

    def without(name: str, shown: str) -> str:
        try:
            beside = name in HostFiles(folder)
        except (FileError, RaisedError):
            beside = False
        if beside:
            return f"{shown} lies beside the program: try --files {shlex.quote(str(folder))}"
        return (
            f"there is no {shown}; --files DIR names the folder of a program's files, --disk IMAGE its disk"
        )

    return Kept({}, without=without)


def image_of(files: Mapping[str, bytes], stamp: Stamp) -> bytes:
    """Return the image of a disk with files, by their names in MSX codes. Raise `DiskError`."""
    disk = Disk.blank()
    for name, data in files.items():
        disk.add(decode(name.encode("latin-1")), data, stamp)
    return disk.image


class ImageFiles(Medium):
    """The files in the root directory of a disk image, by their names in MSX codes. The image is in memory.

    Attributes:
        path: What messages name.
        stamp: Date and time of the files that are written.
    """

    def __init__(self, path: Path, stamp: Stamp) -> None:
        self.path = path
        self._stamp = stamp
        self._read = read_bytes(path)
        with naming(path, DiskError):
            self._disk = Disk.load(self._read)
        self.cluster, self.places = self._disk.geometry.cluster_size, self._disk.geometry.root_entries

    @property
    def image(self) -> bytes:
        """The disk."""
        return self._disk.image

    @property
    def changed(self) -> bool:
        """Whether the disk is another than the image file."""
        return self._disk.image != self._read

    def save(self) -> None:
        """Write the disk over the image file, if it was changed. Raise `FileError`."""
        if self.changed:
            write_atomic(self.path, self._disk.image)
            self._read = self._disk.image

    def without(self, name: str, shown: str) -> str:
        return f"there is no {shown} on {self.path}"

    def _index(self) -> dict[str, DirectoryEntry]:
        return {_name_of(entry): entry for entry in reversed(self._disk.root()) if _is_file(entry)}

    def directory(self) -> list[str | None]:
        """Return the names in their entries, None where none is."""
        return [_name_of(entry) if _is_file(entry) else None for entry in self._disk.root()]

    def sizes(self) -> dict[str, int]:
        return {name: entry.raw.size for name, entry in self._index().items()}

    def free(self) -> int:
        """Return the free clusters."""
        return self._disk.free // self.cluster

    def sector(self, number: int) -> bytes:
        """Return a sector. Raise `DiskError`."""
        return self._disk.sector(number)

    def put_sector(self, number: int, data: bytes) -> None:
        """Write a sector. Raise `DiskError`."""
        self._disk.put_sector(number, data)

    def __getitem__(self, name: str) -> bytes:
        contents = self._disk.read(self._index()[name])
        if contents.damage:
            raise RaisedError(basic_errors.DISK_IO, note=f"{self.path}: {contents.damage}")
        return contents.data

    def __setitem__(self, name: str, data: bytes) -> None:
        with _disk_errors():
            self._disk.add(decode(name.encode("latin-1")), data, self._stamp, overwrite=True)

    def __delitem__(self, name: str) -> None:
        entry = self._index()[name]
        with _disk_errors():
            self._disk.remove(entry.path)

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, in its entry."""
        with _disk_errors():
            self._disk.rename(self._index()[old].path, decode(new.encode("latin-1")))

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.directory() if name is not None)

    def __len__(self) -> int:
        return len(self._index())


def _is_file(entry: DirectoryEntry | None) -> TypeGuard[DirectoryEntry]:
    return (
        entry is not None and not entry.is_folder and not entry.is_label and filename.is_valid(entry.raw.name)
    )


def _name_of(entry: DirectoryEntry) -> str:
    return filename.codes(entry.raw.name).decode("latin-1")


def _key_of(name: str) -> str | None:
    """Return the name under which BASIC knows a file of the host, if it can."""
    try:
        key = capitals(encode(unicodedata.normalize("NFC", name)).decode("latin-1"))
    except CharsetError:
        return None
    return key if is_key(key) else None


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Turn what the host refuses into a disk error of BASIC."""
    try:
        yield
    except (FileError, DiskError, OSError) as error:
        raise RaisedError(basic_errors.DISK_IO, note=str(error)) from None
