"""Loads of what HL holds already: those that are left out, and those that are not."""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.native.asm.peephole import named, without_reloads
from msxkit.native.compiler import compile_program

from .msx import Msx

STORE = "        ld (v_A_i),hl"
LOAD = "        ld hl,(v_A_i)"
BYTE = "        ld a,(v_A_i)"


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ([STORE, LOAD], [STORE]),
        ([STORE, "l_9:", LOAD, LOAD], [STORE, "l_9:"]),
        ([STORE, "l_9:", BYTE], [STORE, "l_9:", "        ld a,l"]),
        (
            ["        ld (v_A_d+1),hl", "        xor a", "        ld (v_A_d),a", "        ld hl,(v_A_d+1)"],
            ["        ld (v_A_d+1),hl", "        xor a", "        ld (v_A_d),a"],
        ),
    ],
)
def test_what_is_left_out(code: list[str], left: list[str]) -> None:
    assert list(without_reloads(code, ())) == left


@pytest.mark.parametrize(
    "code",
    [
        [STORE, "l_7:", LOAD],
        [STORE, "x_1:", LOAD],
        [STORE, "        ld de,65135", LOAD],
        [STORE, "        call trap_check", LOAD],
        [STORE, "        ld hl,(v_B_i)", "        ld bc,(v_A_i)"],
        ["        jr nz,$+5", STORE, LOAD],
    ],
)
def test_what_stays(code: list[str]) -> None:
    entries = named(["        jp nc,l_7", "l_9:"])
    assert list(without_reloads(code, entries)) == code


@pytest.mark.parametrize(
    ("listing", "shown"),
    [
        ("10 A%=5:B%=A%+1:PRINT B%", " 6"),
        ("10 DEFINT A-Z:I=0\n20 I=I+1:J=I:IF J<9 THEN 20\n30 PRINT I;J", " 9  9"),
        ("10 A%=3:ON A% GOSUB 50,50,40:A%=A%+1:PRINT A%:END\n40 A%=7:RETURN\n50 RETURN", " 8"),
        ("10 FOR I%=1 TO 3:A%=I%:B%=A%*2:NEXT:C%=I%:PRINT C%;B%", " 4  6"),
    ],
)
def test_programs_find_what_they_have_set(listing: str, shown: str) -> None:
    msx = Msx(compile_program(Program.from_file((listing + "\n").replace("\n", "\r\n").encode())))
    assert msx.run() == "ended"
    assert msx.screen.rows()[0].rstrip() == shown
