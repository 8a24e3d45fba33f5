"""Loads of what a register may not hold any longer, which stay: random programs seldom come to them."""

from __future__ import annotations

import pytest

from msxkit.native.asm.peephole import without_reloads
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    NC,
    NZ,
    A,
    At,
    Code,
    Label,
    call,
    inc,
    jp,
    ld,
    named,
)

VARIABLE = At("v_A_i")
STORE, LOAD = ld(VARIABLE, HL), ld(HL, VARIABLE)


@pytest.mark.parametrize(
    "code",
    [
        [STORE, Label("l_7"), LOAD],
        [jp(NZ, "x_1"), STORE, Label("x_1"), LOAD],
        [STORE, Label("x_1"), LOAD, ld(HL, 7), jp("x_1")],
        [STORE, inc(At(DE)), LOAD],
        [ld(HL, "v_A_i"), ld(A, At(HL)), inc(At(HL)), ld(A, VARIABLE)],
        [STORE, call("trap_check"), LOAD],
        [STORE, ld(HL, At("v_B_i")), ld(BC, VARIABLE)],
    ],
)
def test_lasting_state(code: list[Code]) -> None:
    entries = named(jp(NC, "l_7"))
    assert list(without_reloads(code, entries)) == code
