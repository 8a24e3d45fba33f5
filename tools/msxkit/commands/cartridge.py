"""`msxkit cartridge`: a BASIC program becomes a ROM."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.commands.findings import tell_findings
from msxkit.commands.outputs import claim, made_option, tell, write
from msxkit.commands.programs import program_options, read_program, several
from msxkit.media import cartridge as rom


@click.command()
@click.option(
    "--force", is_flag=True, help="Build it even if it has statements that fail in ROM, and replace any file."
)
@program_options
@made_option
@several(".rom", makes=True)
def cartridge(output: Path, program: Path, force: bool, file: str | None, encoding: str) -> int:
    """Write a ROM, 16 KB at 8000h, which starts PROGRAM on a machine with BASIC, to the file of -o.

    Of several PROGRAMs, -o names the folder for the cartridges. Where `check` reports an error the exit code is 1
    unless --force is given.
    """
    claim(output, force=force, inputs=[program], pipes=True)
    source = read_program(program, encoding, file, cut_numbers=True)
    write({output: rom.build(source, force=force)})
    used = len(source.memory())
    free = f"{rom.CAPACITY - used} bytes free"
    tell(f"{output}: {used} bytes of program at {rom.TEXT + 1:04X}h, {free}", output)
    return int(tell_findings(str(program), source, errors_only=True) and not force)
