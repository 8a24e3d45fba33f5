"""A floppy image of MSX-DOS 1 and Disk BASIC: list, read, add, remove, check.

`Disk` works on a copy in memory: an image file changes only when `image` is written over it. Reading
tolerates what PCs and MSX-DOS 2 leave (folders, long names, volume labels) and damage, which it reports;
writing goes to the root directory, the only one that MSX-DOS 1 sees, and to sound disks only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self

from msxkit.charset import glyphs
from msxkit.errors import DiskError
from msxkit.media import fat12, filename
from msxkit.media.allocation import Allocation
from msxkit.media.entry import DirectoryEntry
from msxkit.media.fat12 import ENTRY_SIZE, SECTOR, Geometry, RawEntry, Stamp

_DELETED = 0xE5
_NEVER_USED = 0x00
#: The program that Disk BASIC runs when it starts.
AUTOEXEC = "AUTOEXEC.BAS"


@dataclass(frozen=True, slots=True)
class Contents:
    """What could be read of a file.

    Attributes:
        damage: Why it is less than the directory promises, or "".
    """

    data: bytes
    damage: str = ""


@dataclass(frozen=True, slots=True)
class DiskFinding:
    """A result of `Disk.check`.

    Attributes:
        severity: `error`: files are lost or would be, so nothing may be written. `warning`: wrong, but harmless to the
            files. `note`: worth knowing.
        text: What was found, in words.
    """

    severity: Literal["error", "warning", "note"]
    text: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.text}"


class Disk:
    """A FAT12 floppy in memory."""

    def __init__(self, image: bytes, geometry: Geometry) -> None:
        self.geometry = geometry
        self._image = bytearray(image)
        self._fats = Allocation.copies(image, geometry)
        self._fat = self._fats[0]

    @classmethod
    def blank(cls, kilobytes: int = 720) -> Self:
        """Return a formatted, empty disk of 360 or 720 K. Raise `DiskError` for another size."""
        geometry = fat12.FORMATS.get(kilobytes)
        if geometry is None:
            raise DiskError(f"MSX disks have 360 or 720 K, not {kilobytes}")
        image = bytearray(geometry.size)
        image[:SECTOR] = fat12.boot_sector(geometry)
        for copy in range(geometry.fats):
            start = (geometry.reserved + copy * geometry.per_fat) * SECTOR
            image[start : start + 3] = bytes((geometry.media, 0xFF, 0xFF))
        return cls(bytes(image), geometry)

    @classmethod
    def load(cls, image: bytes) -> Self:
        """Return a disk from the bytes of an image file. Raise `DiskError` for any other bytes."""
        return cls(image, fat12.read_geometry(image))

    @property
    def image(self) -> bytes:
        """The bytes of the whole disk, in the order of image files: track by track, side 0 before side 1."""
        return bytes(self._image)

    @property
    def free(self) -> int:
        """Free bytes, in whole clusters."""
        return len(self._fat.free) * self.geometry.cluster_size

    @property
    def label(self) -> str:
        """The volume label, or ""."""
        labels = (entry.raw.name for entry in self._scan(None, "") if entry.is_label)
        return next((glyphs(name).rstrip() for name in labels), "")

    def entries(self) -> list[DirectoryEntry]:
        """Return all files and folders, the root first, then the folders in order; no labels and no dots."""
        return [entry for entry in self._walk() if not entry.is_label and not entry.is_dots]

    def find(self, path: str) -> DirectoryEntry:
        """Return the file of that name, case ignored; `path` may name folders and long names.

        Raise `DiskError` when there is none.
        """
        wanted = path.replace("\\", "/").strip("/").casefold()
        for entry in self.entries() if wanted else ():
            if wanted in (entry.path.casefold(), (entry.folder + entry.long_name).casefold()):
                return entry
        raise DiskError(f"there is no {path} on the disk")

    def read(self, entry: DirectoryEntry) -> Contents:
        """Return the bytes of a file, or as many as its chain of clusters has, with the reason why not all.

        Where the first FAT fails, the other copies are tried. Raise `DiskError` for a folder.
        """
        if entry.is_folder:
            raise DiskError(f"{entry.path} is a folder, not a file")
        best = self._follow(entry.raw, self._fat)
        if best.damage:
            for copy, fat in enumerate(self._fats[1:], 2):
                other = self._follow(entry.raw, fat)
                if len(other.data) > len(best.data):
                    how = other.damage or f"copy {copy} of the FAT gives the whole file"
                    best = Contents(other.data, f"in the first FAT {best.damage}; {how}")
        return best

    def _follow(self, raw: RawEntry, fat: Allocation) -> Contents:
        data = bytearray()
        damage = ""
        for cluster in fat.chain(raw.cluster):
            if len(data) >= raw.size:
                break
            if isinstance(cluster, str):
                damage = cluster
                break
            start = self.geometry.cluster_offset(cluster)
            piece = self._image[start : start + self.geometry.cluster_size]
            data += piece
            if len(piece) < self.geometry.cluster_size:
                damage = "the image ends before the file does"
                break
        if len(data) >= raw.size:
            return Contents(bytes(data[: raw.size]))
        return Contents(bytes(data), damage or "its chain of clusters ends early")

    def add(self, name: str, data: bytes, stamp: Stamp, *, overwrite: bool = False) -> DirectoryEntry:
        """Put a file into the root directory. Return its entry.

        Raise `DiskError`, and leave the disk as it was, when the name is impossible or taken (unless `overwrite`), the
        disk or the directory full, or the disk damaged.
        """
        raw_name = filename.parse(name)
        self._refuse_damage()
        root = self._scan(None, "")
        old = next((entry for entry in root if entry.raw.name == raw_name and not entry.is_label), None)
        shown = filename.show(raw_name)
        if old is not None:
            if old.is_folder:
                raise DiskError(f"{shown} is a folder of the disk: choose another name")
            if not overwrite:
                raise DiskError(f"{shown} is on the disk already: remove it first or use --force")
        size = self.geometry.cluster_size
        freed = 0 if old is None else len(list(self._fat.chain(old.raw.cluster)))
        needed = -(-len(data) // size)
        if needed * size > self.free + freed * size:
            raise DiskError(
                f"the disk is full: {shown} needs {needed * size} bytes in clusters of {size}, "
                f"{self.free + freed * size} are free"
            )
        if old is not None:
            self._release(old)
            slot = old.offset
        else:
            slot = self._free_slot()
        chain = self._fat.take(needed)
        for index, cluster in enumerate(chain):
            start = self.geometry.cluster_offset(cluster)
            self._image[start : start + size] = data[index * size : (index + 1) * size].ljust(size, b"\0")
        raw = RawEntry(raw_name, fat12.ARCHIVE, stamp, chain[0] if chain else 0, len(data))
        self._image[slot : slot + ENTRY_SIZE] = raw.pack()
        self._store_fat()
        return DirectoryEntry(raw, slot)

    def remove(self, path: str) -> None:
        """Delete a file. Raise `DiskError` when there is none, it is a folder, or the disk is damaged."""
        self._refuse_damage()
        entry = self.find(path)
        if entry.is_folder:
            raise DiskError(f"{entry.path} is a folder: only files can be removed")
        self._release(entry)
        self._store_fat()

    def rename(self, path: str, name: str) -> None:
        """Give a file another name, in its entry. Raise `DiskError` as `add` and `remove` do."""
        raw_name = filename.parse(name)
        self._refuse_damage()
        entry = self.find(path)
        if entry.is_folder:
            raise DiskError(f"{entry.path} is a folder: only files can be renamed")
        if any(other.raw.name == raw_name and not other.is_label for other in self._scan(None, "")):
            raise DiskError(f"{filename.show(raw_name)} is on the disk already: remove it first")
        self._image[entry.offset : entry.offset + len(raw_name)] = raw_name
        for offset in entry.long_offsets:
            self._image[offset] = _DELETED

    def root(self) -> list[DirectoryEntry | None]:
        """Return the entries of the root directory up to the last that was used; None for an empty one."""
        used = {entry.offset: entry for entry in self._scan(None, "")}
        found = [used.get(offset) for offset in self._slots(None)]
        while found and found[-1] is None:
            found.pop()
        return found

    def sector(self, number: int) -> bytes:
        """Return a sector, as far as the image goes. Raise `DiskError` for one that the disk does not have."""
        self._require_sector(number)
        return bytes(self._image[number * SECTOR : (number + 1) * SECTOR])

    def put_sector(self, number: int, data: bytes) -> None:
        """Write a sector (512 bytes), whatever is in it. Raise `DiskError` for one that the disk does not have."""
        self._require_sector(number)
        self._image[number * SECTOR : (number + 1) * SECTOR] = data
        self._fats = Allocation.copies(self._image, self.geometry)
        self._fat = self._fats[0]

    def _require_sector(self, number: int) -> None:
        last = min(self.geometry.total, len(self._image) // SECTOR) - 1
        if not 0 <= number <= last:
            raise DiskError(f"there is no sector {number} on the disk: its last is {last}")

    def make_autostart(self, program: str, stamp: Stamp) -> None:
        """Add the AUTOEXEC.BAS with which Disk BASIC runs `program` of the root when it starts.

        Raise `DiskError` if there is no such file in the root, and as `add` does.
        """
        entry = self.find(program)
        if entry.folder or entry.is_folder:
            raise DiskError(f"{program}: Disk BASIC runs files of the root directory only")
        if entry.name == AUTOEXEC:
            raise DiskError(f"{AUTOEXEC} cannot start {entry.name}")
        line = b'10 RUN"' + filename.codes(entry.raw.name) + b'"\r\n\x1a'
        self.add(AUTOEXEC, line, stamp)

    def check(self) -> list[DiskFinding]:
        """Return everything that is wrong with the disk, the worst first."""
        findings = [*self._check_size(), *self._check_boot(), *self._check_fat(), *self._check_files()]
        order = ("error", "warning", "note")
        return sorted(findings, key=lambda finding: order.index(finding.severity))

    # -- clusters

    def _release(self, entry: DirectoryEntry) -> None:
        self._fat.release(entry.raw.cluster)
        for offset in (entry.offset, *entry.long_offsets):
            self._image[offset] = _DELETED

    def _store_fat(self) -> None:
        self._fat.store(self._image, self.geometry)
        self._fats = Allocation.copies(self._image, self.geometry)
        self._fat = self._fats[0]

    # -- directories

    def _slots(self, folder: int | None) -> Iterator[int]:
        """Yield the offsets of the entries of a directory: the root (None) or the folder that begins at a cluster."""
        if folder is None:
            start = self.geometry.root * SECTOR
            yield from range(start, start + self.geometry.root_entries * ENTRY_SIZE, ENTRY_SIZE)
            return
        for cluster in self._fat.chain(folder):
            if isinstance(cluster, int):
                start = self.geometry.cluster_offset(cluster)
                end = min(start + self.geometry.cluster_size, len(self._image))
                yield from range(start, end - ENTRY_SIZE + 1, ENTRY_SIZE)

    def _scan(self, folder: int | None, path: str) -> Iterator[DirectoryEntry]:
        """Yield the used entries of a directory, labels and dots included."""
        parts: list[int] = []
        for offset in self._slots(folder):
            data = bytes(self._image[offset : offset + ENTRY_SIZE])
            if data[0] == _NEVER_USED:
                return
            if data[0] == _DELETED:
                parts = []
                continue
            raw = RawEntry.unpack(data)
            if raw.attributes & 0x3F == fat12.LONG_NAME:
                parts.append(offset)
                continue
            long_name = fat12.long_name([bytes(self._image[at : at + ENTRY_SIZE]) for at in parts])
            yield DirectoryEntry(raw, offset, path, long_name, tuple(parts))
            parts = []

    def _walk(self) -> Iterator[DirectoryEntry]:
        pending: list[tuple[int | None, str]] = [(None, "")]
        visited: set[int] = set()
        while pending:
            folder, path = pending.pop(0)
            for entry in self._scan(folder, path):
                yield entry
                first = entry.raw.cluster
                if entry.is_folder and not entry.is_dots and first not in visited:
                    visited.add(first)
                    pending.append((first, entry.path + "/"))

    def _free_slot(self) -> int:
        for offset in self._slots(None):
            if self._image[offset] in (_NEVER_USED, _DELETED):
                return offset
        raise DiskError(f"the directory is full: it has {self.geometry.root_entries} entries, all in use")

    # -- checks

    def _refuse_damage(self) -> None:
        first = next((finding for finding in self.check() if finding.severity == "error"), None)
        if first is not None:
            raise DiskError(f"the disk is damaged, so nothing is written to it: {first.text}")

    def _check_size(self) -> Iterator[DiskFinding]:
        size, expected = len(self._image), self.geometry.size
        if size < expected:
            yield DiskFinding("error", f"the image has {size} bytes, the disk {expected}: the end is missing")
        elif size > expected:
            yield DiskFinding(
                "error", f"the image has {size} bytes, {size - expected} more than the disk's {expected}"
            )

    def _check_boot(self) -> Iterator[DiskFinding]:
        media = self._image[self.geometry.reserved * SECTOR]
        standard = fat12.BY_MEDIA.get(media)
        if media != self.geometry.media:
            yield DiskFinding(
                "warning",
                f"the boot sector says media {self.geometry.media:02X}h, the FAT {media:02X}h: "
                "an MSX believes the FAT",
            )
        elif standard != self.geometry:
            yield DiskFinding(
                "note", f"this is not the layout that an MSX expects for media byte {media:02X}h"
            )
        if not fat12.boots_into_basic(self._image[:SECTOR]):
            yield DiskFinding(
                "note",
                "no boot program at 1Eh of the boot sector: some machines hang when they start from it",
            )

    def _check_fat(self) -> Iterator[DiskFinding]:
        for copy, table in enumerate(self._fats[1:], 2):
            differing = sum(a != b for a, b in zip(self._fat.entries, table.entries, strict=True))
            if differing:
                yield DiskFinding(
                    "warning", f"copy {copy} of the FAT differs from the first in {differing} entries"
                )

    def _check_files(self) -> Iterator[DiskFinding]:
        owners: dict[int, str] = {}
        names: Counter[tuple[str, bytes]] = Counter()
        for entry in self._walk():
            if entry.is_label or entry.is_dots:
                continue
            names[entry.folder, entry.raw.name] += 1
            if names[entry.folder, entry.raw.name] == 2:
                yield DiskFinding("error", f"{entry.path} is in the directory twice")
            if not filename.is_valid(entry.raw.name):
                yield DiskFinding("warning", f"{entry.path} has a name that MSX-DOS does not allow")
            chain: list[int] = []
            for cluster in self._fat.chain(entry.raw.cluster):
                if isinstance(cluster, str):
                    yield DiskFinding("error", f"{entry.path}: {cluster}")
                    break
                chain.append(cluster)
                if cluster in owners:
                    yield DiskFinding("error", f"{entry.path} and {owners[cluster]} share cluster {cluster}")
                    break
                owners[cluster] = entry.path
            else:
                yield from self._check_length(entry, len(chain))
        lost = sum(
            value not in (fat12.FREE, fat12.BAD) and number >= fat12.FIRST_CLUSTER and number not in owners
            for number, value in enumerate(self._fat.entries)
        )
        if lost:
            yield DiskFinding("warning", f"{lost} clusters are in use but belong to no file")

    def _check_length(self, entry: DirectoryEntry, clusters: int) -> Iterator[DiskFinding]:
        needed = -(-entry.raw.size // self.geometry.cluster_size)
        if entry.is_folder:
            if not clusters:
                yield DiskFinding("error", f"{entry.path}: the folder has no clusters")
        elif clusters < needed:
            yield DiskFinding(
                "error",
                f"{entry.path}: {entry.raw.size} bytes need {needed} clusters, its chain has {clusters}",
            )
        elif clusters > needed:
            yield DiskFinding(
                "warning",
                f"{entry.path}: {entry.raw.size} bytes need {needed} clusters, its chain has {clusters}",
            )


def format_disk(
    kilobytes: int, files: list[tuple[str, bytes]], stamp: Stamp, boot: str | None = None
) -> bytes:
    """Return the image of a new disk with `files` (name, bytes) in that order.

    The same arguments make the same bytes. Raise `DiskError` as `Disk.add` does.

    Args:
        kilobytes: 360 or 720.
        boot: The name of the file that starts by itself.
    """
    disk = Disk.blank(kilobytes)
    for name, data in files:
        disk.add(name, data, stamp)
    if boot is not None:
        disk.make_autostart(boot, stamp)
    return disk.image
