"""The picture in plain Python against the one in arrays: two computations of the same chip."""

from __future__ import annotations

import random

import pytest

from msxkit.interpreter import Session
from msxkit.machine.video import plainraster, raster


@pytest.mark.parametrize(
    ("model", "mode"), [("msx1", mode) for mode in range(4)] + [("msx2", mode) for mode in range(9)]
)
def test_both_make_the_same_picture(model: str, mode: int) -> None:
    source = random.Random(mode)
    for number in range(8):
        session = Session(f"10 SCREEN {mode},{number % 4}", machine=model)
        session.run(max_steps=1)
        chip = session._state.video.chip
        chip.vram[:] = source.randbytes(len(chip.vram))
        table = chip.sprite_attributes
        for plane in range(32 if number % 2 else 0):
            place = bytes((source.randrange(180), *source.randbytes(3)))
            chip.vram[table + 4 * plane : table + 4 * plane + 4] = place
        if model == "msx2":
            chip.registers[23] = source.choice((0, source.randrange(256)))
            chip.registers[8] ^= source.choice((0, 0x20))
            chip.palette[:] = source.randbytes(32)
        chip.registers[7] = source.randrange(256)
        if number == 7:
            chip.registers[1] &= ~0x40
        assert plainraster.frame(chip) == raster.frame(chip)
