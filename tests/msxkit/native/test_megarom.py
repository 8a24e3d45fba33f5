"""Programs that are too long for 32 KB: banks behind a mapper ASCII8."""

from __future__ import annotations

from functools import cache

import pytest

from msxkit.backends.cartridge import running
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native import report
from msxkit.native.compiler import Cartridge, compile_program
from msxkit.stop_reason import StopReason
from tests.programs import needs

from .msx import Msx
from .random_structures import StructuredListing


@cache
def _long(number: int) -> Program:
    """Return a random program of some 17 KB that does not stop at its first errors."""
    text = StructuredListing(number, parts=150).text()
    # The subroutines go behind all that was written.
    for line in (9000, 9100, 9200, 9210, 9220, 9230, 9300, 9400, 9410):
        text = text.replace(str(line), str(line + 20_000))
    for old, new in (
        ("E%>9 ", "E%>999 "),
        ("THEN 29100", "THEN PRINT C%"),
        ("RESUME 29100", "RESUME NEXT"),
        ("C%>40", "C%>40 AND C%<50"),
    ):
        text = text.replace(old, new)
    return Program.from_file(text.encode("latin-1"))


def _interpreted(program: Program) -> list[str]:
    session = Session(program, machine="msx2")
    assert session.run(60_000).at == "end"
    return session.screen.rows()


@cache
def _cartridge(program: Program) -> Cartridge:
    cartridge = compile_program(program)
    assert cartridge.mapper == "ASCII8"
    assert len(cartridge.rom) == 0x20000
    return cartridge


@pytest.mark.parametrize(
    "number", [23, *(pytest.param(number, marks=pytest.mark.slow) for number in (7, 19))]
)
@pytest.mark.slow
def test_a_long_program_shows_the_screen_of_the_interpreter(number: int) -> None:
    program = _long(number)
    msx = Msx(_cartridge(program), version=1)
    assert msx.run(seconds=600) == "ended"
    assert msx.screen.rows() == _interpreted(program)


@needs("openmsx")
@pytest.mark.slow
def test_a_long_program_runs_in_openmsx() -> None:
    program = _long(23)
    with running(_cartridge(program), "C-BIOS_MSX2") as run:
        assert run.go(300) is StopReason.END
        assert run.machine.screen.rows() == _interpreted(program)


@pytest.mark.slow
def test_data_of_several_banks_is_read_in_order() -> None:
    items = [f"{1000 + 10 * n} DATA {n},{chr(34)}{'x' * 90}{chr(34)}" for n in range(120)]
    body = [
        "10 CLEAR 900:FOR I=0 TO 119:READ A,A$:IF A<>I OR LEN(A$)<>90 THEN PRINT I;A;A$",
        "20 S=S+A:NEXT:PRINT S:RESTORE 2110:READ B:PRINT B;A$",
        "30 ON ERROR GOTO 50:RESTORE 2190:READ A,A$,A",
        "40 IF A>=0 THEN END",
        "50 PRINT ERR;ERL:RESUME 40",
        *(f"{60 + n} IF A<0 THEN PRINT {n};SIN(A);COS(A);A*B+C*D+E*F;A/B+C/D;A^B" for n in range(300)),
    ]
    program = Program.from_file("\n".join([*body, *items]).encode())
    msx = Msx(_cartridge(program))
    assert msx.run(seconds=120) == "ended"
    assert msx.screen.rows()[0] == " 7140"
    assert msx.screen.rows()[1].startswith(" 111")
    assert msx.screen.rows()[-3:][0].strip() == "4  30"


@pytest.mark.slow
def test_listing_and_map_tell_of_banks() -> None:
    cartridge = _cartridge(_long(23))
    assert "; bank 3" in report.listing(cartridge)
    assert "MegaROM ASCII8" in report.size_map(cartridge)
