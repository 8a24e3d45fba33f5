"""The logical operations of MSX2 BASIC: how a drawn colour is combined with the one that stands there.

Sources: MSX2 Technical Handbook, table 2.7; V9938 technical data book (logical operations of the commands).
"""

from __future__ import annotations

from enum import IntEnum


class LogicalOperation(IntEnum):
    """A value of LOGOPR. The operations with T do nothing where the drawn colour is 0."""

    PSET = 0
    AND = 1
    OR = 2
    XOR = 3
    PRESET = 4
    TPSET = 8
    TAND = 9
    TOR = 10
    TXOR = 11
    TPRESET = 12

    @property
    def spares_zero(self) -> bool:
        return self >= LogicalOperation.TPSET


def combine(operation: int, source: int, target: int, mask: int) -> int:
    """Return the result of `source` drawn on `target`; the caller leaves out what an operation with T spares.

    Args:
        mask: The bits of a pixel, or of several side by side.
    """
    kind = operation & 7
    if kind == LogicalOperation.PSET:
        return source
    if kind == LogicalOperation.AND:
        return source & target
    if kind == LogicalOperation.OR:
        return source | target
    if kind == LogicalOperation.XOR:
        return source ^ target
    return ~source & mask
