"""`msxkit check`: what is wrong with a listing, before the machine says so."""

from __future__ import annotations

import codecs
import gc
import json
from collections.abc import Sequence
from pathlib import Path

import click

from msxkit.charset import encode
from msxkit.cli import FILE, verdict
from msxkit.commands.findings import Report, show_github, show_json, show_sarif, sum_up
from msxkit.commands.outputs import lock
from msxkit.commands.programs import STANDARD_INPUT, find_quietly, program_options
from msxkit.errors import MsxError
from msxkit.files import keep_apart, read_bytes, write_atomic
from msxkit.language.check import CHECKS
from msxkit.language.check import check as run
from msxkit.language.program import TOKENISED
from msxkit.language.source import listing_text
from msxkit.language.targets import TARGETS
from msxkit.project import check_settings, project_of

_NAMES = click.Choice(list(CHECKS))


@click.command()
@click.argument("listings", type=FILE, nargs=-1, metavar="[LISTING...]")
@click.option(
    "--output-format",
    "form",
    type=click.Choice(("text", "json", "github", "sarif")),
    default="text",
    help="Form of the findings.",
)
@click.option(
    "--machine", "target", type=click.Choice(list(TARGETS)), help="The machine to check for. [default: disk]"
)
@click.option(
    "--select", multiple=True, type=_NAMES, metavar="CHECK", help="Make only this check; may be repeated."
)
@click.option(
    "--ignore", multiple=True, type=_NAMES, metavar="CHECK", help="Leave a check out; may be repeated."
)
@click.option("--fix", is_flag=True, help="Write what has one safe repair into the listings.")
@click.option("--warnings-as-errors", "strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--checks", "names", is_flag=True, help="List the checks.")
@program_options
def check(
    listings: tuple[Path, ...],
    form: str,
    target: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    strict: bool,
    names: bool,
    file: str | None,
    encoding: str,
) -> int:
    """Check LISTINGs, or the sources of the project. The exit code is 1 if MSX BASIC would refuse a line, 0 for
    warnings alone.

    Settings are in the table [check] of msx.toml, or [tool.msxkit.check] of pyproject.toml: select, ignore, machine,
    warnings-as-errors. A file that cannot be read is reported and the others are checked; the exit code is then 2.
    """
    if names:
        table = "\n".join(f"{name:<21}{what}" for name, what in CHECKS.items())
        click.echo(json.dumps(CHECKS, indent=2) if form == "json" else table)
        return 0
    if not listings:
        project = project_of(Path())
        if project is None:
            raise click.UsageError("Missing argument 'LISTING...'.")
        listings, encoding = project.sources, project.encoding
    settings = check_settings(Path())
    target = target or settings.machine
    off = settings.off(select, ignore)
    strict = strict or settings.warnings_as_errors
    keep_apart(None, listings)
    reports: list[Report] = []
    for listing in listings:
        try:
            if fix:
                _fix(listing, target, off, encoding)
            report = _checked(listing, target, off, file, encoding)
        except MsxError as error:
            if len(listings) == 1:
                raise
            click.echo(f"msxkit: {error}", err=True)
            continue
        reports.append(report)
        if form == "text":
            with verdict(_code(reports, strict)):
                report.show()
    with verdict(_code(reports, strict)):
        if form == "json":
            show_json(reports, target, several=len(listings) > 1)
        elif form == "github":
            show_github(reports)
        elif form == "sarif":
            show_sarif(reports)
        elif len(listings) > 1:
            sum_up([finding for report in reports for finding in report.findings], f"{len(reports)} files")
    return 2 if len(reports) < len(listings) else _code(reports, strict)


def _code(reports: Sequence[Report], strict: bool) -> int:
    """Return the exit code: 1 where MSX BASIC would refuse a line, or, if strict, where anything was found."""
    return int(
        any(strict or finding.severity == "error" for report in reports for finding in report.findings)
    )


def _checked(listing: Path, target: str, off: frozenset[str], file: str | None, encoding: str) -> Report:
    found = find_quietly(listing, encoding, file, lenient=True)
    # Looking for garbage among the trees of a long listing takes a third of the time.
    gc.disable()
    try:
        findings = run(found.program, target=target, off=off)
    finally:
        gc.enable()
    return Report(found.name, found.program.size, findings)


def _fix(listing: Path, target: str, off: frozenset[str], encoding: str) -> None:
    """Write a listing with its findings repaired where there is one repair. Raise `MsxError`."""
    if listing == STANDARD_INPUT:
        raise click.UsageError("--fix writes into a file; standard input is none")
    from msxkit.lsp.diagnostics import WantedChecks
    from msxkit.lsp.fixes import Done, modern_repaired, repaired

    lock(listing)
    asked = WantedChecks(target, tuple(off))
    data = read_bytes(listing)
    made: dict[Path, bytes] = {}
    if find_quietly(listing, encoding, None, lenient=True).program.modern_file:
        texts, done = modern_repaired(listing, encoding, asked)
        made = {path: _in_rows(text, read_bytes(path)).encode("utf-8") for path, text in texts.items()}
    elif data[:1] == bytes((TOKENISED,)):
        raise MsxError(
            f"{listing}: --fix repairs listings, and this is tokenised; make one with `msxkit list -o`"
        )
    else:
        text, characters, codec = listing_text(data, str(listing), encoding)
        new, fixes = repaired(text.removeprefix("\ufeff"), characters, asked)
        done = [Done(str(listing), fix) for fix in fixes]
        new = _in_rows(new, data)
        made[listing] = new.encode(codec) if codec else encode(new, characters)
    for each in done:
        click.echo(each, err=True)
    if done:
        for path, content in made.items():
            write_atomic(path, content)


def _in_rows(text: str, before: bytes) -> str:
    """Return a text with the byte order mark and the ends of rows that a file had."""
    mark = "\ufeff" if before.startswith(codecs.BOM_UTF8) else ""
    return mark + text.replace("\n", "\r\n" if b"\r\n" in before else "\n")
