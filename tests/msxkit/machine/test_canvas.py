"""Pixels in video memory, in every graphic mode, against a second way of computing them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.machine.graphics.bitmap import BitmapCanvas
from msxkit.machine.graphics.canvas import Canvas
from msxkit.machine.graphics.multicolour import MulticolourCanvas
from msxkit.machine.graphics.paint import flood
from msxkit.machine.graphics.pattern import PatternCanvas
from msxkit.machine.video.operations import LogicalOperation

BITMAPS: dict[int, Callable[[bytearray], BitmapCanvas]] = {
    5: lambda vram: BitmapCanvas(vram, 0, 256, 4),
    6: lambda vram: BitmapCanvas(vram, 0x8000, 512, 2),
    7: lambda vram: BitmapCanvas(vram, 0, 512, 4),
    8: lambda vram: BitmapCanvas(vram, 0x10000, 256, 8),
}
CANVASES: dict[int, Callable[[bytearray], Canvas]] = {
    2: lambda vram: PatternCanvas(vram, 0, 0x2000),
    3: lambda vram: MulticolourCanvas(vram, 0),
    **BITMAPS,
}
COLOURS = {5: 15, 6: 3, 7: 15, 8: 255}


def memory(seed: bytes) -> bytearray:
    """Video memory full of a few bytes over and over."""
    return bytearray((seed * (0x20000 // len(seed) + 1))[:0x20000])


seeds = st.binary(min_size=1, max_size=40)


@pytest.mark.parametrize("mode", CANVASES)
@given(seed=seeds, y=st.integers(0, 47))
def test_a_row_is_its_pixels(mode: int, seed: bytes, y: int) -> None:
    canvas = CANVASES[mode](memory(seed))
    assert list(canvas.row(y)) == [canvas.pixel(x, y) for x in range(canvas.width)]


@pytest.mark.parametrize("mode", CANVASES)
@given(seed=seeds, x=st.integers(0, 63), y=st.integers(0, 47), ink=st.integers(0, 3))
def test_a_pixel_has_the_ink_that_it_was_given(mode: int, seed: bytes, x: int, y: int, ink: int) -> None:
    canvas = CANVASES[mode](memory(seed))
    before = canvas.row(y)
    canvas.ink = ink
    canvas.plot(x, y)
    after = canvas.row(y)
    assert canvas.pixel(x, y) == after[x] == ink
    if canvas.clashes:
        cell = slice(x & 0xF8, (x | 7) + 1)
        # At most one of the two colours of the cell has gone, for the ink.
        assert len(set(after[cell]) - {ink}) <= 1
        before[cell] = after[cell]
    before[x] = ink
    assert after == before


def result(operation: LogicalOperation, source: int, target: int, mask: int) -> int:
    """Return table 2.7 of the MSX2 Technical Handbook."""
    if operation.spares_zero and not source:
        return target
    return {
        "PSET": source,
        "AND": source & target,
        "OR": source | target,
        "XOR": source ^ target,
        "PRESET": ~source & mask,
    }[operation.name.removeprefix("T") if operation.spares_zero else operation.name]


@pytest.mark.parametrize("mode", BITMAPS)
@given(
    seed=seeds,
    x=st.integers(0, 255),
    count=st.integers(0, 256),
    ink=st.integers(0, 255),
    operation=st.sampled_from(LogicalOperation),
)
def test_a_span_is_many_pixels(
    mode: int, seed: bytes, x: int, count: int, ink: int, operation: LogicalOperation
) -> None:
    canvas = BITMAPS[mode](memory(seed))
    canvas.ink, canvas.operation = ink & COLOURS[mode], operation
    count = min(count, canvas.width - x)
    expected = [
        result(operation, canvas.ink, pixel, COLOURS[mode]) if x <= column < x + count else pixel
        for column, pixel in enumerate(canvas.row(7))
    ]
    above, below = canvas.row(6), canvas.row(8)
    canvas.span(x, 7, count)
    assert list(canvas.row(7)) == expected
    assert (canvas.row(6), canvas.row(8)) == (above, below)


@pytest.mark.parametrize("mode", [2, 3])
@given(seed=seeds, x=st.integers(0, 63), count=st.integers(1, 64), ink=st.integers(0, 15))
def test_a_span_of_an_msx1_has_the_ink(mode: int, seed: bytes, x: int, count: int, ink: int) -> None:
    canvas = CANVASES[mode](memory(seed))
    canvas.ink = ink
    count = min(count, canvas.width - x)
    canvas.span(x, 9, count)
    assert set(canvas.row(9)[x : x + count]) == {ink}


@pytest.mark.parametrize("mode", BITMAPS)
@given(seed=seeds, y=st.integers(0, 211))
def test_a_row_can_be_written(mode: int, seed: bytes, y: int) -> None:
    vram = memory(seed)
    canvas = BITMAPS[mode](vram)
    before = bytes(vram)
    canvas.set_row(y, canvas.row(y))
    assert bytes(vram) == before


points = st.tuples(st.integers(0, 63), st.integers(0, 47))


@pytest.mark.parametrize("mode", CANVASES)
@given(start=points, end=points)
def test_pixels_of_a_line(mode: int, start: tuple[int, int], end: tuple[int, int]) -> None:
    canvas = CANVASES[mode](bytearray(0x20000))
    canvas.ink = 1
    canvas.line(*start, *end)
    drawn = [(x, y) for y in range(48) for x in range(64) if canvas.pixel(x, y)]
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    assert len(drawn) == max(across, down) + 1
    assert {start, end} <= set(drawn)
    for x, y in drawn:
        # Never further than half a pixel from the straight line, measured along the shorter side.
        error = abs((x - start[0]) * (end[1] - start[1]) - (y - start[1]) * (end[0] - start[0]))
        assert 2 * error <= max(across, down)


def spread(pixels: list[bytearray], x: int, y: int, border: int, ink: int) -> list[bytearray]:
    """Return a flood fill, pixel by pixel."""
    todo, seen = [(x, y)], set()
    while todo:
        x, y = todo.pop()
        inside = 0 <= y < len(pixels) and 0 <= x < len(pixels[0])
        if (x, y) in seen or not inside or pixels[y][x] == border:
            continue
        seen.add((x, y))
        todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [
        bytearray(ink if (x, y) in seen else pixel for x, pixel in enumerate(row))
        for y, row in enumerate(pixels)
    ]


@given(
    lines=st.lists(st.tuples(points, points), max_size=8),
    start=points,
    border=st.integers(0, 2),
    ink=st.integers(0, 3),
)
def test_paint_fills_what_the_border_encloses(
    lines: list[tuple[tuple[int, int], tuple[int, int]]], start: tuple[int, int], border: int, ink: int
) -> None:
    canvas = MulticolourCanvas(bytearray(0x4000), 0)
    canvas.ink = 1
    for one, other in lines:
        canvas.line(*one, *other)
    expected = spread([canvas.row(y) for y in range(48)], *start, border, ink)
    canvas.ink = ink
    flood(canvas, *start, border)
    assert [canvas.row(y) for y in range(48)] == expected
