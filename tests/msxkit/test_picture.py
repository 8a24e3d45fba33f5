"""Pictures hold exactly the pixels of font, palette and name table."""

from __future__ import annotations

import io

from PIL import Image

from msxkit.display.font import patterns
from msxkit.display.palette import TMS9918A
from msxkit.display.picture import draw, gif, png, render
from msxkit.display.screen import Screen
from msxkit.machine.video.frame import Frame
from tests.programs import CBIOS, needs


def _screen(text: str, columns: int = 32) -> Screen:
    cells = text.encode("latin-1").ljust(columns * 24)
    return Screen(cells, columns=columns, mode=1 if columns == 32 else 0, width=columns)


@needs("cbios")
def test_the_font_is_that_of_cbios() -> None:
    rom = (CBIOS / "cbios_main_msx1.rom").read_bytes()
    # CGTABL, BIOS entry 0004h: where the character patterns are.
    table = int.from_bytes(rom[4:6], "little")
    assert b"".join(patterns()[:255]) == rom[table : table + 255 * 8]


def test_pixels_follow_the_patterns() -> None:
    picture = render(_screen("A"), scale=1, ink=15, paper=4, border=7)
    assert picture.size == (272, 208)
    assert picture.getpixel((0, 0)) == 7
    for y, byte in enumerate(patterns()[ord("A")]):
        for x in range(8):
            assert picture.getpixel((8 + x, 8 + y)) == (15 if byte >> (7 - x) & 1 else 4)
    assert picture.getpixel((16, 8)) == 4


def test_screen_0_has_characters_of_six_pixels() -> None:
    assert render(_screen("A", 40), scale=1).size == (40 * 6 + 16, 208)


def test_cursor_inverts_its_cell() -> None:
    plain, shown = render(_screen(" "), scale=1), render(_screen(" "), scale=1, cursor=True)
    assert plain.getpixel((8, 8)) == 0
    assert [shown.getpixel((x, 8)) for x in range(7, 17)] == [0] + [15] * 8 + [0]


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
    read = Image.open(io.BytesIO(png(render(_screen("A"), paper=4))))
    assert read.convert("RGB").getpixel((30, 300)) == TMS9918A[4]
    assert read.size == (544, 416)


def test_gif_has_all_frames() -> None:
    frames = [render(_screen(text)) for text in "ABC"]
    read = Image.open(io.BytesIO(gif(frames, [100, 200, 300])))
    assert getattr(read, "n_frames", 1) == 3
