"""Faults in everything that writes

Every command that writes a file runs with a file of yours in its place, and without. Every single call to the file
system fails once with each of the errors below. The process is killed before and after every one of these calls. The
disk is full after so many bytes, which either is an error or kills the process. The folder or the file is read-only.
Each file must be the old one or the new one, to the byte. Inputs must be unchanged, and an error must be a message that
leaves nothing behind. (Only `kill -9` can leave a hidden temporary file, and a lock that cannot be removed stays.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.torture import Effort, Row, child
from tests.torture.faulty import Fault
from tests.torture.writers import WRITERS, Bench


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each way to fail."""
    injected, killed = Row("one call to the file system fails"), Row("killed before or after one call")
    full, cut = Row("the disk is full after some bytes"), Row("killed in the middle of a write")
    locked = Row("the folder or the file is read-only")
    child.preload()
    for writer in WRITERS:
        for old in (False, True) if writer.older else (True,):
            with child.folder() as folder:
                bench = Bench(writer, folder, old)
                plan = bench.faults()
                source = random.Random(f"{effort.seed} {writer.command} {old}")
                for fault in source.sample(plan, min(len(plan), effort.of(len(plan)))):
                    if isinstance(fault, Fault):
                        row = killed if fault.dies else injected
                    else:
                        row = cut if fault.kills else full
                    bench.strike(row, fault)
                if old:
                    bench.lock(locked)
    yield from (injected, killed, full, cut, locked)
