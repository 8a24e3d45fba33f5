"""`msxkit format`: a program renumbered and written again."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from msxkit.commands.outputs import claim, output_option, write
from msxkit.commands.programs import program_options, read_program, several
from msxkit.files import keep_apart
from msxkit.language.source import FORMS, encode_program, require_characters

FORCE = "Replace another listing or a file of another kind too, or PROGRAM itself."
_LINE_NUMBER = click.IntRange(0, 65529)


@click.command(name="format")
@output_option
@click.option("--renum", is_flag=True, help="Give the lines new numbers and correct all references.")
@click.option("--start", type=_LINE_NUMBER, default=10, show_default=True, help="First new number.")
@click.option(
    "--step", type=click.IntRange(1), default=10, show_default=True, help="Step from one number to the next."
)
@click.option("--first", type=_LINE_NUMBER, default=0, help="Renumber from this line on.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="utf-8",
    help="Form of the output: text for this computer, text for the MSX, or tokens.",
)
@program_options
@click.option("--force", is_flag=True, help=FORCE)
@several(".bas", prints=True)
def format_listing(
    program: Path,
    output: Path | None,
    renum: bool,
    start: int,
    step: int,
    first: int,
    form: str,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAM again, as MSX BASIC lists it, with new line numbers if --renum is given.

    Several are written one after the other, each below its name, or into the folder of -o.
    """
    if not force:
        keep_apart(output, [program], "write to another file, or use --force to replace it")
    claim(output, force=force)
    source = read_program(program, encoding, file, cut_numbers=True)
    if form == "utf-8":
        require_characters(source, str(program))
    if renum:
        from msxkit.language.renumber import renumber

        source = renumber(source, start, step, first)
    for note in source.notes:
        click.echo(f"note: {note}", err=True)
    data = encode_program(source, form)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        write({output: data})
    return 0
