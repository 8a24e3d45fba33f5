"""What `msxkit check` finds, in words, and in the forms that other programs read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from urllib.parse import quote

import click

from msxkit import __version__, memory_size
from msxkit.language.check import CHECKS, Finding, check
from msxkit.language.program import Program


def tell_findings(
    shown: str, program: Program, *, errors_only: bool = False, off: Iterable[str] = ()
) -> bool:
    """Print the findings, a line each. Return whether one is an error, at which every run of that line stops.

    Args:
        shown: The name of the program.
        off: Checks that are left out.
    """
    found = check(program, off=frozenset(off))
    for finding in found:
        if finding.severity == "error" or not errors_only:
            click.echo(f"{place(shown, finding)}: {sentence(finding)}", err=True)
    return any(finding.severity == "error" for finding in found)


def place(name: str, finding: Finding) -> str:
    """Return where a finding is: file:row:column, or the line of a tokenised program."""
    if finding.row:
        return f"{finding.file or name}:{finding.row}:{finding.column}"
    return name if finding.line is None else f"{name}: line {finding.line}"


def sentence(finding: Finding) -> str:
    """Return how bad a finding is, what it is, and the name of its check."""
    return f"{finding.severity}: {finding.told} [{finding.check}]"


@dataclass(frozen=True, slots=True)
class Report:
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
            click.echo(f"{place(self.name, finding)}: {sentence(finding)}")
            if finding.text:
                click.echo("    " + finding.text.replace("\t", " "))
                click.echo(f"    {' ' * (finding.column - 1)}{'^' * finding.width}")
            if finding.classic:
                click.echo(f"    as {finding.classic}")
        sum_up(self.findings, self.name)
        click.echo(f"{self.name}: {memory_size.sentence(self.size)}")


def sum_up(findings: list[Finding], where: str) -> None:
    """Print how much was found, and for each check how often."""
    errors = sum(finding.severity == "error" for finding in findings)
    found = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
    click.echo(f"{where}: {found if findings else 'nothing found'}")
    counts = Counter(finding.check for finding in findings)
    if len(findings) > 1:
        for name in CHECKS:
            if counts[name]:
                click.echo(f"{counts[name]:>6}  {name:<20}{CHECKS[name]}")


def show_json(reports: Sequence[Report], target: str, *, several: bool) -> None:
    """Print all that is known of each finding: an object for one listing, else a list."""
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
    _print_json(shown if several else shown[0])


def show_github(reports: Sequence[Report]) -> None:
    """Print the commands by which GitHub marks the rows of a pull request."""
    for report in reports:
        for finding in report.findings:
            row = f",line={finding.row},col={finding.column}" if finding.row else ""
            file = _escaped(finding.file or report.name).replace(":", "%3A").replace(",", "%2C")
            head = f"::{finding.severity} file={file}{row},title=msxkit ({finding.check})"
            click.echo(f"{head}::{_escaped(finding.told)}")


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def show_sarif(reports: Sequence[Report]) -> None:
    """Print the findings as SARIF 2.1.0."""
    rules = [{"id": name, "shortDescription": {"text": what}} for name, what in CHECKS.items()]
    driver = {"name": "msxkit", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [*_results(reports)]}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    _print_json({"$schema": schema, "version": "2.1.0", "runs": [run]})


def _results(reports: Sequence[Report]) -> Iterator[dict[str, object]]:
    for report in reports:
        for finding in report.findings:
            where: dict[str, object] = {"artifactLocation": {"uri": quote(finding.file or report.name)}}
            if finding.row:
                end = finding.column + max(1, finding.width)
                where["region"] = {
                    "startLine": finding.row,
                    "startColumn": finding.column,
                    "endColumn": end,
                }
            yield {
                "ruleId": finding.check,
                "level": finding.severity,
                "message": {"text": finding.told},
                "locations": [{"physicalLocation": where}],
            }


def _print_json(shown: object) -> None:
    names = [field.name for field in fields(Finding)]

    def as_object(finding: Finding) -> dict[str, object]:
        return {name: getattr(finding, name) for name in names}

    encoder = json.JSONEncoder(indent=2, ensure_ascii=False, check_circular=False, default=as_object)
    pieces = encoder.iterencode(shown)
    # A million findings in one text take gigabytes; each piece is a word.
    while text := "".join(islice(pieces, 10_000)):
        click.echo(text, nl=False)
    click.echo()


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
