"""Bars on standard error while something long is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Hears how many more have just been done.
Advance = Callable[[int], None]


@contextmanager
def bars() -> Iterator[Callable[[str, int], Advance]]:
    """What makes a bar of a title and a total; nothing is shown when standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda title, total: lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def bar(title: str, total: int) -> Advance:
            task = progress.add_task(title, total=total)
            return lambda done: progress.advance(task, done)

        yield bar
