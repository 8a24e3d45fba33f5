"""COPY as a service: what is copied, through video memory or the bytes of an array, is the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.copying import Copying
from msxkit.machine.graphics.drawing import Drawing
from msxkit.machine.model import MSX2
from msxkit.machine.video.operations import LogicalOperation
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen


class Easel:
    """A machine's graphics in a mode."""

    def __init__(self, mode: int) -> None:
        self.video = VideoState.fresh(MSX2.chip)
        Screens(MSX2, self.video, TextScreen(self.video)).select(mode)
        self.drawing = Drawing(self.video, MSX2.basic)
        self.copying = Copying(self.drawing)


def corners(draw: st.DrawFn) -> tuple[int, int, int, int, int, int]:
    x, y = draw(st.integers(0, 100)), draw(st.integers(0, 40))
    width, height = draw(st.integers(1, 50)), draw(st.integers(1, 20))
    return x, y, width, height, draw(st.integers(0, 100)), draw(st.integers(70, 150))


areas = st.composite(corners)()


@pytest.mark.parametrize("mode", [5, 6, 7, 8])
@given(area=areas, seed=st.binary(min_size=3, max_size=30), flip=st.tuples(st.booleans(), st.booleans()))
def test_a_copied_area_is_the_same(
    mode: int, area: tuple[int, int, int, int, int, int], seed: bytes, flip: tuple[bool, bool]
) -> None:
    x, y, width, height, to_x, to_y = area
    easel = Easel(mode)
    easel.video.chip.vram[:] = (seed * 65536)[: len(easel.video.chip.vram)]
    canvas = easel.drawing.page(0)
    before = [canvas.row(row) for row in range(212)]
    left, top, right, bottom = x, y, x + width - 1, y + height - 1
    x1, x2 = (right, left) if flip[0] else (left, right)
    y1, y2 = (bottom, top) if flip[1] else (top, bottom)
    # The copy goes on from its point in the direction of the corners.
    to = (to_x + (width - 1) * flip[0], to_y + (height - 1) * flip[1])
    easel.copying.area((x1, y1), (x2, y2), None, to, None, LogicalOperation.PSET)
    for row in range(height):
        before[to_y + row][to_x : to_x + width] = before[y + row][x : x + width]
    assert [canvas.row(row) for row in range(212)] == before


@pytest.mark.parametrize("mode", [5, 6, 7, 8])
@given(area=areas, seed=st.binary(min_size=3, max_size=30), direction=st.integers(0, 3))
def test_an_area_through_the_bytes_of_an_array(
    mode: int, area: tuple[int, int, int, int, int, int], seed: bytes, direction: int
) -> None:
    x, y, width, height, to_x, to_y = area
    easel = Easel(mode)
    easel.video.chip.vram[:] = (seed * 65536)[: len(easel.video.chip.vram)]
    data = easel.copying.capture((x, y), (x + width - 1, y + height - 1), None)
    canvas = easel.drawing.page(0)
    bits = {5: 4, 6: 2, 7: 4, 8: 8}[mode]
    assert len(data) == (bits * width * height + 7) // 8 + 4
    source = [canvas.row(y + row)[x : x + width] for row in range(height)]
    to = (to_x + (width - 1) * (direction & 1), to_y + (height - 1) * (direction >> 1))
    easel.copying.place(data, direction, to, None, LogicalOperation.PSET)
    if direction & 1:
        source = [row[::-1] for row in source]
    if direction & 2:
        source.reverse()
    assert [canvas.row(to_y + row)[to_x : to_x + width] for row in range(height)] == source


def test_size_of_an_array() -> None:
    easel = Easel(5)
    for data in (b"", b"\5\0\5\0", b"\5\0\5\0" + bytes(12)):
        with pytest.raises(IllegalFunctionCallError):
            easel.copying.place(data, 0, (0, 0), None, LogicalOperation.PSET)
    with pytest.raises(IllegalFunctionCallError):
        easel.copying.place(b"\1\0\1\0\0", 4, (0, 0), None, LogicalOperation.PSET)
    with pytest.raises(IllegalFunctionCallError):
        easel.copying.capture((0, 0), (1, 1), 4)
