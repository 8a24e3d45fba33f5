"""Exact posteriors: time of a count, of a move of `exact` and `rollout`, memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import fmean

from battleship.layouts.placing import uniform
from battleship.players import create
from battleship.posterior import exact
from battleship.rules import HASBRO, MARMSX, Rules
from battleship.rules.board import Board, View
from tests.bench import Figure, best_of

GAMES = 8


def measure() -> Iterator[Figure]:
    for rules in (MARMSX, HASBRO):
        exact(View(rules))  # tables of the rules are built once
        seconds = best_of(partial(exact, View(rules)), times=1)
        total = f"{exact(View(rules)).total:,.0f} layouts"
        yield Figure(f"{rules.name}: count of the empty board", f"{1000 * seconds:.0f} ms", total)
    for rules, limit in ((MARMSX, "limit: 10 ms, worst 100 ms"), (HASBRO, "limit: 20 ms")):
        for name in ("exact", "rollout"):
            moves = _moves(rules, name)
            value = f"{1000 * fmean(moves):.1f} ms, worst {1000 * max(moves):.0f} ms"
            yield Figure(f"{rules.name}: a move of {name}", value, limit if name == "exact" else "")
    most = max(_memory(rules) for rules in (MARMSX, HASBRO))
    yield Figure("memory of battleship arena with exact, the more of both", f"{most} MB", "limit: 300 MB")


def _memory(rules: Rules) -> int:
    """Most memory of an arena's process, in MB. Not by getrusage: it counts what the parent had before the exec."""
    arena = ["arena", "--rules", rules.name, "--players", "exact", "--games", str(GAMES)]
    code = (
        f"from battleship.cli import main; main({arena})\n"
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1]) // 1024


def _moves(rules: Rules, name: str) -> list[float]:
    """Processor time of each move on fresh boards, with the opening book and nothing else known."""
    times = []
    for number in range(GAMES):
        board = Board.new(rules, uniform(rules, Random(f"bench:{number}")))
        player = create(name, rules, Random(number))
        while not board.lost:
            begun = time.thread_time()
            cell = player.shoot(board.view)
            times.append(time.thread_time() - begun)
            board, result = board.fire(cell)
            player.observe(result)
    return times
