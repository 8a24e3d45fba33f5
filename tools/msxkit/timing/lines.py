"""Looking up a line number: the machine goes from line to line, along the links."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

#: Each line that is passed; when the high bytes of both numbers are equal, the low ones are compared, too.
PASSED, SAME_HIGH = 206, 15


class LineTable:
    """The line numbers of a program, in order."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers

    def search(self, present: int, wanted: int) -> int:
        """Return the cost of finding a line from the one that runs: forwards from the next line, else from the first
        line.
        """
        numbers = self._numbers
        start = bisect_right(numbers, present) if wanted > present else 0
        end = bisect_left(numbers, wanted)
        same = end - max(start, bisect_left(numbers, wanted & 0xFF00))
        return PASSED * max(end - start, 0) + SAME_HIGH * max(same, 0)
