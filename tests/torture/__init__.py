"""Torture: what happens to a user's work when inputs, disks, processes and people misbehave.

`torture_*.py` yield `Row`s; `python -m tests.torture [NAME...]` prints them as tables, and `make torture` keeps those
in docs/notes/reliability.md. The first line of a chapter's docstring is its heading, the rest says what must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeVar

_Case = TypeVar("_Case")


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a case.

    Attributes:
        failures: What must not be, with what was tried.
        seconds, megabytes: What it took, if that is measured.
        tries: How many it counts for.
    """

    failures: list[str]
    seconds: float = 0.0
    megabytes: float = 0.0
    tries: int = 1


@dataclass(slots=True)
class Row:
    """What was tried, how often, every failure, and the most that a trial took."""

    what: str
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    megabytes: float = 0.0

    def add(self, trial: Trial) -> None:
        """Count a trial."""
        self.tried += trial.tries
        self.failures += trial.failures
        self.seconds = max(self.seconds, trial.seconds)
        self.megabytes = max(self.megabytes, trial.megabytes)

    @property
    def figure(self) -> str:
        """The worst measurements, in words."""
        figures = [f"{self.seconds:.{1 + (self.seconds < 1)}f} s"] if self.seconds else []
        return ", ".join(figures + [f"{self.megabytes:.0f} MB"] * bool(self.megabytes))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried.

    Attributes:
        scale: 1 for the table in the docs, less for the tests.
        seed: The seed of everything random.
        jobs: Processes that share the work.
    """

    scale: float = 1.0
    seed: int = 1
    jobs: int = 1

    def of(self, count: int) -> int:
        """Return how many tries `count` becomes, at least one."""
        return max(1, round(count * self.scale))


def rows(
    effort: Effort, trial: Callable[[_Case], Trial], cases: Iterable[tuple[str, _Case]]
) -> Iterator[Row]:
    """Try cases, each with the name of its row, and yield each row when its last case is done."""
    given = list(cases)
    last = {name: number for number, (name, _) in enumerate(given)}
    made: dict[str, Row] = {}
    for number, ((name, _), found) in enumerate(zip(given, _results(effort.jobs, trial, given), strict=True)):
        made.setdefault(name, Row(name)).add(found)
        if number == last[name]:
            yield made[name]


def _results(jobs: int, trial: Callable[[_Case], Trial], given: list[tuple[str, _Case]]) -> Iterator[Trial]:
    if jobs == 1 or len(given) == 1:
        yield from (trial(case) for _, case in given)
        return
    # Forked workers have the cases already, and everything that has been imported.
    with ProcessPoolExecutor(min(jobs, len(given)), get_context("fork"), _begin, (trial, given)) as pool:
        yield from pool.map(_number, range(len(given)))


_given: list[Any] = []


def _begin(*given: Any) -> None:
    _given[:] = given


def _number(number: int) -> Trial:
    trial, cases = _given
    found: Trial = trial(cases[number][1])
    return found
