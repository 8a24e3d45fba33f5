"""Characters on a graphic screen: what PRINT# writes through `GRP:`.

Source: MSX Red Book (GRPPRT); tests/graphics.
"""

from __future__ import annotations

from msxkit.display.font import patterns
from msxkit.machine.graphics.bitmap import BitmapCanvas
from msxkit.machine.graphics.canvas import Canvas
from msxkit.machine.graphics.drawing import Drawing, wrapped
from msxkit.machine.video.state import VideoState
from msxkit.machine.work import Work

RETURN, HEADER = 13, 1
SIZE = 8


class GraphicText:
    """The characters of a machine's graphic screens. They begin at the last point and move it on."""

    def __init__(self, video: VideoState, drawing: Drawing) -> None:
        self._video = video
        self._drawing = drawing

    def put(self, code: int) -> None:
        """Draw the character of a code. Raise error 5 on a text screen."""
        self._drawing.require_graphics()
        self._drawing.meter(Work.CHARACTER, 1)
        canvas = self._drawing.canvas()
        state, text = self._drawing.state, self._video.text
        if text.graphic:
            text.graphic = False
            if 0x40 <= code <= 0x5F:
                code -= 0x40
            elif code < 32:
                code = -code
        elif code == HEADER:
            text.graphic = True
            return
        elif code < 32:
            code = -code
        if code < 0:
            if code == -RETURN:
                self._new_line(canvas)
            return
        screen = self._video.screen
        state.ink = screen.colours[0]
        canvas = self._drawing.canvas()
        x, y, inside = canvas.scale(state.x, state.y)
        if not inside:
            # The last point does not move either.
            return
        shape = patterns(text.characters)[code]
        self._drawing.meter(Work.CHARACTER_PIXEL, int.from_bytes(shape, "big").bit_count())
        if isinstance(canvas, BitmapCanvas):
            self._paint(canvas, x, y, int.from_bytes(shape, "big"))
        else:
            for row, bits in enumerate(shape):
                if y + row >= canvas.height:
                    break
                for column in range(SIZE):
                    if bits & 0x80 >> column and x + column < canvas.width:
                        canvas.plot(x + column, y + row)
        state.x = wrapped(state.x + SIZE * canvas.unit)
        if state.x >= canvas.width * canvas.unit:
            self._new_line(canvas)

    def _paint(self, canvas: BitmapCanvas, x: int, y: int, dots: int) -> None:
        """Draw a character in ink and paper. At the right edge the chip draws only as many dots in a row as there is
        room for, and begins the next row with the dots that were left.
        """
        ink = canvas.ink
        paper = self._drawing.ink_of(self._video.screen.colours[1])
        room = min(SIZE, canvas.width - x)
        mark = 1 << SIZE * SIZE - 1
        for row in range(y, min(y + SIZE, canvas.height)):
            for column in range(x, x + room):
                canvas.ink = ink if dots & mark else paper
                canvas.plot(column, row)
                mark >>= 1

    def _new_line(self, canvas: Canvas) -> None:
        """Go to the left edge and a line down. Only the low byte of the row counts; below the screen it becomes 0."""
        state = self._drawing.state
        state.x = 0
        low = (state.y & 0xFF) + SIZE * canvas.unit & 0xFF
        state.y = state.y & ~0xFF | (0 if low >= canvas.height * canvas.unit else low)
