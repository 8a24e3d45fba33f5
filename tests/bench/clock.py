"""How predictable the original's fleets are: `python -m tests.bench.clock`. The figures of docs/clock.md."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import pairwise
from random import Random

from battleship.arena.match import shots_to_sink
from battleship.arena.statistics import summarise
from battleship.original.match import Match
from battleship.original.pace import MACHINES, PLACING_DRAWS
from battleship.players import BasePlayer
from battleship.players.clock import Clock
from battleship.players.exact import Exact
from battleship.players.marmsx import MarMsx
from battleship.players.matched import Matched
from battleship.posterior.clock import places
from battleship.rules import MARMSX, Cell
from battleship.rules.board import Board, Fleet, Ship
from msxkit.recording import Recording, load
from msxkit.rnd import INITIAL, SCALE, rnd_minus_time
from tests.conftest import RECORDINGS


def fleet(rows: list[str]) -> Fleet:
    """Return a fleet of a recording's `fleets`."""
    ships = []
    for row, line in enumerate(rows):
        column = 0
        while column < len(line):
            kind = MARMSX.ship_type(line[column])
            if kind is not None:
                ships.append(Ship(kind, Cell(row, column)))
            column += kind.length if kind is not None else 1
    return Fleet.of(MARMSX, ships)


def recorded(every: int) -> list[Recording]:
    """Return one in `every` of the recorded games of `battle.bas`."""
    games = [path for path in RECORDINGS if path.stem.startswith("game")]
    return [load(path) for path in games[::every]]


def apart(games: list[Recording]) -> Counter[int]:
    """Return how many interrupts the row was drawn after the column, over all ships but the first."""
    found: Counter[int] = Counter()
    for game in games:
        times = game.times[2:PLACING_DRAWS]
        found.update(b - a for a, b in zip(times[::2], times[1::2], strict=True))
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.bench.clock", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="one recorded game in so many (1)")
    parser.add_argument(
        "--starts", type=int, default=2000, help="games begun to count different fleets (2000)"
    )
    chosen = parser.parse_args(arguments)
    games = recorded(chosen.every)
    print("row drawn after the column by interrupts:", dict(apart(games)))
    steps = {
        (rnd_minus_time(b, INITIAL) - rnd_minus_time(a, INITIAL)) % SCALE
        for a, b in pairwise(range(10000, 65536))
    }
    print("RND(-(TIME+1)) less RND(-TIME), for TIME from 10000 on:", {step / SCALE for step in steps})
    drawn: Counter[tuple[str, ...]] = Counter()
    random = Random(1)
    for _ in range(chosen.starts):
        match = Match.drawn("battle", random)
        match.skip_draws()
        drawn[tuple(match.game.fleets()["computer"])] += 1
    print(f"{chosen.starts} games of battleship play: {len(drawn)} different fleets")
    shots: dict[str, list[int]] = {}
    found = 0
    for game in games:
        own, theirs = fleet(game.notes["fleets"]["player"]), fleet(game.notes["fleets"]["computer"])
        speed = MACHINES[game.recorded_on["machine"]]
        clock = Clock(MARMSX, Random(0), own=own, speed=speed)
        known = places(theirs) in map(frozenset, clock.left)
        found += known
        players: dict[str, BasePlayer] = {
            "clock": clock,
            "matched": Matched(MARMSX, Random(0)),
            "exact": Exact(MARMSX, Random(0)),
            "marmsx": MarMsx(MARMSX, Random(0)),
        }
        for name, player in players.items():
            shots.setdefault(name, []).append(shots_to_sink(player, Board.new(MARMSX, theirs), name))
        needed = ", ".join(f"{name} {own_shots[-1]}" for name, own_shots in shots.items())
        print(f"{game.name}: {'found' if known else 'not found'}; shots: {needed}", flush=True)
    print(f"the computer's fleet is among the guesses in {found} of {len(games)} recorded games")
    for name, own_shots in shots.items():
        summary = summarise(own_shots)
        print(f"{name}: {summary.mean:.1f} ± {summary.se:.1f} shots, median {summary.median:g}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
