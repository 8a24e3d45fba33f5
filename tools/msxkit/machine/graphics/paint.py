"""PAINT: filling what a border encloses.

A pixel is filled when one that is above, below, left or right of it is, and it does not have the colour of the border.
Rows are filled run by run, upwards first. Sources: MSX Red Book (59C5H, PNTINI, SCANR, SCANL); tests/graphics.
"""

from __future__ import annotations

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.canvas import Canvas
from msxkit.machine.graphics.drawing import Drawing
from msxkit.machine.work import Meter, Work, unmetered


class Painting:
    """PAINT of a machine."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    @carries("PAINT")
    def paint(self, border: int | None) -> None:
        """Carry out PAINT from the last point up to a border of a colour (0-255; None: the ink).

        In SCREEN 2 and 4 the border always has the colour of the ink. Raise error 5 if the point is off the screen.
        """
        drawing = self._drawing
        canvas = drawing.canvas()
        x, y, inside = canvas.scale(drawing.state.x, drawing.state.y)
        if not inside:
            raise IllegalFunctionCallError
        limit = canvas.ink if border is None or canvas.clashes else drawing.pixel_colour(border)
        drawing.meter(Work.PAINT, 1)
        flood(canvas, x, y, limit, drawing.meter)


def flood(canvas: Canvas, x: int, y: int, border: int, meter: Meter = unmetered) -> None:
    """Fill from a pixel in the ink of the canvas, up to pixels of the colour `border` and the edges.

    In SCREEN 5 to 8 a run that has the ink already leads no further (shown by the time of g2-paint-5-212).
    """
    wall = bytes((border,))
    # Rows that have been looked at, with what is filled as wall.
    rows: dict[int, bytearray] = {}
    todo = [(x, x, y)]
    while todo:
        first, last, y = todo.pop()
        row = rows.get(y)
        if row is None:
            row = rows[y] = canvas.row(y)
        at = first
        meter(Work.LOOK, last - first + 1)
        while True:
            at += len(row[at : last + 1]) - len(row[at : last + 1].lstrip(wall))
            if at > last:
                break
            left = row.rfind(wall, 0, at) + 1
            right = row.find(wall, at)
            if right < 0:
                right = canvas.width
            meter(Work.RUN, 1)
            meter(Work.RUN_PIXEL, right - left)
            if canvas.ends_unchanged and border != canvas.ink:
                painted = canvas.row(y)[left:right].count(canvas.ink)
                if painted == right - left:
                    row[left:right] = wall * painted
                    at = right
                    continue
            canvas.span(left, y, right - left)
            if canvas.clashes:
                # Pixels beside the run may have changed too.
                row = rows[y] = canvas.row(y)
            row[left:right] = wall * (right - left)
            if y + 1 < canvas.height:
                todo.append((left, right - 1, y + 1))
            if y:
                todo.append((left, right - 1, y - 1))
            at = right
