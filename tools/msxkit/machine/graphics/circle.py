"""CIRCLE: circles, ellipses, arcs and sectors, as the BIOS computes them.

One eighth of the circle is computed, and each of its points is mirrored into all eight. The points count from angle 0
on; the number of a point decides whether it belongs to the arc. Source: MSX Red Book (5B11H-5D17H); tests/graphics.
"""

from __future__ import annotations

from decimal import Decimal

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError, Number, mul, to_int16
from msxkit.machine.graphics.drawing import Drawing, wrapped
from msxkit.machine.work import Work

#: Sine of an eighth of a turn, and 1 / (2 * PI), as precise as the BIOS has them.
_SIN45 = Decimal(".707107")
_TURN = Decimal(".159155")
#: An angle of so many turns or more is too large. The machine compares in single precision, six digits, so that it
#: takes 2*PI with as many digits as a program gives (7 is recorded to be too large).
_TOO_MUCH = Decimal("1.00001")
_SECTOR_START, _SECTOR_END = 1, 2
#: Steps that a circle too large to be seen costs for each dot of its radius: its points take less time (recorded).
_UNSEEN = 0.47


class Circle:
    """CIRCLE, operand by operand: radius, start, end, aspect, then `draw`."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    @carries("CIRCLE_RADIUS")
    def begin(self, radius: int) -> None:
        """Set the radius in dots, and the defaults of operands that may be missing."""
        drawing = self._drawing
        self._radius = drawing.state.to_x = radius
        self._points = to_int16(mul(radius, _SIN45))
        self._start, self._end = 0, 8 * self._points
        self._sector = 0
        self._aspect, self._squash_x = drawing.default_aspect, False

    def _count(self, angle: Number, bit: int) -> int:
        if angle < 0:
            self._sector |= bit
            angle = -angle
        part = mul(angle, _TURN)
        if part >= _TOO_MUCH:
            raise IllegalFunctionCallError
        return to_int16(mul(part, 8 * self._points))

    @carries("CIRCLE_FIRST")
    def set_start(self, angle: Number) -> None:
        """Set the angle where the arc starts, in radians; a negative one also draws a line from there to the centre.

        Raise error 5 for more than a whole turn.
        """
        self._start = self._count(angle, _SECTOR_START)

    @carries("CIRCLE_LAST")
    def set_end(self, angle: Number) -> None:
        """Set the angle where the arc ends, as `set_start` does."""
        self._end = self._count(angle, _SECTOR_END)

    @carries("CIRCLE_ASPECT")
    def set_aspect(self, aspect: Number) -> None:
        """Set height divided by width. Raise error 5 unless it is above 0."""
        if aspect <= 0:
            raise IllegalFunctionCallError
        if aspect > 1:
            self._squash_x = True
            aspect = Decimal(1) / Decimal(aspect)
        self._aspect = to_int16(Decimal(aspect) * 256)

    @carries("CIRCLE")
    def draw(self) -> None:
        """Draw the circle, around the last point."""
        drawing = self._drawing
        canvas = drawing.canvas()
        drawing.meter(Work.CIRCLE, 1)
        if self._radius < 0:
            drawing.meter(Work.STEP, int((self._radius & 0xFFFF) * _UNSEEN))
            # A circle of more than 32767 dots, which takes the machine minutes and shows nothing (recorded).
            return
        centre_x, centre_y = drawing.state.x, drawing.state.y
        start, end = self._start, self._end
        outside = end < start
        if outside:
            start, end = end, start
        sector, quarter = self._sector, 2 * self._points
        aspect = self._aspect

        def squashed(value: int) -> int:
            return value * aspect + 128 >> 8 if aspect < 256 else value

        def point(dx: int, dy: int, count: int) -> None:
            x, y = wrapped(centre_x + dx), wrapped(centre_y + dy)
            if count in (start, end):
                bit = _SECTOR_START if (count == start) != outside else _SECTOR_END
                if sector & bit:
                    drawing.stroke(x, y, centre_x, centre_y)
                    return
            elif (start < count < end) == outside:
                return
            px, py, inside = canvas.scale(x, y)
            drawing.meter(Work.DOT if inside else Work.OUTSIDE, 1)
            if inside:
                canvas.plot(px, py)

        x, y, total = self._radius, 0, 0
        step = Work.SQUASHED if aspect < 256 else Work.STEP
        while True:
            drawing.meter(step, 1)
            sx, sy = squashed(x), squashed(y)
            if self._squash_x:
                first = ((sx, -y), (-sy, -x), (-sx, y), (sy, x))
                second = ((sy, -x), (-sx, -y), (-sy, x), (sx, y))
            else:
                first = ((x, -sy), (-y, -sx), (-x, sy), (y, sx))
                second = ((y, -sx), (-x, -sy), (-y, sx), (x, sy))
            for index, (dx, dy) in enumerate(first):
                point(dx, dy, quarter * index + y)
            for index, (dx, dy) in enumerate(second, 1):
                point(dx, dy, quarter * index - y)
            if x <= y:
                break
            total += 2 * y + 1
            y += 1
            if total >= x:
                total -= 2 * x - 1
                x -= 1
