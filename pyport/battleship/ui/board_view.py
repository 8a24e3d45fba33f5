"""A board of the full game as a widget: its squares, its cursor, the mouse over it."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from battleship.rules import Cell, Rules, column_name
from battleship.ui.hints import Hint, hottest

#: Boards of more columns have narrow squares always.
_WIDE = 11

#: A square as shown: its text (one or two characters) and its look.
Drawn = tuple[str, str]
_STYLES = {
    "unknown": Style(color="#9ab8d8", bgcolor="#10304c"),
    "water": Style(color="#5c88b0", bgcolor="#0a1c30"),
    "ship": Style(color="#ffffff", bgcolor="#5a6470"),
    "hit": Style(color="#ffffff", bgcolor="#b03020", bold=True),
    "sunk": Style(color="#ffd0c8", bgcolor="#601810", bold=True),
    "preview": Style(color="#000000", bgcolor="#60c070"),
    "blocked": Style(color="#000000", bgcolor="#e08050"),
    "missed": Style(color="#000000", bgcolor="#d0b040"),  # a ship square that nobody hit, shown at the end
    "struck": Style(color="#000000", bgcolor="#ffffff", bold=True),  # the last shot
    # Chances: the likelier, the warmer.
    "heat0": Style(color="#9ab8d8", bgcolor="#10304c"),
    "heat1": Style(color="#ffffff", bgcolor="#3a3a6c"),
    "heat2": Style(color="#ffffff", bgcolor="#6a3a70"),
    "heat3": Style(color="#ffffff", bgcolor="#9a4060"),
    "heat4": Style(color="#000000", bgcolor="#e07050"),
}
#: The number of looks of chances.
_HEATS = 5

#: How an app looks that shows boards, and texts below them: side by side, one over the other, or a notice alone.
BOARDS_CSS = """
    Screen { background: #000000; color: #e0e0e0; overflow: hidden; }
    VerticalScroll { height: auto; }
    #boards { height: auto; align-horizontal: center; }
    .narrow #boards { layout: vertical; }
    BoardView { width: auto; height: auto; margin: 0 2; }
    .narrow BoardView { margin: 0 1 1 1; }
    #texts { height: auto; }
    #news, #keys { width: 100%; text-align: center; height: auto; }
    #keys { color: #a0a0a0; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    .small #small { display: block; }
    .small VerticalScroll, .small #texts { display: none; }
    App:ansi Screen, App:ansi #keys, App:ansi #small { background: ansi_default; color: ansi_default; }
    """


def _plain_style(look: str) -> Style:
    """Return the style without colours: what was hit is bold, what is in the hand reversed, a hint dim."""
    return Style(
        bold=look in ("hit", "sunk"),
        reverse=look in ("preview", "blocked", "struck"),
        dim=look.startswith("heat"),
        underline=look == "missed",
    )


def chance_square(found: Hint, cell: Cell, pitch: int) -> Drawn:
    """Return a square with its chance: per cent where there is room, else tenths; the likelier, the warmer."""
    chance = float(found.posterior.chances[found.view.rules.index(cell)])
    heat = min(int(_HEATS * chance / hottest(found)), _HEATS - 1)
    number = min(round(10 * chance), 9) if pitch == 2 else min(round(100 * chance), 99)
    return f"{number}", f"heat{heat}"


class BoardView(Widget):
    """A board with labels. Posts `Pointed` when the mouse moves over a square or presses it."""

    class Pointed(Message):
        """The mouse moved over a square or pressed it."""

        def __init__(self, board: BoardView, cell: Cell, button: int) -> None:
            """button: 0 for a mere movement, 1 left, 3 right."""
            super().__init__()
            self.board = board
            self.cell = cell
            self.button = button

    def __init__(self, rules: Rules, title: str, colour: bool, id: str, row: int = 1) -> None:
        """row: the number of the first row."""
        super().__init__(id=id)
        self._rules = rules
        self._row = row
        #: What stands above the board.
        self.title = title
        self._colour = colour
        #: Characters for a square: 3 where there is room, else 2.
        self._pitch = 3
        self._margin = len(str(rules.height)) + 1
        self._square: Callable[[Cell], Drawn] = lambda cell: (".", "unknown")
        self.cursor: Cell | None = None

    @property
    def pitch(self) -> int:
        """Characters for a square."""
        return self._pitch

    def fit(self, columns: int) -> None:
        """Make the squares so wide that the board fits into so many columns, if possible."""
        wide = self._margin + 3 * self._rules.width <= columns
        self._pitch = 3 if wide and self._rules.width <= _WIDE else 2
        self.refresh(layout=True)

    def show(self, square: Callable[[Cell], Drawn], cursor: Cell | None) -> None:
        """Draw each square as `square` says, the cursor reversed."""
        self._square = square
        self.cursor = cursor
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._margin + self._pitch * self._rules.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._rules.height + 2

    def render_line(self, y: int) -> Strip:
        width = self._margin + self._pitch * self._rules.width
        if y == 0:
            return Strip([Segment(self.title.center(width)[:width], Style(bold=True))], width)
        if y == 1:
            names = "".join(
                f"{column_name(column):^{self._pitch}}"[: self._pitch] for column in range(self._rules.width)
            )
            return Strip([Segment(" " * self._margin + names)], width)
        row = y - 2
        if row >= self._rules.height:
            return Strip.blank(width)
        parts = [Segment(f"{row + self._row:>{self._margin - 1}} ")]
        for column in range(self._rules.width):
            cell = Cell(row, column)
            text, look = self._square(cell)
            style = _STYLES[look] if self._colour else _plain_style(look)
            if cell == self.cursor:
                style += Style(reverse=True)
            parts.append(Segment(f"{text:^{self._pitch}}", style))
        return Strip(parts, width)

    def on_mouse_move(self, mouse: events.MouseMove) -> None:
        self._point(mouse, 0)

    def on_mouse_down(self, mouse: events.MouseDown) -> None:
        self._point(mouse, mouse.button)

    def _point(self, mouse: events.MouseEvent, button: int) -> None:
        cell = Cell(mouse.y - 2, (mouse.x - self._margin) // self._pitch)
        if self._rules.contains(cell):
            self.post_message(self.Pointed(self, cell, button))
