"""Pixels in video memory, in every graphic mode, against a second way of computing them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from msxkit.machine.graphics.multicolour import MulticolourCanvas
from msxkit.machine.graphics.paint import flood

points = st.tuples(st.integers(0, 63), st.integers(0, 47))


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
