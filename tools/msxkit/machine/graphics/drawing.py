"""PSET, PRESET, POINT, LINE and what the other graphic statements share: points, STEP, the ink, the operation.

A statement is a few calls, one for each operand in the order in which the machine evaluates them, so that an error
leaves behind what the machine has changed by then. Sources: MSX Red Book (579CH-59BCH), MSX2 Technical Handbook 2.4.
"""

from __future__ import annotations

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.bitmap import BitmapCanvas
from msxkit.machine.graphics.canvas import Canvas
from msxkit.machine.graphics.multicolour import MulticolourCanvas
from msxkit.machine.graphics.pattern import PatternCanvas
from msxkit.machine.model import BasicVersion
from msxkit.machine.video.display_modes import ModeLayout
from msxkit.machine.video.operations import LogicalOperation
from msxkit.machine.video.state import VideoState
from msxkit.machine.work import Meter, Work, unmetered

#: Column and row.
Place = tuple[int, int]


def wrapped(value: int) -> int:
    """Return a sum of coordinates, wrapped to signed 16 bits."""
    return (value + 0x8000 & 0xFFFF) - 0x8000


class Drawing:
    """The points and lines of a machine's graphic screens.

    Attributes:
        meter: Told what was drawn, to count the time that it takes.
    """

    def __init__(self, video: VideoState, basic: BasicVersion, meter: Meter = unmetered) -> None:
        self._video = video
        self._screen = video.screen
        self._basic = basic
        self.meter = meter
        self.state = video.graphics

    # Canvas and ink

    def canvas(self) -> Canvas:
        """Return the pixels of the present mode, with the ink and operation of the present statement.

        For POINT a text mode is a SCREEN 3 (MSX Red Book, 15D9H: whatever is not SCREEN 2 is multicolour).
        """
        mode, chip = self._screen.kind, self._video.chip
        if mode.display.is_bitmap:
            return self._page(self.state.active_page, self._video.draws_palette)
        canvas: Canvas
        tables, at = self._screen.tables, 5 * mode.drawn_as
        if mode.display.layout is ModeLayout.PATTERNS:
            canvas = PatternCanvas(chip.vram, tables[at + 2], tables[at + 1])
        else:
            canvas = MulticolourCanvas(chip.vram, tables[at + 2])
        canvas.ink = self.ink_of(self.state.ink)
        canvas.operation = self.state.operation
        return canvas

    def page(self, number: int) -> BitmapCanvas:
        """Return the pixels of one page of SCREEN 5-8, as COPY moves them. Raise error 5 for a page that does not
        exist.
        """
        return self._page(number, False)

    def _page(self, number: int, palette: bool) -> BitmapCanvas:
        mode, chip = self._screen.kind, self._video.chip
        if number >= mode.pages(chip.type.vram_size):
            raise IllegalFunctionCallError
        display = mode.display
        canvas = BitmapCanvas(chip.vram, number * mode.page_size, display.dots, display.bits, palette)
        canvas.ink = self.ink_of(self.state.ink)
        canvas.operation = self.state.operation
        return canvas

    def pixel_colour(self, colour: int) -> int:
        """Return a colour as the pixels of the mode have it."""
        return colour & 3 if self._screen.kind.display.halves_colours else colour

    def ink_of(self, colour: int) -> int:
        """Return a colour as it is drawn. A program may have put any byte into the work area."""
        return colour & self._screen.kind.ink_bits

    def require_graphics(self) -> None:
        """Raise error 5 in a text mode, before the colour operand is evaluated."""
        if self._screen.kind.is_text:
            raise IllegalFunctionCallError

    @carries("INK")
    def set_ink(self, colour: int | None, background: bool = False, whole: bool = False) -> None:
        """Set the ink from the colour operand (0-255) or its default. Raise error 5 in a text mode, and for a
        colour that is too high.

        Args:
            whole: Whether SCREEN 10 takes all eight bits, as CIRCLE and DRAW do.
        """
        self.require_graphics()
        highest = self._screen.kind.highest_colour if whole else self._video.highest_colour
        if colour is None:
            colour = self._screen.colours[1 if background else 0]
        elif colour > highest:
            raise IllegalFunctionCallError
        self.state.ink = colour

    def set_operation(self, operation: LogicalOperation) -> None:
        """Set the logical operation; statements without one draw with PSET."""
        self.state.operation = operation

    @property
    def default_aspect(self) -> int:
        """Height of a circle in pixels divided by its width, in 256ths: pixels of SCREEN 6 and 7 are half as wide."""
        return 128 if self._screen.kind.display.dots == 512 else 256

    # Points

    @carries("MOVE")
    def move(self, x: int, y: int, step: bool = False) -> None:
        """Move the last point to a pair of coordinates (16 bits).

        Args:
            step: Whether they count from the last point.
        """
        state = self.state
        if step:
            x, y = wrapped(state.x + x), wrapped(state.y + y)
        state.x = state.to_x = x
        state.y = state.to_y = y

    @carries("PLACE")
    def place(self) -> Place:
        """Return the last point."""
        return self.state.x, self.state.y

    @carries("PSET")
    def pset(self) -> None:
        """Draw the last point in the ink, as PSET and PRESET do."""
        self.meter(Work.POINT, 1)
        canvas = self.canvas()
        x, y, inside = canvas.scale(self.state.x, self.state.y)
        if inside:
            canvas.plot(x, y)

    @carries("POINT")
    def point(self, x: int, y: int, step: bool = False) -> int:
        """Return POINT: the colour of a pixel, -1 outside the screen. The last point stays.

        In a text mode it is 0 unless BASIC reads that as SCREEN 3 (`Basic.reads_text_dots`).
        """
        if step:
            x, y = wrapped(self.state.x + x), wrapped(self.state.y + y)
        if self._screen.kind.is_text and not self._basic.reads_text_dots:
            return 0
        canvas = self.canvas()
        place_x, place_y, inside = canvas.scale(x, y)
        return canvas.pixel(place_x, place_y) if inside else -1

    # Lines

    @carries("DRAW_LINE")
    def draw_line(self, first: Place, box: str | None) -> None:
        """Carry out LINE from a point to the last one."""
        {None: self.line, "B": self.box, "BF": self.filled_box}[box](first)

    def line(self, first: Place) -> None:
        """Draw a line from a point to the last one."""
        state = self.state
        self.meter(Work.LINE, 1)
        self.stroke(*first, state.x, state.y)
        state.to_x, state.to_y = state.x, state.y

    def stroke(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draw a line between two points; those outside the screen are moved to its edge.

        GXPOS and GYPOS are then the lower end of the line, in a bitmap the second point as it was given.
        """
        canvas, state = self.canvas(), self.state
        left, top, _ = canvas.scale(x1, y1)
        right, bottom, _ = canvas.scale(x2, y2)
        self.meter(Work.STROKE, 1)
        self.meter(Work.LINE_PIXEL, max(abs(right - left), abs(bottom - top)) + 1)
        end = canvas.line(left, top, right, bottom)
        if self._screen.kind.display.is_bitmap:
            end = x2, y2
        state.to_x, state.to_y = end

    def box(self, first: Place) -> None:
        """Draw the box of LINE ...,B."""
        state = self.state
        canvas = self.canvas()
        x1, y1, _ = canvas.scale(*first)
        x2, y2, _ = canvas.scale(state.x, state.y)
        self.meter(Work.BOX, 1)
        self.meter(Work.LINE_PIXEL, 2 * (abs(x2 - x1) + abs(y2 - y1) + 2))
        canvas.box(x1, y1, x2, y2)
        state.to_x, state.to_y = state.x, state.y

    def filled_box(self, first: Place) -> None:
        """Draw the filled box of LINE ...,BF."""
        state = self.state
        canvas = self.canvas()
        x1, y1, _ = canvas.scale(*first)
        x2, y2, _ = canvas.scale(state.x, state.y)
        rows = abs(y2 - y1) + 1
        self.meter(Work.FILL, 1)
        self.meter(Work.ROW, rows)
        self.meter(Work.ROW_PIXEL, rows * (abs(x2 - x1) + 1))
        canvas.fill(x1, y1, x2, y2)
        if self._screen.kind.display.is_bitmap:
            state.to_x, state.to_y = state.x, state.y
        else:
            state.to_x, state.to_y = max(x1, x2), max(y1, y2)
