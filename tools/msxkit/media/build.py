"""One program on every medium: tokenised file, listing, disk, tape image, recording, cartridge, sums."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from msxkit import memory_size
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.media import cartridge, cassette, modulation
from msxkit.media.cassette import CassetteBlock
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp

SUMS = "SHA1SUMS"
#: What can be made of a program, in the order in which people look for it, and how the names of the files end.
ENDINGS = {
    "tokenised": ".bas",
    "listing": ".asc",
    "disk": ".dsk",
    "tape": ".cas",
    "wav": ".wav",
    "cartridge": ".rom",
    "compiled": "-native.rom",
}


@dataclass(frozen=True, slots=True)
class Built:
    """What could be made: name -> bytes; and what could not: name -> why."""

    files: dict[str, bytes]
    missing: dict[str, str]


def build(
    stem: str,
    program: Program,
    extras: Sequence[tuple[str, bytes]],
    stamp: Stamp,
    compiled: Callable[[], bytes],
    targets: Collection[str] = ENDINGS.keys(),
    *,
    baud: int = 1200,
    rate: int = 44100,
) -> Built:
    """Return all files by name, the sums last.

    The same arguments make the same bytes. A medium that cannot hold the program is left out. Raise `ProgramError` for
    a program that no MSX can hold, `TapeError` for a speed that cannot work.

    Args:
        stem: The common name of the files, at most eight characters for the disk.
        extras: Name and bytes of further files for the disk.
        compiled: Makes the cartridge that needs no BASIC.
        targets: What is made, of `ENDINGS`.
        baud: The speed of the tape.
        rate: Samples a second of the recording.
    """
    modulation.check_speed(baud, rate)
    memory_size.require(program.size, f"{stem}.bas")
    tokenised, listing = program.file(), program.listed()
    on_disk = [(f"{stem}.bas", tokenised), (f"{stem}.asc", listing), *extras]

    def blocks() -> list[CassetteBlock]:
        name = cassette.name_codes(stem.upper()[: cassette.NAME_LENGTH])
        return cassette.from_program(program, name).blocks()

    makers: dict[str, Callable[[], bytes]] = {
        "tokenised": lambda: tokenised,
        "listing": lambda: listing,
        "disk": lambda: format_disk(720, on_disk, stamp, boot=f"{stem}.bas"),
        "tape": lambda: cassette.build_cas(blocks()),
        "wav": lambda: cassette.build_wav(blocks(), baud, rate),
        "cartridge": lambda: cartridge.build(program),
        "compiled": compiled,
    }
    built = Built({}, {})
    for target, ending in ENDINGS.items():
        if target in targets:
            try:
                built.files[stem + ending] = makers[target]()
            except MsxError as error:
                built.missing[stem + ending] = str(error)
    rows = (f"{hashlib.sha1(data).hexdigest()}  {name}\n" for name, data in built.files.items())
    built.files[SUMS] = "".join(rows).encode("utf-8", "surrogateescape")
    return built
