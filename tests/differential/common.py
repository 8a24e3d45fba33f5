"""What the classes of random programs share: variables, and a program with what is around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: What the variables are at the beginning.
START = (
    "DIM M(10),N%(3,2),P!(4),C$(9)"
    ':A=5:B=-3:X=1.5:I%=2:J%=1:S!=.25:D#=12345.678:A$="Ship":B$="7":Q=7:K=4:X$="outer"'
)


@dataclass(frozen=True, slots=True)
class Program:
    """A listing by lines, and what is typed into it.

    Attributes:
        timed: Variables that count how long something takes, or show a buffer that is closed.
        disk: There is a disk, and what is on it is compared.
        rom: Files that go into the ROM; they are on the disk of the interpreter.
        kept: Other files on the disk.
        name: The listing is in the ROM too, under this name.
        copied: The files of the ROM are also on the disk of the cartridge.
        area: Memory that is compared.
    """

    lines: tuple[str, ...]
    keys: str = ""
    msx2: bool = True
    timed: tuple[str, ...] = ()
    disk: bool = False
    rom: Mapping[str, bytes] = field(default_factory=dict)
    kept: Mapping[str, bytes] = field(default_factory=dict)
    name: str = ""
    copied: bool = False
    area: range = range(0)

    @property
    def in_rom(self) -> dict[str, bytes]:
        """The files in the ROM."""
        return {**self.rom, self.name: self.text.encode("latin-1")} if self.name else dict(self.rom)

    @property
    def text(self) -> str:
        """The listing."""
        return "\n".join(self.lines) + "\n"


def numbered(lines: list[str]) -> list[str]:
    """Return lines with numbers in steps of ten."""
    return [f"{10 * number} {text}" for number, text in enumerate(lines, 1)]
