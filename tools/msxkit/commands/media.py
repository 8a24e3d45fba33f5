"""`msxkit media`: a program on every medium that an MSX or an emulator takes."""

from __future__ import annotations

import os
from pathlib import Path

import click

from msxkit import memory_size
from msxkit.backends.beside import beside
from msxkit.commands.findings import tell_findings
from msxkit.commands.outputs import claim, force_option, write
from msxkit.commands.programs import program_options, read_program
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.media import filename
from msxkit.media.build import SUMS as SUMS_NAME
from msxkit.media.build import Built, build, check_sums
from msxkit.media.host_files import make_folder, source_date, stored_program


@click.command()
@click.argument("program", type=click.Path(path_type=Path))
@click.argument("extras", nargs=-1, metavar="[FILE[:NAME.EXT]]...")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="build",
    help="Folder for the files; default: build.",
)
@click.option("--baud", type=click.Choice(("1200", "2400")), default="1200", help="Speed of the .wav.")
@click.option("--rate", type=int, default=44100, help="Samples per second of the .wav.")
@click.option(
    "--ram",
    type=click.Choice(["16", "32"]),
    default="32",
    show_default=True,
    help="KB of RAM that a machine needs to run the -native.rom.",
)
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
        data, note = stored_program(path, tokenise=True, runnable=False, encoding=encoding)
        if note:
            click.echo(f"{path}: {note}", err=True)
        also.append((name, data))
    source = read_program(program, encoding, file, cut_numbers=True)
    memory_size.require(source.size, str(program))
    built = build(program.stem.lower(), source, also, source_date(os.environ), baud=int(baud), rate=rate)
    _add_compiled(built, program, source, int(ram))
    for name in built.files:
        claim(output / name, force=force, inputs=read)
    make_folder(output)
    write({output / name: data for name, data in built.files.items()})
    for name, data in built.files.items():
        how = _started(name, ram)
        click.echo(f"{output / name}: {len(data)} bytes{how and f'; {how}'}")
    click.echo(f"{program}: {memory_size.sentence(source.size)}")
    for name, reason in built.missing.items():
        path = output / name
        older = f" (the existing {path} is from another run)" if path.exists() else ""
        click.echo(f"{path}: not made: {reason}{older}", err=True)
    wrong = tell_findings(str(program), source, errors_only=True) and not force
    return int(bool(built.missing) or wrong)


#: How to start a file, by its ending.
_STARTED = {
    ".bas": 'RUN"{name}"',
    ".asc": 'RUN"{name}"',
    ".dsk": "insert it and switch on",
    ".cas": "CLOAD, then RUN",
    ".wav": "CLOAD, play it, then RUN",
    ".rom": "plug it in and switch on, a machine with BASIC",
}


def _started(name: str, ram: str) -> str:
    """Return how to start a file; nothing for one that does not start."""
    if name.endswith("-native.rom"):
        return f"plug it in and switch on, any MSX with {ram} KB of RAM"
    return _STARTED.get(Path(name).suffix, "").format(name=name.upper())


def _add_compiled(built: Built, path: Path, program: Program, ram: int) -> None:
    """Add the compiled program as one more cartridge, before the sums."""
    from msxkit.native.compiler import Options, compile_program

    name = f"{path.stem.lower()}-native.rom"
    del built.files[SUMS_NAME]
    try:
        built.files[name] = compile_program(program, beside(path, None), Options(ram=ram)).rom
    except MsxError as refused:
        built.missing[name] = str(refused)
    built.files[SUMS_NAME] = check_sums(built.files)
