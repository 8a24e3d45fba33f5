"""SKYNET referee: games per second

Random players, so that the referee's own work is what takes the time: a game has about 190 shots.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from battleship.arena.round_robin import Settings, play_pairing
from battleship.arena.seats import parse_bots
from tests.bench import Figure

_BOT = shlex.join([sys.executable, "-c", "from battleship.cli import main; main(['bot', 'random'])"])


_ANSWERS = ["N opponent", *["F", "M", "O A0"] * 20]


def measure() -> Iterator[Figure]:
    for what, bot, games in (
        ("two of our players in process", "builtin:random", 100),
        ("two bots as processes", f"bot={_BOT}", 30),
    ):
        with tempfile.TemporaryDirectory() as folder:
            bots = parse_bots([bot, bot])
            start = time.perf_counter()
            pairing = play_pairing(bots, (0, 1), Settings(Path(folder), games, seed=1))
            seconds = time.perf_counter() - start
        shots = sum(sum(game.shots) for game in pairing.games)
        yield Figure(
            what,
            f"{games / seconds:.1f} games/s",
            f"{shots / seconds:,.0f} shots/s, {games} games, one pairing",
        )
    for player in ("random", "exact"):
        start, answers = _bot_times(player)
        yield Figure(
            f"battleship bot {player}: an answer",
            f"{1000 * sorted(answers)[len(answers) // 2]:.2f} ms",
            f"median; slowest {1000 * max(answers):.0f} ms, ready {1000 * start:.0f} ms after its start",
        )


def _bot_times(player: str) -> tuple[float, list[float]]:
    """Return seconds from the start of a bot's process to its first `>`, and of each answer to N and F."""
    code = f"from battleship.cli import main; main(['bot', '{player}'])"
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.read(1)
        ready = time.perf_counter() - begun
        answers = []
        for message in _ANSWERS:
            begun = time.perf_counter()
            print(message, file=process.stdin, flush=True)
            if message[0] in "NF":
                process.stdout.readline()
                answers.append(time.perf_counter() - begun)
            process.stdout.read(1)
        print("K", file=process.stdin, flush=True)
    return ready, answers
