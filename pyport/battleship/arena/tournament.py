"""Many games, shared out to an executor; the result does not depend on how many workers there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field
from itertools import combinations

from battleship.arena.elo import Rating, ratings
from battleship.arena.match import fleet_of, play_alone, points
from battleship.arena.statistics import Difference, Elo, Summary, elo, paired, summarise
from battleship.errors import PlayerError
from battleship.rules import Rules

#: Boards in one piece of work.
CHUNK = 10


@dataclass(frozen=True)
class Plan:
    """What is played: each player against the same boards 0 to games - 1 of a seed."""

    rules: Rules
    players: tuple[str, ...]
    games: int
    seed: int
    placement: str = "uniform"

    def chunks(self) -> Iterator[tuple[str, int, int]]:
        """(player, first board, board after the last one)."""
        for start in range(0, self.games, CHUNK):
            for name in self.players:
                yield name, start, min(start + CHUNK, self.games)


def play_chunk(plan: Plan, name: str, start: int, stop: int) -> list[int]:
    """The shots that a player needs on some boards. Runs in a worker."""
    return [
        play_alone(
            plan.rules, name, fleet_of(plan.rules, plan.placement, plan.seed, number), plan.seed, number
        )
        for number in range(start, stop)
    ]


@dataclass
class Table:
    """Shots by player and board, as far as they have been played."""

    plan: Plan
    shots: dict[str, dict[int, int]] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every player has played every board."""
        return all(len(self.shots.get(name, {})) == self.plan.games for name in self.plan.players)

    def values(self, name: str) -> list[int]:
        """Shots on each board played, in the order of the boards."""
        return [shots for _, shots in sorted(self.shots.get(name, {}).items())]

    def summary(self, name: str) -> Summary | None:
        """Of the shots of one player; None before it has played."""
        values = self.values(name)
        return summarise(values) if values else None

    def difference(self, one: str, other: str) -> Difference | None:
        """Shots of one less those of the other on the boards that both have played."""
        ones, others = self.shots.get(one, {}), self.shots.get(other, {})
        both = sorted(ones.keys() & others.keys())
        if not both:
            return None
        return paired([ones[number] for number in both], [others[number] for number in both])

    def duel(self, one: str, other: str) -> Duel | None:
        """Games of two players: boards 2i and 2i + 1 make two games with the seats swapped."""
        ones, others = self.shots.get(one, {}), self.shots.get(other, {})
        last_shot = self.plan.rules.last_shot
        pairs = []
        for even in range(0, self.plan.games - 1, 2):
            if all(number in shots for number in (even, even + 1) for shots in (ones, others)):
                # Who begins shoots at the odd board, in both games.
                first = points(ones[even + 1], others[even], last_shot)
                second = 1 - points(others[even + 1], ones[even], last_shot)
                pairs.append((first, second))
        return Duel(tuple(pairs)) if pairs else None

    def ratings(self) -> dict[str, Rating]:
        """Elo of all players by all their games; empty when none have met."""
        names = self.plan.players
        scores = {}
        for one, other in combinations(range(len(names)), 2):
            duel = self.duel(names[one], names[other])
            if duel is not None:
                scores[one, other] = (duel.score, duel.games - duel.score)
        return dict(zip(names, ratings(len(names), scores), strict=True)) if scores else {}


@dataclass(frozen=True)
class Duel:
    """Pairs of games on the same two boards: the points of one player when first and when second to shoot."""

    pairs: tuple[tuple[float, float], ...]

    @property
    def games(self) -> int:
        """How many games the pairs make."""
        return 2 * len(self.pairs)

    @property
    def score(self) -> float:
        """Points of the player in all games, 0 to `games`."""
        return sum(map(sum, self.pairs))

    def count(self, value: float) -> int:
        """Games in which the player scored `value`: 1 won, 0.5 drawn, 0 lost."""
        return sum(pair.count(value) for pair in self.pairs)

    @property
    def elo(self) -> Elo:
        """The rating difference that the score of each pair tells, with its interval."""
        return elo([sum(pair) / 2 for pair in self.pairs])


def run(plan: Plan, executor: Executor, advance: Callable[[int], None] = lambda games: None) -> Table:
    """Plays the plan. `advance` hears how many games have just been finished.

    On KeyboardInterrupt what is done is kept: the table is returned incomplete.
    """
    for name in plan.players:
        if plan.players.count(name) > 1:
            raise PlayerError(f"player {name!r} is named twice; a player meets others, not itself")
    table = Table(plan)
    waiting: dict[Future[list[int]], tuple[str, int, int]] = {}

    def keep(future: Future[list[int]]) -> None:
        name, start, stop = waiting.pop(future)
        table.shots.setdefault(name, {}).update(zip(range(start, stop), future.result(), strict=True))
        advance(stop - start)

    try:
        for chunk in plan.chunks():
            future = executor.submit(play_chunk, plan, *chunk)
            waiting[future] = chunk
            if future.done():
                keep(future)
        for future in as_completed(list(waiting)):
            keep(future)
    except KeyboardInterrupt:
        for future in list(waiting):
            if not future.cancel() and future.done():
                keep(future)
    return table
