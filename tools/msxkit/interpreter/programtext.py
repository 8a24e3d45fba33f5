"""The program in memory: its lines at their places, the line of direct mode behind them."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.language.program import Line as StoredLine
from msxkit.language.program import Program
from msxkit.program.layout import Layout, Line


@dataclass
class ProgramState:
    """program: the program text as it lies in memory. direct: the line of direct mode, as stored, if there is one.
    current: the number that `.` means: of the line that was typed, listed or stopped at an error last.
    """

    program: bytes
    direct: bytes | None = None
    current: int = 0


class ProgramText:
    """The program of one machine. layout: made of the state, and of nothing else."""

    def __init__(self, layout: Layout) -> None:
        self.state = ProgramState(layout.data)
        self.layout = layout

    def load(self, layout: Layout) -> None:
        """Another program."""
        self.layout = layout
        self.state.program, self.state.direct = layout.data, None

    def adopt(self) -> None:
        """After the state was put back: the lines are those of its program."""
        if self.state.program != self.layout.data:
            self.layout = Layout(Program.from_bytes(self.state.program))
        self.layout.direct = None
        if self.state.direct is not None:
            self.set_direct(self.state.direct)

    def set_direct(self, stored: bytes) -> Line:
        """Puts a line of direct mode behind the text."""
        self.state.direct = stored
        return self.layout.set_direct(StoredLine(0, stored))

    def start(self) -> int:
        """Offset of the first statement."""
        return self.layout.lines[0].start if self.layout.lines else self.layout.end

    def line_number(self, pc: int) -> int | None:
        """The line that an offset lies in; None in direct mode."""
        line = self.layout.line_at(pc)
        if line is None and pc == self.layout.end and self.layout.lines:
            # CURLIN still names the last line when the run goes off the end.
            line = self.layout.lines[-1]
        return None if line is None or line is self.layout.direct else line.number
