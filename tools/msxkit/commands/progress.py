"""The progress of a long task, for a person at a terminal: click's bar on standard error."""

from __future__ import annotations

import itertools
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import click

#: Seconds after which the bar is shown.
_FIRST = 1.0
#: A row up, which is empty then.
_ERASE = "\x1b[A\x1b[2K"


@contextmanager
def progress(unit: str, total: float | None) -> Iterator[Callable[[float], None]]:
    """Yield a function to call with the amount that is done.

    Nothing is shown where standard error is not a terminal, or one that cannot go back to the start of a line.

    Args:
        total: The whole amount, or None if it is not known.
    """
    able = sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
    due = time.monotonic() + _FIRST if able else math.inf
    bar = click.progressbar(
        itertools.count(),
        length=None if total is None else math.ceil(total),
        label=unit,
        show_pos=True,
        show_eta=False,
        file=sys.stderr,
    )
    with ExitStack() as shown:

        def tell(done: float) -> None:
            if time.monotonic() >= due:
                if not bar.entered:
                    shown.enter_context(bar)
                bar.update(int(done) - bar.pos)

        yield tell
    if bar.entered:
        click.echo(_ERASE, nl=False, err=True)
