"""`msxkit modernise`: a classic program as a source with labels."""

from __future__ import annotations

import re
from pathlib import Path

import click

from msxkit.charset import decode
from msxkit.cli import FILE
from msxkit.commands.outputs import claim, force_option, output_option, print_made, write
from msxkit.commands.programs import program_options, read_program, several
from msxkit.errors import MsxError
from msxkit.files import read_bytes

_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9])\s*[:=\s]\s*([A-Za-z][A-Za-z0-9_]{2,})\s*")


@click.command()
@output_option
@click.option(
    "--names",
    "names_file",
    type=FILE,
    help="File of long names: a row `sc score` for each variable of two letters that gets one.",
)
@program_options
@force_option
@several(".dmx", prints=True)
def modernise(
    program: Path, output: Path | None, names_file: Path | None, file: str | None, encoding: str, force: bool
) -> int:
    """Write PROGRAM as a modern source: labels where jumps go, a statement a row, loops indented.

    What the source becomes is the same program, token for token, but for the line numbers. Several are written one
    after the other, each below its name, or into the folder of -o.
    """
    from msxkit.language.modern.modernising import modernise as modern

    claim(output, force=force, inputs=[program])
    names = {} if names_file is None else _names(names_file)
    found = read_program(program, encoding, file, cut_numbers=True)
    data = decode(modern(found, names).encode("latin-1"), found.characters).encode("utf-8")
    if output is None:
        print_made(data, is_text=True)
    else:
        write({output: data})
    return 0


def _names(path: Path) -> dict[str, str]:
    """Return the long name of each short one. Raise `MsxError` that names the row."""
    names: dict[str, str] = {}
    for number, row in enumerate(read_bytes(path).decode("utf-8", "replace").splitlines(), 1):
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        match = _NAME.fullmatch(row)
        if match is None:
            raise MsxError(f"{path}:{number}: write two letters and a long name, such as sc score")
        short, long = match[1].upper(), match[2].lower()
        if short in names or long in names.values():
            raise MsxError(f"{path}:{number}: a name stands here twice; remove one")
        names[short] = long
    return names
