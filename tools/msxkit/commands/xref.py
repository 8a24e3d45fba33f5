"""`msxkit xref`: the cross-reference of a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from msxkit.cli import FILE
from msxkit.commands.programs import program_options, read_program
from msxkit.files import keep_apart

if TYPE_CHECKING:
    from msxkit.language.xref import CrossReference, Uses


@click.command()
@click.argument("listings", type=FILE, nargs=-1, required=True, metavar="LISTING...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; of several listings a list.")
@program_options
def xref(listings: tuple[Path, ...], as_json: bool, file: str | None, encoding: str) -> int:
    """Show which lines, variables and routines of LISTINGs are used where."""
    from msxkit.language.xref import cross_reference, in_rows

    keep_apart(None, listings)
    tables = {}
    for listing in listings:
        program = read_program(listing, encoding, file, cut_numbers=True)
        table = cross_reference(program)
        tables[listing] = in_rows(table, program) if program.is_modern else table
    if as_json:
        import json

        reports = [_as_json(listing, table) for listing, table in tables.items()]
        click.echo(json.dumps(reports if len(reports) > 1 else reports[0], indent=2))
        return 0
    for listing, table in tables.items():
        if len(tables) > 1:
            click.echo(f"{listing}:\n")
        _show(table)
    return 0


def _as_json(listing: Path, table: CrossReference) -> dict[str, Any]:
    report = asdict(table)
    report["lines"] = {
        str(target): [{"statement": how, "line": line} for how, line in uses]
        for target, uses in table.lines.items()
    }
    return {"file": str(listing), **report}


def _show(table: CrossReference) -> None:
    def uses(title: str, names: dict[str, Uses], first: str) -> None:
        rows = []
        for name, use in names.items():
            label = f"{name})" if name.endswith("(") else name
            others = [other for other in use.names if other != name.rstrip("(")]
            if others:
                label += f" ({', '.join(others)})"
            rows.append((label, _numbers(use.set), _numbers(use.used)))
        _table(title, ("name", first, "used in"), rows)

    targets = []
    for target, references in table.lines.items():
        by: dict[str, list[int]] = {}
        for how, line in references:
            by.setdefault(how, []).append(line)
        shown = "; ".join(f"{how} in {_numbers(numbers)}" for how, numbers in by.items())
        targets.append((str(target), shown))
    _table("Lines", ("line", "reached by"), targets)
    uses("Variables", table.variables, "set in")
    uses("Calls", table.calls, "defined in")
    if table.unread:
        click.echo(f"lines with a syntax error, read only up to it: {_numbers(table.unread)}")


def _numbers(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    click.echo(title)
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head) - 1)]
    for row in [head, *rows]:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  " + "  ".join([*cells, row[-1]]))
    click.echo()
