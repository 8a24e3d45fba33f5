"""The drive of a machine: the folder of `--files`, or the image of `--disk`, which changes only with `--write`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import click

from msxkit.charset import decode
from msxkit.cli import OLD_FOLDER, ONE_FILE, Command, together
from msxkit.commands.outputs import lock
from msxkit.commands.programs import STANDARD_INPUT
from msxkit.files import require_writable
from msxkit.interpreter.files.drive import Kept, Medium
from msxkit.interpreter.files.media import HostFiles, ImageFiles, unplugged
from msxkit.media.host_files import source_date
from msxkit.media.programs import Found


def files_option(
    help: str = "Folder where OPEN reads and writes files; without it, files are kept in memory.",
) -> Callable[[Command], Command]:
    """Return the option --files, which is the `folder`."""
    return click.option("--files", "folder", type=OLD_FOLDER, help=help)


_image_option = click.option(
    "--disk", "image", type=ONE_FILE, help="Disk image (.dsk) in drive A, instead of a folder."
)
disk_options = together(
    _image_option,
    click.option(
        "--write",
        "written",
        is_flag=True,
        help="Save changes to the --disk image at the end; without it, the image does not change.",
    ),
)
#: For commands that play on a copy.
copied_options = together(
    files_option("Folder of the files on the disk in drive A. The program works on copies."), _image_option
)


def copied(folder: Path | None, image: Path | None, found: Found | None) -> Kept | None:
    """Return a copy of what is in the drive, None where nothing is. Raise `MsxError`."""
    if folder is None and image is None:
        return None if found is None or not found.files else Kept(dict(found.files), found.order)
    return Kept(dict(inserted(folder, image, written=False)))


def inserted(
    folder: Path | None,
    image: Path | None,
    written: bool,
    found: Found | None = None,
    path: Path = STANDARD_INPUT,
) -> Medium:
    """Return what is in the drive: memory, where nothing is named.

    Raise `MsxError` for a file that is not an image or cannot be written.

    Args:
        found: The program: the disk or tape that it is on is in the drive if nothing else is.
        path: Where it was found.
    """
    if folder is None and image is None and found is not None:
        if found.is_disk and path != STANDARD_INPUT:
            image = path
        elif found.files:
            return Kept(dict(found.files), found.order)
    if image is None:
        if written:
            raise click.UsageError("--write needs --disk IMAGE")
        return unplugged(path.parent) if folder is None else HostFiles(folder)
    if folder is not None:
        raise click.UsageError("use either --files or --disk: there is only one drive")
    if written:
        require_writable(image)
        lock(image)
    return ImageFiles(image, source_date(os.environ))


def ejected(medium: Medium, written: bool) -> None:
    """Write the image at the end, or say what is not kept. Raise `FileError`."""
    if isinstance(medium, Kept) and (names := sorted(medium.written & {*medium})):
        shown = ", ".join(decode(name.encode("latin-1")) for name in names)
        click.echo(f"{shown}: written in memory only; --files DIR keeps what a program writes", err=True)
    if not isinstance(medium, ImageFiles) or not medium.changed:
        return
    if written:
        medium.save()
    else:
        click.echo(f"{medium.path}: not changed; use --write to keep what the program wrote", err=True)
