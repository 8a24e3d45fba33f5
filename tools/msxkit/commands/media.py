"""`msxkit media`: a program on every medium that an MSX or an emulator takes."""

from __future__ import annotations

import os
from pathlib import Path

import click

from msxkit.files import keep_apart, write_atomic
from msxkit.language.source import ENCODINGS, read_program
from msxkit.media import filename
from msxkit.media.build import build
from msxkit.media.hostfiles import make_folder, source_date, stored_program


@click.command()
@click.argument("program", type=click.Path(path_type=Path))
@click.argument("extras", nargs=-1, metavar="[FILE[:NAME.EXT]]...")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="build", help="Folder; default: build."
)
@click.option("--baud", type=click.Choice(("1200", "2400")), default="1200", help="Speed of the .wav.")
@click.option("--rate", type=int, default=44100, help="Samples per second of the .wav.")
@click.option("--encoding", type=click.Choice(ENCODINGS), default="auto", help="Of listings.")
def media(program: Path, extras: tuple[str, ...], output: Path, baud: str, rate: int, encoding: str) -> int:
    """Write PROGRAM as .bas, .asc, .dsk (self-starting), .cas, .wav and .rom, and SHA1SUMS.

    FILEs go onto the disk too, listings among them tokenised.
    """
    also = []
    read = [program]
    for extra in extras:
        path, name = filename.split_spec(extra)
        read.append(path)
        also.append((name, stored_program(path, tokenise=True, runnable=False)[0]))
    built = build(
        program.stem.lower(),
        read_program(program, encoding),
        also,
        source_date(os.environ),
        baud=int(baud),
        rate=rate,
    )
    for name in built:
        keep_apart(output / name, read)
    make_folder(output)
    for name, data in built.items():
        write_atomic(output / name, data)
        click.echo(f"{output / name}: {len(data)} bytes")
    return 0
