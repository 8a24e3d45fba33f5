"""Pieces of the work for several processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import TYPE_CHECKING

from tests.scale import covered

if TYPE_CHECKING:
    from tests.scale.games import Totals

#: Games that a process takes at a time, and pieces that wait for each.
_CHUNK = 50
_AHEAD = 3


def begin() -> None:
    """Begin a worker: the port is watched before anything imports it."""
    covered.start()
    from battleship.workers import begin_worker

    begin_worker()


def _compared(numbers: range, seed: int) -> Totals:
    """Run in a worker."""
    from tests.scale.games import compare

    return compare(numbers, seed)


def pieces(executor: Executor, first: int, games: int, seed: int, jobs: int) -> Iterator[Totals]:
    """Yield the totals of each piece as it is done."""
    left = iter(range(first, first + games, _CHUNK))
    waiting: set[Future[Totals]] = set()
    while True:
        while len(waiting) < _AHEAD * jobs and (start := next(left, None)) is not None:
            numbers = range(start, min(start + _CHUNK, first + games))
            waiting.add(executor.submit(_compared, numbers, seed))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
