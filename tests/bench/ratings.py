"""Whether the intervals of ratings are as wide as they should be: `python -m tests.bench.ratings`.

Many tournaments of the same players on different boards: how far their ratings lie apart, beside what the interval of
each tournament claims. The figures of docs/players.md; `--divide` draws more tournaments from the same boards.
"""

from __future__ import annotations

import argparse
import math
import sys
from itertools import combinations
from random import Random
from statistics import fmean, stdev

from battleship.arena.elo import Rating, bootstrap
from battleship.arena.plan import Plan
from battleship.arena.tournament import Table, run
from battleship.rules import named

#: Two-sided 95 % quantiles of Student's t by degrees of freedom (any table of them).
STUDENT = {9: 2.262, 19: 2.093, 29: 2.045, 39: 2.023, 49: 2.010}


Duels = dict[tuple[str, str], dict[int, tuple[float, int]]]


def played(tables: list[Table]) -> Duels:
    """For each pair of players and each two boards of all these tournaments: points of the first, and games."""
    duels: Duels = {}
    for number, table in enumerate(tables):
        for pair in combinations(table.plan.players, 2):
            duel = table.duel(*pair)
            assert duel is not None
            units = {number * table.plan.games + unit: (sum(won), 2) for unit, won in duel.pairs.items()}
            duels.setdefault(pair, {}).update(units)
    return duels


def divided(duels: Duels, size: int, times: int) -> list[dict[str, Rating]]:
    """Return the ratings of tournaments of `size` units each, into which all are divided, so many times, by chance."""
    units = sorted(next(iter(duels.values())))
    random = Random(5)
    found = []
    for _ in range(times):
        random.shuffle(units)
        for first in range(0, len(units) - size + 1, size):
            drawn = units[first : first + size]
            found.append(
                bootstrap({pair: {unit: duel[unit] for unit in drawn} for pair, duel in duels.items()})
            )
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.ratings", description="The intervals of ratings.")
    parser.add_argument("--rules", default="hasbro")
    parser.add_argument("--players", default="density,nxn-simple,react")
    parser.add_argument("--tournaments", type=int, default=70)
    parser.add_argument("--seed", type=int, default=1, help="of the first tournament")
    parser.add_argument(
        "--games",
        type=int,
        default=40,
        choices=[2 * (freedom + 1) for freedom in STUDENT],
        help="boards of a tournament",
    )
    parser.add_argument(
        "--divide",
        type=int,
        metavar="TIMES",
        help="play all boards from one seed, and divide them so many times",
    )
    chosen = parser.parse_args(arguments)
    rules, players, games = named(chosen.rules), tuple(chosen.players.split(",")), chosen.games
    if chosen.divide:
        duels = played([run(Plan(rules, players, games * chosen.tournaments, chosen.seed))])
        rated = divided(duels, games // 2, chosen.divide)
    else:
        seeds = range(chosen.seed, chosen.seed + chosen.tournaments)
        tables = [run(Plan(rules, players, games, seed)) for seed in seeds]
        duels, rated = played(tables), [table.ratings() for table in tables]
    whole = bootstrap(duels)
    wide = STUDENT[games // 2 - 1]
    print(f"{rules.name}, {len(rated)} tournaments of {games} boards")
    for name in players:
        found = [ratings[name] for ratings in rated]
        real = stdev(rating.elo for rating in found)
        claimed = fmean((rating.high - rating.low) / 2 / wide for rating in found)
        held = sum(rating.low <= whole[name].elo <= rating.high for rating in found)
        print(
            f"{name}: {whole[name].elo:+.0f} Elo; deviation {real:.1f} ± {real / math.sqrt(2 * (len(found) - 1)):.1f}, "
            f"claimed {claimed:.1f}; {held} of {len(found)} intervals hold the rating of all boards"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
