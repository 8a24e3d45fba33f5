"""Boot sector, FAT and directory entries against the layout of the manual, computed here a second time."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import DiskError
from msxkit.media import fat12
from msxkit.media.fat12 import FORMATS, Stamp


def word(data: bytes, offset: int) -> int:
    return data[offset] + 256 * data[offset + 1]


@pytest.mark.parametrize(
    ("size", "media", "heads", "total", "per_fat", "root", "data", "clusters"),
    [(360, 0xF8, 1, 0x2D0, 2, 5, 12, 354), (720, 0xF9, 2, 0x5A0, 3, 7, 14, 713)],
)
def test_formats_are_those_of_the_manual(
    size: int, media: int, heads: int, total: int, per_fat: int, root: int, data: int, clusters: int
) -> None:
    geometry = FORMATS[size]
    assert (geometry.root, geometry.data, geometry.clusters) == (root, data, clusters)
    sector = fat12.boot_sector(geometry)
    assert len(sector) == 512
    assert sector[:3] == bytes.fromhex("EB FE 90")
    assert word(sector, 0x0B) == 512
    assert sector[0x0D] == 2  # sectors per cluster
    assert word(sector, 0x0E) == 1  # reserved
    assert sector[0x10] == 2  # FATs
    assert word(sector, 0x11) == 112
    assert word(sector, 0x13) == total
    assert sector[0x15] == media
    assert word(sector, 0x16) == per_fat
    assert word(sector, 0x18) == 9
    assert word(sector, 0x1A) == heads
    assert word(sector, 0x1C) == 0
    # Measured: the machine calls 1Eh, and hangs when no RET stands there.
    assert sector[0x1E] == 0xC9


def twelve_bits(entries: list[int]) -> bytes:
    """Return the FAT as one row of hexadecimal digits: each pair of entries abc def is stored as bc fa de."""
    digits = [f"{value:03x}" for value in [*entries, 0][: len(entries) + len(entries) % 2]]
    pairs = [a[1:] + b[2] + a[0] + b[:2] for a, b in zip(digits[::2], digits[1::2], strict=True)]
    return bytes.fromhex("".join(pairs))


@given(st.lists(st.integers(0, 0xFFF), min_size=2, max_size=1000))
def test_fat_entries(entries: list[int]) -> None:
    table = twelve_bits(entries)
    assert fat12.unpack_fat(table, len(entries)) == entries
    assert fat12.pack_fat(entries, bytes(len(table))) == table


@given(st.lists(st.integers(0, 0xFFF), min_size=2, max_size=99), st.binary(min_size=200, max_size=200))
def test_packing_leaves_the_rest_of_the_fat(entries: list[int], old: bytes) -> None:
    table = fat12.pack_fat(entries, old)
    assert fat12.unpack_fat(table, len(entries)) == entries
    assert fat12.unpack_fat(table, 132)[len(entries) :] == fat12.unpack_fat(old, 132)[len(entries) :]


@given(st.datetimes(datetime.datetime(1980, 1, 1), datetime.datetime(2107, 12, 31)))
def test_stamps(moment: datetime.datetime) -> None:
    stamp = Stamp.from_epoch(int(moment.replace(tzinfo=datetime.UTC).timestamp()))
    assert stamp.date == (moment.year - 1980) * 512 + moment.month * 32 + moment.day
    assert stamp.time == moment.hour * 2048 + moment.minute * 32 + moment.second // 2
    assert str(stamp) == moment.strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize("seconds", [0, 315532799, 2**40])
def test_times_that_no_disk_can_hold(seconds: int) -> None:
    with pytest.raises(DiskError, match="1980 to 2107"):
        Stamp.from_epoch(seconds)


def test_media_byte() -> None:
    image = bytes(512) + b"\xf8\xff\xff" + bytes(360 * 1024 - 515)
    assert fat12.read_geometry(image) == FORMATS[360]


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (b"", "0 bytes are not a disk image"),
        (bytes(100), "100 bytes are not a disk image"),
        (bytes(737280), "the boot sector does not describe a FAT12 floppy"),
        (b"MSX" * 245760, "the boot sector does not describe a FAT12 floppy"),
        (fat12.boot_sector(FORMATS[720]) + b"\xf9\xff\xff" + bytes(600), "ends inside its directory"),
    ],
)
def test_not_a_floppy(image: bytes, reason: str) -> None:
    with pytest.raises(DiskError, match=reason):
        fat12.read_geometry(image)


@given(st.binary(max_size=2048))
def test_any_bytes_are_a_disk_or_refused(image: bytes) -> None:
    with pytest.raises(DiskError):
        fat12.read_geometry(image)
