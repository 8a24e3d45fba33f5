"""A Z80 that executes one instruction after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msxkit.machine.z80.core import IX, IY, H, Instruction
from msxkit.machine.z80.extended import ExtendedCodes
from msxkit.machine.z80.plain import PlainCodes


class Processor(PlainCodes, ExtendedCodes):
    """A Z80 with all its instructions."""

    def __post_init__(self) -> None:
        super().__post_init__()
        codes = range(256)
        self._plain = [self.code(code, H) for code in codes]
        behind = {
            0xCB: [self.shift_code(code) for code in codes],
            0xED: [self.extended_code(code) for code in codes],
            0xDD: [self.code(code, IX) for code in codes],
            0xFD: [self.code(code, IY) for code in codes],
        }
        for prefix, table in behind.items():
            self._plain[prefix] = self._behind(table)
        for prefix, index in ((0xDD, IX), (0xFD, IY)):
            behind[prefix][0xCB] = partial(self.shift_indexed, index)
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
