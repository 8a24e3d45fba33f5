"""Who plays the games of a tournament: this process, or several that may die without losing more than a game.

A crew takes a plan and its tasks and hands each game over as soon as it has been played.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from battleship.arena.match import MatchOutcome, fleet_of, play_alone
from battleship.arena.plan import Plan, Task
from battleship.errors import LostWorkersError
from battleship.workers import Pipe, begin_worker, starting

#: Called with each game: player, board, outcome.
Keep = Callable[[str, int, MatchOutcome], None]
Crew = Callable[[Plan, Iterable[Task], Keep], None]

#: Workers that one game may take with it before it is given up.
DEATHS = 3


def play_game(plan: Plan, name: str, number: int) -> MatchOutcome:
    """Let the player called `name` play against board `number`."""
    fleet = fleet_of(plan.rules, plan.placement, plan.seed, number)
    return play_alone(plan.rules, name, fleet, plan.seed, number, plan.bots.get(name))


def in_process(plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
    """Play one game after the other, in this process."""
    for name, numbers in tasks:
        for number in numbers:
            keep(name, number, play_game(plan, name, number))


class _Game(NamedTuple):
    """From a worker: one game of its task."""

    number: int
    outcome: MatchOutcome


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Pipe
    #: The player and the boards that are still to come, while it is at work.
    name: str = ""
    numbers: tuple[int, ...] = ()


def processes(jobs: int) -> Crew:
    """Return a crew of so many processes.

    When one dies, another takes its place and plays on from the game that was not handed over. Raise
    `LostWorkersError` when the same game has cost several of them.
    """

    def play(plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
        waiting = deque(tasks)
        deaths: Counter[tuple[str, int]] = Counter()
        crew: list[_Worker] = []
        try:
            while waiting or any(worker.numbers for worker in crew):
                while len(crew) < min(jobs, len(crew) + len(waiting)):
                    crew.append(_start(plan))
                for worker in crew:
                    if not worker.numbers and waiting:
                        worker.name, worker.numbers = waiting.popleft()
                        _send(worker.pipe, Task(worker.name, worker.numbers))
                ready = wait([worker.pipe for worker in crew])
                for worker in [worker for worker in crew if worker.pipe in ready]:
                    if _hear(worker, keep):
                        continue
                    crew.remove(worker)
                    _end([worker])
                    if worker.numbers:
                        game = (worker.name, worker.numbers[0])
                        deaths[game] += 1
                        if deaths[game] == DEATHS:
                            raise LostWorkersError(
                                f"{DEATHS} processes ended while {game[0]} played board {game[1]}, the last with "
                                f"code {worker.process.exitcode} (-9: killed, perhaps because memory ran out)"
                            )
                        waiting.appendleft(Task(worker.name, worker.numbers))
        except BaseException:
            for worker in crew:
                while _hear(worker, keep, now=True):
                    pass
            raise
        finally:
            _end(crew)

    return play


def _start(plan: Plan) -> _Worker:
    # Spawned, not forked: the parent may have threads (a progress bar).
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, plan), daemon=True)
    with starting():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _send(pipe: Pipe, task: Task) -> None:
    with contextlib.suppress(OSError):  # it has died; reading from the pipe tells
        pipe.send(task)


def _hear(worker: _Worker, keep: Keep, now: bool = False) -> bool:
    """Take one message. Return False if the worker has ended, or (with `now`) has said nothing more."""
    try:
        if now and not worker.pipe.poll():
            return False
        message: Any = worker.pipe.recv()
    except (EOFError, OSError):
        return False
    if isinstance(message, BaseException):
        raise message
    worker.numbers = worker.numbers[1:]
    keep(worker.name, message.number, message.outcome)
    return True


def _end(crew: Iterable[_Worker]) -> None:
    """End the processes, whatever they are doing."""
    for worker in crew:
        worker.pipe.close()
        worker.process.kill()
    for worker in crew:
        worker.process.join()


def _work(pipe: Pipe, plan: Plan) -> None:
    """Run a worker: tasks come in, games go out."""
    begin_worker()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))
    while True:
        try:
            name, numbers = pipe.recv()
            for number in numbers:
                pipe.send(_Game(number, play_game(plan, name, number)))
        except (EOFError, OSError):
            return
        except Exception as error:
            pipe.send(error)
            return
