"""The progress of a long task on standard error: bars, or lines where text cannot be overwritten."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

#: Called with how many more have just been done.
Advance = Callable[[int], None]
#: Seconds from one line to the next.
_EVERY = 10.0


class _Lines:
    """A line now and then about one piece of work."""

    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._begun = monotonic()
        self._due = self._begun + _EVERY

    def __call__(self, done: int) -> None:
        self._done += done
        now = monotonic()
        if now >= self._due and self._done < self._total:
            self._due = now + _EVERY
            left = (now - self._begun) * (self._total - self._done) / self._done
            click.echo(f"{self._title}: {self._done} of {self._total}, about {left:.0f} s left", err=True)


@contextmanager
def bars(*, lines: bool = False) -> Iterator[Callable[[str, int], Advance]]:
    """Yield a function that makes a bar of a title and a total; in a terminal that cannot overwrite, lines.

    Where standard error is not a terminal nothing is shown, or lines with `lines`.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from battleship.terminal import console as make_console

    console = make_console(stderr=True)
    if not sys.stderr.isatty():
        yield _Lines if lines else lambda title, total: lambda done: None
        return
    if console.is_dumb_terminal:
        yield _Lines
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:

        def bar(title: str, total: int) -> Advance:
            task = progress.add_task(title, total=total)
            return lambda done: progress.advance(task, done)

        yield bar
