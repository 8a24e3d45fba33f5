"""Which files a command may replace: none that it reads, and only files of the kind that it makes.

What people write themselves, such as listings and notes, is replaced by the same bytes only.

A file in the way is looked at, not its name: a disk image may replace a disk image, but not a listing that a `*` of
the shell has put in its place. `--force` replaces anything.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from msxkit.cli import ask
from msxkit.errors import FileError, MsxError
from msxkit.files import (
    ANYTHING,
    NOTHING,
    Kind,
    decode_json,
    keep_apart,
    locked,
    read_bytes,
    real,
    stream,
    write_all,
)
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import decode_program
from msxkit.media.cassette import MAGIC
from msxkit.media.disk import Disk
from msxkit.media.host_files import LISTING_SUFFIXES, make_folder

T = TypeVar("T")
_SYMBOL = re.compile(rb"\w+: equ 0[0-9A-F]{4}h\n")

#: Stands for standard output, where a command that prints can also write.
STANDARD_OUTPUT = Path("-")
#: Where a command keeps what it writes at its end.
_GATHERED = "msxkit.gathered"
force_option = click.option(
    "--force",
    is_flag=True,
    help="Replace an existing file even if it is of another kind, or may be your own work.",
)


#: For commands that copy files from a medium.
copies_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write, - for standard output, or the folder for several; default: here.",
)


recording_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The recording to write, or - for standard output.",
)


def is_standard_output(path: Path | None) -> bool:
    """Return whether this is `-` or `/dev/stdout`. A link to it with an ending is not: it says what to write."""
    return path is not None and (path == STANDARD_OUTPUT or (not path.suffix and stream(path) == 1))


def file_or_standard(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Return the file of an option, None for `-` and `/dev/stdout`."""
    return None if is_standard_output(path) else path


#: For commands that write one thing: None stands for standard output.
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    callback=file_or_standard,
    help="File to write; without it, or with -, standard output.",
)


def _loads(load: Callable[[bytes], object]) -> Callable[[bytes], bool]:
    """Return a test whether `load` takes the bytes."""

    def fits(data: bytes) -> bool:
        try:
            load(data)
        except (MsxError, ValueError):
            return False
        return True

    return fits


def _is_listing(data: bytes) -> bool:
    try:
        return data[0] != TOKENISED and bool(decode_program(data, "").lines)
    except MsxError:
        return False


def _is_screen(data: bytes) -> bool:
    try:
        found = decode_json(data)
    except ValueError:
        return False
    return isinstance(found, dict) and {"stop", "screen"} <= found.keys()


def _is_timing(data: bytes) -> bool:
    try:
        found = decode_json(data)
    except ValueError:
        return False
    return isinstance(found, list) and all(isinstance(row, list) and len(row) == 3 for row in found)


def _is_sums(data: bytes) -> bool:
    return all(len(row.split(b"  ")[0]) == 40 for row in data.splitlines())


def _is_wav(data: bytes) -> bool:
    """Return whether a WAV file is one of ours: mono, of 8 bits. What a person has recorded hardly ever is."""
    return (
        data[:4] == b"RIFF"
        and data[8:12] == b"WAVE"
        and data[20:24] == b"\1\0\1\0"
        and data[34:36] == b"\x08\0"
    )


def _is_sound(data: bytes) -> bool:
    from msxkit.machine.sound import MADE_BY  # late, as most commands make no sound

    return data[:4] == b"RIFF" and MADE_BY in data[:100]


PROGRAM = Kind("a tokenised program", _loads(Program.from_bytes))
LISTING = Kind("a listing", _is_listing, is_own=True)
#: Of `media`, as SAVE writes it: no editor of today ends a file so.
SAVED = Kind("a listing as the MSX saves it", lambda data: data.endswith(b"\x1a") and _is_listing(data))
DISK = Kind("a disk image", _loads(Disk.load))
CAS = Kind("a .cas tape image", lambda data: data.startswith(MAGIC))
WAV = Kind("a .wav of 8 bits, mono", _is_wav)
ROM = Kind("a cartridge", lambda data: data.startswith(b"AB") and not len(data) % 8192)
PICTURE = Kind("a PNG picture", lambda data: data.startswith(b"\x89PNG"))
SOUND = Kind("a .wav that msxkit has made", _is_sound)
JPEG = Kind("a JPEG picture", lambda data: data.startswith(b"\xff\xd8\xff"))
WEBP = Kind("a WebP picture", lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP")
MOVIE = Kind("an MP4 film", lambda data: data[4:8] == b"ftyp")
FILM = Kind("a GIF", lambda data: data.startswith((b"GIF87a", b"GIF89a")))
SCREEN = Kind("a screen as JSON", _is_screen)
TIMING = Kind("a timing of a run", _is_timing)
PSG = Kind("writes into the sound chip", lambda data: data.startswith(b"[[0,") or data.strip() == b"[]")
STATES = Kind("states of a run", lambda data: data.startswith(b'[{"at":'))
SUMS = Kind("a list of check sums", _is_sums)
_KINDS = (PROGRAM, LISTING, DISK, CAS, WAV, ROM, PICTURE, JPEG, WEBP, MOVIE, FILM, SOUND, SCREEN)
TEXT = Kind(
    "plain text",
    lambda data: b"\0" not in data and not any(kind.fits(data) for kind in _KINDS),
    is_own=True,
)
#: What a program prints may look like a listing.
PRINTED = replace(TEXT, fits=lambda data: TEXT.fits(data) or LISTING.fits(data))
#: Of `compile`.
CODE = Kind(
    "the code of a cartridge", lambda data: data.startswith(b"; T-states of each instruction on an MSX")
)
SYMBOLS = Kind("the symbols of a cartridge", lambda data: bool(_SYMBOL.match(data)))


def claim(
    path: Path | None,
    kind: Kind,
    *,
    force: bool = False,
    inputs: Iterable[Path | None] = (),
    pipes: bool = False,
    works_long: bool = False,
) -> Kind:
    """Lock a file until the command ends. Raise `FileError` when `path` is one of the inputs, or something of another
    kind that would be lost; return what it may replace.

    Args:
        pipes: Whether `-` is standard output here. What the command tells then goes through `tell`.
        works_long: Whether the contents come only after long work or a game. A file that may be somebody's own work
            is then refused now.
    """
    if path == STANDARD_OUTPUT and not pipes:
        raise FileError("-: this command does not write to standard output; name a file")
    keep_apart(path, inputs)
    if path == STANDARD_OUTPUT:
        return kind
    lock(path)
    replaces = ANYTHING if force else kind
    if path is not None:
        replaces.require(path, b"" if works_long else None)
        _claims()[real(path)] = replaces
    return replaces


def write(files: Mapping[Path, bytes]) -> None:
    """Write files that this command has claimed: all, or none. What has come into their place since is looked at again.

    Raise `FileError`.
    """
    context = click.get_current_context(silent=True)
    waiting: dict[Path, bytes] | None = None if context is None else context.meta.get(_GATHERED)
    if waiting is not None:
        waiting.update(files)
        return
    claims, files = _claims(), dict(files)
    piped = files.pop(STANDARD_OUTPUT, None)
    write_all(files, lambda path: claims.get(real(path), NOTHING))
    if piped is not None:
        sys.stdout.buffer.write(piped)


def print_json(found: Mapping[Path, object]) -> None:
    """Print JSON of what was found in the inputs: of one input that alone, of several an object by their names."""
    shown = {str(path): each for path, each in found.items()}
    click.echo(json.dumps(shown if len(shown) > 1 else next(iter(shown.values())), indent=1))


def print_each(
    found: Mapping[Path, T], as_json: bool, data: Callable[[T], object], show: Callable[[Path, T], None]
) -> None:
    """Print what was found in the inputs, as JSON or one after the other: of several each under its name."""
    if as_json:
        print_json({path: data(each) for path, each in found.items()})
        return
    for path, each in found.items():
        if len(found) > 1:
            click.echo(f"{path}:")
        show(path, each)


def print_made(made: bytes, *, is_text: bool) -> None:
    """Print what a command has made: text with its ANSI codes, also through a pipe, or bytes as they are."""
    if is_text:
        click.echo(made.decode("utf-8"), nl=False, color=True)
    else:
        sys.stdout.buffer.write(made)


def tell(text: str, output: Path | None) -> None:
    """Print what a command tells of its output: to standard error when the output itself goes to standard output."""
    click.echo(text, err=is_standard_output(output))


@contextmanager
def gathered() -> Iterator[None]:
    """Hold back what is written in this context. At its end, write all of it or nothing."""
    files = click.get_current_context().meta[_GATHERED] = dict[Path, bytes]()
    try:
        yield
    finally:
        del click.get_current_context().meta[_GATHERED]
    write(files)


def _claims() -> dict[Path, Kind]:
    context = click.get_current_context(silent=True)
    found: dict[Path, Kind] = {} if context is None else context.meta.setdefault("msxkit.claims", {})
    return found


def lock(path: Path | None) -> None:
    """Keep other commands from changing a file or a folder until this command ends. Raise `FileError`."""
    context = click.get_current_context(silent=True)
    if path in (None, STANDARD_OUTPUT) or context is None:
        return
    held: set[Path] = context.meta.setdefault("msxkit.locked", set())
    if real(path) not in held:
        context.with_resource(locked(path))
        held.add(real(path))


def keep_distinct(outputs: Mapping[str, Path | None]) -> None:
    """Raise `click.UsageError` when two options (name -> file) would write the same file."""
    named: dict[Path, str] = {}
    for option, path in outputs.items():
        if path is not None and (other := named.setdefault(real(path), option)) != option:
            raise click.UsageError(f"{other} and {option} name the same file, {path}")


def claim_print(path: Path | None, *, force: bool, inputs: Iterable[Path | None]) -> None:
    """Claim a file for printer output, which may look like a listing: the name tells what is a person's program."""
    keep_apart(path, inputs)
    if path is None:
        return
    printed = path.suffix.lower() not in LISTING_SUFFIXES
    claim(path, PRINTED if printed else TEXT, force=force, works_long=True)


def claim_medium(
    path: Path, kind: Kind, names: Callable[[bytes], Iterable[str]], kept: Iterable[str], *, force: bool
) -> None:
    """Claim a medium. Files on it may be lost as well: those of `names` that are not in `kept`."""
    claim(path, kind, force=force, pipes=True)
    if force or not _is_file(path):
        return
    lost = sorted(set(names(_contents(path) or b"")) - set(kept))
    if lost:
        shown = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
        raise FileError(
            f"{path} already exists and holds {shown}, which would be lost; "
            "write to another file, or use --force to replace it"
        )


def save_taken(medium: Path, taken: Mapping[Path, bytes], *, force: bool) -> list[Path]:
    """Write what was taken from a medium, all or nothing, into folders that are made; return what was written.

    The medium itself is never replaced. Existing files are replaced if they are the same, by `force`, or
    when the person at the terminal says so; without a person, `FileError` is raised.
    """
    there = [path for path, data in taken.items() if _is_file(path) and _contents(path) != data]
    for path in taken:
        keep_apart(path, [medium])
    if any(map(is_standard_output, taken)):
        write(taken)
        return list(taken)
    kept: set[Path] = set()
    if there and not force:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            more = f" (and {len(there) - 1} more)" if len(there) > 1 else ""
            raise FileError(
                f"{there[0]} already exists{more}; nothing was written: choose another place with -o, or use --force"
            )
        kept = {path for path in there if not ask(f"{path} already exists. Replace it?")}
    wanted = {path: data for path, data in taken.items() if path not in kept}
    for path in wanted:
        make_folder(path.parent)
    # The person, --force or the contents have said what may be replaced.
    write_all(wanted, lambda _: ANYTHING)
    return list(wanted)


def _is_file(path: Path) -> bool:
    """Return whether the path is a file that would be replaced. Raise `FileError` for a name that cannot be one."""
    try:
        return path.is_file() and stream(path) is None
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error


def _contents(path: Path) -> bytes | None:
    """Return the bytes of a file in the way; None when they cannot be read."""
    try:
        return read_bytes(path)
    except FileError:
        return None
