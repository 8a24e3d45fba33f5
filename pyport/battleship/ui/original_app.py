"""The original game in a terminal: the MSX screen, cell by cell, with its palette and its cursor."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from battleship.original.match import Match, keys_to, unseen
from battleship.original.player import DOWN, FIRST_COLUMN, LAST_COLUMN, LEFT, RIGHT, UP
from battleship.rules import MARMSX
from battleship.ui.game_app import GameApp
from msxkit.charset import CODE, UNICODE
from msxkit.display.palette import TMS9918A
from msxkit.display.screen import CURSOR_CODE, ROWS, Screen
from msxkit.errors import MsxError
from msxkit.recording import DRAW, END, KEY

if TYPE_CHECKING:
    from battleship.ui.hints import Hint  # numpy is slow to import

COLUMNS = 32
#: COLOR 15,0,0 of line 10.
_INK = Style(
    color="#{:02x}{:02x}{:02x}".format(*TMS9918A[15]), bgcolor="#{:02x}{:02x}{:02x}".format(*TMS9918A[0])
)
_REVERSE = Style(reverse=True)
#: What is not the machine's.
_OURS = Style(dim=True)
#: MSX codes of the keys that a terminal names.
KEY_CODES = {
    "right": RIGHT,
    "left": LEFT,
    "up": UP,
    "down": DOWN,
    "enter": 13,
    "escape": 27,
    "backspace": 8,
    "tab": 9,
    "delete": 127,
    "home": 11,
    "insert": 18,
}
#: In the fast pace each placing screen stays this long, in seconds.
_GLIMPSE = 0.3

#: The terminal's width from which on a hint shows the whole board, beside the screen; else its best squares stand in
#: the lower part of the screen.
HEAT_MAP_COLUMNS = COLUMNS + 46
#: From here on the keys stand beside the screen when there is no row below it; else in its last row, which is blank.
SIDE_COLUMNS = COLUMNS + 2 * 10
_LAST_ROW = ROWS - 1
_HINT_ROW = 14

_KEYS = "h hint   ? help   q quit"
_KEYS_AT_THE_END = "n new game   ? help   q quit"

# Paragraphs are wrapped by the notice: it must fit a terminal of 32 x 24.
HELP = """\
[b]Battleship[/b] - MarMSX 2018

Find the ten ships on the right-hand board before the computer finds yours on the left. \
Ships lie horizontally and never touch.

arrows  move the cursor
space   shoot
mouse   a click shoots
h       hint: the chances;
        h again closes it
n       new game, at the end
q       quit

X marks where the computer has shot, and water that it knows of.

Press any key to go on."""


class MsxScreen(Widget):
    """A 32x24 name table drawn in the MSX palette. Posts `Clicked` with the column and row of a cell."""

    class Clicked(Message):
        """A cell of the screen was clicked: column and row from 0."""

        def __init__(self, column: int, row: int) -> None:
            super().__init__()
            self.column = column
            self.row = row

    def __init__(self, colour: bool) -> None:
        super().__init__()
        self._ink = _INK if colour else Style()
        self._shown = Screen.blank()
        self._cursor = False
        self._over: Mapping[int, str] = {}

    def show(self, screen: Screen, cursor: bool) -> None:
        """Draw `screen`.

        Args:
            cursor: Whether the machine waits for a key and so shows its cursor.
        """
        self._shown = screen
        self._cursor = cursor
        self.refresh()

    def lay_over(self, rows: Mapping[int, str]) -> None:
        """Show our own texts in place of these rows."""
        self._over = rows
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= ROWS:
            return Strip.blank(COLUMNS, self._ink)
        if y in self._over:
            return Strip([Segment(f"{self._over[y]:<{COLUMNS}}"[:COLUMNS], self._ink + _OURS)], COLUMNS)
        x = self._shown.codes(y).find(CURSOR_CODE)
        text = self._shown.row(y).replace(UNICODE[CURSOR_CODE], " ")
        if self._cursor and y == self._shown.cursor[1]:
            x = self._shown.cursor[0]
        if x < 0:
            return Strip([Segment(text, self._ink)], COLUMNS)
        parts = ((text[:x], self._ink), (text[x], self._ink + _REVERSE), (text[x + 1 :], self._ink))
        return Strip([Segment(*part) for part in parts], COLUMNS)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return COLUMNS

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return ROWS

    def on_click(self, click: events.Click) -> None:
        self.post_message(self.Clicked(click.x, click.y))


class BattleshipApp(GameApp):
    """Plays matches that `new_match` makes.

    Attributes:
        msx_pace: Whether to keep the machine's pace.
        finished: Called with each match that ends or is left, to record it.
    """

    TITLE = "Battleship - MarMSX 2018"
    HELP = HELP
    CSS = """
    Screen { align: center middle; background: #000000; layers: below above; }
    Screen.beside { align: left middle; }
    MsxScreen { width: 32; height: 24; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    #table { width: auto; height: auto; layer: below; }
    #keys { display: none; width: 32; text-align: center; color: #a0a0a0; }
    #side { display: none; layer: above; dock: right; width: 10; height: 100%; content-align: left bottom;
            color: #a0a0a0; }
    #hint { display: none; layer: above; dock: right; width: 46; height: auto; padding: 0 1; }
    .tall #keys { display: block; }
    .side #side { display: block; }
    .beside #hint { display: block; }
    .beside #side { display: none; }
    App:ansi Screen, App:ansi #keys, App:ansi #side, App:ansi #hint, App:ansi #small
      { background: ansi_default; color: ansi_default; }
    .small #small { display: block; }
    .small #table, .small #side, .small #hint { display: none; }
    """

    def __init__(
        self,
        new_match: Callable[[], Match],
        msx_pace: bool = False,
        colour: bool = True,
        finished: Callable[[Match], None] = lambda _: None,
    ) -> None:
        super().__init__(colour)
        self._new_match = new_match
        self._msx_pace = msx_pace
        self._finished = finished
        self.match = new_match()
        # Codes typed while the machine is busy wait, as in its own buffer of 40.
        self._typed: deque[int] = deque(maxlen=40)
        self._busy = False
        self.hint: Hint | None = None

    def compose(self) -> ComposeResult:
        yield Vertical(MsxScreen(self.colour), Static(id="keys"), id="table")
        yield Static(id="side")
        yield Static(id="hint")
        yield Static(id="small")

    def on_mount(self) -> None:
        """Switch the machine on."""
        self._go_on()

    def on_resize(self, resize: events.Resize) -> None:
        """Fit the screen to the new size; see `show_keys`."""
        self.too_small = resize.size.width < COLUMNS or resize.size.height < ROWS
        base = self.screen_stack[0]
        base.set_class(self.too_small, "small")
        base.set_class(resize.size.height > ROWS, "tall")
        base.set_class(resize.size.height == ROWS and resize.size.width >= SIDE_COLUMNS, "side")
        base.query_one("#small", Static).update(
            f"The MSX screen needs {COLUMNS} x {ROWS} characters;\n"
            f"this terminal has {resize.size.width} x {resize.size.height}.\n"
            "Make it larger, or use --plain.\n(? helps, q quits)"
        )
        self.call_next(self.show_keys)  # when `self.size` is the new one

    def show_keys(self) -> None:
        """Show the keys below the screen, beside it, or in its last row; a hint beside it or in its lower part."""
        base = self.screen_stack[0]
        ended = self.match.event.at == END
        keys = self.remark or (_KEYS_AT_THE_END if ended else _KEYS)
        base.query_one("#keys", Static).update(keys)
        base.query_one("#side", Static).update("\n".join(re.split(" {3}|, ", keys)))
        beside = self.hint is not None and self.size.width >= HEAT_MAP_COLUMNS
        base.set_class(beside, "beside")
        over: dict[int, str] = {}
        if self.hint is not None and beside:
            base.query_one("#hint", Static).update(_hint_beside(self.hint, self.colour))
        elif self.hint is not None:
            over = dict(enumerate(_hint_below(self.hint), start=_HINT_ROW))
        if not (base.has_class("tall") or base.has_class("side")) or (beside and not base.has_class("tall")):
            over[_LAST_ROW] = keys.center(COLUMNS).rstrip()
        base.query_one(MsxScreen).lay_over(over)

    # Keys

    def play_key(self, pressed: events.Key) -> None:
        """Handle our own commands, and pass all other keys as codes to the machine."""
        if pressed.key == "h":
            self._toggle_hint()
            return
        if pressed.key == "escape" and self.hint is not None:
            self._close_hint()
            return
        if pressed.key == "n" and self.match.event.at == END:
            self._new_game()
            return
        if pressed.key in KEY_CODES:
            code: int | None = KEY_CODES[pressed.key]
        elif pressed.character is not None:
            code = ord(pressed.character) if pressed.character < " " else CODE.get(pressed.character)
        else:
            code = None
        if code is not None:
            self._type([code])

    def on_msx_screen_clicked(self, message: MsxScreen.Clicked) -> None:
        """Move the cursor to a clicked cell of the computer's board by the keys, and shoot."""
        column, row = message.column - FIRST_COLUMN + 1, message.row
        on_board = FIRST_COLUMN <= message.column <= LAST_COLUMN and 1 <= row <= 10
        if on_board and not self._busy and unseen(self.match.game, column, row):
            self._type(list(keys_to(self.match.game, column, row)))

    # Hints

    def _toggle_hint(self) -> None:
        """Show or hide the chances of the computer's squares; the machine itself never sees the key."""
        if self.hint is not None:
            self._close_hint()
        elif self.match.event.at == KEY and not self._busy:
            from battleship.ui.hints import hint, seen_on  # numpy is slow to import

            self.hint = hint(seen_on(self.match.event.screen))
            self.show_keys()

    def _close_hint(self) -> None:
        self.hint = None
        self.show_keys()

    # The game

    @property
    def running(self) -> bool:
        """Until the last shot."""
        return self.match.event.at != END

    def left(self) -> bool:
        """Hand the match over. If that fails, end the app with the reason: nothing else could be shown."""
        try:
            self._finished(self.match)
        except MsxError as error:
            self.exit(return_code=2, message=f"battleship: {error}")
            return False
        return True

    def _new_game(self) -> None:
        self.match = self._new_match()
        self._typed.clear()
        self._go_on()

    def _type(self, codes: list[int]) -> None:
        self._typed.extend(codes)
        if not self._busy:
            self._go_on()

    def _go_on(self) -> None:
        """Go from event to event until the game waits for a person, shows something for a while, or ends."""
        if not self.screen_stack:
            return  # a pause that ends after the app
        self._busy = False
        while self.match.event.at == DRAW or (self.match.event.at == KEY and self._typed):
            before = self.match.event
            needed = self.match.draw() if before.at == DRAW else self.match.press(self._typed.popleft())
            if self.match.event.screen.cells != before.screen.cells:
                self.hint = None  # it was of the board before
            if self.match.event.at == END and not self.left():
                return
            pause = needed if self._msx_pace else self._glimpse(before.screen, self.match.event.screen)
            if pause:
                # The machine is still at work: what it shows stays, and its result comes after the pause.
                self._show(before.screen, waiting=False)
                self._busy = True
                self.set_timer(pause, self._go_on)
                return
        self._show(self.match.event.screen, waiting=self.match.event.at == KEY)

    def _glimpse(self, before: Screen, after: Screen) -> float:
        return _GLIMPSE if before[2].startswith("Placing") and before.cells != after.cells else 0.0

    def _show(self, screen: Screen, waiting: bool) -> None:
        self.screen_stack[0].query_one(MsxScreen).show(screen, waiting)
        self.show_keys()


def _hint_beside(found: Hint, colour: bool) -> Text:
    from battleship.ui.hints import heat_map

    return Text.assemble(
        ("HINT", "bold reverse"),
        f"  not part of the game\n{found.layouts} layouts left\n\n",
        heat_map(found, colour),
        "\nh or ESC closes it, a shot too",
    )


def _hint_below(found: Hint) -> list[str]:
    best = [f"  {MARMSX.cell_name(cell):<4}{100 * chance:5.1f} %" for cell, chance in found.best]
    best += [""] * (5 - len(best))
    return [
        "HINT  not part of the game",
        f"{found.layouts} layouts left",
        *best,
        "",
        "h or ESC closes it, a shot too",
        "",
    ]
