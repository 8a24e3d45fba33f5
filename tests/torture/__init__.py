"""Torture: what becomes of a user's work when inputs, disks, processes and clients misbehave.

The nightly tests try a small part; `make torture` tries all, `EFFORT=10` ten times as much, `SEED=2` other things.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

_Item = TypeVar("_Item")
EFFORT, SEED = float(os.environ.get("EFFORT", "0.004")), os.environ.get("SEED", "1")


def tries(count: int, what: str) -> list[str]:
    """Return a seed for each try, of which there are `count` at an effort of 1."""
    return [f"{SEED} {what} {number}" for number in range(max(1, round(count * EFFORT)))]


def some(items: Sequence[_Item], what: str) -> list[_Item]:
    """Return what is tried of a list: all at an effort of 1, and at least one."""
    return Random(f"{SEED} {what}").sample(items, min(len(items), max(1, round(len(items) * EFFORT))))
