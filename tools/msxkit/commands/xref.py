"""`msxkit xref`: the cross-reference of a program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from msxkit.commands.programs import program_options, read_program


@click.command()
@click.argument("listing", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text")
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@program_options
def xref(listing: Path, form: str, file: str | None, encoding: str) -> int:
    """Show which lines, variables and routines of LISTING are used where."""
    from msxkit.language.xref import Uses, cross_reference

    table = cross_reference(read_program(listing, encoding, file, cut_numbers=True))
    if form == "json":
        import json
        from dataclasses import asdict

        report = asdict(table)
        report["lines"] = {
            str(target): [{"statement": how, "line": line} for how, line in uses]
            for target, uses in table.lines.items()
        }
        click.echo(json.dumps({"file": str(listing), **report}, indent=2))
        return 0

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
    return 0


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
