"""`msxkit cartridge`: a BASIC program becomes a ROM."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.commands.outputs import ROM, claim, write
from msxkit.commands.programs import program_options, read_program
from msxkit.media import cartridge as rom


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("program", type=click.Path(path_type=Path))
@click.option(
    "--force",
    is_flag=True,
    help="Build it even if it has statements that fail in ROM, and replace any file.",
)
@program_options
def cartridge(out: Path, program: Path, force: bool, file: str | None, encoding: str) -> int:
    """Write OUT.rom, 16 KB at 8000h, which starts PROGRAM on a machine with BASIC."""
    claim(out, ROM, force=force, inputs=[program])
    source = read_program(program, encoding, file, cut_numbers=True)
    write({out: rom.build(source, force=force)})
    used = len(source.memory())
    click.echo(f"{out}: {used} bytes of program at {rom.TEXT + 1:04X}h, {rom.CAPACITY - used} bytes free")
    return 0
