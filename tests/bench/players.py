"""Every player against the same boards: `make bench-players`, or `python -m tests.bench.players --games N`."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from random import Random
from statistics import fmean

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from battleship.arena.match import fleet_of
from battleship.arena.statistics import paired, summarise
from battleship.players import TABLE, create, player_class
from battleship.rules import Rules, named
from battleship.rules.board import Board, Fleet

#: The player that all others are compared with.
AGAINST = "exact"


@dataclass
class Played:
    """The games of a player.

    Attributes:
        shots: The shots on each board.
        seconds: The processor time of each move.
    """

    shots: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def play(self, rules: Rules, name: str, fleet: Fleet, random: Random) -> None:
        player = create(name, rules, random)
        board = Board.new(rules, fleet)
        while not board.lost:
            begun = time.thread_time()
            cell = player.shoot(board.view)
            board, result = board.fire(cell)
            player.observe(result)
            self.seconds.append(time.thread_time() - begun)
        self.shots.append(len(board.view.results))


def measure(rules: Rules, games: int, seed: int, placement: str, console: Console) -> Table:
    """Return the table of all players that play these rules, each against boards 0 to games - 1 of the seed."""
    players = [name for name in TABLE if player_class(name).refuses(rules) is None]
    played = {name: Played() for name in players}
    title = f"{rules.name}, {games} {placement} boards, seed {seed}"
    for number in track(
        range(games), title, console=console, transient=True, disable=not console.is_terminal
    ):
        fleet = fleet_of(rules, placement, seed, number)
        for name in players:
            played[name].play(rules, name, fleet, Random(f"{seed}:{name}:{number}"))
    table = Table(
        title=title,
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        caption="less exact: mean of the paired differences ± its standard error; ms: processor time of a move",
    )
    table.add_column("player", no_wrap=True)
    headings = ["shots", "SE", "median", "5-95 %", "most", "ms", "worst"]
    if AGAINST in played:
        headings.insert(5, f"less {AGAINST}")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for name, own in played.items():
        summary = summarise(own.shots)
        row = [
            f"{summary.mean:.2f}",
            f"{summary.se:.2f}",
            f"{summary.median:g}",
            f"{summary.percentiles[5]:.0f}-{summary.percentiles[95]:.0f}",
            f"{summary.most:g}",
            f"{1000 * fmean(own.seconds):.2f}",
            f"{1000 * max(own.seconds):.0f}",
        ]
        if AGAINST in played:
            difference = paired(own.shots, played[AGAINST].shots)
            row.insert(5, "" if name == AGAINST else f"{difference.mean:+.2f} ± {difference.se:.2f}")
        table.add_row(name, *row)
    return table


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.players", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="boards under each rule set (60)")
    parser.add_argument("--seed", type=int, default=1, help="the boards follow from it (1)")
    parser.add_argument("--rules", nargs="+", default=["marmsx", "hasbro"], metavar="NAME")
    parser.add_argument("--placement", default="uniform", choices=["uniform", "scatter", "marmsx", "react"])
    chosen = parser.parse_args(arguments)
    if chosen.games < 2:
        parser.error("--games is 2 or more: a standard error needs two boards")
    console = Console()
    for name in chosen.rules:
        console.print(measure(named(name), chosen.games, chosen.seed, chosen.placement, console))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
