"""Where games run: in this process, in several, or on a Dask cluster. All are `concurrent.futures` executors."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from battleship.errors import BattleshipError

P = ParamSpec("P")
T = TypeVar("T")

#: How long to wait for a Dask scheduler.
CONNECT = "10s"


class InProcess(Executor):
    """Does each piece of work at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def workers(jobs: int, dask: str | None = None) -> Iterator[Executor]:
    """An executor of `jobs` processes (1: this one), or the Dask cluster whose scheduler is at `dask`."""
    if dask is not None:
        with _dask(dask) as executor:
            yield executor
    elif jobs == 1:
        yield InProcess()
    else:
        with processes(jobs, _begin) as pool:
            yield pool


@contextmanager
def processes(jobs: int, begin: Callable[[], None]) -> Iterator[Executor]:
    """A pool of processes that each begin with `begin`. On leaving, work not yet begun is dropped."""
    # Spawned, not forked: the parent may have threads (a progress bar, the terminal app).
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ctrl-C goes to the whole terminal group: the parent decides what to keep. Without a parent a worker ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A killed parent tells nobody, and its workers would wait for work for ever.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise BattleshipError(
            "--dask needs the package distributed: pip install 'marmsx-battleship[dask]'"
        ) from error
    try:
        client = distributed.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise BattleshipError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        yield client.get_executor()
