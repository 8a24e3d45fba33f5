"""Between the host's files and a medium: listings on their way to an MSX, names on their way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msxkit.errors import DiskError, FileError
from msxkit.files import keep_apart, read_bytes, write_atomic
from msxkit.language.program import TOKENISED
from msxkit.language.source import decode_program
from msxkit.media.fat12 import Stamp

_DEFAULT_TIME = 1514764800  # 2018-01-01

_LISTING_SUFFIXES = (".bas", ".asc")
_NOT_FOR_HOSTS = frozenset('/\\:*?"<>|')


def stored_program(path: Path, *, tokenise: bool, runnable: bool) -> tuple[bytes, str]:
    """The bytes to store for a host file, and what was done to them, in words.

    tokenise: listings become tokens. runnable: a listing that BASIC could not LOAD as it stands becomes
    tokens. Other files stay as they are; the note warns when BASIC could not LOAD one.
    """
    data = read_bytes(path)
    if path.suffix.lower() not in _LISTING_SUFFIXES and not runnable:
        return data, ""
    if data[:1] == bytes((TOKENISED,)) or (data[:1] == b"\xfe" and not runnable):
        return data, ""
    if tokenise:
        return decode_program(data, str(path)).file(), ""
    if b"\n" not in data.replace(b"\r\n", b""):
        return data, ""
    # LOAD takes CR as the end of a line, so LF alone makes one endless line.
    if runnable:
        return decode_program(
            data, str(path)
        ).file(), "stored tokenised: BASIC cannot load lines ended by LF alone"
    return data, "stored as it is, but BASIC cannot load lines ended by LF alone: say --tokenise"


def source_date(environment: Mapping[str, str]) -> Stamp:
    """The time stamp of new files: SOURCE_DATE_EPOCH, else 2018, the year of the game.

    Never the clock, so that the same input gives the same image. Raises `DiskError` for a value that is no
    time.
    """
    text = environment.get("SOURCE_DATE_EPOCH", "")
    if text and not text.isdecimal():
        raise DiskError(f"SOURCE_DATE_EPOCH is {text!r}, not a number of seconds")
    return Stamp.from_epoch(int(text) if text else _DEFAULT_TIME)


def make_folder(path: Path) -> None:
    """Makes a folder and those above it. Raises `FileError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: cannot be made: {error.strerror or error}") from error


def host_name(name: str) -> str:
    """A file name that every host takes, for a name from a medium."""
    safe = "".join(
        "_" if character in _NOT_FOR_HOSTS or ord(character) < 0x20 else character for character in name
    )
    return safe if safe.strip(". ") else "_" * max(1, len(safe))


def output_paths(names: Sequence[Path], output: Path | None) -> list[Path]:
    """Where to write files of these names: `output` is the file for one, else the folder for all.

    Of files with the same name the later ones get a number: BATTLE-2.BAS.
    """
    if output is not None and len(names) == 1 and not output.is_dir():
        return [output]
    paths: list[Path] = []
    for name in names:
        path = (output or Path()) / name
        number = 2
        while path in paths:
            path = path.with_name(f"{name.stem}-{number}{name.suffix}")
            number += 1
        paths.append(path)
    return paths


def save_from(medium: Path, path: Path, data: bytes) -> None:
    """Writes what was taken from a medium, whole or not at all, in a folder that is made; never over the medium."""
    keep_apart(path, [medium])
    make_folder(path.parent)
    write_atomic(path, data)
