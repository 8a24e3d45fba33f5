"""Short ways that the compiler takes through decimal arithmetic give the digits of the interpreter."""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import compile_program
from msxkit.native.emit.turtle import steps

from .msx import Msx

_TURTLES = (
    "BM100,90S8U20R20D20L20E9F9G9H9",
    "bm 30 , 40 u1 2 r;d5;l+3e-4f",
    "BM20,20S6A1U7R5NE9A2NR11BD3A3H8A0S0U3S255R1S4M+10,-5M-7,+9M60,70",
    "S3C11R100D200L90C4BM+5,0U;R1C;L20",
    "BM200,150R300BL900U130S4N",
    "",
)


@pytest.mark.slow
def test_turtles_of_constants() -> None:
    """What the compiler reads of DRAW leaves the points, colours and the state of what the runtime reads."""
    assert all(steps(text) is not None for text in _TURTLES)
    seen = []
    for statement in ('A$="{}":DRAW A$', 'DRAW "{}"'):
        lines = ("SCREEN 2", *(statement.format(text) for text in _TURTLES))
        listing = "".join(f"{number} {line}\n" for number, line in enumerate(lines))
        msx = Msx(compile_program(Program.from_file(listing.encode("latin-1"))))
        assert msx.run() == "ended"
        seen.append((bytes(msx.vram), bytes(msx.memory[Cell.GRPACX : Cell.GRPACX + 4])))
    assert seen[0] == seen[1]
