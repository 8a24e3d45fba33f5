"""The files beside a listing, as BASIC names them: what a compiled program takes into its cartridge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import Drive, Medium
from msxkit.interpreter.files.media import HostFiles, ImageFiles
from msxkit.media.fat12 import Stamp
from msxkit.native.files import MOST, Catalog, NoFileError


def beside(program: Path, folder: Path | None = None) -> Catalog:
    """Return the catalog of a folder: that which a program is in, if none is given. A program on a disk image has the
    files of that disk. Raise `MsxError`.
    """
    if folder is None and program.suffix.lower() == ".dsk":
        return catalog_of(ImageFiles(program, Stamp(0, 0)), str(program))
    place = folder or program.parent
    return catalog_of(HostFiles(place), str(place))


def names_in(folder: Path) -> tuple[str, ...]:
    """Return the names of the files of a folder that a cartridge can hold, as BASIC writes them. Raise `MsxError`."""
    return held(HostFiles(folder).sizes())


def held(sizes: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the files that a cartridge can hold, by the bytes of each."""
    return tuple(sorted(name for name, size in sizes.items() if size <= MOST))


def catalog_of(files: Mapping[str, bytes], place: str) -> Catalog:
    """Return the catalog of files by their names.

    Args:
        place: What a message says of where they are.
    """
    drive = Drive(files if isinstance(files, Medium) else dict(files), exists=True)

    def read(name: str) -> bytes:
        try:
            return drive.read(name)
        except RaisedError as error:
            where = f" in {place}" if "found" in str(error) else ""
            note = f"; {error.note}" if error.note else ""
            raise NoFileError(f"{error}{where}{note}", error.number) from None

    return read
