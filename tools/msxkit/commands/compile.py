"""`msxkit compile`: a BASIC program becomes a cartridge of Z80 code that needs no BASIC."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.backends.beside import beside
from msxkit.commands.outputs import ROM, TEXT, claim, force_option, keep_distinct, write
from msxkit.commands.programs import program_options, read_program
from msxkit.native import report
from msxkit.native.compiler import Options, compile_program
from msxkit.native.mappers import MAPPERS

#: Characters of a title.
_TITLE = 32


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
@click.option(
    "--files",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder of the files that the program names. [default: that of PROGRAM]",
)
@click.option(
    "--mapper",
    type=click.Choice(list(MAPPERS)),
    help="Make a MegaROM of this kind. [default: a plain ROM, or ascii8 if that is too small]",
)
@click.option(
    "--name", "title", default="", help="Title in the header of the ROM, up to 32 ASCII characters."
)
@program_options
@force_option
def compile_rom(
    program: Path,
    output: Path,
    listing: Path | None,
    symbols: Path | None,
    ram: str,
    show_map: bool,
    folder: Path | None,
    mapper: str | None,
    title: str,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAM as a cartridge for every MSX, those without MSX BASIC included.

    Files that it names by constants go into the ROM: programs that RUN starts, and what BLOAD, COPY and OPEN FOR INPUT
    read. If a cartridge cannot have a statement, or a file is not there, the command gives line, column and reason, and
    writes nothing.
    """
    if len(title) > _TITLE or not title.isascii() or (not title.isprintable() and title):
        raise click.UsageError(f"--name takes up to {_TITLE} printable ASCII characters")
    keep_distinct({"-o": output, "--listing": listing, "--symbols": symbols})
    claim(output, ROM, force=force, inputs=[program])
    source = read_program(program, encoding, file, cut_numbers=True)
    catalog = beside(program, folder)
    cartridge = compile_program(source, catalog, Options(mapper or "", title, int(ram), encoding))
    files = {output: cartridge.rom}
    for path, text in ((listing, report.listing), (symbols, report.symbols)):
        if path is not None:
            claim(path, TEXT, force=force, inputs=[program])
            files[path] = text(cartridge).encode("utf-8")
    write(files)
    kind = f" MegaROM {cartridge.mapper}" if cartridge.mapper else ""
    click.echo(f"{output}: {len(cartridge.rom) // 1024} KB{kind}, {cartridge.used} bytes used")
    if show_map:
        click.echo(report.size_map(cartridge), nl=False)
    return 0
