"""A SKYNET tournament: every bot against every other, the pairings of a round side by side.

The outcome is a function of the bots and the seed, whatever the number of jobs: a bot is never in two pairings at
once and meets its opponents in a fixed order, so the file in which it remembers things grows in that order too.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, count
from multiprocessing import active_children, get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from battleship.arena.confine import Limits, adopt_orphans, descendants, die_with_parent
from battleship.arena.process import kill_all
from battleship.arena.referee import RefereedGame, play_game
from battleship.arena.seats import BotSpec, PlayerSeat, ProcessSeat, Seat
from battleship.arena.transcript import Message, write
from battleship.workers import Pipe, processes, starting
from msxkit.cli import Ended
from msxkit.written import save


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament.

    Attributes:
        folder: The folder that holds the bots' own folders.
        games: How many games each pairing plays.
        timeout: How many seconds a bot has for each answer.
        seed: The seed of our own players.
        limits: What a bot's process may use.
        record: The folder for transcripts, or None.
    """

    folder: Path
    games: int = 100
    timeout: float = 10.0
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games between two bots, which are numbers in the list of the tournament.

    A pairing that was interrupted has the games that had been played.

    Attributes:
        remarks: Remarks on how the bots quit.
    """

    bots: tuple[int, int]
    games: tuple[RefereedGame, ...]
    remarks: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What was played.

    Attributes:
        interruption: What ended it before all was played, or None.
    """

    pairings: tuple[Pairing, ...]
    interruption: BaseException | None = None

    @property
    def games(self) -> int:
        """Games of all pairings."""
        return sum(len(pairing.games) for pairing in self.pairings)


def rounds(bots: int) -> list[list[tuple[int, int]]]:
    """Return a round robin by the circle method: each pair once, each bot at most once a round; smaller
    number first.
    """
    places: list[int | None] = [*range(bots), *([None] if bots % 2 else [])]
    half = len(places) // 2
    found = []
    for _ in range(len(places) - 1):
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        found.append(sorted((min(a, b), max(a, b)) for a, b in pairs if a is not None and b is not None))
        places.insert(1, places.pop())
    return found


#: Called with each game as it ends: which bots, and the game.
Heard = Callable[[tuple[int, int], RefereedGame], None]


def play_tournament(
    bots: Sequence[BotSpec], settings: Settings, jobs: int, heard: Heard = lambda pair, game: None
) -> Tournament:
    """Play all pairings; the result has them in the same order for any number of jobs.

    On KeyboardInterrupt, or a signal to end, all bots are ended and what has been played is kept.
    """
    played: dict[tuple[int, int], Pairing] = {}

    def hear(pair: tuple[int, int], game: RefereedGame) -> None:
        before = played.get(pair, Pairing(pair, (), ("", "")))
        played[pair] = replace(before, games=(*before.games, game))
        heard(pair, game)

    adopt_orphans()
    interruption: BaseException | None = None
    try:
        if jobs == 1:
            for pairs in rounds(len(bots)):
                for pair in pairs:
                    played[pair] = play_pairing(bots, pair, settings, hear)
        else:
            _play_side_by_side(bots, settings, jobs, played, hear)
    except (KeyboardInterrupt, Ended) as error:
        interruption = error
    order = [pair for pairs in rounds(len(bots)) for pair in pairs]
    return Tournament(tuple(played[pair] for pair in order if pair in played), interruption)


def _play_side_by_side(
    bots: Sequence[BotSpec],
    settings: Settings,
    jobs: int,
    played: dict[tuple[int, int], Pairing],
    hear: Heard,
) -> None:
    context = get_context("spawn")
    news, writer = context.Pipe(duplex=False)
    with starting():
        lock = context.Lock()  # starts the process that gives back what such locks take
    with processes(jobs, partial(_start_worker, writer, lock)) as pool:
        try:
            for pairs in rounds(len(bots)):
                futures = [pool.submit(_play_in_worker, bots, pair, settings) for pair in pairs]
                left = len(pairs) * settings.games
                while left and not any(future.done() and future.exception() for future in futures):
                    if news.poll(0.1):
                        hear(*news.recv())
                        left -= 1
                for pair, future in zip(pairs, futures, strict=True):
                    played[pair] = future.result()
        except (KeyboardInterrupt, Ended):
            # Those under way end their bots first; see `_start_worker`.
            for worker in active_children():
                worker.terminate()
            while news.poll(0.1):
                hear(*news.recv())
            raise


class _News(NamedTuple):
    """In a worker: the queue for games, and the lock for messages."""

    writer: Pipe
    lock: AbstractContextManager[bool]


_news: _News | None = None


def _start_worker(writer: Pipe, lock: AbstractContextManager[bool]) -> None:
    global _news
    _news = _News(writer, lock)
    die_with_parent()
    # Ends the pairing under way, and the worker without a traceback; the parent says that it was interrupted.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(130))


def _play_in_worker(bots: Sequence[BotSpec], pair: tuple[int, int], settings: Settings) -> Pairing:
    def tell(pair: tuple[int, int], game: RefereedGame) -> None:
        assert _news is not None
        with _news.lock:
            _news.writer.send((pair, game))

    return play_pairing(bots, pair, settings, tell)


def play_pairing(
    bots: Sequence[BotSpec], pair: tuple[int, int], settings: Settings, heard: Heard = lambda pair, game: None
) -> Pairing:
    """Play all games of one pairing; the bots take turns in going first. No process of theirs is left afterwards."""
    adopt_orphans()
    names = (bots[pair[0]].name, bots[pair[1]].name)
    seats = (_seat(bots, pair, 0, settings), _seat(bots, pair, 1, settings))
    games = []
    before = set(descendants(os.getpid()))
    try:
        for number in range(settings.games):
            messages: list[Message] = []
            game = play_game(seats, names, number % 2, lambda *said, to=messages: to.append(Message(*said)))
            if settings.record is not None:
                place = settings.record / pair_names(bots)[pair]
                _record(place, names, number, messages, game)
            games.append(game)
            heard(pair, game)
        remarks = (seats[0].close(), seats[1].close())
    finally:
        for seat in seats:
            if isinstance(seat, ProcessSeat):
                seat.kill()
        kill_all([process for process in descendants(os.getpid()) if process not in before])
    return Pairing(pair, tuple(games), remarks)


def pair_names(bots: Sequence[BotSpec]) -> dict[tuple[int, int], str]:
    """Return a name for each pairing, `ONE-OTHER`; with a number after it where two names would be equal."""
    names: dict[tuple[int, int], str] = {}
    for pair in combinations(range(len(bots)), 2):
        plain = f"{bots[pair[0]].name}-{bots[pair[1]].name}"
        free = (f"{plain}-{number}" if number > 1 else plain for number in count(1))
        names[pair] = next(name for name in free if name not in names.values())
    return names


def _seat(bots: Sequence[BotSpec], pair: tuple[int, int], seat: int, settings: Settings) -> Seat:
    spec = bots[pair[seat]]
    text = f"{settings.seed} {pair[0]} {pair[1]} {seat}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])
    if spec.player:
        return PlayerSeat(spec.player, Random(seed))
    return ProcessSeat(spec, settings.folder / spec.name, settings.timeout, settings.limits, seed)


def recorded_games(settings: Settings, bots: Sequence[BotSpec]) -> Iterator[Path]:
    """Yield the files that a tournament with `record` writes."""
    if settings.record is not None:
        for name in pair_names(bots).values():
            for number in range(settings.games):
                yield settings.record / name / game_name(number)


def game_name(number: int) -> str:
    """Return the name of the transcript of a game."""
    return f"game-{number + 1:04d}.txt"


def _record(
    place: Path, names: tuple[str, str], number: int, messages: Sequence[Message], game: RefereedGame
) -> None:
    place.mkdir(parents=True, exist_ok=True)
    save(place / game_name(number), write(names, messages, game).encode())
