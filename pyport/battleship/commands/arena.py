"""`battleship arena`: players against the same boards, alone and against each other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from battleship.commands.options import chosen_rules, names, offer_players, results_options, rules_options
from battleship.commands.outputs import picture_format, require_picture
from battleship.commands.progress import bars
from battleship.errors import PlayerError
from msxkit.cli import ONE_FILE, FiniteRange
from msxkit.commands.outputs import (
    STANDARD_OUTPUT,
    claim,
    force_option,
    is_standard_output,
    keep_distinct,
    write,
)
from msxkit.errors import FileError
from msxkit.files import require_writable, stream

if TYPE_CHECKING:
    from battleship.arena.journal import Journal
    from battleship.arena.plan import Plan
    from battleship.arena.tournament import Table


@click.command()
@rules_options("marmsx")
@click.option(
    "--players",
    required=True,
    metavar="A,B,...",
    shell_complete=offer_players(several=True),
    help="The players, separated by commas; `battleship players` lists all. A command line is a bot.",
)
@click.option("--games", type=click.IntRange(1), default=100, help="Boards for each player.")
@click.option("--seed", type=int, default=1, help="Seed of the boards and of the players' random choices.")
@click.option(
    "--placement",
    type=click.Choice(["uniform", "scatter", "marmsx", "react"]),
    default="uniform",
    help="How to make boards: all layouts equally likely, ship by ship, or like a document's program.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Number of processes.")
@click.option(
    "--dask", metavar="ADDRESS", help="Use the Dask cluster of this scheduler instead of processes here."
)
@results_options
@click.option(
    "--resume", is_flag=True, help="Continue with the games that are kept beside the -o file, or in it."
)
@click.option(
    "--decide",
    type=FiniteRange(0.001, 100),
    metavar="SHOTS",
    help="Stop as soon as a sequential test says whether the first player needs SHOTS fewer than the second.",
)
@click.option("--plot", type=ONE_FILE, help="Draw the distributions (.png, .svg, .pdf).")
@force_option
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
    resume: bool,
    decide: float | None,
    plot: Path | None,
    force: bool,
) -> int:
    """Let computer players sink the same fleets, and compare them.

    Each player plays alone against every board. Two boards make two games of any two players, with the seats
    swapped. Ctrl-C stops and shows what has been played. The same seed gives the same results for any --jobs.

    With -o FILE each game is kept in FILE.games as soon as it has been played, until FILE is complete; --resume
    continues from there or from the complete FILE, and may add players or boards.
    """
    from battleship.arena import confine
    from battleship.arena.bot_player import contestants, refusal
    from battleship.arena.cluster import cluster
    from battleship.arena.plan import Plan
    from battleship.arena.plot import check_plotting
    from battleship.arena.plot import plot as drawn
    from battleship.arena.report import as_json
    from battleship.arena.sequential import Sequential
    from battleship.arena.tournament import INTERRUPTED, run
    from battleship.arena.worker_pool import in_process, processes
    from battleship.layouts.placing import STYLES
    from battleship.rules.board import check_fleet

    rules = chosen_rules(rules_name, size, fleet)
    specs = contestants(names(players))
    if not specs:
        raise PlayerError("--players needs at least one player")
    for spec in specs:
        reason = refusal(spec, rules)
        if reason is not None:
            who = "bot" if spec.command else "player"
            raise PlayerError(f"{who} {spec.name!r} does not play the rules {rules.name!r}: {reason}")
    chosen = tuple(spec.name for spec in specs)
    bots = {spec.name: spec for spec in specs if spec.command}
    if bots and dask is not None:
        raise click.UsageError("--dask is for players: a bot's program is on this machine; use --jobs")
    if bots and confine.missing():
        click.echo(f"note: {confine.missing()}", err=True)
    check_fleet(rules, STYLES[placement](rules, Random(0)))
    if resume and json_file is None:
        raise click.UsageError("--resume continues with the games kept beside the -o file; add -o FILE")
    if decide is not None and len(chosen) < 2:
        raise click.UsageError("--decide compares the first two players; name at least two")
    keep_distinct({"-o": json_file, "--plot": plot})
    require_picture(plot)
    for output in (json_file, plot):
        goes_on = resume and output is json_file
        claim(output, force=force or goes_on, pipes=output is json_file)
        require_writable(output)
    if plot is not None:
        check_plotting()
    plan = Plan(rules, chosen, games, seed, placement, bots)
    test = Sequential(chosen[0], chosen[1], decide) if decide is not None else None
    crew = cluster(dask) if dask is not None else in_process if jobs == 1 else processes(jobs)
    begun = time.monotonic()
    more = 0
    with _journal(json_file, plan, resume) as journal:
        with bars() as bar:
            table = run(plan, crew, bar("games", len(chosen) * games), journal, test)
        try:
            _show(table, time.monotonic() - begun, json_file)
        finally:  # also when nobody reads the table to its end
            if json_file is not None:
                try:
                    write({json_file: as_json(table)})
                except FileError as error:
                    if table.complete:
                        raise
                    click.echo(
                        str(error), err=True
                    )  # the disk is full; why the run stopped is still to be said
            if journal is not None and table.complete:
                more = journal.beyond(plan.players, plan.games)
                journal.close(delete=not more)
            if plot is not None and any(table.values(name) for name in chosen):
                write({plot: drawn(table, picture_format(plot))})
    if table.complete:
        if journal is not None and resume and not journal.added:
            click.echo(
                f"--resume: nothing was left to play; {json_file} already has all of these games", err=True
            )
        if journal is not None and more:
            click.echo(f"{more} games of other players or boards stay in {journal.path}", err=True)
        return 0
    kept = f"; the games are kept, continue with --resume: {journal.path}" if journal is not None else ""
    click.echo(f"{table.stopped}: the figures are of the games that were finished{kept}", err=True)
    return 130 if table.stopped == INTERRUPTED else 1


def _show(table: Table, seconds: float, json_file: Path | None) -> None:
    """Print the tables, unless standard output gets the results as JSON."""
    from battleship.arena.report import show

    if not is_standard_output(json_file):
        show(table, seconds)


@contextmanager
def _journal(json_file: Path | None, plan: Plan, resume: bool) -> Iterator[Journal | None]:
    """Yield where the games are kept: beside the file of the results, if there is to be one."""
    is_stream = json_file is None or json_file == STANDARD_OUTPUT or stream(json_file) is not None
    if json_file is None or is_stream or (json_file.exists() and not json_file.is_file()):
        yield None
        return
    from battleship.arena.journal import Journal, boards

    path = json_file.with_name(json_file.name + ".games")
    journal = Journal.open(path, boards(plan.rules, plan.placement, plan.seed), resume, json_file)
    if resume and not journal.outcomes:
        click.echo(f"--resume: there are no games for {json_file} yet; this is its first run", err=True)
    try:
        yield journal
    finally:
        journal.close()
