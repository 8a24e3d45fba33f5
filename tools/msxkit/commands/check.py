"""`msxkit check`: what is wrong with a listing, before the machine says so."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from msxkit import memory_size
from msxkit.cli import verdict
from msxkit.commands.programs import find_quietly, program_options
from msxkit.errors import MsxError
from msxkit.files import keep_apart

if TYPE_CHECKING:
    from msxkit.language.check import Finding


@click.command()
@click.argument("listings", type=click.Path(path_type=Path), nargs=-1, metavar="LISTING...")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", help="Form of the findings."
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option(
    "--target",
    type=click.Choice(("msx1", "msx2", "disk", "msx2plus")),
    default="disk",
    help="The machine to check for.",
)
@click.option("--off", multiple=True, metavar="CHECK", help="Switch a check off; may be repeated.")
@click.option("--checks", "names", is_flag=True, help="List the checks.")
@program_options
def check(
    listings: tuple[Path, ...],
    form: str,
    target: str,
    off: tuple[str, ...],
    names: bool,
    file: str | None,
    encoding: str,
) -> int:
    """Check LISTINGs. The exit code is 1 if MSX BASIC would refuse a line, 0 for warnings alone.

    A file that cannot be read is reported and the others are checked; the exit code is then 2.
    """
    from msxkit.language.check import CHECKS

    if names:
        table = "\n".join(f"{name:<20}{what}" for name, what in CHECKS.items())
        click.echo(json.dumps(CHECKS, indent=2) if form == "json" else table)
        return 0
    if not listings:
        raise click.UsageError("Missing argument 'LISTING...'.")
    for name in off:
        if name not in CHECKS:
            raise click.BadParameter(
                f"{name!r} is not a check; the checks are {', '.join(CHECKS)}", param_hint="--off"
            )
    keep_apart(None, listings)
    reports: list[_Report] = []
    for listing in listings:
        try:
            report = _checked(listing, target, off, file, encoding)
        except MsxError as error:
            if len(listings) == 1:
                raise
            click.echo(f"msxkit: {error}", err=True)
            continue
        reports.append(report)
        if form == "text":
            with verdict(_code(reports)):
                report.show()
    if form == "json":
        _show_json(reports, target, several=len(listings) > 1)
    elif len(listings) > 1:
        _sum_up([finding for report in reports for finding in report.findings], f"{len(reports)} files")
    if len(reports) < len(listings):
        return 2
    return _code(reports)


@dataclass(frozen=True, slots=True)
class _Report:
    """What was found in a listing.

    Attributes:
        name: What messages call it.
        size: Bytes of the program.
    """

    name: str
    size: int
    findings: list[Finding]

    def show(self) -> None:
        """Print the findings, and how many of each check there are."""
        for finding in self.findings:
            where = finding.file or self.name
            if finding.row:
                where += f":{finding.row}:{finding.column}"
            elif finding.line is not None:
                where += f":line {finding.line}"
            machine = f" ({finding.machine})" if finding.machine else ""
            click.echo(f"{where}: {finding.severity}: {finding.message}{machine} [{finding.check}]")
            if finding.text:
                click.echo("    " + finding.text.replace("\t", " "))
                click.echo(f"    {' ' * (finding.column - 1)}{'^' * finding.width}")
            if finding.classic:
                click.echo(f"    as {finding.classic}")
        _sum_up(self.findings, self.name)
        click.echo(f"{self.name}: {memory_size.sentence(self.size)}")


def _code(reports: list[_Report]) -> int:
    """Return the exit code: 1 where MSX BASIC would refuse a line."""
    return int(any(finding.severity == "error" for report in reports for finding in report.findings))


def _checked(listing: Path, target: str, off: tuple[str, ...], file: str | None, encoding: str) -> _Report:
    """Return what is found in a file. Raise `MsxError`."""
    import gc

    from msxkit.language.check import check as run

    found = find_quietly(listing, encoding, file, lenient=True)
    # Looking for garbage among the trees of a long listing takes a third of the time.
    gc.disable()
    try:
        findings = run(found.program, target=target, off=off)
    finally:
        gc.enable()
    return _Report(found.name, found.program.size, findings)


def _sum_up(findings: list[Finding], where: str) -> None:
    """Print how much was found, and for each check how often."""
    from msxkit.language.check import CHECKS

    errors = sum(finding.severity == "error" for finding in findings)
    found = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
    click.echo(f"{where}: {found if findings else 'nothing found'}")
    counts = Counter(finding.check for finding in findings)
    if len(findings) > 1:
        for check in CHECKS:
            if counts[check]:
                click.echo(f"{counts[check]:>6}  {check:<20}{CHECKS[check]}")


def _show_json(reports: list[_Report], target: str, *, several: bool) -> None:
    from dataclasses import fields
    from itertools import islice

    from msxkit.language.check import Finding

    shown = [
        {
            "file": report.name,
            "target": target,
            "free": memory_size.left(report.size),
            "checks": dict(Counter(finding.check for finding in report.findings)),
            "findings": report.findings,
        }
        for report in reports
    ]
    names = [field.name for field in fields(Finding)]

    def as_object(finding: Finding) -> dict[str, object]:
        return {name: getattr(finding, name) for name in names}

    encoder = json.JSONEncoder(indent=2, ensure_ascii=False, check_circular=False, default=as_object)
    pieces = encoder.iterencode(shown if several else shown[0])
    # A million findings in one text take gigabytes; each piece is a word.
    while text := "".join(islice(pieces, 10_000)):
        click.echo(text, nl=False)
    click.echo()


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
