"""`msxkit disk`: MSX floppy images."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from msxkit.cli import FILE
from msxkit.commands.outputs import (
    claim,
    copies_option,
    force_option,
    lock,
    made,
    made_option,
    print_each,
    print_json,
    save_taken,
    tell,
    write,
)
from msxkit.commands.programs import encoding_option, read
from msxkit.errors import DiskError, naming
from msxkit.files import keep_apart, write_atomic
from msxkit.media import filename
from msxkit.media.disk import Disk
from msxkit.media.entry import DirectoryEntry
from msxkit.media.fat12 import FORMATS
from msxkit.media.host_files import host_name, output_paths, source_date, stored_program

_IMAGE = click.argument("image", type=FILE)
_IMAGES = click.argument("images", type=FILE, nargs=-1, required=True, metavar="IMAGE...")
_FILES = click.argument("files", nargs=-1, metavar="FILE[:NAME.EXT]...")
_AS_JSON = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON; of several images an object by their names."
)
_TOKENISE = click.option("--tokenise", is_flag=True, help="Store listings (.bas, .asc) tokenised.")


@click.group()
def disk() -> None:
    """Work with MSX floppy images, 360 and 720 K, as MSX-DOS 1 and Disk BASIC use them."""


@disk.command()
@_FILES
@made_option
@click.option("--size", type=click.Choice([str(size) for size in FORMATS]), default="720", help="Size in K.")
@click.option("--boot", metavar="PROGRAM", help="The program to start automatically (adds AUTOEXEC.BAS).")
@_TOKENISE
@encoding_option
@force_option
def new(
    output: Path | None,
    files: Sequence[str],
    size: str,
    boot: str | None,
    tokenise: bool,
    encoding: str,
    force: bool,
) -> int:
    """Write a new disk with FILEs on it, if any, to the image of -o, such as game.dsk."""
    out, files = made(output, files, least=0)
    lock(out)
    image = Disk.blank(int(size))
    specs = [filename.split_spec(spec) for spec in files]
    keep_apart(out, [path for path, _ in specs])
    if boot is not None:
        path, boot = filename.split_spec(boot)
        keep_apart(out, [path])
        wanted = filename.parse(boot)
        if all(filename.parse(name) != wanted for _, name in specs):
            specs.append((path, boot))
        for path, name in specs:
            _add(image, path, name, tokenise, encoding, boots=filename.parse(name) == wanted)
        image.make_autostart(boot, source_date(os.environ))
    else:
        for path, name in specs:
            _add(image, path, name, tokenise, encoding)
    claim(out, force=force, pipes=True)
    write({out: image.image})
    tell(f"{out}: {size} K, {len(image.entries())} files, {image.free} bytes free", out)
    return 0


@disk.command()
@_IMAGES
@_AS_JSON
def ls(images: tuple[Path, ...], as_json: bool) -> int:
    """List the files on IMAGEs."""
    loaded = {image: _load(image) for image in images}
    print_each(loaded, as_json, _as_json, _list)
    return max([_report_errors(each, image) for image, each in loaded.items()])


def _as_json(loaded: Disk) -> dict[str, object]:
    files = [
        {
            "name": entry.path,
            "size": None if entry.is_folder else entry.raw.size,
            "stamp": str(entry.raw.stamp),
            "attributes": entry.attributes,
            "long_name": entry.long_name,
        }
        for entry in loaded.entries()
    ]
    return {"label": loaded.label, "free": loaded.free, "files": files}


def _list(_image: Path, loaded: Disk) -> None:
    if loaded.label:
        click.echo(f"volume {loaded.label}")
    for entry in loaded.entries():
        size = "<folder>" if entry.is_folder else str(entry.raw.size)
        line = f"{entry.path:<16} {size:>8}  {entry.raw.stamp}  {entry.attributes:<4} {entry.long_name}"
        click.echo(line.rstrip())
    click.echo(f"{loaded.free} bytes free")


@disk.command()
@_IMAGE
@click.argument("names", nargs=-1, metavar="[NAME]...")
@copies_option
@click.option("--force", is_flag=True, help="Replace existing files.")
def get(image: Path, names: tuple[str, ...], output: Path | None, force: bool) -> int:
    """Copy files from IMAGE: those named, or all with their folders. What is left of damaged ones is recovered."""
    loaded = _load(image)
    entries = [loaded.find(name) for name in names] or [e for e in loaded.entries() if not e.is_folder]
    paths = output_paths([_host_path(entry, whole=not names) for entry in entries], output)
    code = 0
    taken: dict[Path, bytes] = {}
    for entry, path in zip(entries, paths, strict=True):
        contents = loaded.read(entry)
        if contents.damage:
            code = 1
            lost = entry.raw.size - len(contents.data)
            saved = f"{lost} of {entry.raw.size} bytes are lost"
            click.echo(f"{image}: {entry.path}: {contents.damage}; {saved}", err=True)
            if not contents.data:
                continue
        taken[path] = contents.data
    for path in save_taken(image, taken, force=force):
        tell(f"{path}: {len(taken[path])} bytes", path)
    return code


@disk.command()
@_IMAGE
@_FILES
@click.option("--force", is_flag=True, help="Replace files that are on the disk already.")
@_TOKENISE
@encoding_option
def put(image: Path, files: tuple[str, ...], force: bool, tokenise: bool, encoding: str) -> int:
    """Copy FILEs to IMAGE: all of them, or none if one cannot be copied."""
    if not files:
        raise click.UsageError("name the files to put on the disk")
    lock(image)
    loaded = _load(image)
    claim(image, force=True)
    for spec in files:
        path, name = filename.split_spec(spec)
        _add(loaded, path, name, tokenise, encoding, overwrite=force)
    write_atomic(image, loaded.image)  # not noted: what was put on it is not ours
    click.echo(f"{image}: {loaded.free} bytes free")
    return 0


@disk.command()
@_IMAGE
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def rm(image: Path, names: tuple[str, ...]) -> int:
    """Delete files from IMAGE."""
    lock(image)
    loaded = _load(image)
    claim(image, force=True)
    for name in names:
        loaded.remove(name)
    write_atomic(image, loaded.image)  # not noted: what was put on it is not ours
    click.echo(f"{image}: {loaded.free} bytes free")
    return 0


@disk.command()
@_IMAGES
@_AS_JSON
def check(images: tuple[Path, ...], as_json: bool) -> int:
    """Look for damage: exit code 1 when there is any."""
    loaded = {image: _load(image) for image in images}
    findings = {image: each.check() for image, each in loaded.items()}
    sound = {image: all(each.severity == "note" for each in found) for image, found in findings.items()}
    if as_json:
        told = {
            image: {"sound": sound[image], "findings": [asdict(each) for each in found]}
            for image, found in findings.items()
        }
        print_json(told)
        return int(not all(sound.values()))
    for image, each in loaded.items():
        for finding in findings[image]:
            click.echo(f"{image}: {finding}")
        if sound[image]:
            click.echo(f"{image}: sound, {len(each.entries())} files, {each.free} bytes free")
    return int(not all(sound.values()))


def _names(data: bytes) -> list[str]:
    return [entry.path for entry in Disk.load(data).entries()]


def _load(path: Path) -> Disk:
    with naming(path, DiskError):
        return Disk.load(read(path))


def _add(
    image: Disk,
    path: Path,
    name: str,
    tokenise: bool,
    encoding: str,
    *,
    overwrite: bool = False,
    boots: bool = False,
) -> None:
    data, note = stored_program(path, tokenise=tokenise, runnable=boots, encoding=encoding)
    if note:
        click.echo(note, err=True)
    with naming(path, DiskError):
        image.add(name, data, source_date(os.environ), overwrite=overwrite)


def _report_errors(loaded: Disk, image: Path) -> int:
    errors = [finding for finding in loaded.check() if finding.severity == "error"]
    for finding in errors:
        click.echo(f"{image}: {finding}", err=True)
    return int(bool(errors))


def _host_path(entry: DirectoryEntry, *, whole: bool) -> Path:
    parts = entry.path.split("/") if whole else [entry.name]
    return Path(*(host_name(part) for part in parts))
