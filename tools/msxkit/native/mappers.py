"""The mappers of MegaROMs: how many windows a bank is seen in, and what is written where to choose it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msxkit.native.asm.linker import Window

_START, _END, _PAGE = 0x4000, 0xC000, 0x4000


@dataclass(frozen=True, slots=True)
class Mapper:
    """A kind of MegaROM, whose banks lie side by side from 4000h to BFFFh. The code of the program is seen in the last.

    Attributes:
        name: As openMSX calls it.
        bank: Bytes of a bank.
        registers: Where the number of each window's bank is written; 0 for one that always shows bank 0.
    """

    name: str
    bank: int
    registers: tuple[int, ...]

    @property
    def fixed(self) -> int:
        """How many banks are always in sight."""
        return len(self.registers) - 1

    @property
    def window(self) -> Window:
        """The window of the program's code."""
        return Window(_END - self.bank, _END)

    @property
    def can_chain(self) -> bool:
        """Whether every window can show another bank, so that programs can follow one another."""
        return all(self.registers)

    def places(self) -> dict[int, int]:
        """Return the address of each window by that of its register."""
        start = _END - self.bank * len(self.registers)
        return {
            register: start + number * self.bank for number, register in enumerate(self.registers) if register
        }

    def source(self) -> list[str]:
        """Return what the runtime knows of it, as lines of the assembler. A register that is not there is in the BIOS,
        where nothing can be written.
        """
        names = ("BANK_FIRST", "BANK_SECOND", "BANK_THIRD")
        fixed = [*self.registers[:-1], *[0] * (len(names) - self.fixed)]
        lines = [f"{name} equ {register}" for name, register in zip(names, fixed, strict=True)]
        return [*lines, *_window(self.registers[-1], self.window)]

    @property
    def beside(self) -> Window | None:
        """Where the files of a program are seen that lies in page 1 and leaves page 2 to RAM; None: its banks are as
        long as that page.
        """
        window = Window(_START + self.bank, _START + 2 * self.bank)
        return window if window.end <= _END - _PAGE else None

    def source_beside(self) -> list[str]:
        """Return what the runtime knows of it when such a program has it, as lines of the assembler."""
        assert self.beside is not None
        return _window(self.registers[1], self.beside)


def _window(register: int, window: Window) -> list[str]:
    """Return where another bank is seen, and what chooses it, as lines of the assembler."""
    return [f"BANK_WINDOW equ {register}", f"WINDOW equ {window.start}", f"WINDOW_END equ {window.end}"]


#: Every mapper by the name that the command takes.
MAPPERS: dict[str, Mapper] = {
    "ascii8": Mapper("ASCII8", 0x2000, (0x6000, 0x6800, 0x7000, 0x7800)),
    "ascii16": Mapper("ASCII16", 0x4000, (0x6000, 0x7000)),
    "konami": Mapper("Konami", 0x2000, (0, 0x6000, 0x8000, 0xA000)),
    "konami-scc": Mapper("KonamiSCC", 0x2000, (0x5000, 0x7000, 0x9000, 0xB000)),
}
#: An ASCII8 with 8 KB of SRAM: its bank is numbered as the first behind those of the ROM.
SRAM = replace(MAPPERS["ascii8"], name="ASCII8SRAM8")
#: By the name that openMSX has.
BY_NAME = {mapper.name: mapper for mapper in (*MAPPERS.values(), SRAM)}
