"""What differs from machine to machine: the interrupt, and whatever goes to the video chip.

The processor and MSX BASIC's own work are the same: of 5,778 recorded statements that do neither, none differs between
the Philips VG 8020/20 and the NMS 8250. Figures are T-states, from tests/timing and tests/graphics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msxkit.machine.model import Model


@dataclass(frozen=True, slots=True)
class Costs:
    """interrupt: the handler of the video chip's interrupt. keys: what it takes more every third time, to read the
    keyboard. phase: T-states from RUN to the first one; first_scan: which one is the first to read the keyboard.
    character: one that PRINT shows, by screen mode. scroll: of the text screen by a row, by screen mode. clear: CLS, by
    screen mode. screen: SCREEN, by mode. vpoke, vpeek: beside their operands. colour: COLOR.
    """

    interrupt: int
    keys: int
    phase: int
    first_scan: int
    character: tuple[int, ...]
    scroll: tuple[int, ...]
    clear: tuple[int, ...]
    screen: tuple[int, ...]
    vpoke: int
    vpeek: int
    colour: int
    beep: int
    line_pixel: int
    circle_point: int
    paint_pixel: int


#: Philips VG 8020/20.
_MSX1 = Costs(
    interrupt=4060,
    keys=1201,
    phase=43_500,
    first_scan=0,
    character=(1477, 1486, 5000, 5000),
    scroll=(137_000, 107_000, 0, 0),
    clear=(64_000, 55_000, 700_000, 110_000),
    screen=(1_000_000, 1_054_800, 1_150_000, 300_000),
    vpoke=983,
    vpeek=100,
    colour=1341,
    beep=146_841,
    line_pixel=660,
    circle_point=1900,
    paint_pixel=120,
)
#: Philips NMS 8250.
_MSX2 = Costs(
    interrupt=6905,
    keys=1201,
    phase=900,
    first_scan=1,
    character=(1533, 1542, 5000, 5000, 5000, 5000, 5000, 5000, 5000),
    scroll=(90_800, 76_600, 0, 0, 0, 0, 0, 0, 0),
    clear=(31_127, 30_000, 600_000, 110_000, 600_000, 60_000, 60_000, 60_000, 60_000),
    screen=(1_400_000, 1_450_000, 900_000, 380_000, 900_000, 500_000, 500_000, 500_000, 500_000),
    vpoke=4058,
    vpeek=3178,
    colour=4252,
    beep=150_735,
    line_pixel=760,
    circle_point=2100,
    paint_pixel=150,
)
_BY_GENERATION: Mapping[int, Costs] = {0: _MSX1, 1: _MSX2}


def costs_of(model: Model) -> Costs:
    """What a model's statements cost."""
    return _BY_GENERATION[model.generation]
