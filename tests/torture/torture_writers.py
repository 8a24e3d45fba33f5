"""Faults in everything that writes

Every command that writes a file runs with a file of yours in its place, and without. Every single call to the file
system fails once with each of the errors below. The process is killed before and after every one of these calls. The
disk is full after so many bytes, which either is an error or kills the process. The folder or the file is read-only.
Each file must be the old one or the new one, to the byte. Inputs must be unchanged, and an error must be a message that
leaves nothing behind. (Only `kill -9` can leave a hidden temporary file.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack

from tests.torture import Effort, Row, Trial, child, rows
from tests.torture.faulty import Fault
from tests.torture.writers import WRITERS, Bench, Limit

_Case = tuple[Bench, Fault | Limit | str]


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each way to fail."""
    with ExitStack() as folders:
        cases: list[tuple[str, _Case]] = []
        for writer in WRITERS:
            for old in (False, True) if writer.older else (True,):
                bench = Bench(writer, folders.enter_context(child.folder()), old)
                plan = bench.faults()
                source = random.Random(f"{effort.seed} {writer.command} {old}")
                chosen = source.sample(plan, min(len(plan), effort.of(len(plan))))
                cases += [(_row(fault), (bench, fault)) for fault in chosen]
                if old:
                    locks = [(bench, what) for what in ("folder", "files")]
                    cases += [("the folder or the file is read-only", lock) for lock in locks]
        yield from rows(effort, _tried, cases)


def _row(fault: Fault | Limit) -> str:
    if isinstance(fault, Limit):
        return "killed in the middle of a write" if fault.kills else "the disk is full after some bytes"
    return "killed before or after one call" if fault.dies else "one call to the file system fails"


def _tried(case: _Case) -> Trial:
    bench, fault = case
    return Trial(bench.lock(fault) if isinstance(fault, str) else bench.strike(fault))
