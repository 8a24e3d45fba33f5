"""Loads of what HL holds already: those that are left out, and those that are not."""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.native.asm.peephole import without_reloads
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HERE,
    HL,
    NC,
    NZ,
    A,
    At,
    Code,
    L,
    Label,
    Plus,
    call,
    jp,
    jr,
    ld,
    named,
    xor,
)
from msxkit.native.compiler import compile_program

from .msx import Msx

VARIABLE = At("v_A_i")
STORE, LOAD, BYTE = ld(VARIABLE, HL), ld(HL, VARIABLE), ld(A, VARIABLE)
WHOLE = At(Plus("v_A_d", 1))


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ([STORE, LOAD], [STORE]),
        ([STORE, Label("l_9"), LOAD, LOAD], [STORE, Label("l_9")]),
        ([STORE, Label("l_9"), BYTE], [STORE, Label("l_9"), ld(A, L)]),
        (
            [ld(WHOLE, HL), xor(A), ld(At("v_A_d"), A), ld(HL, WHOLE)],
            [ld(WHOLE, HL), xor(A), ld(At("v_A_d"), A)],
        ),
    ],
)
def test_omissions(code: list[Code], left: list[Code]) -> None:
    assert list(without_reloads(code, ())) == left


@pytest.mark.parametrize(
    "code",
    [
        [STORE, Label("l_7"), LOAD],
        [STORE, Label("x_1"), LOAD],
        [STORE, ld(DE, 65135), LOAD],
        [STORE, call("trap_check"), LOAD],
        [STORE, ld(HL, At("v_B_i")), ld(BC, VARIABLE)],
        [jr(NZ, Plus(HERE, 5)), STORE, LOAD],
    ],
)
def test_lasting_state(code: list[Code]) -> None:
    entries = named(jp(NC, "l_7"))
    assert list(without_reloads(code, entries)) == code


def test_instructions_are_written_as_zilog_writes_them() -> None:
    assert [str(line) for line in (Label("l_9"), ld(WHOLE, HL), jp(NC, "l_7"), xor(A), ld(A, At(HL)))] == [
        "l_9:",
        "        ld (v_A_d+1),hl",
        "        jp nc,l_7",
        "        xor a",
        "        ld a,(hl)",
    ]


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
