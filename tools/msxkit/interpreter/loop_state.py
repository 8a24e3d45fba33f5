"""Where a run is."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basic_type import DEFAULT_TYPES, BasicType


@dataclass
class LoopState:
    """Where the run is.

    Attributes:
        pc: The offset in the program text of the next block.
        types: The default type of each letter, A first.
        resumed: Whether the statement at `pc` has begun already, so that it is neither counted nor traced again.
        continue_pc: The offset at which CONT continues.
        trace: Whether TRON is on.
        counts: How often the statement at an offset ran, or None if they are not counted.
        steps: How many blocks have run since the start.
    """

    pc: int
    types: tuple[BasicType, ...] = DEFAULT_TYPES
    resumed: bool = False
    continue_pc: int | None = None
    trace: bool = False
    counts: dict[int, int] | None = None
    steps: int = 0
