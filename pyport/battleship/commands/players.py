"""`battleship players`: who plays, and under which rules."""

from __future__ import annotations

import click

from battleship.commands.options import chosen_rules, rules_options


@click.command()
@rules_options("marmsx")
def players(rules_name: str, size: str | None, fleet: str | None) -> int:
    """List the computer players, and whether they play the given rules."""
    from battleship.players import TABLE, player_class

    rules = chosen_rules(rules_name, size, fleet)
    for name in TABLE:
        chosen = player_class(name)
        reason = chosen.refuses(rules)
        note = f" [not under {rules.name}: {reason}]" if reason else ""
        click.echo(f"{name:15}{chosen.about}{note}")
    return 0
