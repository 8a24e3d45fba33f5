"""`msxkit compile`: a BASIC program becomes a cartridge of Z80 code that needs no BASIC."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from msxkit.backends.beside import beside, names_in
from msxkit.cli import FILE
from msxkit.commands.drives import files_option
from msxkit.commands.findings import tell_findings
from msxkit.commands.machines import ram_option
from msxkit.commands.outputs import (
    claim,
    force_option,
    keep_distinct,
    output_option,
    write,
)
from msxkit.commands.programs import program_options, read_program, several
from msxkit.language.program import Program
from msxkit.native import report
from msxkit.native.compiler import Cartridge, Options, compile_program
from msxkit.native.mappers import MAPPERS

#: Characters of a title.
_TITLE = 32


@click.command(name="compile")
@output_option
@click.option("--listing", type=FILE, help="Write each BASIC line with its code and T-states.")
@click.option("--symbols", type=FILE, help="Write the address of every label and variable.")
@ram_option("cartridge")
@click.option("--map", "show_map", is_flag=True, help="Show the size of each part.")
@click.option("--json", "as_json", is_flag=True, help="Show the sizes of --map as JSON.")
@files_option("Folder of the files that the program names. [default: that of PROGRAM]")
@click.option(
    "--with-file",
    "names",
    multiple=True,
    metavar="NAME",
    help="File that goes into the ROM too, for a name that the program computes; repeat it for more. "
    "[default: all files of --files]",
)
@click.option(
    "--mapper",
    type=click.Choice(list(MAPPERS)),
    help="Make a MegaROM of this kind. [default: a plain ROM, or ascii8 if that is too small]",
)
@click.option(
    "--save",
    type=click.Choice(["disk", "sram"]),
    default="disk",
    help="Where the program writes its files: on the machine's disk, or in SRAM of the cartridge.",
)
@click.option("--pace", is_flag=True, help="Make empty loops take as long as under BASIC.")
@click.option(
    "--lenient",
    is_flag=True,
    help="Let what a cartridge cannot have be an error of the run, and look for missing files on the disk.",
)
@click.option(
    "--name",
    "title",
    default="",
    show_default=False,
    help="Title in the header of the ROM, up to 32 ASCII characters.",
)
@program_options
@force_option
@several(".rom", alone=("listing", "symbols"))
def compile_rom(**given: Any) -> int:
    """Write PROGRAM as a cartridge for every MSX, those without MSX BASIC included. Of several, -o names the folder.

    Files that it names by constants go into the ROM: programs that RUN starts, and what BLOAD, COPY and OPEN FOR INPUT
    read. If a cartridge cannot have a statement, or a file is not there, the command gives its file:row:column and the
    reason, and writes nothing; with --lenient it warns and writes the ROM. Where `check` reports an error the exit code
    is 1 unless --force is given.
    """
    chosen = _Choices(**given)
    if chosen.output is None and sys.stdout.isatty():
        raise click.UsageError("a cartridge is not text; choose a file with -o OUT.rom")
    keep_distinct({"-o": chosen.output, "--listing": chosen.listing, "--symbols": chosen.symbols})
    claim(chosen.output, force=chosen.force, inputs=[chosen.program])
    source = read_program(chosen.program, chosen.encoding, chosen.file, cut_numbers=True)
    catalog = beside(chosen.program, chosen.folder)
    for name in chosen.names:
        catalog(name)
    cartridge = compile_program(source, catalog, chosen.options())
    files = {} if chosen.output is None else {chosen.output: cartridge.rom}
    for path, text in ((chosen.listing, report.listing), (chosen.symbols, report.symbols)):
        if path is not None:
            claim(path, force=chosen.force, inputs=[chosen.program])
            files[path] = text(cartridge).encode("utf-8")
    write(files)
    if chosen.output is None:
        sys.stdout.buffer.write(cartridge.rom)
    wrong = _warn(str(chosen.program), source, cartridge, paced=chosen.pace) and not chosen.force
    if chosen.as_json:
        click.echo(json.dumps(report.sizes(cartridge), indent=1), err=chosen.output is None)
        return int(wrong)
    kind = f" MegaROM {cartridge.mapper}" if cartridge.mapper else ""
    size = f"{len(cartridge.rom) // 1024} KB{kind}, {cartridge.used} bytes used"
    click.echo(f"{chosen.output or chosen.program}: {size}", err=chosen.output is None)
    if chosen.show_map:
        click.echo(report.size_map(cartridge), nl=False, err=chosen.output is None)
    return int(wrong)


@dataclass(frozen=True, slots=True)
class _Choices:
    program: Path
    output: Path | None
    listing: Path | None
    symbols: Path | None
    ram: str
    show_map: bool
    as_json: bool
    folder: Path | None
    names: tuple[str, ...]
    mapper: str | None
    save: str
    pace: bool
    lenient: bool
    title: str
    file: str | None
    encoding: str
    force: bool

    def options(self) -> Options:
        """Return what the compiler is told. Raise `click.UsageError`."""
        if (
            len(self.title) > _TITLE
            or not self.title.isascii()
            or (self.title and not self.title.isprintable())
        ):
            raise click.UsageError(f"--name takes up to {_TITLE} printable ASCII characters")
        save = "" if self.save == "disk" else self.save
        if save and self.mapper not in (None, "ascii8"):
            raise click.UsageError("--save sram takes the mapper ascii8; leave --mapper out")
        named = self.names or tuple(
            name
            for name in (() if self.folder is None else names_in(self.folder))
            if self.output is None or name != self.output.name.upper()
        )
        return Options(
            self.mapper or "", self.title, int(self.ram), self.encoding, self.pace, save, named, self.lenient
        )


def _warn(name: str, source: Program, cartridge: Cartridge, *, paced: bool) -> bool:
    """Tell what `msxkit check` finds in a program and in those that it runs, and what its author should know. Return
    whether one has an error.
    """
    others = ((f"{name}: {other.name}", other.program) for other in cartridge.chained)
    # The text of the program is not in memory there.
    wrong = [tell_findings(shown, program, off=("memory",)) for shown, program in ((name, source), *others)]
    for note in report.notes(cartridge, paced=paced):
        click.echo(note if note.startswith(f"{name}:") else f"{name}: {note}", err=True)
    return any(wrong)
