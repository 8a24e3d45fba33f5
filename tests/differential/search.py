"""Many random programs by several processes: how many are equal, by class, and the shortest of those that differ."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context

from battleship.workers import begin_worker
from tests.differential import classes, emitters, lines
from tests.differential.common import Program
from tests.differential.shrink import shrunk
from tests.differential.ways import PLAIN

#: The class of random tokens.
LINES = "lines"
ALL = (*classes.CLASSES, LINES)
#: Programs that a process takes at a time.
_CHUNK = 25


@dataclass(slots=True)
class Found:
    """The results of a class: how many programs were equal, differed or did not end, which differ, and how."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    differing: list[tuple[int, list[str]]] = field(default_factory=list)


def program(name: str, seed: int, number: int) -> Program:
    """Return a program of a class."""
    return lines.program(seed, number) if name == LINES else classes.program(name, seed, number)


def compare(name: str, made: Program, way: str = PLAIN) -> list[str] | None:
    """Return what differs; None for a program that tells nothing: it does not end, or cannot be read."""
    try:
        return lines.compare(made, way) if name == LINES else emitters.compare(made, way)
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]


def some(name: str, seed: int, numbers: Iterable[int], way: str = PLAIN) -> Found:
    """Compare programs of a class, compiled in a way."""
    found = Found(name)
    for number in numbers:
        wrong = compare(name, program(name, seed, number), way)
        found.counts["untold" if wrong is None else "different" if wrong else "equal"] += 1
        if wrong:
            found.differing.append((number, wrong))
    return found


def search(
    names: Iterable[str], seed: int, numbers: range, jobs: int | None = None, way: str = PLAIN
) -> Iterator[Found]:
    """Compare programs of classes in several processes, and yield the results of each piece of work."""
    pieces = [(name, numbers[at : at + _CHUNK]) for at in range(0, len(numbers), _CHUNK) for name in names]
    if jobs == 1:
        yield from (some(name, seed, part, way) for name, part in pieces)
        return
    pool = ProcessPoolExecutor(jobs or os.cpu_count(), get_context("spawn"), begin_worker)
    try:
        for future in as_completed([pool.submit(some, name, seed, part, way) for name, part in pieces]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def smallest(name: str, made: Program, way: str = PLAIN) -> Program:
    """Return the shortest program that still differs."""

    def differs(left: list[str]) -> bool:
        return bool(compare(name, emitters.with_lines(made, tuple(left)), way))

    return emitters.with_lines(made, tuple(shrunk(made.lines, differs)))
