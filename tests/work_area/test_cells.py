"""After each recorded statement the cells that the kit keeps hold what the machine's do.

Left out are the cells of the ROM's inner working: buffers (KBUF, BUF, KEYBUF, in which RUN was typed, TEMPST), the
stack (SAVSTK), results of arithmetic (DAC, ARG, VALTYP: here USR and assignments fill them), CURLIN (a run that is over
stands at its last line here, where the machine is in direct mode), jumps (MAXUPD, MINUPD), and those that depend on the
moment (JIFFY, the queue's pointers) or on the length of the listing (VARTAB and on, TEMP, ONELIN).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from msxkit.machine.work_area import Cell

KEPT = (
    *(Cell.USRTAB, Cell.LINL40, Cell.LINL32, Cell.LINLEN, Cell.CRTCNT, Cell.CLMLST, Cell.TXTNAM, Cell.CLIKSW),
    *(Cell.CNSDFG, Cell.FORCLR, Cell.BAKCLR, Cell.BDRCLR, Cell.ATRBYT, Cell.SCNCNT, Cell.ERRFLG, Cell.MEMSIZ),
    *(Cell.STKTOP, Cell.TXTTAB, Cell.DEFTBL, Cell.MAXFIL, Cell.FILTAB, Cell.NULBUF, Cell.FNKSTR, Cell.CGPNT),
    *(Cell.NAMBAS, Cell.CGPBAS, Cell.DPPAGE, Cell.ACPAGE, Cell.HIMEM, Cell.CSRSW, Cell.CSTYLE, Cell.SCRMOD),
    *(Cell.OLDSCR, Cell.GXPOS, Cell.GYPOS, Cell.GRPACX, Cell.GRPACY, Cell.DRWSCL, Cell.DRWANG, Cell.EXPTBL),
    *(Cell.SLTTBL, Cell.ONEFLG, Cell.ERRLIN, Cell.TTYPOS, Cell.CSRX, Cell.CURSAV, Cell.INTFLG, Cell.STATFL),
    *(Cell.LOGOPR, Cell.DRWFLG, Cell.PATBAS, Cell.ATRBAS, Cell.RNDX, Cell.ESCCNT, Cell.GRPHED, Cell.INSFLG),
)
#: What differs, and why.
KNOWN = {
    ("READ A", Cell.ERRFLG): "the recorded listing has a DATA line",
    ("READ A", Cell.ERRLIN): "the recorded listing has a DATA line",
    ("SCREEN 5:SET PAGE 1,1", Cell.STATFL): "sprites of page 1, which the machine shows to the end",
    ("SCREEN 5:SET PAGE 1,1", Cell.DPPAGE): "the text screen at the end goes back to page 0",
    ("SCREEN 5:SET PAGE 1,1", Cell.ACPAGE): "the text screen at the end goes back to page 0",
}
#: Disk offline: the machine had no disk in its drive.
OFFLINE = 70


def _cells(statement: str, machine: str) -> dict[Cell, str]:
    session = Session(f"10 {statement}\n20 '\n", machine=machine, idle_polls=None)
    session.run(until=25 * SECOND)
    peek = session.memory.peek
    return {cell: bytes(peek(cell + number) for number in range(cell.size)).hex() for cell in KEPT}


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("machine", ["msx1", "msx2"])
def test_cells_after_a_statement(machine: str, step: int) -> None:
    recorded = json.loads((Path(__file__).parent / f"{machine}.json").read_text())
    start = int(recorded["from"], 16)
    before = bytearray(start) + bytearray.fromhex(recorded["prompt"])
    wrong = []
    for statement, after in list(recorded["after"].items())[::step]:
        memory = bytearray(before)
        for place, code in (recorded["nothing"] | after["changed"]).items():
            memory[int(place, 16)] = code
        for cell, found in _cells(statement, machine).items():
            expected = memory[cell : cell + cell.size].hex()
            if expected != found and (statement, cell) not in KNOWN and after["error"] != OFFLINE:
                wrong.append(f"{statement}: {cell.name} is {found}, not {expected}")
    assert not wrong, "\n".join(wrong)
