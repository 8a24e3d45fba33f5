"""`msxkit compile`: a BASIC program as a cartridge that needs no BASIC."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basic_type import BasicType
from msxkit.language.program import Program
from msxkit.native.asm.assembler import AssemblyError, Unit, assemble
from msxkit.native.asm.library import runtime
from msxkit.native.asm.linker import Image, TooLongError, link
from msxkit.native.banks import BANKS, WINDOW, Banker, sizes
from msxkit.native.emit.program import ProgramEmitter
from msxkit.program.layout import Layout

ROM, ROM_END, RAM = 0x4000, 0xC000, 0xC000
#: Where a cartridge that ends here leaves page 2 to RAM, on machines that have it there.
SHORT_END = 0x8000
#: KB of RAM that a machine has at least: whether there is RAM in page 2.
SMALL, LARGE = 16, 32
#: Bytes for strings and subroutines, and behind machine code, at the least; up to where variables may be moved for it.
_LEAST, _HIGHEST = 0x200, 0xE800
#: How openMSX calls the mapper of a MegaROM.
MAPPER = "ASCII8"
_BANK = 0x2000
#: A MegaROM has this size at least: smaller ones are often taken for plain ones.
_SMALLEST = 0x20000
#: What has to be seen when a cartridge starts.
_FIRST = ("header", "banked_start", "start", "start_beside", "begin")
_HEADER = """
        part header
header: db "AB"
        dw {start},0,0,0,0,0,0
"""


@dataclass(frozen=True, slots=True)
class Cartridge:
    """A compiled program.

    Attributes:
        rom: The bytes of the cartridge.
        image: Addresses and symbols.
        starts: Label of the code and number of each line, in order.
        source: The program's own part, for the assembler.
        homes: Bank of each block by its label, in a MegaROM.
        types: The types of names without a suffix, A first, as the last DEFINT and similar statements leave them.
    """

    program: Program
    rom: bytes
    image: Image
    starts: tuple[tuple[str, int], ...]
    source: str
    homes: dict[str, int]
    types: tuple[BasicType, ...]

    @property
    def mapper(self) -> str:
        """The mapper, as openMSX calls it; empty: a plain ROM."""
        return MAPPER if self.homes else ""

    def line_at(self, place: int, bank: int = 0) -> int | None:
        """Return the BASIC line of code that ends just before an address, as a return address does; None: no line's
        code.

        Args:
            bank: What is seen in the window of a MegaROM.
        """
        found = None
        for label, number in self.starts:
            if self.homes.get(label, bank) == bank and self.image.symbols[label] < place:
                found = number
        if self.homes:
            return found if WINDOW.start <= place <= WINDOW.end else None
        return found if place <= self.image.symbols["code_behind"] else None


def compile_program(program: Program, ram: int = LARGE) -> Cartridge:
    """Return the program as a cartridge: a plain ROM up to 32 KB, or a MegaROM. Raise `CompileError` for what a
    cartridge cannot have, `AssemblyError` when it is too long.

    Args:
        ram: KB of RAM that the machine has at least. With `LARGE`, a cartridge of 16 KB has its variables from
            8000h on.
    """
    emitter = ProgramEmitter(Layout(program))
    emitter.emit()
    source = emitter.source()
    own = assemble(source, "program")
    image = _short(own, emitter) if ram >= LARGE else None
    if image is None:
        unit = _unit("start", own)
        try:
            image = _linked(unit, ROM_END, RAM, emitter)
        except TooLongError:
            (code,) = (part.code for part in unit.parts if part.name == "program")
            return _banked(program, emitter, sizes((item.label, item.size) for item in code))
    size = 0x4000 if len(image.code) <= 0x4000 else 0x8000
    return Cartridge(
        program,
        image.code.ljust(size, b"\xff"),
        image,
        tuple(emitter.starts),
        source,
        {},
        tuple(emitter.study.types),
    )


def _short(own: Unit, emitter: ProgramEmitter) -> Image | None:
    """Return a cartridge that leaves page 2 to RAM; None: it is longer than 16 KB."""
    try:
        return _linked(_unit("start_beside", own), SHORT_END, SHORT_END, emitter)
    except TooLongError:
        return None


def _linked(unit: Unit, limit: int, ram: int, emitter: ProgramEmitter) -> Image:
    """Return a plain cartridge, its variables where machine code of the program leaves room."""
    image = link(unit, ["header"], origin=ROM, limit=limit, ram=ram)
    if (beside := _beside_code(image, emitter)) != ram:
        image = link(unit, ["header"], origin=ROM, limit=limit, ram=beside)
    return image


def _unit(start: str, own: Unit) -> Unit:
    unit = Unit()
    unit |= assemble(_HEADER.format(start=start), "header")
    unit |= own
    unit |= runtime()
    # At the start the machine shows the first 16 KB alone, or the first 8 of a MegaROM: this code switches in the rest.
    unit.parts.sort(key=lambda part: part.name not in _FIRST)
    return unit


def _beside_code(image: Image, emitter: ProgramEmitter) -> int:
    """Return where variables begin, so that machine code of the program has its place. Raise `AssemblyError` for
    too much.
    """
    below = [address for address in emitter.emitter.usr.code if address < image.ram_end + _LEAST]
    if not below:
        return image.ram_start
    ram = -(-(below[-1] + emitter.study.data.size + _LEAST) // 256) * 256
    end = image.ram_end - image.ram_start + ram + _LEAST
    if end > _HIGHEST or any(below[-1] < address < end for address in emitter.emitter.usr.code):
        raise AssemblyError(f"USR of {below[-1]:04X}h: the variables of the cartridge have no room beside it")
    return ram


def _banked(program: Program, emitter: ProgramEmitter, blocks: dict[str, int]) -> Cartridge:
    for keep in (True, False):
        banker = Banker(emitter, blocks, keep)
        source = banker.source()
        unit = _unit("banked_start", assemble(source, "program"))
        try:
            roots = ["header", *banker.roots]
            image = link(unit, roots, origin=ROM, limit=WINDOW.start, ram=RAM, window=WINDOW)
            if (ram := _beside_code(image, emitter)) != RAM:
                image = link(unit, roots, origin=ROM, limit=WINDOW.start, ram=ram, window=WINDOW)
        except TooLongError:
            if not keep:
                raise
            continue
        if len(image.code) > BANKS * _BANK:
            raise AssemblyError(f"the program needs {len(image.code) // 1024} KB; a MegaROM has 512 KB")
        size = max(_SMALLEST, 1 << (len(image.code) - 1).bit_length())
        return Cartridge(
            program,
            image.code.ljust(size, b"\xff"),
            image,
            tuple(emitter.starts),
            source,
            {label: bank.number for bank in banker.banks for label in bank.labels},
            tuple(emitter.study.types),
        )
    raise AssertionError("either way ends the loop")
