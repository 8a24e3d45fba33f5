"""Short ways that the compiler takes through decimal arithmetic give the digits of the interpreter."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import compile_program
from msxkit.native.emit.turtle import steps

from .msx import Msx


def _both(listing: str) -> tuple[list[str], list[str]]:
    """Return the rows that the interpreter and the compiled program show."""
    session = Session(listing, machine="msx1", width=40)
    session.run()
    msx = Msx(compile_program(Program.from_file(listing.encode("latin-1"))))
    assert msx.run() == "ended"
    return session.screen.rows(), msx.screen.rows()


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


def _searches(listing: str) -> bool:
    """Return whether the cartridge searches for elements of arrays."""
    image = compile_program(Program.from_file(listing.encode("latin-1"))).image
    return "array_element" in image.symbols


_GUARDED = "10 ON ERROR GOTO 90\n{}\n80 PRINT A(12):END\n{}\n"


@pytest.mark.parametrize(
    ("body", "handler"),
    [
        ("20 DIM A(20),B(3):ERROR 5:B(1)=2:A(12)=B(1)", "90 PRINT ERR;ERL:RESUME NEXT"),
        ("20 DIM A(20)\n30 X=X+1:IF X<3 THEN ERROR 5\n40 A(12)=X", "90 PRINT ERR;ERL:RESUME 30"),
        (
            "20 DIM A(20):GOSUB 50:ERROR X\n30 X=X+1:A(12)=A(12)+X:GOTO 80\n50 ERROR 9:RETURN",
            "90 RESUME NEXT",
        ),
        ("20 CLS:DIM A(20):FOR I=0 TO 21:A(I)=I:NEXT", "90 PRINT ERR;I:A=3:RESUME NEXT"),
    ],
)
def test_arrays_with_error_handler(body: str, handler: str) -> None:
    listing = _GUARDED.format(body, handler)
    assert not _searches(listing)
    interpreted, compiled = _both(listing)
    assert compiled[:20] == interpreted[:20]
