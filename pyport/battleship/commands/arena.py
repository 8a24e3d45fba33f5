"""`battleship arena`: players against the same boards, alone and against each other."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import click

from battleship.commands.options import chosen_rules, names, rules_options
from battleship.commands.progress import bars
from battleship.errors import PlayerError
from msxkit.files import write_atomic


@click.command()
@rules_options("marmsx")
@click.option(
    "--players", required=True, metavar="A,B,...", help="Who plays; `battleship players` lists them."
)
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, help="Boards for each player."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Boards and players' chances follow from it."
)
@click.option(
    "--placement",
    type=click.Choice(["uniform", "scatter", "marmsx", "react"]),
    default="uniform",
    show_default=True,
    help="How the boards are made: every layout alike, ship by ship, or as a document's program does.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes at work.")
@click.option("--dask", metavar="ADDRESS", help="Scheduler of a Dask cluster that does the work instead.")
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write all results."
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the distributions (PNG).")
def arena(
    rules_name: str,
    size: str | None,
    fleet: str | None,
    players: str,
    games: int,
    seed: int,
    placement: str,
    jobs: int,
    dask: str | None,
    json_file: Path | None,
    plot: Path | None,
) -> int:
    """Let computer players sink the same fleets, and compare them.

    Each player plays alone against every board. Two boards make two games of each two players, with the seats
    swapped. Ctrl-C stops and shows what has been played. The same seed gives the same results for any --jobs.
    """
    from battleship.arena.report import as_json, show
    from battleship.arena.tournament import Plan, run
    from battleship.layouts.placing import STYLES
    from battleship.players import player_class
    from battleship.rules.board import check_fleet
    from battleship.workers import workers

    rules = chosen_rules(rules_name, size, fleet)
    chosen = names(players)
    if not chosen:
        raise PlayerError("--players names at least one player")
    for name in chosen:
        reason = player_class(name).refuses(rules)
        if reason is not None:
            raise PlayerError(f"player {name!r} does not play the rules {rules.name!r}: {reason}")
    check_fleet(rules, STYLES[placement](rules, Random(0)))
    plan = Plan(rules, chosen, games, seed, placement)
    begun = time.monotonic()
    with bars() as bar, workers(jobs, dask) as executor:
        table = run(plan, executor, bar("games", len(chosen) * games))
    show(table, time.monotonic() - begun)
    if json_file is not None:
        write_atomic(json_file, as_json(table))
    if plot is not None:
        from battleship.arena.plot import write_plot

        write_plot(table, plot)
    if not table.complete:
        click.echo("interrupted: the figures are of the games that were finished", err=True)
        return 130
    return 0
