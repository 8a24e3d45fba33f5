"""A Dask cluster plays a tournament (the extra `dask`).

A task on a cluster costs milliseconds of its own, so each takes as many games as make about a second; a few more
tasks than the cluster has threads are under way at any time.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import deque
from collections.abc import Iterable
from importlib import import_module
from queue import Empty, Queue
from typing import Any

from battleship.arena.match import MatchOutcome
from battleship.arena.plan import Plan, Task
from battleship.arena.worker_pool import Crew, Keep, play_game
from battleship.errors import BattleshipError, LostWorkersError

#: How long to wait for the scheduler.
CONNECT = "10s"
#: Seconds that a task should take.
TARGET = 1.0
#: Games in one task, at most.
LARGEST = 5000
#: Seconds between looks whether the scheduler still answers.
LOOK = 0.5


def cluster(address: str) -> Crew:
    """Return a crew of the workers of the scheduler at `address`. Raise `BattleshipError` when it does not answer.

    Dask plays a lost worker's task again on another. Raise `LostWorkersError` if the scheduler is gone or a task has
    cost several workers.
    """

    def play(plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
        client = _connect(address)
        try:
            _play(client, address, plan, tasks, keep)
        except OSError as error:
            raise LostWorkersError(f"the Dask scheduler at {address} is gone: {error}") from error
        finally:
            # Closing waits for a scheduler that may be gone.
            with contextlib.suppress(OSError, TimeoutError):
                client.close(timeout=1)

    return play


def _connect(address: str) -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise BattleshipError(
            "--dask needs the package distributed: pip install 'marmsx-battleship[dask]'"
        ) from error
    # What is lost is said in one sentence, not in its log.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        return distributed.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise BattleshipError(f"no Dask scheduler answers at {address}: {error}") from error


def _play(client: Any, address: str, plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
    waiting = deque(tasks)
    done: Queue[Any] = Queue()
    under_way: dict[Any, Task] = {}
    try:
        shared = client.scatter(plan, broadcast=False)
    except TimeoutError as error:
        raise LostWorkersError(
            f"the Dask scheduler at {address} has no workers; start some with `dask worker {address}`"
        ) from error
    seconds: dict[str, float] = {}
    threads, looked = 1, 0.0
    while waiting or under_way:
        if waiting and time.monotonic() - looked > LOOK:
            threads, looked = max(1, sum(client.nthreads().values())), time.monotonic()
        while waiting and len(under_way) < threads + 2:
            task = _enough(waiting, seconds)
            future = client.submit(_games, shared, *task, pure=False)
            under_way[future] = task
            future.add_done_callback(done.put)
        try:
            future = done.get(timeout=LOOK)
        except Empty:
            if client.status != "running":
                raise LostWorkersError(f"the Dask scheduler at {address} is gone") from None
            continue
        task = under_way.pop(future)
        if future.status != "finished":
            reason = future.exception() if future.status == "error" else "it is gone"
            raise LostWorkersError(f"the Dask cluster at {address} gave up a task: {reason}")
        took, outcomes = future.result()
        seconds[task.name] = took / len(outcomes)
        for number, outcome in zip(task.numbers, outcomes, strict=True):
            keep(task.name, number, outcome)


def _enough(waiting: deque[Task], seconds: dict[str, float]) -> Task:
    """Return the next task, joined with later ones of the same player until it takes long enough."""
    name, numbers = waiting.popleft()
    wanted = min(LARGEST, int(TARGET / max(seconds[name], 1e-6))) if name in seconds else 1
    others: list[Task] = []
    while waiting and len(numbers) < wanted:
        task = waiting.popleft()
        if task.name == name:
            numbers += task.numbers
        else:
            others.append(task)
    waiting.extendleft(reversed(others))
    return Task(name, numbers)


def _games(plan: Plan, name: str, numbers: tuple[int, ...]) -> tuple[float, list[MatchOutcome]]:
    """Play games on the cluster. Return the seconds that they took, and their outcomes."""
    begun = time.monotonic()
    outcomes = [play_game(plan, name, number) for number in numbers]
    return time.monotonic() - begun, outcomes
