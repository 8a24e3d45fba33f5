"""Torture: what happens to a user's work when inputs, disks, processes and people misbehave.

`torture_*.py` yield `Row`s; `python -m tests.torture [NAME...]` prints them as tables, and `make torture` keeps those
in docs/reliability.md. The first line of a chapter's docstring is its heading, the rest says what must hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Row:
    """What was tried, how often, and every failure.

    Attributes:
        figure: The worst measurement.
    """

    what: str
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried.

    Attributes:
        scale: 1 for the table in the docs, less for the tests.
        seed: The seed of everything random.
    """

    scale: float = 1.0
    seed: int = 1

    def of(self, count: int) -> int:
        """Return how many tries `count` becomes, at least one."""
        return max(1, round(count * self.scale))
