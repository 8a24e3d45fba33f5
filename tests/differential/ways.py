"""The ways in which `msxkit compile` and the debugger compile a program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from msxkit.native import banks
from msxkit.native.compiler import SMALL, Options
from msxkit.native.mappers import MAPPERS, SRAM

#: Bytes of code in a bank, so that a short program has many.
_IN_BANK = 250


@dataclass(frozen=True, slots=True)
class Way:
    """How a program is compiled.

    Attributes:
        bank: Bytes of a bank of its mapper; 0: there are no banks.
    """

    options: Options
    bank: int = 0

    @contextmanager
    def compiling(self) -> Iterator[Options]:
        """Yield the options of the compiler, which shares out programs in small pieces meanwhile."""
        with patch.object(banks, "_ROOM", self.bank - _IN_BANK):
            yield self.options


PLAIN = "plain"
#: Every way by the name that the command takes.
WAYS: dict[str, Way] = {
    PLAIN: Way(Options()),
    "small": Way(Options(ram=SMALL)),
    "pace": Way(Options(paced=True)),
    "debugged": Way(Options(changeable=True)),
    **{name: Way(Options(name), mapper.bank) for name, mapper in MAPPERS.items()},
    "sram": Way(Options(save="sram"), SRAM.bank),
}
