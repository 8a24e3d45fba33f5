"""`msxkit build`: what `msx.toml` says is made of a project."""

from __future__ import annotations

import os
from pathlib import Path

import click

from msxkit import memory_size
from msxkit.backends.beside import catalog_of
from msxkit.cli import FILE
from msxkit.commands.findings import tell_findings
from msxkit.commands.media import stored, write_built
from msxkit.commands.outputs import force_option
from msxkit.commands.programs import read_program
from msxkit.errors import MsxError
from msxkit.media import filename
from msxkit.media.build import build as build_media
from msxkit.media.host_files import source_date
from msxkit.native.compiler import Options, compile_program
from msxkit.project import Project, check_settings, load

project_argument = click.argument("folder", type=FILE, default=Path())


@click.command()
@project_argument
@force_option
def build(folder: Path, force: bool) -> int:
    """Make the targets of the project in FOLDER, or of the one that this folder is in, and SHA1SUMS.

    The same sources make the same bytes. What cannot be made is reported and the rest is made; the exit code is then 1,
    and so it is where `check` reports an error, unless --force is given.
    """
    return make(load(folder), force=force)


def make(project: Project, *, force: bool = False) -> int:
    """Make the targets of a project and return the exit code. Raise `MsxError`."""
    programs = {path: read_program(path, project.encoding, cut_numbers=True) for path in project.sources}
    main, program = next(iter(programs.items()))
    extras = {
        filename.split_spec(str(path))[1]: each.file() for path, each in programs.items() if path != main
    }
    files = dict(_files(project))
    extras |= {name: stored(path, project.encoding) for path, name in files.items()}
    options = Options(project.mapper, ram=project.ram, encoding=project.encoding, lenient=project.lenient)

    def compiled() -> bytes:
        along = {name.upper(): data for name, data in extras.items()}
        return compile_program(program, catalog_of(along, str(project.path)), options).rom

    built = build_media(
        project.stem, program, [*extras.items()], source_date(os.environ), compiled, project.targets
    )
    complete = write_built(
        built, project.output, project.ram, inputs=[project.path, *programs, *files], force=force
    )
    click.echo(f"{main}: {memory_size.sentence(program.size)}")
    off = check_settings(project.folder).off()
    wrong = [tell_findings(str(path), each, off=off) for path, each in programs.items()]
    return int(not complete or (any(wrong) and not force))


def _files(project: Project) -> list[tuple[Path, str]]:
    """Return each file for the disk with its name there. Raise `MsxError` for a pattern that none has."""
    found = []
    for spec in project.files:
        path, name = filename.split_spec(spec)
        paths = sorted(each for each in project.folder.glob(str(path)) if each.is_file())
        if not paths:
            raise MsxError(f"{project.path}: files: {spec}: no such file; correct the name, or leave it out")
        found += [(each, name if len(paths) == 1 and ":" in spec else each.name) for each in paths]
    return found
