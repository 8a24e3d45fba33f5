"""Whether `rollout` beats `exact`: `python -m tests.bench.rollout --rules hasbro --games N --seed S`.

Two estimates of the shots saved, from the same fresh boards:
- paired: shots of `exact` less shots of `rollout` on each board;
- expected: each choice of `rollout` that differs saves a known number of shots on average over all layouts left;
  the sum along a game has the same mean as the paired difference and much less chance in it (a position met before
  in this run is not weighed again, which can only make it smaller).
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from battleship.arena.match import fleet_of, shots_to_sink
from battleship.arena.statistics import paired
from battleship.players.exact import Exact
from battleship.players.rollout import Rollout
from battleship.rules import named
from battleship.rules.board import Board


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.rollout", description="Whether rollout beats exact.")
    parser.add_argument("--rules", default="hasbro")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    rules = named(chosen.rules)
    exact, rollout, gains = [], [], []
    for number in range(chosen.games):
        board = Board.new(rules, fleet_of(rules, "uniform", chosen.seed, number))
        exact.append(shots_to_sink(Exact(rules, Random(0)), board, "exact"))
        player = Rollout(rules, Random(0))
        rollout.append(shots_to_sink(player, board, "rollout"))
        gains.append(player.gain)
    for name, difference in (
        ("paired", paired(exact, rollout)),
        ("expected", paired(gains, [0.0] * len(gains))),
    ):
        print(
            f"{rules.name}, {difference.n} boards, shots saved, {name}: "
            f"{difference.mean:+.3f} ± {difference.se:.3f} ({difference.sigmas:.1f} standard errors)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
