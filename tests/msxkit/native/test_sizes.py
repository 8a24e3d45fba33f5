"""Cartridges of every size start, whatever page their code comes to lie in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from msxkit.backends.cartridge import running
from msxkit.language.program import Program
from msxkit.native.compiler import ROM, SHORT_END, Cartridge, Options, compile_program
from msxkit.native.report import size_map
from msxkit.stop_reason import StopReason
from tests.programs import needs

from .msx import Msx

GAME = Path(__file__).parents[3] / "basic" / "battle.bas"
#: Bytes of its 16 KB that the compiled game leaves to changes of the runtime.
_SPARE = 64
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
@pytest.mark.one_in(5, "nightly")
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
@pytest.mark.one_in(4, "nightly")
def test_a_cartridge_of_any_size_starts(kilobytes: int, machine: str) -> None:
    cartridge = of_size(kilobytes)
    assert -(-_used(cartridge) // 1024) == kilobytes
    with running(cartridge, machine) as run:
        assert run.go(60) is StopReason.END
        assert run.machine.screen.rows()[:3] == _SHOWN


@pytest.mark.slow
def test_the_compiled_game_leaves_page_2_to_ram() -> None:
    cartridge = compile_program(Program.from_ascii(GAME.read_bytes()))
    assert cartridge.image.ram_start == SHORT_END, "the compiled game is too long to leave page 2 to RAM"
    left = SHORT_END - ROM - cartridge.used
    assert left >= _SPARE, f"the compiled game has {left} bytes of its 16 KB left; make the runtime shorter"


@pytest.mark.parametrize("behind", ["", ':OPEN "X" FOR OUTPUT AS #1'])
def test_the_map_counts_what_is_free_before_clear(behind: str) -> None:
    cartridge = compile_program(Program.from_ascii(f"10 PRINT FRE(0):CLEAR 200,&HD000{behind}\n".encode()))
    msx = Msx(cartridge)
    assert msx.run() == "ended"
    told = size_map(cartridge)
    assert f" {int(msx.screen.rows()[0])} bytes free at the start" in told
    assert (f" {800 + 312} bytes below D000h are for files at run time" in told) is bool(behind)


@pytest.mark.slow
@pytest.mark.parametrize("save", ["", "sram"])
@pytest.mark.parametrize("channels", [1, 3])
def test_the_map_counts_the_memory_that_files_take(save: str, channels: int) -> None:
    listing = f'10 MAXFILES={channels}:PRINT FRE(0):OPEN "X" FOR OUTPUT AS #1\n'
    cartridge = compile_program(Program.from_ascii(listing.encode()), options=Options(save=save))
    msx = Msx(cartridge, sram=bytearray(0x2000) if save else None)
    assert msx.run() == "ended"
    told = size_map(cartridge)
    assert f" {int(msx.screen.rows()[0])} bytes free at the start" in told
    assert f" {800 + 312 * channels} bytes below F380h are for files at run time" in told
