"""Loads of what HL may not hold any longer, which stay: random programs seldom come to them."""

from __future__ import annotations

import pytest

from msxkit.native.asm.peephole import without_reloads
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HERE,
    HL,
    NC,
    NZ,
    At,
    Code,
    Label,
    Plus,
    call,
    jp,
    jr,
    ld,
    named,
)

VARIABLE = At("v_A_i")
STORE, LOAD = ld(VARIABLE, HL), ld(HL, VARIABLE)


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
