"""One program on every medium: tokenised file, listing, disk, tape image, recording, cartridge, sums."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msxkit import memory_size
from msxkit.errors import MediaError
from msxkit.language.program import Program
from msxkit.media import cartridge, cassette, modulation
from msxkit.media.cassette import Block
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp

SUMS = "SHA1SUMS"


@dataclass(frozen=True, slots=True)
class Built:
    """What could be made: name -> bytes; and what could not: name -> why."""

    files: dict[str, bytes]
    missing: dict[str, str]


def build(
    stem: str, program: Program, extras: Sequence[tuple[str, bytes]], stamp: Stamp, *, baud: int, rate: int
) -> Built:
    """Return all files by name, in the order in which people look for them, the sums last.

    The same arguments make the same bytes. A medium that cannot hold the program is left out. Raise `ProgramError` for
    a program that no MSX can hold, `TapeError` for a speed that cannot work.

    Args:
        stem: The common name of the files, at most eight characters for the disk.
        extras: Name and bytes of further files for the disk.
        baud: The speed of the tape.
        rate: Samples a second of the recording.
    """
    modulation.check_speed(baud, rate)
    memory_size.require(program.size, f"{stem}.bas")
    tokenised, listing = program.file(), program.listed()
    on_disk = [(f"{stem}.bas", tokenised), (f"{stem}.asc", listing), *extras]

    def blocks() -> list[Block]:
        name = cassette.name_codes(stem.upper()[: cassette.NAME_LENGTH])
        return cassette.from_program(program, name).blocks()

    media: dict[str, Callable[[], bytes]] = {
        f"{stem}.dsk": lambda: format_disk(720, on_disk, stamp, boot=f"{stem}.bas"),
        f"{stem}.cas": lambda: cassette.build_cas(blocks()),
        f"{stem}.wav": lambda: cassette.build_wav(blocks(), baud, rate),
        f"{stem}.rom": lambda: cartridge.build(program),
    }
    built = Built({f"{stem}.bas": tokenised, f"{stem}.asc": listing}, {})
    for name, make in media.items():
        try:
            built.files[name] = make()
        except MediaError as error:
            built.missing[name] = str(error)
    built.files[SUMS] = check_sums(built.files)
    return built


def check_sums(files: dict[str, bytes]) -> bytes:
    """Return a file that `sha1sum --check` reads."""
    rows = (f"{hashlib.sha1(data).hexdigest()}  {name}\n" for name, data in files.items())
    return "".join(rows).encode("utf-8", "surrogateescape")
