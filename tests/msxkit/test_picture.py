"""Pictures hold exactly the pixels of font, palette and name table."""

from __future__ import annotations

import io

from PIL import Image

from msxkit.display.font import patterns
from msxkit.display.palette import TMS9918A
from msxkit.display.picture import draw, png
from msxkit.machine.video.frame import Frame
from tests.programs import CBIOS, needs


@needs("cbios")
def test_the_font_is_that_of_cbios() -> None:
    rom = (CBIOS / "cbios_main_msx1.rom").read_bytes()
    # CGTABL, BIOS entry 0004h: where the character patterns are.
    table = int.from_bytes(rom[4:6], "little")
    assert b"".join(patterns()[:255]) == rom[table : table + 255 * 8]


def test_a_frame_has_its_border_and_its_palette() -> None:
    pixels = bytearray(512 * 212)
    pixels[5] = 3
    shown = draw(Frame(512, 212, bytes(pixels), (1, 2), ((0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3))))
    assert shown.size == (544, 456)
    assert [shown.getpixel((x, 0)) for x in range(4)] == [1, 2, 1, 2]
    assert [shown.getpixel((x, 16)) for x in (15, 16, 21, 22)] == [2, 0, 3, 0]
    assert shown.convert("RGB").getpixel((21, 17)) == (3, 3, 3)
    small = draw(Frame(256, 192, bytes(256 * 192), (7, 7), TMS9918A), scale=1)
    assert (small.size, small.getpixel((7, 7)), small.getpixel((8, 8))) == ((272, 208), 7, 0)


def test_png_keeps_the_palette() -> None:
    read = Image.open(io.BytesIO(png(draw(Frame(256, 192, b"\4" * (256 * 192), (7, 7), TMS9918A)))))
    assert read.convert("RGB").getpixel((30, 300)) == TMS9918A[4]
    assert read.size == (544, 416)
