"""`msxkit renumber`: a program with new line numbers."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.cli import FILE
from msxkit.commands.format import FORCE, made
from msxkit.commands.outputs import output_option
from msxkit.commands.programs import program_options

_LINE_NUMBER = click.IntRange(0, 65529)


@click.command()
@click.argument("programs", type=FILE, nargs=-1, required=True, metavar="PROGRAM...")
@output_option
@click.option("--start", type=_LINE_NUMBER, default=10, help="First new number.")
@click.option("--step", type=click.IntRange(1), default=10, help="Step from one number to the next.")
@click.option("--first", type=_LINE_NUMBER, default=0, help="Renumber from this line on.")
@program_options
@click.option("--force", is_flag=True, help=FORCE)
def renumber(
    programs: tuple[Path, ...],
    output: Path | None,
    start: int,
    step: int,
    first: int,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAM with new line numbers and all references corrected, as `msxkit format --renum` does."""
    return made(
        programs=programs,
        output=output,
        renum=True,
        minify=False,
        form=None,
        start=start,
        step=step,
        first=first,
        file=file,
        encoding=encoding,
        force=force,
    )
