"""The picture and the status of sprites out of memory and registers, against what openMSX shows of the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from msxkit.machine.chip_type import TMS9918A, V9938, V9958, ChipType
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import (
    GRAPHIC1,
    GRAPHIC2,
    GRAPHIC3,
    GRAPHIC4,
    GRAPHIC5,
    GRAPHIC6,
    GRAPHIC7,
    MULTICOLOUR,
    TEXT1,
    TEXT2,
    DisplayMode,
)
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import frame
from msxkit.machine.video.sprite_lines import SpriteScan
from msxkit.openmsx.machine import EmulatedMachine
from tests.programs import needs

pytestmark = needs("openmsx")

#: DI, then for ever: status register 0 to D000H, and a pause of some frames.
POLL = bytes.fromhex("00000000f3db993200d00100300b78b120fb0100300b78b120fb18e9")
#: R#0 and R#1, then R#2-R#6, and R#11, as SCREEN sets them.
SETUPS = {
    TEXT1: (0x00, 0x10, 0x00, 0x80, 0x01, 0x36, 0x07, 0),
    TEXT2: (0x04, 0x10, 0x03, 0x27, 0x02, 0x36, 0x07, 0),
    GRAPHIC1: (0x00, 0x00, 0x06, 0x80, 0x00, 0x36, 0x07, 0),
    GRAPHIC2: (0x02, 0x00, 0x06, 0xFF, 0x03, 0x36, 0x07, 0),
    MULTICOLOUR: (0x00, 0x08, 0x02, 0x00, 0x00, 0x36, 0x07, 0),
    GRAPHIC3: (0x04, 0x00, 0x06, 0x9F, 0x01, 0x3F, 0x07, 0),
    GRAPHIC4: (0x06, 0x00, 0x5F, 0x00, 0x00, 0xEF, 0x0F, 0),
    GRAPHIC5: (0x08, 0x00, 0x3F, 0x00, 0x00, 0xEF, 0x0F, 0),
    GRAPHIC6: (0x0A, 0x00, 0x1F, 0x00, 0x00, 0xF7, 0x1E, 1),
    GRAPHIC7: (0x0E, 0x00, 0x1F, 0x00, 0x00, 0xF7, 0x1E, 1),
}


def filled(kind: ChipType, mode: DisplayMode, seed: int) -> Chip:
    """Return a chip with anything in its memory, sprites that meet, sprites that are too many, and a scrolled
    picture.
    """
    some = random.Random(f"{mode.name} {seed}")
    chip = Chip.fresh(kind)
    first, second, *tables, high = SETUPS[mode]
    chip.write_register(0, first)
    chip.write_register(1, 0x40 | second | some.randrange(4) | (0 if chip.palette else 0x80))
    for number, value in enumerate(tables, 2):
        chip.write_register(number, value)
    chip.write_register(7, some.randrange(256))
    if chip.palette:
        chip.write_register(8, some.choice((0x08, 0x28)))
        chip.write_register(9, some.choice((0x00, 0x80)) if mode.is_bitmap else 0)
        chip.write_register(11, high)
        chip.write_register(23, some.choice((0, some.randrange(256))) if mode.is_bitmap else 0)
        chip.palette[:] = b"".join(bytes((number * 17 & 0x77, number * 3 % 8)) for number in range(16))
    chip.vram[:] = some.randbytes(len(chip.vram))
    if chip.sprite_mode:
        for plane in range(32):
            at = chip.sprite_attributes + 4 * plane
            row = some.choice((some.randrange(200), some.randrange(60, 80)))
            chip.vram[at : at + 4] = bytes(
                (row, some.randrange(256), some.randrange(256), some.randrange(256))
            )
        end = chip.sprite_attributes + 4 * some.randrange(8, 32)
        chip.vram[end] = 216 if chip.sprite_mode == 2 else 208
    return chip


def shown(machine: EmulatedMachine, chip: Chip) -> tuple[npt.NDArray[np.uint8], int]:
    """Return what openMSX makes of the same memory and registers: a screenshot, and status register 0."""
    # From SCREEN 1 without a picture: openMSX shows SCREEN 7 otherwise when it comes right after SCREEN 8.
    machine.write(0, bytes(2), "VDP regs")
    machine.run(0.05)
    for number in range(chip.type.recorded_registers):
        machine.write(number, bytes((chip.registers[number],)), "VDP regs")
    machine.run(0.05)
    machine.write(0, bytes(chip.vram), "VRAM")
    if chip.palette:
        machine.write(0, bytes(chip.palette), "VDP palette")
    machine.run(0.5)
    path = machine.emulator.home.path / "raster.png"
    path.unlink(missing_ok=True)
    machine.command(f"screenshot -raw {'-doublesize' if chip.palette else ''} {path}")
    with Image.open(path) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    return pixels, machine.read(0xD000, 1)[0]


def unexplained(seen: Frame, shot: npt.NDArray[np.uint8], left: int | None) -> int:
    """Return pixels of the screenshot that are not the colour that most pixels of the same number have there."""
    scale = shot.shape[1] // 320
    numbers = np.frombuffer(seen.pixels, np.uint8).reshape(seen.height, seen.width).repeat(scale, axis=0)
    numbers = numbers.repeat(scale * 256 // (512 if seen.width > 256 else 256), axis=1)
    height, width = numbers.shape
    x = (shot.shape[1] - width) // 2 if left is None else left * scale
    y = (shot.shape[0] - height) // 2
    part = shot[y : y + height, x : x + width].astype(int)
    colours = part[..., 0] << 16 | part[..., 1] << 8 | part[..., 2]
    wrong = 0
    for number in np.unique(numbers):
        counts = np.unique(colours[numbers == number], return_counts=True)[1]
        wrong += int(counts.sum() - counts.max())
    return wrong


def polling(name: str) -> Iterator[EmulatedMachine]:
    with EmulatedMachine(name) as machine:
        # A frame that is skipped is not in a screenshot.
        machine.command("set maxframeskip 0; set throttle on; set renderer SDL; set limitsprites on")
        if machine.command("set renderer") == "none":
            pytest.skip("this openMSX makes no pictures without a display")
        machine.run(1)
        machine.write(0xC000, POLL)
        machine.command("reg PC 0xC000; reg SP 0xD100")
        machine.run(0.2)
        yield machine


@pytest.fixture(scope="module")
def msx1() -> Iterator[EmulatedMachine]:
    yield from polling("C-BIOS_MSX1")


@pytest.fixture(scope="module")
def msx2() -> Iterator[EmulatedMachine]:
    yield from polling("C-BIOS_MSX2")


@pytest.fixture(scope="module")
def msx2plus() -> Iterator[EmulatedMachine]:
    yield from polling("C-BIOS_MSX2+")


def check(machine: EmulatedMachine, chip: Chip) -> None:
    shot, status = shown(machine, chip)
    seen = frame(chip)
    if seen.width in (240, 480):
        # Where the text begins is a matter of the tube: it may be any of a few columns.
        assert min(unexplained(seen, shot, left) for left in range(36, 48)) == 0
    else:
        assert unexplained(seen, shot, None) == 0
    # openMSX keeps the number of the fifth sprite while the end of a frame is not told: only the collision is sure.
    assert status & 0x20 == SpriteScan.of(chip).status() & 0x20


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "mode", [mode for mode in SETUPS if mode.code < 0b01000], ids=lambda mode: mode.name.lower()
)
@pytest.mark.one_in(4)
def test_a_tms9918a(msx1: EmulatedMachine, mode: DisplayMode, seed: int) -> None:
    check(msx1, filled(TMS9918A, mode, seed))


@pytest.mark.parametrize("mode", SETUPS, ids=lambda mode: mode.name.lower())
@pytest.mark.one_in(5)
def test_a_v9938(msx2: EmulatedMachine, mode: DisplayMode) -> None:
    check(msx2, filled(V9938, mode, 0))


@pytest.mark.parametrize(("modes", "across", "fine"), [(0x08, 0, 0), (0x18, 0, 0), (0x08, 3, 5)])
@pytest.mark.slow
def test_yjk_of_a_v9958(msx2plus: EmulatedMachine, modes: int, across: int, fine: int) -> None:
    """Each level of red, green and blue is one of openMSX, and none is darker than a lower one. The picture begins four
    dots further right there.
    """
    chip = filled(V9958, GRAPHIC7, across)
    for number, value in ((8, 0x0A), (25, modes), (26, across), (27, fine)):
        chip.write_register(number, value)
    shot, _ = shown(msx2plus, chip)
    seen = frame(chip)
    numbers = np.frombuffer(seen.pixels, np.uint16).reshape(seen.height, seen.width)
    colours = np.array(seen.palette, int)[numbers].repeat(2, axis=0).repeat(2, axis=1)
    height, width, _ = colours.shape
    top, left = (shot.shape[0] - height) // 2, 2 * 36
    part = shot[top : top + height, left : left + width]
    for channel in range(3):
        levels = np.unique(colours[..., channel])
        found = [np.unique(part[..., channel][colours[..., channel] == level]) for level in levels]
        assert [len(each) for each in found] == [1] * len(levels)
        assert (np.diff([each[0] for each in found]) >= 0).all()


@pytest.mark.slow
def test_set_adjust(msx2: EmulatedMachine) -> None:
    """Where the picture begins on the tube, beside where it begins without SET ADJUST."""

    def corner(chip: Chip) -> tuple[int, int]:
        chip.vram[:] = b"\x22" * len(chip.vram)
        for number, value in ((7, 1), (8, 0x0A), (9, 0), (23, 0)):
            chip.write_register(number, value)
        pixels, _ = shown(msx2, chip)
        rows, columns = np.nonzero((pixels != pixels[0, 0]).any(axis=2))
        return int(columns.min()), int(rows.min())

    chip = filled(V9938, GRAPHIC4, 0)
    middle = corner(chip)
    for adjust in (0xED, 0x47):
        chip.write_register(18, adjust)
        across, down = frame(chip).shift
        assert corner(chip) == (middle[0] + 2 * across, middle[1] + 2 * down)
