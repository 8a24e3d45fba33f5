"""`battleship players`: who plays, and under which rules."""

from __future__ import annotations

import json

import click

from battleship.commands.options import chosen_rules, rules_options


@click.command()
@rules_options("marmsx")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def players(rules_name: str, size: str | None, fleet: str | None, as_json: bool) -> int:
    """List the computer players, and whether they play the given rules."""
    from battleship.players import TABLE, player_class

    rules = chosen_rules(rules_name, size, fleet)
    found = []
    for name in TABLE:
        chosen = player_class(name)
        found.append({"name": name, "about": chosen.about, "refuses": chosen.refuses(rules)})
    if as_json:
        click.echo(json.dumps({"rules": rules.name, "players": found}, indent=1))
        return 0
    for each in found:
        note = f" [not under {rules.name}: {each['refuses']}]" if each["refuses"] else ""
        click.echo(f"{each['name']:15}{each['about']}{note}")
    return 0
