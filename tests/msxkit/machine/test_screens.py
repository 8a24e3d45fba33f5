"""SCREEN, COLOR, WIDTH and CLS: registers and memory as a Philips VG 8020/20 and an NMS 8250 showed them."""

from __future__ import annotations

import pytest

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.display.font import font
from msxkit.display.palette import V9938_RESET
from msxkit.machine.model import MSX1, MSX2, Model
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen


def started(model: Model) -> tuple[VideoState, Screens]:
    video = VideoState.fresh(model.chip)
    screens = Screens(model, video, TextScreen(video))
    screens.power_on()
    return video, screens


@pytest.mark.parametrize(
    ("model", "number", "registers"),
    [
        (MSX1, 0, (0, 0xF0, 0, 0, 1, 0, 0, 0xF4)),
        (MSX1, 1, (0, 0xE0, 6, 0x80, 0, 0x36, 7, 4)),
        (MSX1, 2, (2, 0xE0, 6, 0xFF, 3, 0x36, 7, 4)),
        (MSX1, 3, (0, 0xE8, 2, 0, 0, 0x36, 7, 4)),
        (MSX2, 0, (0, 0x70, 0, 0x80, 1, 0x36, 7, 0xF4)),
        (MSX2, 1, (0, 0x60, 6, 0x80, 0, 0x36, 7, 4)),
        (MSX2, 2, (2, 0x60, 6, 0xFF, 3, 0x36, 7, 4)),
        (MSX2, 3, (0, 0x68, 2, 0x80, 0, 0x36, 7, 4)),
        (MSX2, 4, (4, 0x60, 6, 0xFF, 3, 0x3F, 7, 4)),
        (MSX2, 5, (6, 0x60, 0x1F, 0x80, 1, 0xEF, 0x0F, 4)),
        (MSX2, 6, (8, 0x60, 0x1F, 0x80, 1, 0xEF, 0x0F, 4)),
        (MSX2, 7, (0x0A, 0x60, 0x1F, 0x80, 1, 0xF7, 0x1E, 4)),
        (MSX2, 8, (0x0E, 0x60, 0x1F, 0x80, 1, 0xF7, 0x1E, 4)),
    ],
)
def test_registers(model: Model, number: int, registers: tuple[int, ...]) -> None:
    video, screens = started(model)
    screens.select(number)
    assert tuple(video.chip.registers[:8]) == registers


def test_screen_before_the_prompt() -> None:
    video, _ = started(MSX1)
    assert video.chip.vram[:960] == b" " * 960
    assert video.chip.vram[0x3C0:0x800] == font()[0x3C0:]
    assert bytes(video.chip.vram[0x194B:0x1956]) == b"MSX  system"
    assert video.chip.vram[0x2000:0x2020] == b"\xf4" * 32


@pytest.mark.parametrize(("model", "number"), [(MSX1, 4), (MSX2, 9)])
def test_a_mode_that_the_machine_does_not_have(model: Model, number: int) -> None:
    with pytest.raises(IllegalFunctionCallError):
        started(model)[1].select(number)


def test_the_cleared_screens() -> None:
    video, screens = started(MSX2)
    vram = video.chip.vram
    screens.colours.set(3, 5, 7)
    screens.select(2)
    assert vram[0x1800:0x1B00] == bytes(range(256)) * 3
    assert vram[0x2000:0x3800] == b"\x05" * 0x1800
    assert not any(vram[:0x1800])
    assert video.chip.registers[7] == 7
    screens.select(3)
    assert vram[:0x600] == b"\x55" * 0x600
    screens.select(5)
    assert vram[:0x6A00] == b"\x55" * 0x6A00
    assert vram[0x7400:0x7600] == b"\x03" * 512
    assert vram[0x7600:0x7608] == bytes((0xD9, 0, 0, 3, 0xD9, 0, 1, 3))
    screens.select(8)
    assert vram[:0xD400] == b"\x05" * 0xD400


def test_a_change_of_mode_brings_the_palette_back() -> None:
    video, screens = started(MSX2)
    screens.colours.set_palette(4, 7, 6, 5)
    assert video.chip.palette[8:10] == video.chip.vram[0x0408:0x040A] == b"\x75\x06"
    screens.select(1)
    assert video.chip.palette == video.chip.vram[0x2020:0x2040] == V9938_RESET


def test_the_palette_from_its_copy() -> None:
    video, screens = started(MSX2)
    screens.select(5)
    video.chip.vram[0x7688] = 0x12
    screens.colours.restore_palette()
    assert video.chip.palette[8:10] == b"\x12\x01"
    screens.colours.reset_palette()
    assert video.chip.palette == V9938_RESET


@pytest.mark.parametrize("colour", [(16, 1, 1, 1), (1, 8, 1, 1), (1, 1, 8, 1), (1, 1, 1, 8)])
def test_colours_that_the_palette_does_not_have(colour: tuple[int, int, int, int]) -> None:
    with pytest.raises(IllegalFunctionCallError):
        started(MSX2)[1].colours.set_palette(*colour)


def test_screen_6_keeps_a_colour_twice() -> None:
    video, screens = started(MSX2)
    screens.select(6)
    assert video.chip.vram[0] == 0x55
    screens.colours.set(1, 2, 31)
    assert video.screen.colours == [5, 10, 15]
    assert video.chip.registers[7] == 15
    screens.clear()
    assert video.chip.vram[0] == 0xAA
    screens.colours.set(None, None, 6)
    assert video.chip.registers[7] == 10


def test_pages() -> None:
    video, screens = started(MSX2)
    screens.select(5)
    screens.set_page(1, 0)
    assert (video.chip.registers[2], video.chip.registers[5], video.chip.registers[6]) == (0x3F, 0xEF, 0x1F)
    assert video.chip.sprite_attributes == 0xF600
    screens.set_page(1, 1)
    screens.clear()
    assert video.chip.vram[0x8000:0xEA00] == b"\x44" * 0x6A00
    with pytest.raises(IllegalFunctionCallError):
        screens.set_page(4, 0)
    screens.select(7)
    with pytest.raises(IllegalFunctionCallError):
        screens.set_page(0, 2)
    screens.set_page(1, 0)
    assert (video.chip.registers[2], video.chip.name_table) == (0x3F, 0x10000)


def test_interlace_and_adjustment() -> None:
    video, screens = started(MSX2)
    screens.select(5)
    for interlace, register in ((1, 0x8A), (2, 0x86), (3, 0x8E), (0, 0x82)):
        screens.set_interlace(interlace)
        assert video.chip.registers[9] == register
    screens.set_adjust(3, -2)
    assert video.chip.registers[18] == 0x2D
    with pytest.raises(IllegalFunctionCallError):
        screens.set_adjust(9, 0)


def test_sizes_of_sprites() -> None:
    video, screens = started(MSX1)
    screens.select(2)
    vram = video.chip.vram
    vram[0x1B05], vram[0x3800] = 77, 55
    screens.set_sprite_size(2)
    assert video.chip.registers[1] == 0xE2
    assert bytes(vram[0x1B00:0x1B08]) == bytes((0xD1, 0, 0, 15, 0xD1, 77, 4, 15))
    assert vram[0x3800] == 0
    with pytest.raises(IllegalFunctionCallError):
        screens.set_sprite_size(4)


def test_back_to_the_text_screen_that_was_there_last() -> None:
    video, screens = started(MSX1)
    screens.select(1)
    screens.select(3)
    screens.to_text()
    assert video.screen.mode == 1
    screens.to_text()
    assert video.screen.mode == 1


def test_80_columns_are_a_mode_of_their_own() -> None:
    video, screens = started(MSX2)
    screens.set_width(80)
    assert tuple(video.chip.registers[:5]) == (4, 0x70, 3, 0x27, 2)
    assert video.chip.vram[:1920] == b" " * 1920
    assert video.chip.vram[0x1000:0x1800] == font()
    assert video.chip.vram[0x0F00:0x0F20] == V9938_RESET
    with pytest.raises(IllegalFunctionCallError):
        screens.set_width(81)


def test_the_cursor_takes_the_pattern_of_what_it_covers() -> None:
    video, screens = started(MSX1)
    text = TextScreen(video)
    text.write("A\x1d")
    text.show_cursor()
    assert video.chip.vram[0] == 255
    inverse = bytes(row ^ 0xFF for row in font()[65 * 8 : 66 * 8])
    assert video.chip.vram[0x800 + 255 * 8 : 0x1000] == inverse
    text.hide_cursor()
    assert video.chip.vram[0] == 65
    assert video.chip.vram[0x800 + 255 * 8 : 0x1000] == inverse
    screens.select(2)
    text.show_cursor()
    assert video.text.covered is None
