"""`python -m tests.truth`: records programs on a machine with ROMs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from msxkit.commands.openmsx import machine_options
from msxkit.errors import MsxError
from msxkit.files import decode_json, read_bytes, write_atomic
from msxkit.machine.input_script import typed_codes
from msxkit.openmsx.settings import choose
from tests.truth import KINDS, Entry, record


@click.command()
@click.argument("kind", type=click.Choice([*KINDS]))
@click.argument("programs", nargs=-1, required=True, type=click.Path(path_type=Path))
@machine_options
@click.option("--type", "typed", default="", help=r"Keys; \r is RETURN.")
@click.option("--poke", is_flag=True, help="Put our tokens into memory instead of typing each listing.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def truth(
    kind: str,
    programs: tuple[Path, ...],
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    typed: str,
    poke: bool,
    output: Path,
) -> None:
    """Run PROGRAMS on a machine with MSX BASIC and add what it shows to OUTPUT, by the name of each file."""
    entries = _entries(output)
    choice = choose(machine, prompt, cartridge, extensions)
    for path in programs:
        basic = choice.boot()
        with basic.machine:
            found = record(basic, kind, path.stem, read_bytes(path), typed_codes(typed), poke=poke)
        entries[path.stem] = found
        # Kept program by program: a recording takes hours, and something may end it.
        write_atomic(output, (json.dumps([*entries.values()], indent=1) + "\n").encode("ascii"))
        click.echo(f"{path}: {found.get('at') or found.get('ended') or len(found['steps'])}")


def _entries(path: Path) -> dict[str, Entry]:
    """Return what the file holds, by name. Raise `MsxError` for one that holds something else."""
    if not path.exists():
        return {}
    try:
        return {entry["name"]: entry for entry in decode_json(read_bytes(path))}
    except (ValueError, TypeError, KeyError) as error:
        raise MsxError(
            f"{path}: is not a list of recorded programs ({error}); write to another file"
        ) from None


if __name__ == "__main__":
    try:
        truth(prog_name="python -m tests.truth")
    except MsxError as error:
        sys.exit(f"tests.truth: {error}")
