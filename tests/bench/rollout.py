"""What `rollout` saves beside `exact`: `python -m tests.bench.rollout --rules hasbro --games N`.

Whenever `rollout` chooses another square than `exact`, the shots that this saves on average over all layouts left
are known, for every one has been played out. The sum along a game has the same mean as the paired difference of the
two players on the same board, and far less chance in it. Each game is kept in a journal, and the same command goes on
from there.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from statistics import fmean

from battleship.arena.journal import Journal, boards
from battleship.arena.match import MatchOutcome, fleet_of
from battleship.arena.statistics import summarise
from battleship.players import create
from battleship.rules import named
from battleship.rules.board import Board

#: The boards of the figures in docs/players.md: seeds fixed before any of them was played, and used for nothing else.
SEEDS = {"hasbro": 20261826, "marmsx": 20261827}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.rollout", description="What rollout saves.")
    parser.add_argument("--rules", default="hasbro", choices=SEEDS)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, help="by default that of the figures in docs/players.md")
    parser.add_argument("--journal", type=Path, help="where the games are kept")
    chosen = parser.parse_args(arguments)
    rules = named(chosen.rules)
    seed = SEEDS[rules.name] if chosen.seed is None else chosen.seed
    path = chosen.journal or Path("build") / f"rollout-{rules.name}-{seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(path, boards(rules, "uniform", seed), resume=True)
    outcomes = journal.outcomes.setdefault("rollout", {})
    seconds: list[float] = []
    waits: list[float] = []
    for number in range(chosen.games):
        if number in outcomes:
            continue
        player = create("rollout", rules, Random(0))
        board = Board.new(rules, fleet_of(rules, "uniform", seed, number))
        while not board.lost:
            begun, clock = time.process_time(), time.perf_counter()
            cell = player.shoot(board.view)
            board, result = board.fire(cell)
            player.observe(result)
            seconds.append(time.process_time() - begun)
            waits.append(time.perf_counter() - clock)
        outcomes[number] = MatchOutcome(len(board.view.results), player.saved)
        journal.add("rollout", number, outcomes[number])
    journal.close()
    played = [outcomes[number] for number in range(chosen.games)]
    saved = summarise([outcome.saved or 0.0 for outcome in played])
    shots = summarise([outcome.shots for outcome in played])
    print(
        f"{rules.name}, {saved.n} boards of seed {seed}: rollout saves {saved.mean:.3f} ± {saved.se:.3f} "
        f"shots a game by exact expectation; it needed {shots.mean:.2f} ± {shots.se:.2f}"
    )
    if seconds:
        for what, times in (("processor time", seconds), ("waiting", waits)):
            print(
                f"{what} for a move: {1000 * fmean(times):.1f} ms, "
                f"worst {1000 * max(times):.0f} ms over {len(times)} moves"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
