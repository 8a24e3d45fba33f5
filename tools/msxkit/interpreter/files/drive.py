"""A disk drive with one disk: its directory, its clusters, and the names of its files.

The bytes are on a medium: a folder, an image (`store`), or memory. The directory is the drive's: 112 entries, of which
a new file takes the first that is free; their order is that of FILES. Sources: the Disk BASIC manuals, tests/corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass

from msxkit import basic_errors
from msxkit.charset import decode
from msxkit.errors import DiskError
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.guard import Spend, unguarded
from msxkit.media.fat12 import FORMATS

#: A floppy of 720 KB: clusters for files, bytes of each, and entries of the directory.
CLUSTERS, CLUSTER, ENTRIES = FORMATS[720].clusters, FORMATS[720].cluster_size, FORMATS[720].root_entries
#: Bytes that it holds.
DISK = CLUSTERS * CLUSTER
#: Devices whose files are on the disk.
DRIVES = ("A", "B", "C", "D", "E", "F")
#: Files that are devices, whatever their extension (MSX-DOS).
CONSOLE, PRINTERS, SILENT = "CON", ("LST", "PRN"), ("AUX", "NUL")
_DEVICES = (CONSOLE, *PRINTERS, *SILENT)
#: What a name takes, as `guard` counts it.
_WORK = 20
_NAME_NOTE = "a name has up to 8 characters, a point, and up to 3"


def capitals(text: str) -> str:
    """Return MSX codes with a-z raised, and no others: what Unicode calls a letter is something else there."""
    return text.encode("latin-1").upper().decode("latin-1")


@dataclass(frozen=True, slots=True)
class Spec:
    """The name of a file as a statement gives it, cut to 8.3.

    Attributes:
        device: What stood before a colon, in capitals.
    """

    device: str
    typed: str

    @property
    def name(self) -> str:
        """The name in capitals."""
        return capitals(self.typed)


def spec_of(text: str) -> Spec:
    """Parse a file name in a statement. Raise error 56 for a name that no device takes.

    An extension is cut to three characters, and a name without one to eight; a longer name with a point is bad. Blanks
    may stand behind the name and the extension, as FILES shows them.
    """
    device, colon, rest = text.partition(":")
    if not colon:
        device, rest = "", text
    stem, dot, extension = rest.partition(".")
    if not dot:
        stem = stem[:8]
    if not text or len(stem) > 8:
        raise RaisedError(basic_errors.BAD_FILE_NAME, note=_NAME_NOTE)
    stem, extension = stem.rstrip(" ") or stem, extension[:3].rstrip(" ")
    return Spec(device.upper(), f"{stem}.{extension}" if extension else stem)


def key_of(name: str) -> str:
    """Return the name of a file on the disk, which is as a directory has it. Raise error 56 for any other."""
    _check(name, "")
    return name


def is_key(name: str) -> bool:
    """Return whether BASIC can write a name, in capitals."""
    try:
        return all(ord(character) < 256 for character in name) and key_of(spec_of(name).name) == name
    except RaisedError:
        return False


def device_file(name: str) -> str:
    """Return the device that a file name means, in capitals; "" if none."""
    stem = name.partition(".")[0]
    return stem if stem in _DEVICES else ""


def _check(name: str, wild: str) -> None:
    stem, _, extension = name.partition(".")
    if not stem or any(c < " " or (c in '/\\:*?"<>| .' and c not in wild) for c in stem + extension):
        raise RaisedError(basic_errors.BAD_FILE_NAME, note=_NAME_NOTE)


class Medium(MutableMapping[str, bytes]):
    """A store of the files of a drive, by name."""

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has."""
        return {name: len(data) for name, data in self.items()}

    #: Bytes of a cluster, and entries of the directory.
    cluster, places = CLUSTER, ENTRIES

    def free(self) -> int | None:
        """Return the free clusters; None where nothing but the disk's size limits them."""
        return None

    def directory(self) -> list[str | None] | None:
        """Return the names by directory entry, None for an empty one; None when the medium has no order of its own."""
        return None

    def sector(self, number: int) -> bytes:
        """Return a sector of a disk that is made of the files for this purpose. Raise `DiskError`."""
        # It takes part of a second, and few programs want it.
        from msxkit.media.disk import Disk, format_disk
        from msxkit.media.fat12 import Stamp

        files = [(decode(name.encode("latin-1")), data) for name, data in self.items()]
        return Disk.load(format_disk(720, files, Stamp(0, 0))).sector(number)

    def put_sector(self, number: int, data: bytes) -> None:
        """Write a sector. Raise error 68 where there is no disk image."""
        raise RaisedError(basic_errors.WRITE_PROTECTED, note="only the disk of --disk has sectors to write")

    def unnamed(self) -> list[str]:
        """Return the names of files that BASIC cannot write."""
        return []

    def next_on_tape(self) -> str | None:
        """Return the name of the file that a cassette comes to next, which it then has passed."""
        return None

    def without(self, name: str, shown: str) -> str:
        """Return a sentence on a file that is not there.

        Args:
            shown: Its name as people read it.
        """
        return f"there is no {shown}"

    def settle(self) -> None:
        """Put what has been held back where it belongs: the run is over."""

    def rename(self, old: str, new: str) -> None:
        """Give a file another name. The old file goes when the new one is there."""
        self[new] = self[old]
        del self[old]


class Kept(Medium):
    """Files in memory: those of a mapping.

    Args:
        order: That of a cassette, from where it stands.
        without: Returns the sentence on a file that is not there.

    Attributes:
        written: The names of the files that were written.
    """

    def __init__(
        self,
        files: MutableMapping[str, bytes],
        order: Sequence[str] = (),
        without: Callable[[str, str], str] | None = None,
    ) -> None:
        self._files = files
        self._order = list(order)
        self._without = without
        self.written: set[str] = set()

    def without(self, name: str, shown: str) -> str:
        return super().without(name, shown) if self._without is None else self._without(name, shown)

    def next_on_tape(self) -> str | None:
        return self._order.pop(0) if self._order else None

    def __getitem__(self, name: str) -> bytes:
        return self._files[name]

    def __setitem__(self, name: str, data: bytes) -> None:
        self._files[name] = data
        self.written.add(name)

    def __delitem__(self, name: str) -> None:
        del self._files[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class Drive:
    """The disk of one session. It hides files whose names BASIC cannot write.

    Attributes:
        exists: Whether the machine has a drive; without one a name that says no device is that of a cassette's
            file.
        spend: Told of the names that are looked at.
    """

    def __init__(self, files: MutableMapping[str, bytes], exists: bool, spend: Spend = unguarded) -> None:
        self._medium = files if isinstance(files, Medium) else Kept(files)
        self.exists = exists
        self._spend = spend
        #: Shows what is written to a device, by its name.
        self.show: Callable[[str, bytes], None] = _unshown
        #: Counts what has changed in the directory.
        self._changes = 0
        #: The directory: a name, or None where a file was deleted.
        self._entries: list[str | None] = []
        #: A medium that held more than a disk when it was put in counts as empty: its clusters and files then.
        self._surplus: tuple[int, int] | None = None

    def settle(self) -> None:
        """Put what the medium has held back where it belongs: the run is over."""
        self._medium.settle()

    # The directory

    def names(self) -> list[str | None]:
        """Return the directory: names, None where one was deleted. Files that others have made meanwhile come last."""
        there = [name for name in self._medium if is_key(name)]
        self._spend(_WORK * len(there))
        known = set(there)
        entries, own = self._entries, self._medium.directory()
        entries[:] = [name if name in known else None for name in (entries if own is None else own)]
        seen = set(entries)
        entries += [name for name in there if name not in seen]
        if self._surplus is None:
            clusters, files = self._used(), len(there)
            self._surplus = (clusters, files) if clusters > CLUSTERS or files > ENTRIES else (0, 0)
        return entries

    def _used(self) -> int:
        return sum(
            -(-size // CLUSTER) for name, size in self._medium.sizes().items() if name in self._entries
        )

    @property
    def free(self) -> int:
        """The free clusters, of 1,024 bytes."""
        self.names()
        free = self._medium.free()
        if free is None:
            assert self._surplus is not None
            free = CLUSTERS - max(0, self._used() - self._surplus[0])
        return free

    def matching(self, pattern: str, *, empty: bool = False) -> Iterator[str]:
        """Yield the names that fit a pattern with * and ?, as a search goes through the directory.

        What changes in the directory meanwhile is seen when the search comes to it. Raise error 56 for no pattern,
        53 when nothing fits.

        Args:
            empty: A name that is only a drive's stands for all files.
        """
        if empty and not pattern:
            pattern = "*.*"
        _check(pattern, "*?")
        stem, _, extension = pattern.partition(".")
        index = found = 0
        entries, changes = self.names(), self._changes
        while index < len(entries):
            self._spend(_WORK)
            name = entries[index]
            index += 1
            if name is not None and _fits(name, stem, extension):
                found += 1
                yield name
                if changes != self._changes:
                    entries, changes = self.names(), self._changes
        if not found:
            raise self.missing(pattern)

    # Files

    def __contains__(self, name: str) -> bool:
        return name in self._medium or self._is_device(name)

    def _is_device(self, name: str) -> bool:
        return self.exists and bool(device_file(name))

    def spec(self, text: str) -> Spec:
        """Return what a name says. Raise error 56 for a device that the machine does not have, 62 for such a drive."""
        spec = spec_of(text)
        if spec.device in DRIVES and not self.exists:
            raise RaisedError(
                basic_errors.BAD_FILE_NAME, note="this machine has a cassette (CAS:) and no disk drive"
            )
        if spec.device == "MEM" and self.exists:
            raise RaisedError(basic_errors.DISK_OFFLINE, note="there is no RAM disk; CALL MEMINI makes one")
        if self.exists and len(spec.device) == 1 and spec.device.isalpha() and spec.device not in DRIVES:
            raise RaisedError(basic_errors.BAD_DRIVE)
        if spec.device not in ("", "CAS", *DRIVES):
            raise RaisedError(basic_errors.BAD_FILE_NAME, note=f"{spec.device}: is not a device for files")
        return spec

    def key(self, text: str) -> str:
        """Return the file that a name with its device means. Raise error 56."""
        return key_of(self.spec(text).name)

    def get(self, name: str) -> bytes:
        """Return the bytes of a file; a device has none to read. Raise error 53."""
        if self._is_device(name):
            return b""
        try:
            return self._medium[name]
        except KeyError:
            raise self.missing(name) from None

    def read(self, text: str) -> bytes:
        """Return the bytes of a file by the name that a statement gives, as `found` does. Raise error 53."""
        return self.get(self.found(text))

    def found(self, text: str) -> str:
        """Return the file to read by the name that a statement gives, with its device: of `CAS:` alone the next one.

        Raise error 19 where the machine would wait for a file of the cassette until somebody presses STOP, and report
        this one then.
        """
        spec = self.spec(text)
        name = spec.name
        if not name and spec.device == "CAS":
            name = self._medium.next_on_tape() or name
            if not name:
                raise RaisedError(
                    basic_errors.DEVICE_IO, note="this machine has no running tape; give the name of the file"
                )
        key = key_of(name)
        if key not in self and (spec.device == "CAS" or (not spec.device and not self.exists)):
            note = self.missing(key).note or "--files names the folder that the cassette's files are in"
            raise RaisedError(
                basic_errors.DEVICE_IO,
                note=f"the cassette has no {decode(key.encode('latin-1'))}, and the machine would wait for it; {note}",
            )
        return key

    def put(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all. Raise error 66 when the disk has no room for it, 67 for its entry."""
        if self._is_device(name):
            self.show(device_file(name), data)
            return
        entries = self.names()
        there = name in entries
        size = self._medium.cluster
        if -(-len(data) // size) > self.free + (-(-len(self.get(name)) // size) if there else 0):
            raise RaisedError(basic_errors.DISK_FULL)
        if not there:
            assert self._surplus is not None
            if sum(entry is not None for entry in entries) - self._surplus[1] >= self._medium.places:
                raise RaisedError(basic_errors.TOO_MANY_FILES)
        self._medium[name] = data
        self._changes += 1
        if not there:
            self._enter(name)

    def _enter(self, name: str) -> None:
        entries = self._entries
        if None in entries:
            entries[entries.index(None)] = name
        else:
            entries.append(name)

    # Sectors

    def sector(self, number: int) -> bytes:
        """Return a sector. Raise error 63 for one that the disk does not have."""
        try:
            return self._medium.sector(number)
        except DiskError as error:
            raise RaisedError(basic_errors.BAD_RECORD, note=str(error)) from None

    def put_sector(self, number: int, data: bytes) -> None:
        """Write a sector. Raise error 63 for one that the disk does not have, 68 where only an image has sectors."""
        try:
            self._medium.put_sector(number, data)
        except DiskError as error:
            raise RaisedError(basic_errors.BAD_RECORD, note=str(error)) from None

    # Files by name

    def delete(self, name: str) -> None:
        """Remove a file. Raise error 53."""
        if name not in self:
            raise self.missing(name)
        del self._medium[name]
        self._changes += 1

    def rename(self, old: str, new: str) -> None:
        """Give a file another name, in its entry. Raise error 53 or 65. The old file goes when the new one is there."""
        if new in self._medium:
            raise RaisedError(basic_errors.FILE_EXISTS)
        entries = self.names()
        self._medium.rename(old, new)
        entries[entries.index(old)] = new
        self._changes += 1

    def missing(self, name: str) -> RaisedError:
        """Return error 53, with the file's name and where it was looked for."""
        shown = decode(name.encode("latin-1"))
        stem = shown.partition(".")[0].casefold()
        unnamed = [other for other in self._medium.unnamed() if other.casefold().startswith(stem)]
        if unnamed:
            note = f"{unnamed[0]} cannot be named here: {_NAME_NOTE}, of the MSX"
        else:
            note = self._medium.without(name, shown)
            program = f"{name}.BAS"
            if "." not in name and program in self._medium:
                note = f"there is no {shown}, but {shown}.BAS"
        return RaisedError(basic_errors.FILE_NOT_FOUND, note=note)


def _unshown(_device: str, _data: bytes) -> None:
    """Show nothing."""


def renamed(name: str, pattern: str) -> str:
    """Return the name that a pattern makes of another: * and ? stand for what that has there. Raise error 56."""
    _check(pattern, "*?")
    parts = []
    for old, wanted, size in zip(_split(name), _split(pattern), (8, 3), strict=True):
        old = old.ljust(size)
        parts.append("".join(old[at] if new == "?" else new for at, new in enumerate(_spread(wanted, size))))
    return key_of(".".join(part.rstrip() for part in parts).rstrip("."))


def _split(name: str) -> tuple[str, str]:
    first, _, last = name.partition(".")
    return first, last


def _spread(pattern: str, size: int) -> str:
    """Return a part of a pattern with ? for what * stands for."""
    return (pattern.partition("*")[0].ljust(size, "?") if "*" in pattern else pattern)[:size]


def _fits(name: str, stem: str, extension: str) -> bool:
    """Return whether an 8.3 name fits a pattern with * and ?."""
    return all(
        all(
            want in ("?", have)
            for want, have in zip(_spread(wanted, size).ljust(size), part.ljust(size), strict=True)
        )
        for part, wanted, size in zip(_split(name), (stem, extension), (8, 3), strict=True)
    )
