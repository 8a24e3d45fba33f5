"""Z80 code line by line.

A number comes out in HL when it is known to fit 16 bits, else in HL or FAC, as the carry says (numbers/number.asm); a
string as its descriptor in HL. Kept values lie in temporaries in memory, never on the stack: the word below the top of
the stack always tells where in the program a routine of the runtime was called.
"""

from __future__ import annotations

from msxkit.native.asm.z80 import A, Code, Instruction, Label, call, ld


def block_label(offset: int) -> str:
    """Return the label of the block at an offset."""
    return f"l_{offset}"


class Writer:
    """Writes code.

    Attributes:
        lines: What has been written.
    """

    def __init__(self) -> None:
        self.lines: list[Code] = []
        self._labels = 0

    def put(self, *lines: Instruction) -> None:
        """Write instructions."""
        self.lines += lines

    def call(self, routine: str) -> None:
        """Write a call of the runtime."""
        self.lines.append(call(routine))

    def label(self, label: str) -> None:
        """Write a label."""
        self.lines.append(Label(label))

    def new_label(self) -> str:
        """Return a new label."""
        self._labels += 1
        return f"x_{self._labels}"

    def fail(self, error: int) -> None:
        """Write code that raises a BASIC error here."""
        self.put(ld(A, error), call("error"))

    def take(self) -> list[Code]:
        """Return what has been written, and begin anew."""
        lines, self.lines = self.lines, []
        return lines
