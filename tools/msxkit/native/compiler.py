"""`msxkit compile`: a BASIC program as a cartridge that needs no BASIC."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.language.program import Program
from msxkit.native.assembler import Unit, assemble
from msxkit.native.emit_program import ProgramEmitter
from msxkit.native.library import runtime
from msxkit.native.linker import Image, link
from msxkit.program.layout import Layout

ROM, ROM_END, RAM = 0x4000, 0xC000, 0xC000
_HEADER = """
        part header
header: db "AB"
        dw start,0,0,0,0,0,0
"""


@dataclass(frozen=True, slots=True)
class Cartridge:
    """A compiled program. rom: the bytes of the cartridge; image: addresses and symbols.

    starts: label of the code and number of each line, in order. source: the program's own part, for the assembler.
    """

    program: Program
    rom: bytes
    image: Image
    starts: tuple[tuple[str, int], ...]
    source: str

    def line_at(self, place: int) -> int | None:
        """The BASIC line of code that ends just before an address, as a return address does; None: no line's code."""
        found = None
        for label, number in self.starts:
            if self.image.symbols[label] < place:
                found = number
        return found if place <= self.image.symbols["code_behind"] else None


def compile_program(program: Program) -> Cartridge:
    """The program as a cartridge. Raises `CompileError` for what a cartridge cannot have, `AssemblyError` when it is
    too long."""
    emitter = ProgramEmitter(Layout(program))
    emitter.emit()
    source = emitter.source()
    unit = Unit()
    unit |= assemble(_HEADER, "header")
    unit |= assemble(source, "program")
    unit |= runtime()
    image = link(unit, ["header"], origin=ROM, limit=ROM_END, ram=RAM)
    size = 0x4000 if len(image.code) <= 0x4000 else 0x8000
    return Cartridge(program, image.code.ljust(size, b"\xff"), image, tuple(emitter.starts), source)
