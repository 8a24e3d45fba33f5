"""One program on every medium: tokenised file, listing, disk, tape image, recording, cartridge, sums."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msxkit.language.program import Program
from msxkit.media import cartridge, cassette
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp

SUMS = "SHA1SUMS"


def build(
    stem: str, program: Program, extras: Sequence[tuple[str, bytes]], stamp: Stamp, *, baud: int, rate: int
) -> dict[str, bytes]:
    """All files by name, in the order in which people look for them.

    stem: their common name, at most eight characters. extras: name and bytes of further files for the disk.
    The same arguments give the same bytes. Raises `MediaError` when a medium cannot hold the program.
    """
    tokenised, listing = program.file(), program.listed()
    name = cassette.name_codes(stem.upper()[: cassette.NAME_LENGTH])
    blocks = cassette.from_program(program, name).blocks()
    on_disk = [(f"{stem}.bas", tokenised), (f"{stem}.asc", listing), *extras]
    media = {
        f"{stem}.bas": tokenised,
        f"{stem}.asc": listing,
        f"{stem}.dsk": format_disk(720, on_disk, stamp, boot=f"{stem}.bas"),
        f"{stem}.cas": cassette.build_cas(blocks),
        f"{stem}.wav": cassette.build_wav(blocks, baud, rate),
        f"{stem}.rom": cartridge.build(program),
    }
    media[SUMS] = check_sums(media)
    return media


def check_sums(files: dict[str, bytes]) -> bytes:
    """The file that `sha1sum --check` reads."""
    return "".join(f"{hashlib.sha1(data).hexdigest()}  {name}\n" for name, data in files.items()).encode(
        "ascii"
    )
