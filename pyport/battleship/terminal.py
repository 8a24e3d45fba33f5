"""A console that tables can be printed on, however narrow the terminal is."""

from __future__ import annotations

from typing import Any

from rich.console import Console

#: Columns of the narrowest table: rich divides by the room that is left.
LEAST = 20


def console(**given: Any) -> Console:
    """Return a console of rich, at least `LEAST` columns wide."""
    made = Console(**given)
    if made.width < LEAST:
        made.width = LEAST
    return made
