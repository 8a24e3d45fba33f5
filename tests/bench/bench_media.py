"""Media: disk images and recordings"""

from __future__ import annotations

from collections.abc import Iterable

from msxkit.media import cassette
from msxkit.media.cassette import CassetteBlock
from msxkit.media.disk import Disk, format_disk
from msxkit.media.fat12 import Stamp
from tests.bench import Figure, best_of

_STAMP = Stamp.from_epoch(1514764800)
#: So many bytes fill ten minutes at 1200 baud.
_TAPE_BYTES = 64_000
_RATE = 44100


def measure() -> Iterable[Figure]:
    """Measure writing and reading a full 720 K disk and ten minutes of tape."""
    files = [(f"FILE{number}.BIN", bytes(range(256)) * 25) for number in range(100)]
    files.append(("REST.BIN", bytes(13 * 1024)))
    image = format_disk(720, files, _STAMP)
    disk = Disk.load(image)

    def read_disk() -> list[bytes]:
        loaded = Disk.load(image)
        return [loaded.read(entry).data for entry in loaded.entries()]

    written = f"{len(files)} files, {disk.free // 1024} K left"
    yield Figure("write a full 720 K disk", _ms(best_of(lambda: format_disk(720, files, _STAMP))), written)
    yield Figure("read all its files", _ms(best_of(read_disk)))
    yield Figure("check it", _ms(best_of(disk.check)))

    blocks = [
        CassetteBlock(b"\xd3" * 10 + b"BENCH "),
        CassetteBlock(bytes(range(256)) * (_TAPE_BYTES // 256)),
    ]
    wav = cassette.build_wav(blocks, 1200, _RATE)
    minutes = f"{(len(wav) - 44) / _RATE / 60:.1f} minutes, {len(wav) // 10**6} MB"
    yield Figure(
        "write a recording", _ms(best_of(lambda: cassette.build_wav(blocks, 1200, _RATE), 1)), minutes
    )
    right = cassette.parse_wav(wav)[0] == blocks
    seconds = best_of(lambda: cassette.parse_wav(wav), 1)
    yield Figure("read it", _ms(seconds), "every byte right" if right else "WRONG BYTES")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
