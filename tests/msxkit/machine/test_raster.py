"""The picture against one that is computed in arrays: two computations of the same chip."""

from __future__ import annotations

import random

import numpy as np
import pytest

from msxkit.display.picture import draw
from msxkit.interpreter import Session
from msxkit.machine.video import raster, sprite_lines
from msxkit.machine.video.shown import shown_parts
from tests.msxkit.machine import array_raster


@pytest.mark.parametrize(
    ("model", "mode"),
    [("msx1", mode) for mode in range(4)]
    + [("msx2", mode) for mode in range(9)]
    + [("msx2plus", mode) for mode in (0, 1, 2, 3, 6, 8, 10, 12)],
)
@pytest.mark.one_in(3)
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
        if model != "msx1":
            chip.registers[23] = source.choice((0, source.randrange(256)))
            chip.registers[8] ^= source.choice((0, 0x20))
            chip.palette[:] = source.randbytes(32)
        if model == "msx2plus":
            chip.registers[25] |= source.randrange(4)
            chip.registers[26], chip.registers[27] = source.randrange(64), source.randrange(8)
            chip.registers[2] ^= source.choice((0, 0x20))
        chip.registers[7] = source.randrange(256)
        if number == 7:
            chip.registers[1] &= ~0x40
        assert raster.frame(chip) == array_raster.frame(chip)


@pytest.mark.slow
def test_a_picture_is_made_anew_when_a_byte_of_it_changes() -> None:
    """What is kept of a picture is taken for nothing else: every byte of its tables and each register counts."""
    source = random.Random(13)
    for mode in range(9):
        session = Session(f"10 SCREEN {mode},3:A$=INPUT$(1)", machine="msx2")
        session.run(max_steps=1)
        chip = session._state.video.chip
        chip.vram[:] = source.randbytes(len(chip.vram))
        before = (raster.frame(chip), array_raster.frame(chip))
        for _ in range(25):
            place = source.choice(source.choice(list(filter(None, shown_parts(chip)))))
            chip.vram[place] ^= 1 << source.randrange(8)
            now = (raster.frame(chip), array_raster.frame(chip))
            raster._field.cache_clear()
            array_raster._field.cache_clear()
            sprite_lines._scanned.cache_clear()
            assert now == (raster.frame(chip), array_raster.frame(chip))
            assert now[0] == now[1]
        assert now != before


def test_interlace() -> None:
    """SCREEN ,,,,,3 on an odd page: its lines stand between those of the page before it (V9938 data book, R#9)."""
    listing = (
        "10 SCREEN 7,,,,,3:COLOR ,0,1:SET PAGE 1,0:LINE(0,0)-(511,211),5,BF\n"
        "20 SET PAGE 1,1:LINE(0,0)-(511,211),9,BF:A$=INPUT$(1)\n"
    )
    session = Session(listing, machine="msx2")
    session.run()
    chip = session._state.video.chip
    for frame in (raster.frame(chip), array_raster.frame(chip)):
        assert (frame.width, frame.height) == (512, 424)
        assert frame.pixels == (b"\5" * 512 + b"\t" * 512) * 212
    picture = draw(session.video.frame)
    assert picture.size == (2 * (256 + 16), 2 * (212 + 16))
    assert [picture.getpixel((100, 100 + line)) for line in range(2)] == [5, 9]
    chip.write_register(2, chip.registers[2] & ~0x20)
    assert raster.frame(chip).height == 212


@pytest.mark.parametrize(("x", "y"), [(0, 0), (3, -2), (-7, 8), (8, -7)])
def test_set_adjust_moves_the_picture(x: int, y: int) -> None:
    """To the right and down (MSX2 Technical Handbook, SET ADJUST), with the border behind it."""
    session = Session(f"10 COLOR 15,4,1:SCREEN 5:SET ADJUST({x},{y}):A$=INPUT$(1)\n", machine="msx2")
    session.run()
    frame = session.video.frame
    assert frame == array_raster.frame(session._state.video.chip)
    assert frame.shift == (x, y)
    rows, columns = np.nonzero(np.asarray(draw(frame, scale=1)) == 4)
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (8 + x, 263 + x, 8 + y, 219 + y)
