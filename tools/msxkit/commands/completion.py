"""What a shell offers for options whose values are no fixed list."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from msxkit.errors import MsxError

Offer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def offer(names: Callable[[], Iterable[str]], *, several: bool = False, files: bool = False) -> Offer:
    """Return what completes a name.

    Args:
        names: Returns all names. It is called only when the shell asks.
        several: Whether a value is a list of names with commas between them.
        files: Whether a file may stand there too.
    """

    def complete(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        before, comma, last = typed.rpartition(",") if several else ("", "", typed)
        found = [CompletionItem(before + comma + name) for name in names() if name.startswith(last)]
        return found or [CompletionItem(typed, "file")] * files

    return complete


def emulated_machines() -> Iterable[str]:
    """Return the machines that openMSX knows; none where it is missing."""
    from msxkit.openmsx.doctor import names

    try:
        return names(os.environ)
    except MsxError:
        return ()
