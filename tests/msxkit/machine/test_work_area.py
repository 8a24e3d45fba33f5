"""The table of the work area: no two cells overlap, and they lie where work areas lie."""

from __future__ import annotations

from itertools import pairwise

from msxkit.machine.work_area import BEHIND_HOOKS, FIRST_HOOK, WORK_AREA, Cell, Hook


def test_cells_do_not_overlap() -> None:
    cells = sorted(Cell)
    assert all(cell + cell.size <= following for cell, following in pairwise(cells))
    assert cells[0] >= WORK_AREA
    assert all(cell >= BEHIND_HOOKS or cell + cell.size <= FIRST_HOOK for cell in cells)


def test_every_cell_says_what_it_is() -> None:
    assert all(cell.meaning and cell.size > 0 for cell in Cell)
    assert f"{Cell.JIFFY:04X}" == "FC9E"


def test_hooks_are_five_bytes_apart() -> None:
    assert all(FIRST_HOOK <= hook < BEHIND_HOOKS and not (hook - FIRST_HOOK) % 5 for hook in Hook)
