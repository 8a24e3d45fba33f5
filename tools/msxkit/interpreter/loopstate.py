"""Where a run is."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basictype import DEFAULT_TYPES, BasicType


@dataclass
class LoopState:
    """pc: offset in the program text of what runs next. types: default type of each letter, A first. resumed: the
    statement at `pc` has begun already, it is neither counted nor traced again. continue_pc: where CONT goes on. trace:
    TRON. counts: how often the statement at an offset ran, when somebody counts. steps: blocks that have run since the
    start, which is how far the run has come.
    """

    pc: int
    types: tuple[BasicType, ...] = DEFAULT_TYPES
    resumed: bool = False
    continue_pc: int | None = None
    trace: bool = False
    counts: dict[int, int] | None = None
    steps: int = 0
