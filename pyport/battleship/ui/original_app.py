"""The original game in a terminal: the MSX screen, cell by cell, with its palette and its cursor."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from battleship.original.match import Match, keys_to, unseen
from battleship.original.player import DOWN, FIRST_COLUMN, LAST_COLUMN, LEFT, RIGHT, UP
from battleship.rules import MARMSX
from battleship.ui.notice import Notice
from msxkit.charset import CODE, UNICODE
from msxkit.errors import MsxError
from msxkit.palette import TMS9918A
from msxkit.recording import DRAW, END, KEY
from msxkit.screen import CURSOR_CODE, ROWS, Screen

COLUMNS = 32
#: COLOR 15,0,0 of line 10.
_INK = Style(
    color="#{:02x}{:02x}{:02x}".format(*TMS9918A[15]), bgcolor="#{:02x}{:02x}{:02x}".format(*TMS9918A[0])
)
_REVERSE = Style(reverse=True)
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

#: The terminal's width from which on a hint shows the whole board.
HEAT_MAP_COLUMNS = 56

_HINT = "? help   q quit"
_HINT_AT_THE_END = "n new game   ? help   q quit"

# Paragraphs are wrapped by the notice: it must fit a terminal of 32 x 24.
HELP = """\
[b]Battleship[/b] - MarMSX 2018

Find the ten ships on the right-hand board before the computer finds yours on the left. \
Ships lie horizontally and never touch.

arrows  move the cursor
space   shoot
mouse   a click shoots
h       hint: the chances
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

    def show(self, screen: Screen, cursor: bool) -> None:
        """Draws `screen`; cursor: whether the machine waits for a key and so shows its cursor."""
        self._shown = screen
        self._cursor = cursor
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= ROWS:
            return Strip.blank(COLUMNS, self._ink)
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


class BattleshipApp(App[None]):
    """Plays matches that `new_match` makes.

    msx_pace: keep the machine's pace. colour: False leaves the colours to the terminal (NO_COLOR).
    finished: is given each match that ends or is left, to record it.
    """

    TITLE = "Battleship - MarMSX 2018"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { align: center middle; background: #000000; }
    MsxScreen { width: 32; height: 24; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    #table { width: auto; height: auto; }
    #hint { display: none; width: 32; text-align: center; color: #a0a0a0; }
    .tall #hint { display: block; }
    App:ansi Screen, App:ansi #hint, App:ansi #small { background: ansi_default; color: ansi_default; }
    .small #small { display: block; }
    .small #table { display: none; }
    """

    def __init__(
        self,
        new_match: Callable[[], Match],
        msx_pace: bool = False,
        colour: bool = True,
        finished: Callable[[Match], None] = lambda _: None,
    ) -> None:
        super().__init__(ansi_color=not colour)
        self._colour = colour
        self._new_match = new_match
        self._msx_pace = msx_pace
        self._finished = finished
        self.match = new_match()
        # Codes typed while the machine is busy wait, as in its own buffer of 40.
        self._typed: deque[int] = deque(maxlen=40)
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Vertical(MsxScreen(self._colour), Static(_HINT, id="hint"), id="table")
        yield Static(id="small")

    def on_mount(self) -> None:
        self._go_on()

    def on_resize(self, resize: events.Resize) -> None:
        small = resize.size.width < COLUMNS or resize.size.height < ROWS
        base = self.screen_stack[0]
        base.set_class(small, "small")
        base.set_class(resize.size.height > ROWS, "tall")
        base.query_one("#small", Static).update(
            f"The MSX screen needs {COLUMNS} x {ROWS} characters;\n"
            f"this terminal has {resize.size.width} x {resize.size.height}.\n"
            "Make it larger, or use --plain.\n(q quits)"
        )

    def on_key(self, pressed: events.Key) -> None:
        commands = {
            "question_mark": self._help,
            "q": self._quit,
            "n": self._new_game,
            "h": self._hint,
        }
        command = commands.get(pressed.key)
        if command is not None:
            pressed.stop()
            command()
            return
        if pressed.key in KEY_CODES:
            code: int | None = KEY_CODES[pressed.key]
        elif pressed.character is not None:
            code = ord(pressed.character) if pressed.character < " " else CODE.get(pressed.character)
        else:
            code = None
        if code is not None:
            pressed.stop()
            self._type([code])

    def on_msx_screen_clicked(self, message: MsxScreen.Clicked) -> None:
        column, row = message.column - FIRST_COLUMN + 1, message.row
        on_board = FIRST_COLUMN <= message.column <= LAST_COLUMN and 1 <= row <= 10
        if on_board and not self._busy and unseen(self.match.game, column, row):
            self._type(list(keys_to(self.match.game, column, row)))

    def _help(self) -> None:
        self.push_screen(Notice(HELP))

    def _hint(self) -> None:
        """The chances of the computer's squares, over the screen; the machine itself never sees the key."""
        from battleship.ui.hints import heat_map, hint, seen_on  # numpy is slow to import

        if self.match.event.at != KEY or self._busy:
            return
        found = hint(seen_on(self.match.event.screen))
        best = "\n".join(f"{MARMSX.cell_name(cell):<4}{100 * chance:5.1f} %" for cell, chance in found.best)
        text = Text.assemble(
            ("HINT", "bold reverse"),
            f"  not part of the game\n{found.layouts} layouts left\n\n",
            heat_map(found) if self.size.width >= HEAT_MAP_COLUMNS else best,
        )
        self.push_screen(Notice(text))

    def _new_game(self) -> None:
        if self.match.event.at != END:
            self._type([ord("n")])
            return
        self.match = self._new_match()
        self._typed.clear()
        self._go_on()

    async def action_quit(self) -> None:
        """CTRL+Q, which Textual takes from every app: as `q`, so that no game is lost unasked."""
        if len(self.screen_stack) == 1:
            self._quit()

    def _quit(self) -> None:
        if self.match.event.at == END:
            self.exit()
        else:
            self.push_screen(Notice("A game is running. Quit? (y/n)", question=True), self._quit_answer)

    def _quit_answer(self, answer: bool | None) -> None:
        if answer and self._record():
            self.exit()

    def _record(self) -> bool:
        """Hands the match over. When that fails the app ends with the reason: nothing else could be shown."""
        try:
            self._finished(self.match)
        except MsxError as error:
            self.exit(return_code=2, message=f"battleship: {error}")
            return False
        return True

    def _type(self, codes: list[int]) -> None:
        self._typed.extend(codes)
        if not self._busy:
            self._go_on()

    def _go_on(self) -> None:
        """From event to event until the game waits for a person, shows something for a while, or ends."""
        self._busy = False
        while self.match.event.at == DRAW or (self.match.event.at == KEY and self._typed):
            before = self.match.event
            needed = self.match.draw() if before.at == DRAW else self.match.press(self._typed.popleft())
            if self.match.event.at == END and not self._record():
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
        base = self.screen_stack[0]
        base.query_one(MsxScreen).show(screen, waiting)
        base.query_one("#hint", Static).update(_HINT_AT_THE_END if self.match.event.at == END else _HINT)
