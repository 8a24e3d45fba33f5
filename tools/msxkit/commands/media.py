"""`msxkit media`: a program on every medium that an MSX or an emulator takes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from msxkit import memory_size
from msxkit.backends.beside import beside
from msxkit.cli import FILE
from msxkit.commands.findings import tell_findings
from msxkit.commands.machines import ram_option
from msxkit.commands.outputs import claim, force_option, write
from msxkit.commands.programs import program_options, read_program
from msxkit.media import filename
from msxkit.media.build import Built, build
from msxkit.media.host_files import make_folder, source_date, stored_program
from msxkit.native.compiler import Options, compile_program


@click.command()
@click.argument("program", type=FILE)
@click.argument("extras", nargs=-1, metavar="[FILE[:NAME.EXT]]...")
@click.option("-o", "--output", type=FILE, default="build", help="Folder for the files.")
@click.option("--baud", type=click.Choice(("1200", "2400")), default="1200", help="Speed of the .wav.")
@click.option("--rate", type=int, default=44100, help="Samples per second of the .wav.")
@ram_option("-native.rom")
@program_options
@force_option
def media(
    program: Path,
    extras: tuple[str, ...],
    output: Path,
    baud: str,
    rate: int,
    ram: str,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAM as .bas, .asc, .dsk (self-starting), .cas, .wav, .rom and -native.rom, and SHA1SUMS.

    The -native.rom runs on machines without BASIC too (`msxkit compile`).

    FILEs go onto the disk too, listings among them tokenised. What cannot be made, such as a cartridge of a program
    that is too big for one, is reported. The others are made anyway, and the exit code is 1; so it is where `check`
    reports an error, unless --force is given.
    """
    also = []
    read = [program]
    for extra in extras:
        path, name = filename.split_spec(extra)
        read.append(path)
        also.append((name, stored(path, encoding)))
    source = read_program(program, encoding, file, cut_numbers=True)
    options = Options(ram=int(ram))

    def compiled() -> bytes:
        return compile_program(source, beside(program, None), options).rom

    built = build(
        program.stem.lower(), source, also, source_date(os.environ), compiled, baud=int(baud), rate=rate
    )
    complete = write_built(built, output, int(ram), inputs=read, force=force)
    click.echo(f"{program}: {memory_size.sentence(source.size)}")
    wrong = tell_findings(str(program), source, errors_only=True) and not force
    return int(not complete or wrong)


def stored(path: Path, encoding: str) -> bytes:
    """Return what stands on the disk for a file: of a listing its tokens. Raise `MsxError`."""
    data, note = stored_program(path, tokenise=True, runnable=False, encoding=encoding)
    if note:
        click.echo(note, err=True)
    return data


def write_built(built: Built, folder: Path, ram: int, *, inputs: Sequence[Path], force: bool) -> bool:
    """Write what was made into a folder, and tell what it is and what could not be made. Return whether all was.

    Args:
        ram: KB of RAM that the compiled cartridge needs.
        inputs: What it was made of, which is not replaced.
    """
    for name in built.files:
        claim(folder / name, force=force, inputs=inputs)
    make_folder(folder)
    write({folder / name: data for name, data in built.files.items()})
    for name, data in built.files.items():
        how = _started(name, ram)
        click.echo(f"{folder / name}: {len(data)} bytes{how and f'; {how}'}")
    for name, reason in built.missing.items():
        path = folder / name
        older = f" (the existing {path} is from another run)" if path.exists() else ""
        click.echo(f"{path}: not made: {reason}{older}", err=True)
    return not built.missing


#: How to start a file, by its ending.
_STARTED = {
    ".bas": 'RUN"{name}"',
    ".asc": 'RUN"{name}"',
    ".dsk": "insert it and switch on",
    ".cas": "CLOAD, then RUN",
    ".wav": "CLOAD, play it, then RUN",
    ".rom": "plug it in and switch on, a machine with BASIC",
}


def _started(name: str, ram: int) -> str:
    """Return how to start a file; nothing for one that does not start."""
    if name.endswith("-native.rom"):
        return f"plug it in and switch on, any MSX with {ram} KB of RAM"
    return _STARTED.get(Path(name).suffix, "").format(name=name.upper())
