"""Cartridges of every size start, whatever page their code comes to lie in."""

from __future__ import annotations

from functools import cache

import pytest

from msxkit.backends.cartridge import running
from msxkit.language.program import Program
from msxkit.native.compiler import ROM, Cartridge, compile_program
from msxkit.stop_reason import StopReason
from tests.programs import needs

from .msx import Msx

_KB = range(4, 33)
_SHOWN = ["STARTED", "DONE", "Ok"]


@cache
def of_size(kilobytes: int) -> Cartridge:
    """Return a cartridge whose code has this many KB, but for half of one; the least that there is has four."""

    def made(lines: int) -> Cartridge:
        rows = ['1 PRINT "STARTED"']
        rows += [f'{i} IF A>{i} THEN PRINT "LINE NUMBER{i} HERE"' for i in range(1001, 1001 + lines)]
        rows += ['9000 PRINT "DONE"']
        return compile_program(Program.from_ascii("\n".join([*rows, ""]).encode("ascii")))

    empty, some = _used(made(0)), _used(made(100))
    lines = max(0, (kilobytes * 1024 - 256 - empty) * 100 // (some - empty))
    return made(lines)


def _used(cartridge: Cartridge) -> int:
    return cartridge.image.symbols["code_end"] - ROM


@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", [4, 16, 17, 24, 32])
def test_page_2_is_not_needed_until_it_is_switched_in(kilobytes: int) -> None:
    cartridge = of_size(kilobytes)
    assert not cartridge.mapper
    assert -(-_used(cartridge) // 1024) == kilobytes
    assert ROM < int.from_bytes(cartridge.rom[2:4], "little") < 0x8000
    msx = Msx(cartridge)
    assert msx.run() == "ended"
    assert msx.screen.rows()[:3] == _SHOWN


@pytest.mark.slow
@needs("openmsx")
@pytest.mark.parametrize("machine", ["C-BIOS_MSX1", "C-BIOS_MSX2"])
@pytest.mark.parametrize("kilobytes", _KB)
def test_a_cartridge_of_any_size_starts(kilobytes: int, machine: str) -> None:
    cartridge = of_size(kilobytes)
    assert -(-_used(cartridge) // 1024) == kilobytes
    with running(cartridge, machine) as run:
        assert run.go(60) is StopReason.END
        assert run.machine.screen.rows()[:3] == _SHOWN
