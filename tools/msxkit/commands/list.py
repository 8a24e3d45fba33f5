"""`msxkit list`: a program as text."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from msxkit.commands.outputs import claim, force_option, output_option, write
from msxkit.commands.programs import program_options, read_program, several
from msxkit.language.program import LISTED_LIMIT, Program
from msxkit.language.source import encode_program, require_characters


@click.command(name="list")
@output_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("utf-8", "msx")),
    default="utf-8",
    help='utf-8: text for this computer, with LF. msx: the bytes that SAVE"...",A writes.',
)
@program_options
@click.option(
    "--lenient", is_flag=True, help="Recover what can be read of a damaged file, and say what was lost."
)
@force_option
@several(".asc", prints=True)
def list_program(
    program: Path, output: Path | None, form: str, file: str | None, encoding: str, lenient: bool, force: bool
) -> int:
    """Write PROGRAM, tokenised or ASCII, as text. Several are written one after the other, each below its name, or
    into the folder of -o.
    """
    claim(output, force=force, inputs=[program])
    loaded = read_program(program, encoding, file, lenient=lenient, cut_numbers=True)
    if form == "utf-8":
        require_characters(loaded, str(program))
    _warn(loaded, form)
    data = encode_program(loaded, form)
    if output is not None:
        write({output: data})
        return 0
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
    for short, name in sorted(loaded.long_names.items(), reverse=True):
        click.echo(f"note: {short} is {name}", err=True)
    return 0


def _warn(program: Program, form: str) -> None:
    for note in program.notes:
        click.echo(f"note: {note}", err=True)
    if form == "msx":
        for line in program.lines:
            if line.listed_size > LISTED_LIMIT:
                click.echo(
                    f"note: line {line.number} is cut after {LISTED_LIMIT} characters, as on MSX", err=True
                )
