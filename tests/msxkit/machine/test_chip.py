"""The video chip: registers, tables, ports, as the data books of the TMS9918A and the V9938 say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.display.palette import V9938_RESET
from msxkit.interpreter import Session
from msxkit.machine.chip_type import TMS9918A, V9938, ChipType
from msxkit.machine.model import MSX1, MSX2, Model
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.sprite_lines import SpriteScan
from tests.conftest import examples
from tests.msxkit.machine import array_raster


def chip(kind: ChipType, *registers: int) -> Chip:
    made = Chip.fresh(kind)
    for number, value in enumerate(registers):
        made.write_register(number, value)
    return made


@pytest.mark.parametrize(
    ("registers", "tables"),
    [
        # As SCREEN 0-8 set them: name, colour, pattern, sprite attributes, sprite patterns.
        ((0x00, 0x60, 0x06, 0x80, 0x00, 0x36, 0x07), (0x1800, 0x2000, 0x0000, 0x1B00, 0x3800)),
        ((0x02, 0x60, 0x06, 0xFF, 0x03, 0x36, 0x07), (0x1800, 0x2000, 0x0000, 0x1B00, 0x3800)),
        ((0x04, 0x60, 0x06, 0xFF, 0x03, 0x3F, 0x07), (0x1800, 0x2000, 0x0000, 0x1E00, 0x3800)),
        ((0x04, 0x70, 0x03, 0x27, 0x02, 0x00, 0x00), (0x0000, 0x0800, 0x1000, 0x0000, 0x0000)),
    ],
)
def test_tables_are_where_the_registers_say(
    registers: tuple[int, ...], tables: tuple[int, int, int, int, int]
) -> None:
    made = chip(V9938, *registers)
    found = (made.name_table, made.colour_table, made.pattern_table)
    assert (*found, made.sprite_attributes, made.sprite_patterns) == tables


@pytest.mark.parametrize(
    ("mode", "name", "attributes", "first", "sprites"),
    [(0x06, 0x3F, 0xEF, 0x8000, 0x7600), (0x0A, 0x3F, 0xF7, 0x10000, 0x7A00)],
)
def test_pages_of_bitmaps(mode: int, name: int, attributes: int, first: int, sprites: int) -> None:
    made = chip(V9938, mode, 0x60, name, 0, 0, attributes)
    assert (made.name_table, made.sprite_attributes) == (first, sprites)


@given(st.binary(min_size=64, max_size=64))
def test_the_banks_of_a_planar_mode_take_turns(some: bytes) -> None:
    made = chip(V9938, 0x06, 0x60)
    made.vram[:32], made.vram[0x10000 : 0x10000 + 32] = some[:32], some[32:]
    made.write_register(0, 0x0A)
    assert made.vram[:64:2] == some[:32]
    assert made.vram[1:64:2] == some[32:]
    made.write_register(0, 0x0E)  # from one planar mode to another nothing moves
    assert made.vram[:64:2] == some[:32]
    made.write_register(0, 0x00)
    assert made.vram[:32] + made.vram[0x10000 : 0x10000 + 32] == some


def test_control_port() -> None:
    made = chip(TMS9918A)
    for value in (0x10, 0x40 | 0x01):
        made.write_control(value)
    for value in b"AB":
        made.write_data(value)
    assert made.vram[0x0110:0x0112] == b"AB"
    for value in (0x10, 0x01):
        made.write_control(value)
    assert bytes(made.read_data() for _ in range(2)) == b"AB"
    for value in (0x5A, 0x87):
        made.write_control(value)
    assert made.registers[7] == 0x5A


def test_the_data_port_forgets_the_first_of_two_bytes() -> None:
    made = chip(TMS9918A)
    made.write_control(0x99)
    made.write_data(1)
    for value in (0x00, 0x40):
        made.write_control(value)
    assert made.pointer == 0


@pytest.mark.parametrize(("mode", "bank"), [(0x00, 0), (0x06, 1)])
def test_address_beyond_16_kb(mode: int, bank: int) -> None:
    made = chip(V9938, mode, 0x60)
    for value in (0xFF, 0x7F):
        made.write_control(value)
    made.write_data(1)
    made.write_data(2)
    assert made.vram[0x3FFF] == 1
    assert made.vram[bank * 0x4000] == 2


def test_the_palette_port() -> None:
    made = chip(V9938)
    assert made.palette == V9938_RESET
    made.write_register(16, 15)
    for value in (0x72, 0x05, 0x11, 0x03):
        made.write_palette(value)
    assert made.palette[30:] == b"\x72\x05"
    assert made.palette[:2] == b"\x11\x03"


def test_indirect_port() -> None:
    made = chip(V9938)
    made.write_register(17, 32)
    for value in (1, 2, 3):
        made.write_indirect(value)
    assert made.registers[32:35] == b"\1\2\3"
    made.write_register(17, 0x80 | 32)
    made.write_indirect(9)
    made.write_indirect(8)
    assert made.registers[32:34] == b"\x08\2"


def test_reading_the_status_clears_it() -> None:
    made = chip(TMS9918A)
    made.status[0] = 0xE3
    assert made.read_status() == 0xE3
    assert made.read_status() == 0x03


@pytest.mark.parametrize("model", [MSX1, MSX2])
@settings(max_examples=examples(25))
@given(
    vram=st.binary(min_size=256, max_size=256),
    first=st.integers(0, 3),
    vertical=st.sampled_from([0, 0, 40, 200]),
    last=st.integers(1, 33),
)
def test_sprites_by_plane(model: Model, vram: bytes, first: int, vertical: int, last: int) -> None:
    session = Session(f"10 SCREEN 2,{first}", machine=model)
    session.run()
    chip = session._machine.state.video.chip
    chip.registers[0], chip.registers[1] = 2, 0xE0 | first
    attributes = chip.sprite_attributes
    chip.vram[chip.sprite_patterns : chip.sprite_patterns + 2048] = vram * 8
    chip.vram[attributes : attributes + 128] = vram[:128]
    chip.vram[attributes + 4 * last - 4] = 0xD0
    if chip.palette:
        chip.registers[23] = vertical
    expected = np.zeros((chip.height, 256), np.uint8)
    scan = SpriteScan.of(chip).lines
    for line, sprites in scan.items():
        for sprite in reversed(sprites):
            for x in range(256):
                if sprite.dots >> 255 - x & 1 and sprite.colour & 15:
                    expected[line, x] = sprite.colour & 15
    found = np.zeros((chip.height, 256), np.uint8)
    array_raster._draw_sprites(chip, chip.mode, found)
    assert (found == expected).all()
