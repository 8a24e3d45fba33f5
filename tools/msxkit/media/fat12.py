"""The structures of an MSX floppy: geometry, boot sector, 12-bit file allocation table, directory entries.

Source: MSX2 Technical Handbook chapter 3 (tables 3.1, 3.9-3.18). Everything here is a codec without state;
`disk` puts them together.
"""

from __future__ import annotations

import calendar
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass

from msxkit.errors import DiskError

SECTOR = 512
ENTRY_SIZE = 32
#: Cluster numbers begin here: the first two FAT entries hold the media byte.
FIRST_CLUSTER = 2
FREE = 0x000
BAD = 0xFF7
#: This value and those above end a chain; FFF is what MSX-DOS writes.
END = 0xFF8
END_WRITTEN = 0xFFF
#: With so many clusters or more the entries of a FAT have 16 bits.
FAT16_CLUSTERS = 4085

READ_ONLY, HIDDEN, SYSTEM, LABEL, FOLDER, ARCHIVE = 1, 2, 4, 8, 16, 32
#: Attributes of the entries in which PCs keep long names.
LONG_NAME = READ_ONLY | HIDDEN | SYSTEM | LABEL

_BPB = struct.Struct("<HBHBHHBHHHH")
_BPB_OFFSET = 0x0B
_BOOT_CODE = 0x1E
_RET = 0xC9
# A mark, serial number, label and kind that PCs look for and an MSX does not: it returns before them.
_PC_BLOCK = 0x26


@dataclass(frozen=True, slots=True)
class Geometry:
    """The layout of a FAT12 disk.

    Attributes:
        media: The media byte.
        total: Sectors of the disk, of 512 bytes each.
        per_fat: Sectors of one FAT.
        per_cluster: Sectors of a cluster.
        reserved: Sectors before the first FAT.
        fats: How many copies of the FAT there are.
        root_entries: Entries of the root directory, of 32 bytes each.
    """

    media: int
    heads: int
    sectors_per_track: int
    total: int
    per_fat: int
    per_cluster: int = 2
    reserved: int = 1
    fats: int = 2
    root_entries: int = 112

    @property
    def root(self) -> int:
        """First sector of the root directory."""
        return self.reserved + self.fats * self.per_fat

    @property
    def data(self) -> int:
        """First sector of cluster 2."""
        return self.root + -(-self.root_entries * ENTRY_SIZE // SECTOR)

    @property
    def clusters(self) -> int:
        """Number of whole clusters; they are numbered from 2 and the FAT has a number for each."""
        fits_fat = self.per_fat * SECTOR * 2 // 3 - FIRST_CLUSTER
        return min((self.total - self.data) // self.per_cluster, fits_fat)

    @property
    def cluster_size(self) -> int:
        """Bytes of one cluster."""
        return self.per_cluster * SECTOR

    @property
    def size(self) -> int:
        """Bytes of the whole image."""
        return self.total * SECTOR

    def cluster_offset(self, cluster: int) -> int:
        """Return where the data of `cluster` begins in the image, in bytes."""
        return (self.data + (cluster - FIRST_CLUSTER) * self.per_cluster) * SECTOR


#: What `disk new` makes, by kilobytes: 80 tracks of 9 sectors, one side or two.
FORMATS: dict[int, Geometry] = {
    360: Geometry(media=0xF8, heads=1, sectors_per_track=9, total=720, per_fat=2),
    720: Geometry(media=0xF9, heads=2, sectors_per_track=9, total=1440, per_fat=3),
}

#: The layout that each media byte stands for: MSX-DOS 1 believes it rather than the boot sector.
BY_MEDIA: dict[int, Geometry] = {
    0xF8: FORMATS[360],
    0xF9: FORMATS[720],
    0xFA: Geometry(media=0xFA, heads=1, sectors_per_track=8, total=640, per_fat=1),
    0xFB: Geometry(media=0xFB, heads=2, sectors_per_track=8, total=1280, per_fat=2),
    0xFC: Geometry(0xFC, heads=1, sectors_per_track=9, total=360, per_fat=2, per_cluster=1, root_entries=64),
    0xFD: Geometry(0xFD, heads=2, sectors_per_track=9, total=720, per_fat=2),
    0xFE: Geometry(0xFE, heads=1, sectors_per_track=8, total=320, per_fat=1, per_cluster=1, root_entries=64),
    0xFF: Geometry(0xFF, heads=2, sectors_per_track=8, total=640, per_fat=1),
}


def boot_sector(geometry: Geometry) -> bytes:
    """Return a boot sector of our own: the parameter block, and a boot program that returns at once.

    The machine calls offset 1Eh and goes on to Disk BASIC when that returns; zeros there hang an MSX2 (measured).
    """
    sector = bytearray(SECTOR)
    sector[0:3] = b"\xeb\xfe\x90"
    sector[3:11] = b"MSXKIT  "
    fields = (
        SECTOR,
        geometry.per_cluster,
        geometry.reserved,
        geometry.fats,
        geometry.root_entries,
        geometry.total,
        geometry.media,
        geometry.per_fat,
        geometry.sectors_per_track,
        geometry.heads,
        0,
    )
    _BPB.pack_into(sector, _BPB_OFFSET, *fields)
    sector[_BOOT_CODE] = _RET
    sector[_PC_BLOCK : _PC_BLOCK + 24] = b"\x29" + bytes(4) + b"NO NAME    FAT12   "
    sector[-2:] = b"\x55\xaa"
    return bytes(sector)


def boots_into_basic(sector: bytes | bytearray) -> bool:
    """Return whether a machine gets past this boot sector: another first byte than EB or E9, or code at 1Eh.

    What foreign code does is not looked at.
    """
    return sector[0] not in (0xEB, 0xE9) or sector[_BOOT_CODE] != 0


def read_geometry(image: bytes) -> Geometry:
    """Return the layout of an image: its parameter block if that makes sense, else what the FAT's media byte says.

    Raise `DiskError` when neither describes a FAT12 floppy.
    """
    if len(image) < 2 * SECTOR:
        raise DiskError(
            f"{len(image)} bytes are not a disk image: a 360 K disk has {FORMATS[360].size} bytes and "
            f"a 720 K disk {FORMATS[720].size}"
        )
    geometry = _parameter_block(image)
    if geometry is None and image[SECTOR + 1 : SECTOR + 3] == b"\xff\xff":
        geometry = BY_MEDIA.get(image[SECTOR])
    if geometry is None:
        raise DiskError(
            "not a disk image that MSX-DOS could read: the boot sector does not describe a FAT12 floppy and "
            f"the FAT begins with {image[SECTOR : SECTOR + 3].hex(' ').upper()}, not with F8-FF FF FF"
        )
    if len(image) < geometry.data * SECTOR:
        raise DiskError(
            f"the image ends inside its directory: {len(image)} bytes, the disk should have {geometry.size}"
        )
    return geometry


def _parameter_block(image: bytes) -> Geometry | None:
    values: tuple[int, ...] = _BPB.unpack_from(image, _BPB_OFFSET)
    size, per_cluster, reserved, fats, root_entries, total, media, per_fat, per_track, heads, _ = values
    plausible = (
        size == SECTOR
        and per_cluster in (1, 2, 4, 8, 16, 32, 64)
        and reserved
        and 1 <= fats <= 7
        and root_entries
        and per_fat
        and media >= 0xF0
    )
    if not plausible:
        return None
    if total == 0:
        raise DiskError("this is a hard disk of more than 65535 sectors; msxkit handles floppies")
    geometry = Geometry(
        media, heads, per_track, total, per_fat, per_cluster=per_cluster, reserved=reserved, fats=fats,
        root_entries=root_entries,
    )  # fmt: skip
    if geometry.data >= total or geometry.clusters < 1:
        return None
    if geometry.clusters >= FAT16_CLUSTERS:
        raise DiskError(
            f"this disk has a 16-bit FAT ({geometry.clusters} clusters); msxkit handles FAT12 floppies"
        )
    return geometry


def unpack_fat(table: bytes | bytearray, count: int) -> list[int]:
    """Return the first `count` 12-bit entries of a FAT."""
    entries = []
    for number in range(count):
        low, high = table[number * 3 // 2], table[number * 3 // 2 + 1]
        entries.append(low >> 4 | high << 4 if number % 2 else low | (high & 0x0F) << 8)
    return entries


def pack_fat(entries: Sequence[int], old: bytes | bytearray) -> bytes:
    """Return the FAT `old` with its first entries replaced: what lies after the last one stays as it was."""
    table = bytearray(old)
    for number, value in enumerate(entries):
        offset = number * 3 // 2
        if number % 2:
            table[offset] = table[offset] & 0x0F | (value & 0x0F) << 4
            table[offset + 1] = value >> 4
        else:
            table[offset] = value & 0xFF
            table[offset + 1] = table[offset + 1] & 0xF0 | value >> 8
    return bytes(table)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Date and time as a directory entry holds them: two 16-bit words, two-second steps, 1980 to 2107."""

    date: int
    time: int

    @classmethod
    def from_epoch(cls, seconds: int) -> Stamp:
        """Return the stamp of a Unix time, in UTC. Raise `DiskError` outside 1980-2107."""
        first, last = calendar.timegm((1980, 1, 1, 0, 0, 0)), calendar.timegm((2107, 12, 31, 23, 59, 59))
        if not first <= seconds <= last:
            raise DiskError(
                f"time stamp {seconds}: a disk can hold the years 1980 to 2107 ({first} to {last})"
            )
        year, month, day, hour, minute, second = time.gmtime(seconds)[:6]
        return cls((year - 1980) << 9 | month << 5 | day, hour << 11 | minute << 5 | second // 2)

    def __str__(self) -> str:
        date, clock = self.date, self.time
        return (
            f"{1980 + (date >> 9)}-{date >> 5 & 15:02}-{date & 31:02} {clock >> 11:02}:{clock >> 5 & 63:02}"
            if date
            else "-"
        )


_ENTRY = struct.Struct("<11sB10sHHHI")


@dataclass(frozen=True, slots=True)
class RawEntry:
    """A directory entry of 32 bytes.

    Attributes:
        name: 11 MSX codes, as `filename.parse` returns them.
        attributes: A sum of READ_ONLY and the others.
        cluster: The first cluster, 0 for none.
        size: The size in bytes.
    """

    name: bytes
    attributes: int
    stamp: Stamp
    cluster: int
    size: int

    def pack(self) -> bytes:
        """Return the entry as it lies on the disk."""
        return _ENTRY.pack(
            self.name, self.attributes, bytes(10), self.stamp.time, self.stamp.date, self.cluster, self.size
        )

    @classmethod
    def unpack(cls, data: bytes) -> RawEntry:
        """Return the entry in 32 bytes."""
        name, attributes, _, clock, date, cluster, size = _ENTRY.unpack(data)
        return cls(name, attributes, Stamp(date, clock), cluster, size)


def long_name(parts: Sequence[bytes]) -> str:
    """Return the long name that a PC spread over entries, given in the order of the disk (last part first)."""
    codes = b"".join(part[1:11] + part[14:26] + part[28:32] for part in reversed(parts))
    return codes.decode("utf-16-le", errors="replace").split("\0")[0].rstrip("\uffff")
