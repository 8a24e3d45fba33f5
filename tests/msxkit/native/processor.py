"""A bare Z80 (the package z80) that runs routines of the runtime in memory, without any machine around it."""

from __future__ import annotations

from collections.abc import Mapping

from z80 import Z80Machine

from msxkit.machine.work_area import Cell
from msxkit.native.asm.assembler import assemble
from msxkit.native.asm.library import runtime
from msxkit.native.asm.linker import LinkedImage, link

ORIGIN, LIMIT, RAM, STACK = 0x1000, 0xB000, 0xC000, 0xF300
_BACK = 0x0000
FAC = Cell.DAC
#: In place of the runtime's error routine: the number goes to A, and the call ends.
_STUB = """
        part error
error:  ld sp,STACK_TOP-2
        ret
STACK_TOP equ 0F300h
"""


class BasicStopError(Exception):
    """The routine came to `error` with this number."""


class Processor:
    """Routines with all that they need, linked and ready to be called.

    Attributes:
        extra: More parts, `instead` of these.
    """

    def __init__(self, *roots: str, extra: str = "", instead: tuple[str, ...] = ()) -> None:
        unit = runtime()
        unit.parts = [part for part in unit.parts if part.name not in ("error", *instead)]
        unit |= assemble(_STUB + extra, "test.asm")
        self.image = link(unit, ["error", *roots], origin=ORIGIN, limit=LIMIT, ram=RAM)
        self.symbols: Mapping[str, int] = self.image.symbols
        self.cpu = Z80Machine()
        self.cpu.set_memory_block(ORIGIN, self.image.code)
        self.cpu.set_breakpoint(_BACK)
        self.cpu.set_breakpoint(self.symbols["error"])
        self.states = 0

    def call(self, name: str, limit: int = 5_000_000) -> None:
        """Call a routine with the registers as they are; raises `BasicStopError` when it ends in an error."""
        self.cpu.sp = STACK - 2
        self.write(STACK - 2, _BACK.to_bytes(2, "little"))
        self.cpu.pc = self.symbols[name]
        self.cpu.ticks_to_stop = limit
        while self.cpu.pc not in (_BACK, self.symbols["error"]) and self.cpu.ticks_to_stop > 0:
            self.cpu.run()  # it also stops at the end of what it thinks is a frame
        self.states = limit - self.cpu.ticks_to_stop
        if self.cpu.pc == self.symbols["error"]:
            raise BasicStopError(self.cpu.a)
        if self.cpu.pc != _BACK:
            raise AssertionError(
                f"{name} did not come back: PC {self.cpu.pc:04X}h after {self.states} T-states"
            )

    def write(self, address: int, data: bytes) -> None:
        self.cpu.set_memory_block(address, data)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self.cpu.memory[address : address + size])


def symbols(image: LinkedImage) -> Mapping[str, int]:
    return image.symbols
