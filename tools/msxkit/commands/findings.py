"""What `msxkit check` finds in a program that another command makes something of."""

from __future__ import annotations

import click

from msxkit.language.check import check
from msxkit.language.program import Program


def tell_findings(shown: str, program: Program, *, errors_only: bool = False) -> bool:
    """Print the findings, a line each. Return whether one is an error, at which every run of that line stops.

    Args:
        shown: The name of the program.
    """
    found = False
    for finding in check(program):
        is_error = finding.severity == "error"
        found = found or is_error
        if is_error or not errors_only:
            place = f":{finding.row}:{finding.column}" if finding.row else f": line {finding.line}"
            where = (finding.file or shown) + (place if finding.line is not None else "")
            click.echo(f"{where}: {finding.severity}: {finding.message} [{finding.check}]", err=True)
    return found
