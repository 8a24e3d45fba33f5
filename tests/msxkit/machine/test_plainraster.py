"""The picture in plain Python against the one in arrays: two computations of the same chip."""

from __future__ import annotations

import random

import pytest

from msxkit.interpreter import Session
from msxkit.machine.video import plainraster, raster, spritelines
from msxkit.machine.video.shown import shown_parts


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
            if chip.sprite_mode == 2 and number > 3:
                # Sprites that are mixed with nothing, whose lines begin in one column, are drawn another way.
                early = source.choice((0, 0x80))
                colours = bytes(code & 0x2F | early for code in source.randbytes(16))
                chip.vram[table - 512 + 16 * plane : table - 496 + 16 * plane] = colours
        if model == "msx2":
            chip.registers[23] = source.choice((0, source.randrange(256)))
            chip.registers[8] ^= source.choice((0, 0x20))
            chip.palette[:] = source.randbytes(32)
        chip.registers[7] = source.randrange(256)
        if number == 7:
            chip.registers[1] &= ~0x40
        assert plainraster.frame(chip) == raster.frame(chip)


def test_a_picture_is_made_anew_when_a_byte_of_it_changes() -> None:
    """What is kept of a picture is taken for nothing else: every byte of its tables and each register counts."""
    source = random.Random(13)
    for mode in range(9):
        session = Session(f"10 SCREEN {mode},3:A$=INPUT$(1)", machine="msx2")
        session.run(max_steps=1)
        chip = session._state.video.chip
        chip.vram[:] = source.randbytes(len(chip.vram))
        before = (raster.frame(chip), plainraster.frame(chip))
        for _ in range(25):
            place = source.choice(source.choice(list(filter(None, shown_parts(chip)))))
            chip.vram[place] ^= 1 << source.randrange(8)
            now = (raster.frame(chip), plainraster.frame(chip))
            raster._field.cache_clear()
            plainraster._field.cache_clear()
            spritelines._scanned.cache_clear()
            assert now == (raster.frame(chip), plainraster.frame(chip))
            assert now[0] == now[1]
        assert now != before
