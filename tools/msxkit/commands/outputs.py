"""What a command writes: never a file that it reads, and what may be replaced (`msxkit.written`), all or nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click

from msxkit.cli import FILE, ask
from msxkit.errors import FileError
from msxkit.files import keep_apart, locked, read_bytes, real, stream, write_all
from msxkit.media.host_files import make_folder
from msxkit.written import is_there, note, require_replaceable

T = TypeVar("T")

#: Stands for standard output, where a command that prints can also write.
STANDARD_OUTPUT = Path("-")
#: Where a command keeps what it writes at its end.
_GATHERED = "msxkit.gathered"
force_option = click.option(
    "--force", is_flag=True, help="Replace an existing file also where it is not as this program wrote it."
)


#: For commands that copy files from a medium.
copies_option = click.option(
    "-o",
    "--output",
    type=FILE,
    help="The file to write, - for standard output, or the folder for several; default: here.",
)


#: For commands that make a medium of the files that are named.
made_option = click.option("-o", "--output", type=FILE, help="The file to write, or - for standard output.")


def made(output: Path | None, files: Sequence[T], *, at: int = 0, least: int = 1) -> tuple[Path, Sequence[T]]:
    """Return the file of `made_option` and the other files. In 0.1 it was one of these, which is still taken.

    Raise `click.UsageError` if there is neither, or too few others.

    Args:
        at: Which one it was: the first (0) or the last (-1).
        least: How many others there are at least.
    """
    if output is None:
        if len(files) <= least:
            raise click.UsageError("Missing option '-o' / '--output'.")
        name = click.get_current_context().command_path
        click.echo(f"warning: OUT of {name} is now -o OUT; write that", err=True)
        output = Path(str(files[at]))
        files = files[1:] if at == 0 else files[:at]
    if len(files) < least:
        raise click.UsageError("name what is to be written into it")
    return output, files


recording_option = click.option(
    "-o", "--output", type=FILE, required=True, help="The recording to write, or - for standard output."
)


def in_folder(folder: Path | None, names: Sequence[str], what: str) -> list[Path]:
    """Return the files in the folder of -o, one of each input. Raise `click.UsageError` if it is none, or for twins."""
    if folder is None or not folder.is_dir():
        raise click.UsageError(f"several {what} need -o FOLDER, a folder that gets a file of each")
    paths = [folder / name for name in names]
    if twice := next((path for path in paths if paths.count(path) > 1), None):
        raise click.UsageError(f"two {what} would become {twice}; rename one")
    return paths


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
    type=FILE,
    callback=file_or_standard,
    help="File to write; without it, or with -, standard output.",
)


def claim(
    path: Path | None,
    *,
    force: bool = False,
    inputs: Iterable[Path | None] = (),
    pipes: bool = False,
) -> None:
    """Lock a file until the command ends. Raise `FileError` when `path` is one of the inputs, or a file would be lost.

    Args:
        pipes: Whether `-` is standard output here. What the command tells then goes through `tell`.
    """
    if path == STANDARD_OUTPUT and not pipes:
        raise FileError("-: this command does not write to standard output; name a file")
    keep_apart(path, inputs)
    if path is None or path == STANDARD_OUTPUT:
        return
    lock(path)
    if force:
        _forced().add(real(path))
    else:
        require_replaceable(path, _command())


def write(files: Mapping[Path, bytes]) -> None:
    """Write files that this command has claimed: all, or none. What has come into their place since is looked at again.

    Raise `FileError`.
    """
    context = click.get_current_context(silent=True)
    waiting: dict[Path, bytes] | None = None if context is None else context.meta.get(_GATHERED)
    if waiting is not None:
        waiting.update(files)
        return
    files = dict(files)
    piped = files.pop(STANDARD_OUTPUT, None)
    for path in files:
        if real(path) not in _forced():
            require_replaceable(path, _command())
    note(files, _command())
    write_all(files)
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


def _command() -> str:
    """Return the program that runs, as it stands in the note of what was written."""
    context = click.get_current_context(silent=True)
    return "" if context is None else context.command_path.partition(" ")[0]


def _forced() -> set[Path]:
    """Return the files of which --force says that they may be replaced."""
    context = click.get_current_context(silent=True)
    found: set[Path] = set() if context is None else context.meta.setdefault("msxkit.forced", set())
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


def save_taken(medium: Path, taken: Mapping[Path, bytes], *, force: bool) -> list[Path]:
    """Write what was taken from a medium, all or nothing, into folders that are made; return what was written.

    The medium itself is never replaced. A file that would be lost is replaced by `force`, or when the person at the
    terminal says so; without a person, `FileError` is raised.
    """
    for path in taken:
        keep_apart(path, [medium])
    if any(map(is_standard_output, taken)):
        write(taken)
        return list(taken)
    there = [] if force else [path for path, data in taken.items() if _is_lost(path, data)]
    kept: set[Path] = set()
    if there:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            more = f" (and {len(there) - 1} more)" if len(there) > 1 else ""
            raise FileError(
                f"{there[0]} already exists{more}; nothing was written: choose another place with -o, or use --force"
            )
        kept = {path for path in there if not ask(f"{path} already exists. Replace it?")}
    wanted = {path: data for path, data in taken.items() if path not in kept}
    for path in wanted:
        make_folder(path.parent)
    note(wanted, _command())
    write_all(wanted)
    return list(wanted)


def _is_lost(path: Path, new: bytes) -> bool:
    """Return whether a file that is there would be lost."""
    try:
        require_replaceable(path, _command())
    except FileError:
        return not is_there(path) or read_bytes(path) != new
    return False
