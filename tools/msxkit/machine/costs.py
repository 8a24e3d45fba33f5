"""What differs from machine to machine: the interrupt, and whatever goes to the video chip.

The processor and MSX BASIC's own work are the same: of 5,778 recorded statements that do neither, none differs between
the Philips VG 8020/20 and the NMS 8250. Figures are T-states, from tests/timing and tests/graphics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msxkit.machine.model import Model
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.modes import MODES
from msxkit.machine.work import Work


@dataclass(frozen=True, slots=True)
class Costs:
    """What a machine takes for its work, in T-states.

    Attributes:
        interrupt: The handler of the video chip's interrupt.
        keys: What an interrupt takes on top when it reads the keyboard.
        scan_every: It reads the keyboard at every such interrupt: 3 is every third.
        phase, phase_cleared: From RUN to the first interrupt, and the same after `CLS:RUN`.
        first_scan: The number of the first interrupt that reads the keyboard.
        character: A character that PRINT shows, by screen mode.
        scroll: Scrolling the text screen by a row, by screen mode.
        clear: CLS, by screen mode.
        screen: SCREEN, by mode.
        vpoke, vpeek: VPOKE and VPEEK without their operands.
        vram_address: What these two take on top when their address is a real.
        colour: COLOR.
        beep: BEEP.
        error: The message of an error, and what comes before it.
        put_sprite: PUT SPRITE.
        drawing: Units of work, by mode.
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
    vram_address: int
    vpeek: int
    colour: int
    beep: int
    error: int
    put_sprite: int
    drawing: Mapping[Work, tuple[int, ...]]


def _drawing(
    patterns: Mapping[Work, int], blocks: Mapping[Work, int], bitmaps: Mapping[Work, int]
) -> Mapping[Work, tuple[int, ...]]:
    kinds = {ModeLayout.PATTERNS: patterns, ModeLayout.BLOCKS: blocks, ModeLayout.BITMAP: bitmaps}
    return {work: tuple(kinds.get(mode.display.layout, {}).get(work, 0) for mode in MODES) for work in Work}


#: Fitted to tests/graphics: to what its 600 random programs took between their waits for a key.
_PATTERNS1 = {
    Work.POINT: -2567,
    Work.LINE: -2765,
    Work.LINE_PIXEL: 1551,
    Work.BOX: -30_610,
    Work.FILL: 22_710,
    Work.ROW: 1769,
    Work.ROW_PIXEL: 54,
    Work.CIRCLE: 2469,
    Work.STEP: 7801,
    Work.SQUASHED: 10_600,
    Work.DOT: 1912,
    Work.PAINT: 98_740,
    Work.RUN: 11_060,
    Work.RUN_PIXEL: 491,
    Work.LOOK: 247,
    Work.CHARACTER: 533,
    Work.CHARACTER_PIXEL: 3805,
    Work.OUTSIDE: 340,
    Work.STROKE: 2765,
}
_BLOCKS1 = {
    Work.POINT: 494,
    Work.LINE: 987,
    Work.LINE_PIXEL: 1118,
    Work.BOX: -9875,
    Work.FILL: -17_770,
    Work.ROW: 454,
    Work.ROW_PIXEL: 959,
    Work.CIRCLE: 29_620,
    Work.STEP: 8354,
    Work.SQUASHED: 10_660,
    Work.DOT: 1197,
    Work.PAINT: -96_770,
    Work.RUN: 31_900,
    Work.RUN_PIXEL: 499,
    Work.LOOK: 255,
    Work.COMMAND: 2469,
    Work.CHARACTER: 24_690,
    Work.CHARACTER_PIXEL: 453,
    Work.OUTSIDE: 349,
    Work.STROKE: -494,
}
_PATTERNS2 = {
    **_PATTERNS1,
    Work.LINE_PIXEL: 1571,
    Work.ROW: 1857,
    Work.ROW_PIXEL: 63,
    Work.STEP: 9050,
    Work.SQUASHED: 11_000,
    Work.DOT: 1739,
    Work.RUN: 13_960,
    Work.RUN_PIXEL: 582,
    Work.LOOK: 296,
    Work.CHARACTER_PIXEL: 4244,
    Work.CIRCLE: 26_650,
    Work.OUTSIDE: 512,
    Work.LINE: 15_000,
    Work.STROKE: 4984,
}
_BLOCKS2 = {
    **_BLOCKS1,
    Work.LINE: 17_760,
    Work.LINE_PIXEL: 6010,
    Work.ROW_PIXEL: 5329,
    Work.DOT: 6415,
    Work.RUN: 14_410,
    Work.RUN_PIXEL: 1559,
    Work.LOOK: 390,
    Work.CHARACTER_PIXEL: 18_750,
    Work.STEP: 9376,
    Work.SQUASHED: 11_350,
    Work.OUTSIDE: 395,
    Work.STROKE: 3948,
}
_BITMAPS2 = {
    Work.POINT: 493,
    Work.LINE: 3750,
    Work.BOX: 17_760,
    Work.FILL: 987,
    Work.ROW: -390,
    Work.ROW_PIXEL: 20,
    Work.CIRCLE: 19_740,
    Work.STEP: 8498,
    Work.SQUASHED: 10_070,
    Work.DOT: 987,
    Work.RUN: 6218,
    Work.RUN_PIXEL: 4,
    Work.LOOK: 14,
    Work.COMMAND: 3454,
    Work.CHARACTER: 19_740,
    Work.COPY: -26_650,
    Work.COPY_ROW: 592,
    Work.COPY_PIXEL: 16,
    Work.CAPTURED_PIXEL: 325,
    Work.PLACED_PIXEL: 99,
    Work.OUTSIDE: 480,
    Work.STROKE: 2961,
}

#: Philips VG 8020/20.
_MSX1 = Costs(
    interrupt=4060,
    keys=1201,
    scan_every=3,
    phase=43_495,
    phase_cleared=37_600,
    first_scan=0,
    character=(1477, 1486, 5000, 5000),
    scroll=(134_900, 104_600, 0, 0),
    clear=(64_000, 52_300, 700_000, 110_000),
    screen=(1_055_500, 1_054_300, 770_500, 111_000),
    vpoke=784,
    vram_address=-70,
    vpeek=100,
    colour=978,
    beep=146_841,
    error=165_600,
    put_sprite=3080,
    drawing=_drawing(_PATTERNS1, _BLOCKS1, {}),
)
#: Philips NMS 8250.
_MSX2 = Costs(
    interrupt=6905,
    keys=1201,
    scan_every=2,
    phase=875,
    phase_cleared=64_500,
    first_scan=1,
    character=(1533, 1542, 5000, 5000, 5000, 5000, 5000, 5000, 5000),
    scroll=(89_300, 75_400, 0, 0, 0, 0, 0, 0, 0),
    clear=(31_127, 30_000, 600_000, 110_000, 600_000, 60_000, 60_000, 60_000, 60_000),
    screen=(1_623_000, 1_450_000, 545_100, 240_000, 565_000, 489_200, 490_000, 665_000, 665_000),
    vpoke=3859,
    vram_address=860,
    vpeek=3178,
    colour=3889,
    beep=150_735,
    error=172_200,
    put_sprite=3330,
    drawing=_drawing(_PATTERNS2, _BLOCKS2, _BITMAPS2),
)
_BY_GENERATION: Mapping[int, Costs] = {0: _MSX1, 1: _MSX2}


def costs_of(model: Model) -> Costs:
    """Return what the statements of a model take."""
    return _BY_GENERATION[model.generation]
