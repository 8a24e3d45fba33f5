"""The runtime as a whole: pasmo makes the same bytes of it, and a program takes only what it needs."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from msxkit.language.program import Program
from msxkit.native import compiler
from msxkit.native.asm.expressions import HERE
from msxkit.native.asm.linker import GIVEN, link
from msxkit.native.compiler import Options, compile_program
from msxkit.native.report import size_map
from tests.programs import needs

from .msx import Msx
from .oracle import flat, pasmo

GAME = Path(__file__).parents[3] / "basic" / "battle.bas"


def _everything() -> str:
    """Return a program that uses most of the runtime."""
    return "\n".join(
        (
            '10 INPUT A$,B:LINE INPUT C$:PRINT USING "##.#";SIN(B)+COS(B)+TAN(B)+ATN(B)+LOG(B)+EXP(B)+SQR(B)+B^2.5',
            '20 DIM A(5),S$(3):ERASE A:KEY LIST:SWAP A$,C$:LPRINT LPOS(0):LSET A$=MKD$(B):PRINT CVD(A$);FRE("")',
            "30 ON ERROR GOTO 90:PRINT INSTR(A$,C$);HEX$(B);OCT$(B);BIN$(B);MID$(A$,2);LEFT$(A$,1);RIGHT$(A$,1)",
            '40 MID$(A$,1)="X":PRINT ASC(A$);VAL(A$);STRING$(3,"-");SPACE$(2);CHR$(65);STR$(B);RND(1);TIME',
            "50 FOR I=1 TO 2 STEP .5:NEXT:READ X,X$:RESTORE:GOSUB 80:BEEP:KEY ON:KEY 1,A$:WIDTH 30:COLOR 1,2,3",
            "60 PRINT BASE(0);VDP(0);INP(&HA8);VARPTR(A$);TAB(5);SPC(3);B\\2;B MOD 3,-B;FIX(B);INT(B);CSNG(B)",
            "70 DEF FNA(X)=X*X:PRINT FNA(2):CLEAR 300:ON B GOTO 10:A$=INKEY$+INPUT$(1):WAIT 0,1:VPOKE 0,1",
            "80 RETURN",
            "90 RESUME NEXT",
            '100 DATA 1,"A"',
        )
    )


@needs("pasmo")
@pytest.mark.parametrize("listing", [GAME.read_bytes(), _everything().encode()], ids=["game", "everything"])
def test_pasmo_makes_the_same_bytes(listing: bytes, tmp_path: Path) -> None:
    image = compile_program(Program.from_file(listing)).image
    assert image.code == pasmo(flat(image), tmp_path)


def test_every_name_is_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every part, needed or not: by one kind of cartridge at least."""
    monkeypatch.setattr(compiler, "link", linked := Mock(wraps=link))
    listing = b'10 DRAW A$:DEFUSR=A:A=USR(A):RESUME NEXT\n20 OPEN "A" FOR OUTPUT AS #1\n'
    for mapper in ("", "ascii8"):
        compile_program(Program.from_ascii(listing), options=Options(mapper))
    units = [call.args[0] for call in linked.call_args_list]
    used = {name for unit in units for part in unit.parts for name in part.names}
    used |= {name for unit in units for expression, _ in unit.constants.values() for name in expression.names}
    defined = {label.label for unit in units for part in unit.parts for label in part.labels}
    assert used - defined - GIVEN - {HERE}.union(*(unit.constants for unit in units)) == set()


@pytest.mark.parametrize(("ram", "least"), [(32, 28_000), (16, 12_000)])
def test_a_short_program_has_the_memory_of_page_2(ram: int, least: int) -> None:
    # A VG 8020 with MSX BASIC has 28,803 bytes free.
    cartridge = compile_program(Program.from_ascii(b"10 PRINT FRE(0)\n"), options=Options(ram=ram))
    msx = Msx(cartridge)
    assert msx.run() == "ended"
    free = int(msx.screen.rows()[0])
    assert least < free < least + 1_000
    assert f" {free} bytes free" in size_map(cartridge)
