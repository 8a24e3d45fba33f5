"""Machine code that waits for sprites to meet: the interpreter's chip tells of them when openMSX's does."""

from __future__ import annotations

import pytest

from msxkit.backends.cartridge import running
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.clock import LINE
from msxkit.native.compiler import compile_program
from tests.programs import needs

#: HALT / LD BC,0 / loop: INC BC / IN A,(99H) / AND 20H / JR Z,loop / LD (F7F8H),BC / RET; T-states of a round.
_CODE, _ROUND = "7601000003DB99E62028F9ED43F8F7C9", 40
_ROWS = (20, 150)
_LISTING = (
    "10 SCREEN 2:SPRITE$(0)=STRING$(8,255):DEFUSR=&HD000:DIM R(1)\n"
    f'20 FOR I=0 TO 15:READ A$:POKE &HD000+I,VAL("&H"+A$):NEXT\n'
    f"30 FOR I=0 TO 1:READ Y:PUT SPRITE 0,(90,Y),8,0:PUT SPRITE 1,(94,Y+5),9,0:T=TIME\n"
    "40 IF TIME<T+3 THEN 40\n"
    "50 R(I)=USR(0):NEXT:SCREEN 0:PRINT R(1)-R(0)\n"
    f"60 DATA {','.join(_CODE[at : at + 2] for at in range(0, len(_CODE), 2))},{_ROWS[0]},{_ROWS[1]}\n"
)


@pytest.mark.slow
@needs("openmsx", "cbios")
def test_collision_rises_with_its_line() -> None:
    session = Session(_LISTING, machine="msx1")
    session.run()
    with running(compile_program(Program.from_ascii(_LISTING.encode())), "C-BIOS_MSX1") as run:
        run.go(20)
        shown = run.screen[0]
    expected = (_ROWS[1] - _ROWS[0]) * LINE // _ROUND
    for row in (session.screen[0], shown):
        assert abs(int(row) - expected) <= 1
