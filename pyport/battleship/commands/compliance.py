"""`battleship compliance`: whether a bot follows the SKYNET protocol."""

from __future__ import annotations

import json

import click

from battleship.commands.options import bot_limits


@click.command()
@click.argument("bot")
@bot_limits
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compliance(bot: str, timeout: float, memory: int, as_json: bool) -> int:
    """Walk BOT through every message of the SKYNET protocol and say what is wrong.

    BOT is a command line in quotes or builtin:PLAYER. Exit code 0 when no check failed; warnings are habits that
    the referee tolerates.
    """
    from battleship.arena import confine
    from battleship.arena.compliance import ComplianceVerdict, check_bot
    from battleship.arena.seats import parse_bots

    (spec,) = parse_bots([bot])
    if confine.missing():
        click.echo(f"note: {confine.missing()}", err=True)
    confine.adopt_orphans()
    findings = []
    with confine.temporary_folder() as folder:
        for finding in check_bot(spec, folder / spec.name, timeout, confine.Limits(memory)):
            findings.append(finding)
            if as_json:
                continue
            click.echo(f"{finding.verdict.value:<8} {finding.tried}")
            for sentence in finding.wrong:
                click.echo(f"{'':<8} {sentence}")
    follows = all(finding.verdict is not ComplianceVerdict.FAILURE for finding in findings)
    if as_json:
        checks = [
            {"verdict": one.verdict.name.lower(), "tried": one.tried, "wrong": one.wrong} for one in findings
        ]
        click.echo(json.dumps({"bot": spec.name, "follows": follows, "checks": checks}, indent=1))
    else:
        click.echo(f"{spec.name} {'follows' if follows else 'breaks'} the protocol")
    return 0 if follows else 1
