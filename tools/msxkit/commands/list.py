"""`msxkit list`: a program as text."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from msxkit.commands.outputs import LISTING, claim, force_option, write
from msxkit.commands.programs import program_options, read_program
from msxkit.language.program import LISTED_LIMIT
from msxkit.language.source import encode_program


@click.command(name="list")
@click.argument("program", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write; default: standard output."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("utf-8", "msx")),
    default="utf-8",
    help='utf-8: LF, readable here. msx: the bytes of SAVE"...",A.',
)
@program_options
@click.option(
    "--lenient", is_flag=True, help="Recover what can be read of a damaged file, and say what was lost."
)
@force_option
def list_program(
    program: Path, output: Path | None, form: str, file: str | None, encoding: str, lenient: bool, force: bool
) -> int:
    """Write PROGRAM, tokenised or ASCII, as text."""
    claim(output, LISTING, force=force, inputs=[program])
    loaded = read_program(program, encoding, file, lenient=lenient, cut_numbers=True)
    for note in loaded.notes:
        click.echo(f"note: {note}", err=True)
    if form == "msx":
        for line in loaded.lines:
            if line.listed_size > LISTED_LIMIT:
                click.echo(
                    f"note: line {line.number} is cut after {LISTED_LIMIT} characters, as on MSX", err=True
                )
    data = encode_program(loaded, form)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        write({output: data})
    return 0
