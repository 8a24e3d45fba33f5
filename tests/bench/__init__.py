"""Measurements: `bench_*.py` return `Figure`s, `python -m tests.bench [NAME...]` prints them as tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured row: what, how much (formatted, with its unit), how it compares, and how with C."""

    what: str
    value: str
    remark: str = ""
    to_c: str = ""


def best_of(run: Callable[[], object], times: int = 3) -> float:
    """Seconds of the fastest of `times` runs: the least disturbed one."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best
