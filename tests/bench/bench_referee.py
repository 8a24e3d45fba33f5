"""SKYNET referee: games per second

Random players, so that the referee's own work is what takes the time: a game has about 190 shots.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from battleship.arena.round_robin import Settings, play_pairing
from battleship.arena.seats import parse_bots
from tests.bench import Figure

_BOT = shlex.join([sys.executable, "-c", "from battleship.cli import main; main(['bot', 'random'])"])


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
