"""A Z80 that executes one instruction after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msxkit.machine.z80 import extended, plain
from msxkit.machine.z80.core import IX, IY, Core, H, Instruction


class Processor(Core):
    """A Z80 with all its instructions."""

    def __post_init__(self) -> None:
        super().__post_init__()
        codes = range(256)
        self._plain = [plain.instruction(self, code, H) for code in codes]
        behind = {
            0xCB: [extended.shift(self, code) for code in codes],
            0xED: [extended.instruction(self, code) for code in codes],
            0xDD: [plain.instruction(self, code, IX) for code in codes],
            0xFD: [plain.instruction(self, code, IY) for code in codes],
        }
        for prefix, table in behind.items():
            self._plain[prefix] = self._behind(table)
        for prefix, index in ((0xDD, IX), (0xFD, IY)):
            behind[prefix][0xCB] = partial(extended.shift_indexed, self, index)
            # The last one of several prefixes counts.
            for other in (0xDD, 0xED, 0xFD):
                behind[prefix][other] = self._behind(behind[other])

    def step(self) -> int:
        """Execute one instruction. Return its T-states."""
        state = self.state
        code = self.read(state.pc)
        state.pc = state.pc + 1 & 0xFFFF
        state.r = state.r & 0x80 | state.r + 1 & 0x7F
        return self._plain[code]()

    def _behind(self, table: Sequence[Instruction]) -> Instruction:
        return lambda: table[self.next()]()
