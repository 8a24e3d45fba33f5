"""Between the host's files and a medium: listings on their way to an MSX, names on their way back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msxkit import memory_size
from msxkit.errors import DiskError, FileError, ProgramError
from msxkit.files import read_bytes
from msxkit.language.program import TOKENISED
from msxkit.language.source import decode_program, is_modern, lost
from msxkit.media.fat12 import Stamp

_DEFAULT_TIME = 1514764800  # 2018-01-01

#: Names of programs end like this.
LISTING_SUFFIXES = (".bas", ".asc", ".dmx")
_NOT_FOR_HOSTS = frozenset('/\\:*?"<>|')


def stored_program(
    path: Path, *, tokenise: bool, runnable: bool, encoding: str = "auto"
) -> tuple[bytes, str]:
    """Return the bytes to store for a host file, and what was done to them, in words.

    Files that are not listings stay as they are. Without `tokenise` and `runnable` so does a listing that BASIC could
    not LOAD; the words warn of it. Raise `FileError` if the file cannot be read, `ProgramError` for a program that no
    MSX has room for.

    Args:
        tokenise: Whether listings become tokens.
        runnable: Whether the file is a program to run, whatever its name: a listing that BASIC could not LOAD as it
            stands becomes tokens.
        encoding: That of a listing. One that is named makes the listing MSX codes, with CR LF, where it does not become
            tokens.
    """
    data = read_bytes(path)
    if path.suffix.lower() not in LISTING_SUFFIXES and not runnable:
        return data, ""
    if data[:1] == b"\xfe" and not runnable:
        return data, ""
    _require_room(data, path)
    if data[:1] == bytes((TOKENISED,)):
        return data, ""
    if tokenise or is_modern(path.name):  # BASIC can LOAD no modern source
        program = decode_program(data, str(path), encoding, cut_numbers=True)
        return program.file(), lost(program, str(path))
    if encoding not in ("auto", "msx") and not runnable:
        program = decode_program(data, str(path), encoding, cut_numbers=True)
        return program.listed(), lost(program, str(path))
    if b"\n" not in data.replace(b"\r\n", b""):
        return data, ""
    # LOAD takes CR as the end of a line, so LF alone makes one endless line.
    if runnable:
        program = decode_program(data, str(path), encoding, cut_numbers=True)
        missing = lost(program, str(path))
        note = f"{path}: stored tokenised: BASIC cannot load lines ended by LF alone"
        return program.file(), f"{note}; {missing}" if missing else note
    return data, f"{path}: stored as it is, but BASIC cannot load lines ended by LF alone: use --tokenise"


def _require_room(data: bytes, path: Path) -> None:
    """Raise `ProgramError` for a program that no MSX has room for. What is not a program, or a damaged one, passes."""
    try:
        program = decode_program(data, str(path))
    except ProgramError:
        return
    memory_size.require(program.size, str(path))


def source_date(environment: Mapping[str, str]) -> Stamp:
    """Return the time stamp of new files: SOURCE_DATE_EPOCH, else 2018, the year of the game.

    The clock is never read: the same input makes the same image. Raise `DiskError` for a value that is not a time.
    """
    text = environment.get("SOURCE_DATE_EPOCH", "")
    if text and not (text.isdecimal() and len(text) < 20):
        raise DiskError(f"SOURCE_DATE_EPOCH is {text[:20]!r}, not a number of seconds since 1970")
    return Stamp.from_epoch(int(text) if text else _DEFAULT_TIME)


def make_folder(path: Path) -> None:
    """Make a folder and those above it. Raise `FileError` if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise FileError(f"{path}: already exists and is not a directory; choose another one") from None
    except OSError as error:
        raise FileError(f"{path}: cannot be created: {error.strerror or error}") from error


def host_name(name: str) -> str:
    """Return a file name that every host takes and shows, for a name from a medium: no `.GIT` comes from a disk."""
    safe = "".join(
        "_" if character in _NOT_FOR_HOSTS or ord(character) < 0x20 else character for character in name
    )
    return re.sub(r"^\.", "_", safe) if safe.strip(". ") else "_" * max(1, len(safe))


def output_paths(names: Sequence[Path], output: Path | None) -> list[Path]:
    """Return where to write files of these names: `output` is the file for one, else the folder for all.

    Raise `FileError` for several files and `-`, which is standard output.

    Of files with the same name the later ones get a number: BATTLE-2.BAS.
    """
    if output is not None and len(names) == 1 and not output.is_dir():
        return [output]
    if output == Path("-"):
        raise FileError(
            f"-: standard output takes one file, and there are {len(names)}; name one, or a folder"
        )
    paths: dict[Path, None] = {}
    numbers: dict[Path, int] = {}
    for name in names:
        path = (output or Path()) / name
        while path in paths:
            numbers[name] = numbers.get(name, 1) + 1
            path = path.with_name(f"{name.stem}-{numbers[name]}{name.suffix}")
        paths[path] = None
    return list(paths)
