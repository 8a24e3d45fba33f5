"""A program in memory: its lines at their offsets in the program text.

Statements, loops and subroutines resume at such offsets, as the machine's own text pointer does.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from msxkit.language.program import Line as StoredLine
from msxkit.language.program import Program

#: Where the program text lies in memory (TXTTAB).
TEXT_BASE = 0x8001
#: What a line that runs in direct mode keeps free between itself and the text.
_DIRECT_GAP = 8


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A program line in memory.

    Attributes:
        start: The offset of its body, after the link and the number.
        end: The offset of the 00 that ends it.
        stored: The line as the program has it.
    """

    number: int
    start: int
    end: int
    stored: StoredLine


class Layout:
    """A program's lines at their offsets.

    Attributes:
        direct: A line of direct mode, which lies after the text; None if there is none.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: list[MemoryLine] = []
        position = 0
        for stored in program.lines:
            start = position + 4
            end = start + len(stored.stored)
            self.lines.append(MemoryLine(stored.number, start, end, stored))
            position = end + 1
        #: Offset of the end of the text: running there is running off the program.
        self.end = position
        self.by_number = {line.number: line for line in self.lines}
        self._starts = [line.start for line in self.lines]
        self.direct: MemoryLine | None = None

    @cached_property
    def data(self) -> bytes:
        """The program text as it lies in memory. Raise `ProgramError` if it is too long for that; a cartridge has it
        elsewhere.
        """
        return self.program.memory()

    def line_at(self, offset: int) -> MemoryLine | None:
        """Return the line whose body the offset lies in, its ending 00 included; None if there is none."""
        if self.direct is not None and offset >= self.direct.start:
            return self.direct
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset > self.lines[index].end:
            return None
        return self.lines[index]

    def after(self, line: MemoryLine) -> int:
        """Return the offset of the body of the line after `line`, or of the end of the text."""
        if line is self.direct:
            return line.end + 1
        index = bisect_right(self._starts, line.start)
        return self.lines[index].start if index < len(self.lines) else self.end

    def set_direct(self, stored: StoredLine) -> MemoryLine:
        """Put a line of direct mode after the text, and return it as it lies there."""
        start = self.end + _DIRECT_GAP
        self.direct = MemoryLine(stored.number, start, start + len(stored.stored), stored)
        return self.direct
