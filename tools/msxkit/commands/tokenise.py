"""`msxkit tokenise`: a listing becomes the file that SAVE writes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from msxkit import memory_size
from msxkit.commands.outputs import claim, force_option, output_option, write
from msxkit.commands.programs import program_options, read_program, several
from msxkit.language.tokens import DEFAULT_BASE


def _address(_context: click.Context, _parameter: click.Parameter, value: str) -> int:
    text = value.strip().upper().removesuffix("H").removeprefix("&H").removeprefix("0X")
    try:
        address = int(text, 16)
    except ValueError:
        address = -1
    if not 1 <= address <= 0xFFFF:
        raise click.BadParameter(f"{value!r} is not an address; write 0x8001")
    return address


@click.command()
@output_option
@click.option(
    "--base",
    default=f"0x{DEFAULT_BASE:X}",
    callback=_address,
    help="Address of the program text, hexadecimal.",
)
@program_options
@force_option
@several(".bas")
def tokenise(
    program: Path, output: Path | None, base: int, file: str | None, encoding: str, force: bool
) -> int:
    """Write PROGRAM as MSX BASIC stores it. Of several, -o names the folder for the results."""
    claim(output, force=force, inputs=[program])
    source = read_program(program, encoding, file, cut_numbers=True)
    memory_size.require(source.size, str(program))
    data = source.file(base)
    if output is None:
        if sys.stdout.isatty():
            raise click.UsageError("a tokenised program is not text; choose a file with -o OUT.bas")
        sys.stdout.buffer.write(data)
        return 0
    write({output: data})
    click.echo(f"{output}: {len(source.lines)} lines, {len(data) - 1} bytes at {base:04X}h")
    click.echo(f"{output}: {memory_size.sentence(source.size)}")
    return 0
