"""The program in memory: its lines at their places, the line of direct mode after them."""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.language.program import Line as StoredLine
from msxkit.language.program import Program
from msxkit.program.layout import Layout, MemoryLine


@dataclass
class ProgramState:
    """The program in memory.

    Attributes:
        program: The program text as it lies in memory.
        direct: The line of direct mode, as stored, or None.
        under: Earlier and longer lines of direct mode, whose ends are still in the buffer after it.
        current: The line number that `.` means: the line that was last typed, listed or stopped at by an error.
    """

    program: bytes
    direct: bytes | None = None
    under: list[bytes] = field(default_factory=list)
    current: int = 0


class ProgramText:
    """The program of one machine.

    Attributes:
        layout: Made of the state, and of nothing else.
    """

    def __init__(self, layout: Layout) -> None:
        self.state = ProgramState(layout.data)
        self.layout = layout

    def load(self, layout: Layout) -> None:
        """Take another program."""
        self.layout = layout
        self.state.program, self.state.direct = layout.data, None

    def adopt(self) -> None:
        """Take the lines of the program in a state that was put back."""
        if self.state.program != self.layout.data:
            self.layout = Layout(Program.from_bytes(self.state.program))
        self.layout.direct = None
        if self.state.direct is not None:
            self._put_direct(self.state.direct)

    def set_direct(self, stored: bytes) -> MemoryLine:
        """Put a line of direct mode after the text."""
        state = self.state
        if state.direct is not None:
            state.under = [line for line in (*state.under, state.direct) if len(line) > len(stored)]
        return self._put_direct(stored)

    def _put_direct(self, stored: bytes) -> MemoryLine:
        self.state.direct = stored
        return self.layout.set_direct(StoredLine(0, stored))

    def return_to_direct(self, offset: int) -> bool:
        """Return to a line of direct mode, for a subroutine, loop or handler, that another line has been typed over.

        False when nothing of it is left there, or no statement begins.
        """
        direct = self.layout.direct
        if direct is None or offset < direct.start:
            raise RuntimeError(f"the run came to offset {offset}, where no statement begins")
        place = offset - direct.start
        for line in (direct.stored.stored, *reversed(self.state.under)):
            # Three zeros end a line in the buffer.
            if place <= len(line) + 3:
                left = line[place - 1 :]
                if left.startswith(b":"):
                    self._put_direct(b":" * (place - 1) + left)
                return left.startswith(b":")
        return False

    def start(self) -> int:
        """Return the offset of the first statement."""
        return self.layout.lines[0].start if self.layout.lines else self.layout.end

    def line_number(self, pc: int) -> int | None:
        """Return the line that an offset lies in; None in direct mode."""
        line = self.layout.line_at(pc)
        if line is None and pc == self.layout.end and self.layout.lines:
            # CURLIN still names the last line when the run goes off the end.
            line = self.layout.lines[-1]
        return None if line is None or line is self.layout.direct else line.number
