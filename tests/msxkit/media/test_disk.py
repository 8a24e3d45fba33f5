"""Disks: built and read back by hand here, by mtools, and judged by fsck.fat."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import DiskError
from msxkit.media import fat12
from msxkit.media.disk import Disk, format_disk
from msxkit.media.fat12 import FORMATS, Stamp
from tests.conftest import examples
from tests.msxkit.media.oracles import fsck, msx_format, mtool
from tests.programs import needs

STAMP = Stamp.from_epoch(1514764800)
SIZES = sorted(FORMATS)
NAMES = st.text("ABCDEFGHIJ0123456789$-_", min_size=1, max_size=8).filter(
    lambda name: name not in ("AUX", "CON", "NUL", "PRN", "LST")
)
CONTENTS = st.one_of(
    st.binary(max_size=40), st.integers(0, 9000).map(lambda n: bytes(i * 7 & 255 for i in range(n)))
)


def write_fat(image: bytearray, cluster: int, value: int, copies: tuple[int, ...] = (1, 4)) -> None:
    """Set a FAT entry of a 720 K image in the given copies (by first sector)."""
    for sector in copies:
        at = sector * 512 + cluster * 3 // 2
        pair = image[at] | image[at + 1] << 8
        pair = pair & 0x000F | value << 4 if cluster % 2 else pair & 0xF000 | value
        image[at], image[at + 1] = pair & 255, pair >> 8


def built_by_hand(size: int, files: list[tuple[bytes, bytes]]) -> bytes:
    """Return the image that the manual describes, for files of whole names (11 bytes), one after the other."""
    sectors, per_fat, data, media = {360: (720, 2, 12, 0xF8), 720: (1440, 3, 14, 0xF9)}[size]
    fat = [0xF00 | media, 0xFFF] + [0] * 1000
    root, area, cluster = b"", b"", 2
    for name, content in files:
        count = (len(content) + 1023) // 1024
        for number in range(count):
            fat[cluster + number] = cluster + number + 1 if number < count - 1 else 0xFFF
        first = cluster if count else 0
        root += (
            name + b"\x20" + bytes(10) + struct.pack("<HHHL", 0, 38 << 9 | 1 << 5 | 1, first, len(content))
        )
        area += content + bytes(count * 1024 - len(content))
        cluster += count
    pairs = [(f"{a:03x}", f"{b:03x}") for a, b in zip(fat[::2], fat[1::2], strict=True)]
    table = bytes.fromhex("".join(a[1:] + b[2] + a[0] + b[:2] for a, b in pairs))
    table = table.ljust(per_fat * 512, b"\0")[: per_fat * 512]
    boot = fat12.boot_sector(FORMATS[size])
    image = boot + 2 * table + root.ljust((data - 1 - 2 * per_fat) * 512, b"\0") + area
    return image.ljust(sectors * 512, b"\0")


@pytest.mark.parametrize("size", SIZES)
def test_images_are_those_built_by_hand(size: int) -> None:
    files = [("A.BAS", b"\xff" * 3000), ("empty", b""), ("note.txt", b"x" * 1024), ("last", b"y")]
    expected = built_by_hand(
        size,
        [
            (b"A       BAS", b"\xff" * 3000),
            (b"EMPTY      ", b""),
            (b"NOTE    TXT", b"x" * 1024),
            (b"LAST       ", b"y"),
        ],
    )
    assert format_disk(size, files, STAMP) == expected


@pytest.mark.parametrize("size", SIZES)
@given(files=st.dictionaries(NAMES, CONTENTS, max_size=12))
@settings(max_examples=examples(20))
def test_put_and_get(size: int, files: dict[str, bytes]) -> None:
    disk = Disk.load(format_disk(size, list(files.items()), STAMP))
    assert {entry.path: disk.read(entry).data for entry in disk.entries()} == files
    assert disk.check() == []


@needs("mtools", "fsck.fat")
@pytest.mark.parametrize("size", SIZES)
def test_mtools_and_fsck_read_our_disks(size: int, tmp_path: Path) -> None:
    files = {f"F{n}.BIN": bytes((n + i) & 255 for i in range(n * n * 13)) for n in range(40)}
    image = tmp_path / "ours.dsk"
    image.write_bytes(format_disk(size, list(files.items()), STAMP, boot="F39.BIN"))
    assert "not" not in fsck(image)
    mtool("mcopy", image, "-n", "::*", tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    assert (tmp_path / "AUTOEXEC.BAS").read_bytes() == b'10 RUN"F39.BIN"\r\n\x1a'


@needs("mtools")
@pytest.mark.parametrize("heads", [1, 2])
def test_disks_of_mformat_are_read_and_written(heads: int, tmp_path: Path) -> None:
    image = tmp_path / "theirs.dsk"
    msx_format(image, heads=heads)
    (tmp_path / "THEIRS.TXT").write_bytes(b"from the PC")
    mtool("mcopy", image, tmp_path / "THEIRS.TXT", "::")
    disk = Disk.load(image.read_bytes())
    assert disk.geometry.media == (0xF8 if heads == 1 else 0xF9)
    assert [entry.path for entry in disk.entries()] == ["THEIRS.TXT"]
    disk.add("OURS.TXT", b"o" * 5000, STAMP)
    image.write_bytes(disk.image)
    mtool("mcopy", image, "::OURS.TXT", tmp_path)
    assert (tmp_path / "OURS.TXT").read_bytes() == b"o" * 5000
    fsck(image)


@needs("mtools", "fsck.fat")
def test_folders_long_names_and_labels_of_pcs(tmp_path: Path) -> None:
    image = tmp_path / "pc.dsk"
    msx_format(image)
    (tmp_path / "A long name.text").write_bytes(b"long" * 1000)
    mtool("mlabel", image, "::GAMES")
    mtool("mmd", image, "::Old Games")
    mtool("mmd", image, "::Old Games/more")
    for place in ("::", "::Old Games", "::Old Games/more"):
        mtool("mcopy", image, tmp_path / "A long name.text", place)
    disk = Disk.load(image.read_bytes())
    assert disk.label == "GAMES"
    assert [entry.long_name for entry in disk.entries()] == [
        "Old Games",
        "A long name.text",
        "",
        "A long name.text",
        "A long name.text",
    ]
    folder = disk.entries()[0].name
    assert disk.read(disk.find(f"{folder}/more/a long name.text")).data == b"long" * 1000
    assert disk.find("A LONG NAME.TEXT").folder == ""
    assert [finding.severity for finding in disk.check() if finding.severity == "error"] == []
    # Removing takes the entries of the long name along.
    disk.remove("A long name.text")
    image.write_bytes(disk.image)
    assert "A long name" not in mtool("mdir", image, "::")
    fsck(image)


@needs("fsck.fat")
def test_removing_and_replacing_frees_what_was_used(tmp_path: Path) -> None:
    disk = Disk.blank(360)
    free = disk.free
    disk.add("A", b"a" * 10000, STAMP)
    disk.add("B", b"b" * 10000, STAMP)
    disk.remove("a")
    disk.add("C", b"c" * 20000, STAMP)  # goes around B
    disk.add("B", b"B" * 100, STAMP, overwrite=True)
    assert [(entry.path, entry.raw.size) for entry in disk.entries()] == [("C", 20000), ("B", 100)]
    assert disk.read(disk.find("C")).data == b"c" * 20000
    assert disk.read(disk.find("B")).data == b"B" * 100
    assert disk.check() == []
    image = tmp_path / "a.dsk"
    image.write_bytes(disk.image)
    fsck(image)
    disk.remove("B")
    disk.remove("C")
    assert disk.free == free


def test_a_full_disk() -> None:
    disk = Disk.blank(360)
    disk.add("BIG", bytes(disk.free - 1024), STAMP)
    before = disk.image
    with pytest.raises(
        DiskError, match="the disk is full: TWO needs 2048 bytes in clusters of 1024, 1024 are free"
    ):
        disk.add("TWO", bytes(1025), STAMP)
    assert disk.image == before
    disk.add("ONE", bytes(1024), STAMP)
    assert disk.free == 0
    disk.add("EMPTY", b"", STAMP)
    assert disk.check() == []
    # The space of the file that is replaced counts.
    disk.add("ONE", bytes(1000), STAMP, overwrite=True)
    with pytest.raises(DiskError, match="full"):
        disk.add("ONE", bytes(1025), STAMP, overwrite=True)
    assert disk.read(disk.find("ONE")).data == bytes(1000)


def test_a_full_directory() -> None:
    disk = Disk.blank(720)
    for number in range(112):
        disk.add(f"F{number}", b"x", STAMP)
    with pytest.raises(DiskError, match="the directory is full: it has 112 entries"):
        disk.add("ONEMORE", b"x", STAMP)
    assert disk.check() == []
    disk.remove("F50")
    disk.add("ONEMORE", b"x", STAMP)


def test_autostart_needs_the_program() -> None:
    with pytest.raises(DiskError, match="there is no GAME"):
        format_disk(720, [("A", b"1")], STAMP, boot="GAME")
    with pytest.raises(DiskError, match=r"cannot start AUTOEXEC\.BAS"):
        format_disk(720, [("AUTOEXEC.BAS", b"1")], STAMP, boot="autoexec.bas")


def test_no_other_sizes() -> None:
    with pytest.raises(DiskError, match="360 or 720 K, not 1440"):
        Disk.blank(1440)


def damaged(*entry: Any, size: int | None = None, more: bytes = b"") -> Disk:
    """Return a 720 K disk with files A (clusters 2-5), B (6-9) and C (10), with an entry of the FAT, or its size,
    changed.
    """
    image = bytearray(format_disk(720, [("A", b"a" * 4096), ("B", b"b" * 4096), ("C", b"c")], STAMP))
    if entry:
        write_fat(image, *entry)
    return Disk.load(bytes(image[:size] + more))


@pytest.mark.parametrize(
    ("change", "kept", "finding"),
    [
        ((4, 2), 3072, "A: its chain of clusters returns to cluster 2"),
        ((4, 0), 2048, "A: its chain of clusters leads to cluster 4, which is marked free"),
        ((4, 0xFF7), 2048, "A: its chain of clusters leads to cluster 4, which is marked bad"),
        ((3, 0x7FF), 2048, "A: its chain of clusters leads to cluster 2047, which the disk does not have"),
        ((3, 1), 2048, "A: its chain of clusters leads to cluster 1, which the disk does not have"),
        ((3, 0xFFF), 2048, "A: 4096 bytes need 4 clusters, its chain has 2"),
    ],
)
def test_broken_chains(change: tuple[int, int], kept: int, finding: str) -> None:
    disk = damaged(*change)
    contents = disk.read(disk.find("A"))
    assert contents.data == b"a" * kept
    assert contents.damage
    assert disk.read(disk.find("B")).data == b"b" * 4096
    assert f"error: {finding}" in [str(found) for found in disk.check()]
    before = disk.image
    with pytest.raises(DiskError, match="the disk is damaged, so nothing is written"):
        disk.add("D", b"d", STAMP)
    with pytest.raises(DiskError, match="the disk is damaged"):
        disk.remove("C")
    assert disk.image == before


def test_cross_linked_files() -> None:
    disk = damaged(7, 3)
    assert any("share cluster 3" in found.text for found in disk.check() if found.severity == "error")
    assert disk.read(disk.find("A")).data == b"a" * 4096


def test_the_second_fat_saves_what_the_first_lost() -> None:
    disk = damaged(3, 0, (1,))
    contents = disk.read(disk.find("A"))
    assert contents.data == b"a" * 4096
    assert "copy 2 of the FAT gives the whole file" in contents.damage


@pytest.mark.parametrize(
    ("size", "more", "kept"), [(14 * 512 + 7 * 1024 + 100, b"", 3072 + 100), (None, b"extra", 4096)]
)
def test_images_of_a_wrong_size(size: int | None, more: bytes, kept: int) -> None:
    disk = damaged(size=size, more=more)
    assert disk.check()[0].severity == "error"
    assert disk.read(disk.find("A")).data == b"a" * 4096
    contents = disk.read(disk.find("B"))
    assert contents.data == b"b" * kept
    assert bool(contents.damage) == (kept < 4096)
    with pytest.raises(DiskError, match="the image has"):
        disk.add("D", b"d", STAMP)


@needs("mtools")
def test_a_loop_of_folders(tmp_path: Path) -> None:
    image = tmp_path / "loop.dsk"
    msx_format(image)
    mtool("mmd", image, "::ONE")
    mtool("mmd", image, "::ONE/TWO")
    data = bytearray(image.read_bytes())
    disk = Disk.load(bytes(data))
    # TWO becomes a way back into ONE.
    data[disk.find("ONE/TWO").offset + 26 : disk.find("ONE/TWO").offset + 28] = disk.find(
        "ONE"
    ).raw.cluster.to_bytes(2, "little")
    disk = Disk.load(bytes(data))
    assert [entry.path for entry in disk.entries()] == ["ONE", "ONE/TWO"]
    assert any("share cluster" in found.text for found in disk.check())


def test_harmless_findings() -> None:
    image = bytearray(format_disk(720, [("A", b"a" * 100)], STAMP))
    write_fat(image, 50, 0xFFF)
    write_fat(image, 60, 0xFFF, (1,))
    image[0x1E] = 0
    disk = Disk.load(bytes(image))
    assert [str(found) for found in disk.check()] == [
        "warning: copy 2 of the FAT differs from the first in 1 entries",
        "warning: 2 clusters are in use but belong to no file",
        "note: no boot program at 1Eh of the boot sector: some machines hang when they start from it",
    ]
    disk.add("B", b"b", STAMP)
    assert disk.read(disk.find("B")).data == b"b"


@given(
    st.lists(st.tuples(st.integers(0, 14 * 512 + 6 * 1024), st.integers(0, 255)), min_size=1, max_size=40),
    st.data(),
)
@settings(max_examples=examples(60), deadline=None)
def test_no_damage_makes_more_than_an_error(changes: list[tuple[int, int]], data: st.DataObject) -> None:
    image = bytearray(format_disk(720, [("A", b"a" * 4096), ("B", b"b" * 4096), ("C", b"c")], STAMP))
    for offset, value in changes:
        image[offset] = value
    end = data.draw(st.integers(0, len(image)))
    try:
        disk = Disk.load(bytes(image[:end]) if end % 3 == 0 else bytes(image))
    except DiskError:
        return
    for entry in disk.entries():
        if not entry.is_folder:
            contents = disk.read(entry)
            assert len(contents.data) == entry.raw.size or contents.damage
    disk.check()
    before = disk.image
    try:
        disk.add("NEW", b"n" * 3000, STAMP)
    except DiskError:
        assert disk.image == before
    else:
        assert disk.read(disk.find("NEW")).data == b"n" * 3000
