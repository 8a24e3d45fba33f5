"""`msxkit check`: what is wrong with a listing, before the machine says so."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit import memory_size
from msxkit.commands.programs import program_options, read_program


def _list_checks(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from msxkit.language.check import CHECKS

    for name, what in CHECKS.items():
        click.echo(f"{name:<20}{what}")
    context.exit()


@click.command()
@click.argument("listing", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text")
@click.option(
    "--target", type=click.Choice(("msx1", "msx2", "disk")), default="disk", help="The machine to check for."
)
@click.option("--off", multiple=True, metavar="CHECK", help="Switch a check off; may be repeated.")
@click.option(
    "--checks",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_checks,
    help="List the checks.",
)
@program_options
def check(
    listing: Path, form: str, target: str, off: tuple[str, ...], file: str | None, encoding: str
) -> int:
    """Check LISTING. The exit code is 1 if MSX BASIC would refuse a line, 0 for warnings alone."""
    import gc

    from msxkit.language.check import CHECKS
    from msxkit.language.check import check as run

    for name in off:
        if name not in CHECKS:
            raise click.BadParameter(
                f"{name!r} is not a check; the checks are {', '.join(CHECKS)}", param_hint="--off"
            )
    program = read_program(listing, encoding, file, lenient=True)
    # Looking for garbage among the trees of a long listing takes a third of the time.
    gc.disable()
    try:
        findings = run(program, target=target, off=off)
    finally:
        gc.enable()
    errors = sum(finding.severity == "error" for finding in findings)
    if form == "json":
        import json
        from dataclasses import asdict

        report = {
            "file": str(listing),
            "target": target,
            "free": memory_size.left(program.size),
            "findings": [asdict(finding) for finding in findings],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        return 1 if errors else 0
    for finding in findings:
        where = str(listing)
        if finding.row:
            where += f":{finding.row}:{finding.column}"
        elif finding.line is not None:
            where += f":line {finding.line}"
        machine = f" ({finding.machine})" if finding.machine else ""
        click.echo(f"{where}: {finding.severity}: {finding.message}{machine} [{finding.check}]")
        if finding.text:
            click.echo(f"    {finding.text}")
            click.echo(f"    {' ' * (finding.column - 1)}{'^' * finding.width}")
    found = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
    click.echo(f"{listing}: {found if findings else 'nothing found'}")
    click.echo(f"{listing}: {memory_size.sentence(program.size)}")
    return 1 if errors else 0


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
