"""`battleship compliance`: whether a bot follows the SKYNET protocol."""

from __future__ import annotations

import click

from battleship.commands.options import bot_limits


@click.command()
@click.argument("bot")
@bot_limits
def compliance(bot: str, timeout: float, memory: int) -> int:
    """Walk BOT through every message of the SKYNET protocol and say what is wrong.

    BOT is a command line in quotes or builtin:PLAYER. Exit code 0 when no check failed; warnings are habits that
    the referee tolerates.
    """
    from battleship.arena import confine
    from battleship.arena.compliance import Verdict, check_bot
    from battleship.arena.seats import parse_bots

    (spec,) = parse_bots([bot])
    if confine.missing():
        click.echo(f"note: {confine.missing()}", err=True)
    confine.adopt_orphans()
    failures = 0
    with confine.temporary_folder() as folder:
        for finding in check_bot(spec, folder / spec.name, timeout, confine.Limits(memory)):
            failures += finding.verdict is Verdict.FAILURE
            click.echo(f"{finding.verdict.value:<8} {finding.tried}")
            for sentence in finding.wrong:
                click.echo(f"{'':<8} {sentence}")
    click.echo(f"{spec.name} breaks the protocol" if failures else f"{spec.name} follows the protocol")
    return 1 if failures else 0
