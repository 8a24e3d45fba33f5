"""A SKYNET tournament: every bot against every other, the pairings of a round side by side.

The outcome is a function of the bots and the seed, whatever the number of jobs: a bot is never in two pairings at
once and meets its opponents in a fixed order, so that also its state file goes through the same hands.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from battleship.arena.confine import Limits, adopt_orphans, descendants, die_with_parent
from battleship.arena.process import kill_all
from battleship.arena.referee import Game, play_game
from battleship.arena.seats import BotSpec, PlayerSeat, ProcessSeat, Seat
from battleship.arena.transcript import Message, write
from battleship.workers import processes
from msxkit.files import write_atomic


@dataclass(frozen=True, slots=True)
class Settings:
    """games: per pairing. timeout: seconds for each answer. folder: where the bots have theirs.

    record: where transcripts go, or None.
    """

    folder: Path
    games: int = 100
    timeout: float = 10.0
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games between two bots, which are numbers in the list of the tournament. remarks: on how they quit."""

    bots: tuple[int, int]
    games: tuple[Game, ...]
    remarks: tuple[str, str]


def rounds(bots: int) -> list[list[tuple[int, int]]]:
    """Round robin by the circle method: each pair once, each bot at most once a round; smaller number first."""
    places: list[int | None] = [*range(bots), *([None] if bots % 2 else [])]
    half = len(places) // 2
    found = []
    for _ in range(len(places) - 1):
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        found.append(sorted((min(a, b), max(a, b)) for a, b in pairs if a is not None and b is not None))
        places.insert(1, places.pop())
    return found


def play_tournament(
    bots: Sequence[BotSpec], settings: Settings, jobs: int, done: Callable[[Pairing], None]
) -> None:
    """Plays all pairings and hands each over as it ends, always in the same order."""
    if jobs == 1:
        for pairs in rounds(len(bots)):
            for pair in pairs:
                done(play_pairing(bots, pair, settings))
        return
    adopt_orphans()
    with processes(jobs, _start_worker) as pool:
        for pairs in rounds(len(bots)):
            futures = [pool.submit(play_pairing, bots, pair, settings) for pair in pairs]
            for future in futures:
                done(future.result())


def _start_worker() -> None:
    die_with_parent()
    # Ends the pairing under way, and the worker without a traceback; the parent says that it was interrupted.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(130))


def play_pairing(bots: Sequence[BotSpec], pair: tuple[int, int], settings: Settings) -> Pairing:
    """All games of one pairing; the bots take turns in going first. No process of theirs is left afterwards."""
    adopt_orphans()
    names = (bots[pair[0]].name, bots[pair[1]].name)
    seats = (_seat(bots, pair, 0, settings), _seat(bots, pair, 1, settings))
    games = []
    before = set(descendants(os.getpid()))
    try:
        for number in range(settings.games):
            messages: list[Message] = []
            game = play_game(seats, names, number % 2, lambda *said, to=messages: to.append(Message(*said)))
            games.append(game)
            if settings.record is not None:
                _record(settings.record, names, number, messages, game)
        remarks = (seats[0].close(), seats[1].close())
    finally:
        for seat in seats:
            if isinstance(seat, ProcessSeat):
                seat.kill()
        kill_all([process for process in descendants(os.getpid()) if process not in before])
    return Pairing(pair, tuple(games), remarks)


def _seat(bots: Sequence[BotSpec], pair: tuple[int, int], seat: int, settings: Settings) -> Seat:
    spec = bots[pair[seat]]
    text = f"{settings.seed} {pair[0]} {pair[1]} {seat}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])
    if spec.player:
        return PlayerSeat(spec.player, Random(seed))
    return ProcessSeat(spec, settings.folder / spec.name, settings.timeout, settings.limits, seed)


def _record(
    folder: Path, names: tuple[str, str], number: int, messages: Sequence[Message], game: Game
) -> None:
    place = folder / f"{names[0]}-{names[1]}"
    place.mkdir(parents=True, exist_ok=True)
    write_atomic(place / f"game-{number + 1:04d}.txt", write(names, messages, game).encode())
