"""Where the text of a screen lies, from the registers that the data books describe."""

from __future__ import annotations

import pytest

from msxkit.errors import MachineError
from msxkit.openmsx.vdp import TextMode, text_mode


@pytest.mark.parametrize(
    ("registers", "vram", "mode"),
    [
        ((0x00, 0xE0, 0x06), 0x4000, TextMode(1, 32, 0x1800)),
        ((0x00, 0xF0, 0x00), 0x4000, TextMode(0, 40, 0x0000)),
        # A TMS9918 has neither the mode bit M4 nor more than four bits of name table.
        ((0x04, 0xF0, 0xF6), 0x4000, TextMode(0, 40, 0x1800)),
        ((0x04, 0x70, 0x03), 0x20000, TextMode(0, 80, 0x0000)),
        ((0x00, 0x60, 0x26), 0x20000, TextMode(1, 32, 0x9800)),
    ],
)
def test_text_modes(registers: tuple[int, ...], vram: int, mode: TextMode) -> None:
    assert text_mode(bytes(registers), vram) == mode


@pytest.mark.parametrize(("registers", "name"), [((2, 0xE0, 6), "SCREEN 2"), ((0, 0xE8, 6), "SCREEN 3")])
def test_a_graphic_mode_is_named(registers: tuple[int, ...], name: str) -> None:
    with pytest.raises(MachineError, match=name):
        text_mode(bytes(registers), 0x4000)
