"""What drawing is counted in."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto


class Work(Enum):
    """A unit of drawing, which takes its time in each screen mode."""

    #: PSET and PRESET; LINE; a line of whatever statement, each of its pixels; a box.
    POINT = auto()
    LINE = auto()
    STROKE = auto()
    LINE_PIXEL = auto()
    BOX = auto()
    #: A filled box, each of its rows, each pixel of a row.
    FILL = auto()
    ROW = auto()
    ROW_PIXEL = auto()
    #: A circle, each step along an eighth of it, one of an ellipse; a point of it that is drawn, and one that
    #: lies outside the screen.
    CIRCLE = auto()
    STEP = auto()
    SQUASHED = auto()
    DOT = auto()
    OUTSIDE = auto()
    #: PAINT, each run of pixels, each pixel of it, each place where a run is looked for.
    PAINT = auto()
    RUN = auto()
    RUN_PIXEL = auto()
    LOOK = auto()
    #: DRAW: a command.
    COMMAND = auto()
    #: A character of text, each pixel that is set.
    CHARACTER = auto()
    CHARACTER_PIXEL = auto()
    #: COPY on the screen, each row, each pixel; a pixel that goes into an array or a file, one that comes from there.
    COPY = auto()
    COPY_ROW = auto()
    COPY_PIXEL = auto()
    CAPTURED_PIXEL = auto()
    PLACED_PIXEL = auto()


#: A function that is told which work was done, and how much of it.
Meter = Callable[[Work, int], None]


def unmetered(_work: Work, _count: int) -> None:
    """Count nothing."""
