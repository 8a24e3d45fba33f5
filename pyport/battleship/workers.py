"""Where work is done: in this process or in several. Both are `concurrent.futures` executors."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from battleship.errors import BattleshipError

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Pipe
else:
    from multiprocessing.connection import Connection as Pipe

__all__ = ["InProcess", "Pipe", "begin_worker", "let_in", "processes", "starting", "workers"]

P = ParamSpec("P")
T = TypeVar("T")

#: While it is set, a Python that starts takes no module from the current folder.
_SAFE = "PYTHONSAFEPATH"
_OURS = "battleship"


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
def workers(jobs: int) -> Iterator[Executor]:
    """Yield an executor of `jobs` processes (1: this one)."""
    if jobs == 1:
        yield InProcess()
    else:
        with processes(jobs, begin_worker) as pool:
            yield pool


@contextmanager
def starting() -> Iterator[None]:
    """Start processes of Python, which import what this one would: nothing that only lies in the current folder.

    Keep Ctrl-C from this process meanwhile, and from those until they let it in (`begin_worker`): one that is still
    starting has nothing to answer with but a traceback. Raise `BattleshipError` when the system gives none.
    """
    before = None
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    ours = not os.environ.get(_SAFE)
    if ours:
        os.environ[_SAFE] = _OURS
    try:
        yield
    except OSError as error:
        raise BattleshipError(
            f"no other process can be started, which takes /dev/shm: {error.strerror or error}; --jobs 1 needs none"
        ) from error
    finally:
        if ours:
            os.environ.pop(_SAFE, None)
        if sys.platform != "win32" and before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def let_in() -> None:
    """From now on, let Ctrl-C reach this process, which began while another was `starting` it. What this one starts,
    such as a bot, finds its own modules.
    """
    if os.environ.get(_SAFE) == _OURS:
        del os.environ[_SAFE]
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class _Pool(ProcessPoolExecutor):
    """A pool that starts its processes when there is work."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with starting():
            return super().submit(fn, *args, **kwargs)


def _begin(begin: Callable[[], None]) -> None:
    begin()
    let_in()


@contextmanager
def processes(jobs: int, begin: Callable[[], None]) -> Iterator[Executor]:
    """Yield a pool of processes that each begin with `begin`. On leaving, work not yet begun is dropped."""
    # Spawned, not forked: the parent may have threads (a progress bar, the terminal app).
    with starting():
        pool = _Pool(jobs, get_context("spawn"), partial(_begin, begin))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """Ignore Ctrl-C, which goes to the whole terminal group: the parent decides what to keep. Without a parent a worker
    ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    let_in()
    # The workers of a killed parent would wait for work for ever.
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
