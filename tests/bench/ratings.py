"""Whether the intervals of ratings are as wide as they should be: `python -m tests.bench.ratings`.

Many tournaments of the same players on different boards: how far their ratings lie apart, beside what the interval of
each tournament claims. The figures of docs/players.md.
"""

from __future__ import annotations

import argparse
import math
import sys
from itertools import combinations
from statistics import fmean, stdev

from battleship.arena.elo import Rating, bootstrap
from battleship.arena.plan import Plan
from battleship.arena.tournament import Table, run
from battleship.rules import named

#: Two-sided 95 % quantiles of Student's t by degrees of freedom (any table of them).
STUDENT = {9: 2.262, 19: 2.093, 29: 2.045, 39: 2.023, 49: 2.010}


def truth(tables: list[Table]) -> dict[str, Rating]:
    """The ratings on the boards of all tournaments together."""
    duels: dict[tuple[str, str], dict[int, tuple[float, int]]] = {}
    for number, table in enumerate(tables):
        for pair in combinations(table.plan.players, 2):
            duel = table.duel(*pair)
            assert duel is not None
            units = {number * table.plan.games + unit: (sum(won), 2) for unit, won in duel.pairs.items()}
            duels.setdefault(pair, {}).update(units)
    return bootstrap(duels)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.ratings", description="The intervals of ratings.")
    parser.add_argument("--rules", default="hasbro")
    parser.add_argument("--players", default="density,nxn-simple,react")
    parser.add_argument("--seeds", type=int, default=70)
    parser.add_argument(
        "--games",
        type=int,
        default=40,
        choices=[2 * (freedom + 1) for freedom in STUDENT],
        help="boards of a seed",
    )
    chosen = parser.parse_args(arguments)
    players = tuple(chosen.players.split(","))
    tables = [
        run(Plan(named(chosen.rules), players, chosen.games, seed)) for seed in range(1, chosen.seeds + 1)
    ]
    rated = [table.ratings() for table in tables]
    whole = truth(tables)
    wide = STUDENT[chosen.games // 2 - 1]
    print(f"{chosen.rules}, {chosen.seeds} tournaments of {chosen.games} boards")
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
