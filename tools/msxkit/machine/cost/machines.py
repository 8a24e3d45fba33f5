"""What differs from machine to machine: the interrupt, and whatever goes to the video chip.

The processor and MSX BASIC's own work are the same: of 5,778 recorded statements that do neither, none differs between
the Philips VG 8020/20 and the NMS 8250. Figures are T-states, from tests/timing and tests/graphics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msxkit.machine.cost.work import Work
from msxkit.machine.model import Model


@dataclass(frozen=True, slots=True)
class Costs:
    """interrupt: the handler of the video chip's interrupt. keys: what it takes more to read the keyboard, which it
    does every so many times (scan_every). phase: T-states from RUN to the first one, and after `CLS:RUN`
    (phase_cleared); first_scan: which one is the first
    to read the keyboard.
    character: one that PRINT shows, by screen mode. scroll: of the text screen by a row, by screen mode. clear: CLS, by
    screen mode. screen: SCREEN, by mode. vpoke, vpeek: beside their operands. colour: COLOR. put_sprite: PUT SPRITE.
    drawing: units of work, by mode.
    """

    interrupt: int
    keys: int
    scan_every: int
    phase: int
    phase_cleared: int
    first_scan: int
    character: tuple[int, ...]
    scroll: tuple[int, ...]
    clear: tuple[int, ...]
    screen: tuple[int, ...]
    vpoke: int
    vpeek: int
    colour: int
    beep: int
    put_sprite: int
    drawing: Mapping[Work, tuple[int, ...]]


def _drawing(
    patterns: Mapping[Work, int], blocks: Mapping[Work, int], bitmaps: Mapping[Work, int]
) -> Mapping[Work, tuple[int, ...]]:
    """What work takes by screen mode: SCREEN 2 and 4, SCREEN 3, SCREEN 5 to 8."""
    kinds = {2: patterns, 3: blocks, 4: patterns, 5: bitmaps, 6: bitmaps, 7: bitmaps, 8: bitmaps}
    return {work: tuple(kinds.get(mode, {}).get(work, 0) for mode in range(9)) for work in Work}


#: Fitted to tests/graphics: what its 600 random programs took, between their waits for a key.
_PATTERNS1 = {
    Work.POINT: -2600,
    Work.LINE: -2_800,
    Work.LINE_PIXEL: 1571,
    Work.BOX: -31_000,
    Work.FILL: 23_000,
    Work.ROW: 1735,
    Work.ROW_PIXEL: 55,
    Work.CIRCLE: 2_500,
    Work.STEP: 7_900,
    Work.SQUASHED: 10_740,
    Work.DOT: 1_936,
    Work.PAINT: 100_000,
    Work.RUN: 11_200,
    Work.RUN_PIXEL: 497,
    Work.LOOK: 250,
    Work.CHARACTER: 540,
    Work.CHARACTER_PIXEL: 3853,
    Work.OUTSIDE: 344,
    Work.STROKE: 2_800,
}
_BLOCKS1 = {
    Work.POINT: 500,
    Work.LINE: 1_000,
    Work.LINE_PIXEL: 1132,
    Work.BOX: -10_000,
    Work.FILL: -18_000,
    Work.ROW: 460,
    Work.ROW_PIXEL: 971,
    Work.CIRCLE: 30_000,
    Work.STEP: 8_460,
    Work.SQUASHED: 10_800,
    Work.DOT: 1_212,
    Work.PAINT: -98_000,
    Work.RUN: 32_300,
    Work.RUN_PIXEL: 505,
    Work.LOOK: 258,
    Work.COMMAND: 2500,
    Work.CHARACTER: 25_000,
    Work.CHARACTER_PIXEL: 459,
    Work.OUTSIDE: 353,
    Work.STROKE: -500,
}
_PATTERNS2 = {
    **_PATTERNS1,
    Work.LINE_PIXEL: 1592,
    Work.ROW: 1824,
    Work.ROW_PIXEL: 64,
    Work.STEP: 9_170,
    Work.SQUASHED: 11_150,
    Work.DOT: 1_762,
    Work.RUN: 14_150,
    Work.RUN_PIXEL: 590,
    Work.LOOK: 300,
    Work.CHARACTER_PIXEL: 4300,
    Work.CIRCLE: 27_000,
    Work.OUTSIDE: 519,
    Work.LINE: 15_200,
    Work.STROKE: 5_050,
}
_BLOCKS2 = {
    **_BLOCKS1,
    Work.LINE: 18_000,
    Work.LINE_PIXEL: 6090,
    Work.ROW_PIXEL: 5400,
    Work.DOT: 6_500,
    Work.RUN: 14_600,
    Work.RUN_PIXEL: 1580,
    Work.LOOK: 395,
    Work.CHARACTER_PIXEL: 19_000,
    Work.STEP: 9_500,
    Work.SQUASHED: 11_500,
    Work.OUTSIDE: 400,
    Work.STROKE: 4_000,
}
_BITMAPS2 = {
    Work.POINT: 500,
    Work.LINE: 3_800,
    Work.BOX: 18_000,
    Work.FILL: 1000,
    Work.ROW: -330,
    Work.ROW_PIXEL: 20,
    Work.CIRCLE: 20_000,
    Work.STEP: 8_610,
    Work.SQUASHED: 10_200,
    Work.DOT: 1_000,
    Work.RUN: 6300,
    Work.RUN_PIXEL: 4,
    Work.LOOK: 14,
    Work.COMMAND: 3500,
    Work.CHARACTER: 20_000,
    Work.COPY: -27_000,
    Work.COPY_ROW: 600,
    Work.COPY_PIXEL: 16,
    Work.MOVED_PIXEL: 60,
    Work.OUTSIDE: 486,
    Work.STROKE: 3_000,
}

#: Philips VG 8020/20.
_MSX1 = Costs(
    interrupt=3210,
    keys=1201,
    scan_every=3,
    phase=43_500,
    phase_cleared=28_500,
    first_scan=0,
    character=(1477, 1486, 5000, 5000),
    scroll=(137_000, 106_200, 0, 0),
    clear=(64_000, 55_000, 700_000, 110_000),
    screen=(1_055_500, 1_054_800, 770_500, 54_000),
    vpoke=784,
    vpeek=100,
    colour=978,
    beep=146_841,
    put_sprite=3300,
    drawing=_drawing(_PATTERNS1, _BLOCKS1, {}),
)
#: Philips NMS 8250.
_MSX2 = Costs(
    interrupt=6060,
    keys=1201,
    scan_every=2,
    phase=900,
    phase_cleared=15_700,
    first_scan=1,
    character=(1533, 1542, 5000, 5000, 5000, 5000, 5000, 5000, 5000),
    scroll=(90_800, 77_000, 0, 0, 0, 0, 0, 0, 0),
    clear=(31_127, 30_000, 600_000, 110_000, 600_000, 60_000, 60_000, 60_000, 60_000),
    screen=(1_623_000, 1_450_000, 481_000, 112_000, 437_000, 361_000, 366_000, 537_000, 537_000),
    vpoke=3859,
    vpeek=3178,
    colour=3889,
    beep=150_735,
    put_sprite=3550,
    drawing=_drawing(_PATTERNS2, _BLOCKS2, _BITMAPS2),
)
_BY_GENERATION: Mapping[int, Costs] = {0: _MSX1, 1: _MSX2}


def costs_of(model: Model) -> Costs:
    """What a model's statements cost."""
    return _BY_GENERATION[model.generation]
