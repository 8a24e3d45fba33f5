"""`msxkit compile`: a BASIC program becomes a cartridge of Z80 code that needs no BASIC."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.commands.outputs import ROM, TEXT, claim, force_option, keep_distinct
from msxkit.commands.programs import program_options, read_program
from msxkit.files import write_all
from msxkit.native import report
from msxkit.native.compiler import compile_program


@click.command(name="compile")
@click.argument("program", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The ROM to write.")
@click.option(
    "--listing", type=click.Path(path_type=Path), help="Write each BASIC line with its code and T-states."
)
@click.option("--symbols", type=click.Path(path_type=Path), help="Write the addresses of everything.")
@click.option(
    "--ram",
    type=click.Choice(["16", "32"]),
    default="32",
    show_default=True,
    help="KB of RAM that every machine has which the cartridge is for.",
)
@click.option("--map", "show_map", is_flag=True, help="Show the size of each part.")
@program_options
@force_option
def compile_rom(
    program: Path,
    output: Path,
    listing: Path | None,
    symbols: Path | None,
    ram: str,
    show_map: bool,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAM as a cartridge for every MSX, those without MSX BASIC included.

    If a cartridge cannot have a statement, the command gives line, column and reason, and writes nothing.
    """
    keep_distinct({"-o": output, "--listing": listing, "--symbols": symbols})
    claim(output, ROM, force=force, inputs=[program])
    cartridge = compile_program(read_program(program, encoding, file, cut_numbers=True), int(ram))
    files = {output: cartridge.rom}
    for path, text in ((listing, report.listing), (symbols, report.symbols)):
        if path is not None:
            claim(path, TEXT, force=force, inputs=[program])
            files[path] = text(cartridge).encode("utf-8")
    write_all(files)
    used = sum(placed.size for placed in cartridge.image.parts)
    kind = f" MegaROM {cartridge.mapper}" if cartridge.mapper else ""
    click.echo(f"{output}: {len(cartridge.rom) // 1024} KB{kind}, {used} bytes used")
    if show_map:
        click.echo(report.size_map(cartridge), nl=False)
    return 0
