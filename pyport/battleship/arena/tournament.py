"""Many games, played by a crew; the result does not depend on who is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

from battleship.arena.elo import Rating, bootstrap
from battleship.arena.journal import Journal, Outcomes
from battleship.arena.match import MatchOutcome, points
from battleship.arena.plan import Plan
from battleship.arena.sequential import Sequential, Trial, Verdict
from battleship.arena.statistics import Difference, Elo, Summary, elo, paired, summarise
from battleship.arena.worker_pool import Crew, in_process
from battleship.errors import BotFaultError, JournalError, LostWorkersError
from battleship.players import baseline

#: Why a table stopped after Ctrl-C.
INTERRUPTED = "interrupted"


@dataclass
class Table:
    """Outcomes by player and board, as far as they have been played.

    Attributes:
        boards: How many count, fewer than planned when a test was decided.
        stopped: Why not all of them have been played; empty when they have.
        shot_now: Shots of the games that were not resumed.
    """

    plan: Plan
    outcomes: Outcomes = field(default_factory=dict)
    test: Sequential | None = None
    verdict: Verdict | None = None
    stopped: str = ""
    shot_now: int = 0

    @property
    def boards(self) -> int:
        decided = self.verdict is not None and self.verdict.better is not None
        return self.verdict.boards if decided and self.verdict else self.plan.games

    @property
    def complete(self) -> bool:
        """Whether every player has played every board that counts."""
        return all(len(self.shots(name)) == self.boards for name in self.plan.players)

    def played(self, name: str) -> dict[int, MatchOutcome]:
        """Return the outcomes that count, by board, ascending."""
        outcomes = self.outcomes.get(name, {})
        return {number: outcomes[number] for number in range(self.boards) if number in outcomes}

    def shots(self, name: str) -> dict[int, int]:
        """Return the shots of the player by board."""
        return {number: outcome.shots for number, outcome in self.played(name).items()}

    def values(self, name: str) -> list[int]:
        """Return the shots on each board played, in the order of the boards."""
        return list(self.shots(name).values())

    def summary(self, name: str) -> Summary | None:
        """Return a summary of the shots of one player; None before it has played."""
        values = self.values(name)
        return summarise(values) if values else None

    def saved(self, name: str) -> dict[int, float]:
        """Return what the player saves on average compared with its baseline, by board, as far as it knows."""
        played = self.played(name).items()
        return {number: outcome.saved for number, outcome in played if outcome.saved is not None}

    def difference(self, one: str, other: str) -> Difference | None:
        """Return the shots of one less those of the other on the boards that both have played."""
        ones, others = self.shots(one), self.shots(other)
        both = sorted(ones.keys() & others.keys())
        if not both:
            return None
        return paired([ones[number] for number in both], [others[number] for number in both])

    def expected(self, one: str, other: str) -> Difference | None:
        """Return the difference by exact expectation, when one of them improves the other's play and knows
        by how much.
        """
        for name, base, sign in ((one, other, -1.0), (other, one, 1.0)):
            saved = list(self.saved(name).values()) if baseline(name) == base else []
            if saved:
                return paired([sign * value for value in saved], [0.0] * len(saved))
        return None

    def duel(self, one: str, other: str) -> MatchPair | None:
        """Return the games of two players: boards 2i and 2i + 1 make two games with the seats swapped."""
        ones, others = self.shots(one), self.shots(other)
        last_shot = self.plan.rules.last_shot
        pairs = {}
        for even in range(0, self.boards - 1, 2):
            if all(number in shots for number in (even, even + 1) for shots in (ones, others)):
                # Who begins shoots at the odd board, in both games.
                first = points(ones[even + 1], others[even], last_shot)
                second = 1 - points(others[even + 1], ones[even], last_shot)
                pairs[even // 2] = (first, second)
        return MatchPair(pairs) if pairs else None

    def ratings(self) -> dict[str, Rating]:
        """Return the Elo ratings of all players from all their games; a player without games has none."""
        duels = {}
        for one, other in combinations(self.plan.players, 2):
            duel = self.duel(one, other)
            if duel is not None:
                duels[one, other] = {unit: (sum(pair), 2) for unit, pair in duel.pairs.items()}
        return bootstrap(duels)


@dataclass(frozen=True)
class MatchPair:
    """The games of two players.

    Attributes:
        pairs: The points of one player for each pair of boards: when it shoots first, and when it shoots second.
    """

    pairs: dict[int, tuple[float, float]]

    @property
    def games(self) -> int:
        """How many games the pairs make."""
        return 2 * len(self.pairs)

    @property
    def score(self) -> float:
        """Points of the player in all games, 0 to `games`."""
        return sum(map(sum, self.pairs.values()))

    def count(self, value: float) -> int:
        """Return the games in which the player scored `value`: 1 won, 0.5 drawn, 0 lost."""
        return sum(pair.count(value) for pair in self.pairs.values())

    @property
    def elo(self) -> Elo:
        """Return the rating difference that the score of each pair shows, with its interval."""
        return elo([sum(pair) / 2 for pair in self.pairs.values()])


class _Judge:
    """A judge that looks at the boards of a test in order, whatever order they come in: the verdict is the same for any
    crew.
    """

    def __init__(self, test: Sequential, outcomes: Outcomes) -> None:
        self._test, self._outcomes = test, outcomes
        self._trial = Trial(test)
        self._known = baseline(test.one) == test.other

    def look(self) -> Verdict:
        ones, others = (self._outcomes.get(name, {}) for name in (self._test.one, self._test.other))
        verdict = self._trial.verdict
        while verdict.better is None and verdict.boards in ones and verdict.boards in others:
            one, other = ones[verdict.boards], others[verdict.boards]
            saved = (one.saved or 0.0) if self._known else float(other.shots - one.shots)
            verdict = self._trial.add(saved)
        return verdict


class _DecidedError(Exception):
    """The test has its verdict: nothing waits for the games still under way."""


def run(
    plan: Plan,
    crew: Crew = in_process,
    advance: Callable[[int], None] = lambda games: None,
    journal: Journal | None = None,
    test: Sequential | None = None,
) -> Table:
    """Play the plan. `advance` receives the number of games just finished.

    Args:
        journal: Where each game is kept; what it holds already is not played again.
        test: Ends the tournament when it is decided.

    On KeyboardInterrupt, when the workers are lost, when a bot fails and when the disk is full, what is done is kept:
    the table says why it is not complete.
    """
    outcomes = journal.outcomes if journal is not None else {}
    table = Table(plan, outcomes, test)
    judge = _Judge(test, outcomes) if test is not None else None
    advance(sum(len(table.played(name)) for name in plan.players))

    def look() -> None:
        if judge is not None and (table.verdict is None or table.verdict.better is None):
            table.verdict = judge.look()
            if table.verdict.better is not None:
                raise _DecidedError

    def keep(name: str, number: int, outcome: MatchOutcome) -> None:
        outcomes.setdefault(name, {})[number] = outcome
        table.shot_now += outcome.shots
        if journal is not None:
            journal.add(name, number, outcome)
        advance(1)
        look()

    try:
        try:
            look()
            crew(plan, plan.tasks(outcomes), keep)
        except _DecidedError:
            # Other players may still lack boards that count.
            rest = replace(plan, games=table.boards)
            crew(rest, rest.tasks(outcomes), keep)
    except KeyboardInterrupt:
        table.stopped = INTERRUPTED
    except (LostWorkersError, JournalError, BotFaultError) as error:
        table.stopped = str(error)
    return table
