"""A file or folder as the directory of a disk shows it."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.media import fat12, filename
from msxkit.media.fat12 import RawEntry


@dataclass(frozen=True, slots=True)
class DirectoryEntry:
    """A file or folder of a disk.

    Attributes:
        raw: The fields of its entry.
        offset: Where its 32 bytes lie in the image.
        folder: Path of the folder, "" for the root, else ending in "/".
        long_name: As a PC shows it, or "".
        long_offsets: Where the entries of the long name lie.
    """

    raw: RawEntry
    offset: int
    folder: str = ""
    long_name: str = ""
    long_offsets: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """NAME.EXT without the folder."""
        return filename.show(self.raw.name)

    @property
    def path(self) -> str:
        """Folder and name: FOLDER/NAME.EXT."""
        return self.folder + self.name

    @property
    def is_folder(self) -> bool:
        return bool(self.raw.attributes & fat12.FOLDER)

    @property
    def is_label(self) -> bool:
        return bool(self.raw.attributes & fat12.LABEL)

    @property
    def attributes(self) -> str:
        """The attributes as letters: r(ead-only), h(idden), s(ystem), a(rchive)."""
        letters = ((fat12.READ_ONLY, "r"), (fat12.HIDDEN, "h"), (fat12.SYSTEM, "s"), (fat12.ARCHIVE, "a"))
        return "".join(letter for bit, letter in letters if self.raw.attributes & bit)

    @property
    def is_dots(self) -> bool:
        """Whether this is the entry "." or ".." of a folder."""
        return self.is_folder and self.raw.name[:1] == b"."
