"""Operations that are not guarded are quick, whatever their operands: what they do is counted."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, get_args

import pytest

from msxkit.carrying import Trait, carried
from msxkit.decimal14 import BasicError
from msxkit.interpreter import binding, session
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.session import Session
from msxkit.language.tree import Raster
from msxkit.machine.guard import STATEMENT, Guard
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OPERATIONS, Byte, Integer, Number, with_trait
from msxkit.stop_reason import StopReason

#: Lines of Python, and calls into C, that take as long as a unit of work.
UNIT = 16
_FULL = "1 CLEAR 9000:DIM Z$(1200),Z(900):FOR Z=0 TO 1200:Z$(Z)=STR$(Z):NEXT\n"
_SOUND = '3 SOUND 7,0:PLAY"L64CDEFGAB","CDEFGAB","CDEFGAB"\n'
SETUPS = {
    "SCREEN 1": _FULL,
    "SCREEN 2": _FULL + "2 SCREEN 2,3\n",
    "SCREEN 3": "2 SCREEN 3,3\n" + _SOUND,
    "SCREEN 5": _FULL + "2 SCREEN 5,3:VDP(41)=255:VDP(43)=211\n",
    "SCREEN 7": "2 SCREEN 7,2:VDP(41)=255:VDP(43)=211:VDP(42)=1\n" + _SOUND,
    "SCREEN 8": _FULL + "2 SCREEN 8,1:PSET(1,1),1,XOR\n",
}
_REST = "".join(f"{line} REM\n" for line in range(100, 400))
_BYTES: tuple[int, ...] = (0, 1, 128, 255)
_WHOLE = (-32768, -1, 0, 300, 32767)
#: Places of program, variables and strings, hooks and work area, ports of the chips, bounds of tables.
_PLACES = (0x8000, 0x8011, 0x9000, 0xA000, 0xC000, 0xDF00, 0xE000, 0xF380, 0xFD9A, 0xFFFF, 0x1FFFF)
_PORTS = (0x98, 0x99, 0x9A, 0x9B, 0xA0, 0xA1, 0xA8, 0xA9)
OPERANDS: dict[Any, tuple[Any, ...]] = {
    Number: (*_WHOLE, 2, 7, 13, 23, 44, 46, 128 + 46, 192, 255, *_PORTS, *_PLACES),
    Integer: _WHOLE,
    Byte: _BYTES,
    bool: (False, True),
    Raster: tuple(raster.value for raster in Raster),
}


class _Counter:
    """Counts what Python does, and what the guard is told."""

    def __init__(self) -> None:
        self.done = self.told = 0

    def trace(self, _frame: FrameType, event: str, _argument: object) -> Any:
        self.done += event == "line"
        return self.trace

    def profile(self, _frame: FrameType, event: str, _argument: object) -> None:
        self.done += event == "c_call"

    def of(self, function: Callable[..., Any], operands: tuple[Any, ...]) -> int:
        """Return what a call does beyond what it tells the guard, in units of work."""
        self.done = self.told = 0
        before, profiled = sys.gettrace(), sys.getprofile()
        sys.settrace(self.trace)
        sys.setprofile(self.profile)
        try:
            function(*operands)
        except BasicError:
            pass
        finally:
            sys.settrace(before)
            sys.setprofile(profiled)
        return self.done // UNIT - self.told


def _known(kind: object) -> bool:
    return kind in OPERANDS or any(part in OPERANDS for part in get_args(kind))


def _operands(operation: AnyOperation) -> Iterator[tuple[Any, ...]]:
    choices = []
    for kind in operation.parameters:
        optional = kind not in OPERANDS
        known = next(part for part in get_args(kind) if part in OPERANDS) if optional else kind
        choices.append((*((None,) if optional else ()), *OPERANDS[known]))
    return itertools.product(*choices)


@pytest.mark.parametrize("setup", SETUPS)
def test_quick_operations_do_little(setup: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machines: list[Machine] = []
    counter = _Counter()

    def bind(machine: Machine) -> None:
        machines.append(machine)
        binding.bind(machine)

    def spend(_guard: Guard, work: int) -> None:
        counter.told += work

    monkeypatch.setattr(session, "bind", bind)
    monkeypatch.setattr(Guard, "spend", spend)
    one = Session((SETUPS[setup] + _REST).encode(), idle_polls=None)
    assert one.run(max_steps=10_000).at is StopReason.END
    names = machines[0].names
    assert counter.of(lambda: [abs(line) for line in range(2000)], ()) >= 2000 // UNIT
    long = []
    m, graphics = machines[0], machines[0].graphics
    screen = (m.display, m.screens, m.screens.colours, m.devices, m.memory, m.video_access, m.pictures)
    drawing = (graphics, graphics.drawing, graphics.painting, graphics.sprites, graphics.turtle)
    marked = carried((*screen, *drawing, m.files, m.records, m.disk_basic, m.programs))
    # What takes a name or a mode of the program is not tried.
    tried = {
        operation
        for operation in set(OPERATIONS) - with_trait(Trait.LONG)
        if operation.name in marked and all(map(_known, operation.parameters))
    }
    assert len(tried) > 20
    for operation in sorted(tried, key=str):
        for operands in _operands(operation):
            if (units := counter.of(names[operation.name], operands)) > STATEMENT:
                long.append((operation, operands, units))
    assert long == []
