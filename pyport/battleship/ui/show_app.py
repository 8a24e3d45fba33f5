"""A game to look at in the terminal: shot by shot, with pause and steps, and the chances of the squares."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from battleship.arena.positions import MatchPosition
from battleship.errors import BattleshipError, PosteriorError
from battleship.rules import Cell
from battleship.ui.board_view import BOARDS_CSS, BoardView, Drawn, chance_square
from battleship.ui.game_app import GameApp, folded
from battleship.ui.hints import Hint, hint
from battleship.ui.original_app import COLUMNS, MsxScreen
from msxkit.display.screen import ROWS, Screen

HELP = """\
[b]Watching a game[/b]

space    pause, go on
right    the next shot
left     the shot before
home     the beginning
end      the end, as far as played
+ -      faster, slower
h        the chances of squares
q        quit

The left board is that of the side which shoots first. Ships are letters, * is water, X a hit.

Press any key to go on."""

_SHORT = "space pauses  ? help  q quit"
_KEYS = "space pauses  left/right step  +/- pace  h chances  ? help  q quit"
#: Seconds between shots: the shortest and the longest pace.
FASTEST, SLOWEST = 0.02, 60.0
#: Characters that a board needs.
_LEAST_ROWS = 10


@dataclass(frozen=True)
class ScreenPosition:
    """The machine's screen at a step of a recording.

    Attributes:
        waiting: Whether the machine waits for a key and so shows its cursor.
    """

    screen: Screen
    waiting: bool
    last: str
    over: bool = False


Shown = MatchPosition | ScreenPosition


class ShowApp(GameApp):
    """Shows positions as they come; those that came can be gone back to."""

    HELP = HELP
    CSS = f"""{BOARDS_CSS}
    Screen {{ align: center top; }}
    #machine {{ width: 100%; height: auto; align-horizontal: center; }}
    MsxScreen {{ width: 32; height: 24; }}
    """

    def __init__(
        self, first: Shown, rest: Iterator[Shown], delay: float, chances: bool, colour: bool = True
    ) -> None:
        super().__init__(colour)
        self._rest = rest
        self._delay = max(delay, FASTEST)
        self.seen: list[Shown] = [first]
        self.at = 0
        self.paused = False
        self.chances = chances
        self._hints: dict[tuple[int, int], Hint | None] = {}
        self._fetching = False
        #: Steps asked for while a shot was still being made.
        self._more = 0
        #: Why no more positions come, if that is no end of the game.
        self.broken = ""

    @property
    def running(self) -> bool:
        """Nothing is lost when one stops looking."""
        return False

    def compose(self) -> ComposeResult:
        first = self.seen[0]
        with VerticalScroll(can_focus=False):
            if isinstance(first, MatchPosition):
                with Horizontal(id="boards"):
                    for name, title in zip(("one", "other"), first.names, strict=True):
                        yield BoardView(first.rules, title, self.colour, name, first.row)
            else:
                with Horizontal(id="machine"):
                    yield MsxScreen(self.colour)
        with Vertical(id="texts"):
            yield Static(id="news", markup=False)
            yield Static(id="keys", markup=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Begin to show."""
        self._draw()
        self.set_timer(self._delay, self._tick)

    def on_resize(self, resize: events.Resize) -> None:
        """Put boards side by side, or one over the other."""
        base = self.screen_stack[0]
        columns, rows = resize.size
        width, height = COLUMNS, ROWS
        if isinstance(self.seen[0], MatchPosition):
            boards = list(base.query(BoardView))
            for board in boards:
                board.fit((columns - 8) // 2 if columns >= 2 * (self._narrowest() + 4) else columns)
            width, height = boards[0].get_content_width(self.size, self.size), _LEAST_ROWS
            base.set_class(columns < 2 * (width + 4), "narrow")
        self.too_small = columns < width or rows < height
        base.set_class(self.too_small, "small")
        base.query_one("#small", Static).update(
            f"This needs {width} x {height} characters;\nthis terminal has {columns} x {rows}.\n"
            "Make it larger.\n(? helps, q quits)"
        )
        self.call_next(self._draw)  # when `self.size` is the new one

    def _narrowest(self) -> int:
        first = self.seen[0]
        return (
            len(str(first.rules.height)) + 1 + 2 * first.rules.width
            if isinstance(first, MatchPosition)
            else COLUMNS
        )

    # Keys and time

    def play_key(self, pressed: events.Key) -> None:
        """Pause, step, change the pace, show chances."""
        key = pressed.key
        if key == "space":
            self.paused = not self.paused
        elif key in ("right", "full_stop", "n"):
            self.paused = True
            self._forward()
        elif key in ("left", "home", "end"):
            self.paused = True
            self.at = {"left": max(self.at - 1, 0), "home": 0, "end": len(self.seen) - 1}[key]
        elif key in ("plus", "equals_sign", "minus"):
            factor = 2.0 if key == "minus" else 0.5
            self._delay = min(max(self._delay * factor, FASTEST), SLOWEST)
        elif key == "h":
            self.chances = not self.chances
        self._draw()

    def _tick(self) -> None:
        if not self.paused:
            self._forward()
        self.set_timer(self._delay, self._tick)

    def _forward(self) -> None:
        if self.at + 1 < len(self.seen):
            self.at += 1
            self._draw()
        elif self._fetching:
            self._more += self.paused
        elif not self.broken and not self.seen[-1].over:
            self._fetching = True
            self.run_worker(self._fetch(), exclusive=False)

    async def _fetch(self) -> None:
        """Let the game go on by a shot, in a thread: a player may think, and a bot be late."""
        try:
            found = await asyncio.to_thread(self._next)
        except BattleshipError as error:
            self.broken = str(error)
            found = None
        self._fetching = False
        if found is not None:
            self.seen.append(found)
            self.at = len(self.seen) - 1
        self._draw()
        if self._more:
            self._more -= 1
            self._forward()

    def _next(self) -> Shown | None:
        found = next(self._rest, None)
        if self.chances and found is not None:
            for board in (0, 1):
                self._weigh(len(self.seen), board, found)
        return found

    # Chances

    def _weigh(self, at: int, board: int, shown: Shown) -> Hint | None:
        """Return what the other side knows of a board; None when nothing agrees with its answers."""
        if not isinstance(shown, MatchPosition):
            return None
        if (at, board) not in self._hints:
            try:
                self._hints[at, board] = hint(shown.views[board], 1)
            except PosteriorError:
                self._hints[at, board] = None
        return self._hints[at, board]

    # Drawing

    def _draw(self) -> None:
        base = self.screen_stack[0]
        shown = self.seen[self.at]
        news = self.broken or shown.last
        if isinstance(shown, MatchPosition):
            for board, view in enumerate(base.query(BoardView)):
                found = self._weigh(self.at, board, shown) if self.chances else None
                view.title = f"{shown.names[board]} ({shown.fired[board]} shots)"
                view.show(partial(self._square, shown, board, found, view.pitch), None)
                if found is not None and found.best and not shown.views[board].won:
                    cell, chance = found.best[0]
                    name = shown.rules.cell_name(cell) if shown.row else _protocol(cell)
                    other = shown.names[1 - board]
                    news += f"\n{other}: {found.layouts} layouts left, best {name} with {100 * chance:.0f} %"
        else:
            base.query_one(MsxScreen).show(shown.screen, shown.waiting)
        base.query_one("#news", Static).update(news)
        self.show_keys()
        self.leave_room(f"{news}\n{self._keys_text()}")
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll to the board of the last shot, where both do not fit."""
        base = self.screen_stack[0]
        shown = self.seen[self.at]
        if isinstance(shown, MatchPosition) and shown.shot is not None:
            board = list(base.query(BoardView))[shown.shot[0]]
            area = board.virtual_region.translate(base.query_one("#boards").virtual_region.offset)
            base.query_one(VerticalScroll).scroll_to_region(area, animate=False)

    def show_keys(self) -> None:
        """Show how far the game is, and the keys."""
        self.screen_stack[0].query_one("#keys", Static).update(self._keys_text())

    def _keys_text(self) -> str:
        if self.remark:
            return self.remark
        state = (
            "paused"
            if self.paused
            else "the end"
            if self.seen[self.at].over
            else f"{self._delay:.2g} s a shot"
        )
        keys = _KEYS if self.size.width >= len(_KEYS) else _SHORT
        return f"{self.at} of {len(self.seen) - 1}, {state}\n{folded(keys, self.size.width)}"

    def _square(self, shown: MatchPosition, board: int, found: Hint | None, pitch: int, cell: Cell) -> Drawn:
        text, look = _plain_square(shown, board, cell)
        if shown.shot == (board, cell):
            return text, "struck"
        if found is None or cell in shown.views[board].shots:
            return text, look
        number, heat = chance_square(found, cell, pitch)
        # A ship keeps its letter: who watches sees how warm the square is to the one who does not.
        return (text if look == "ship" else number), heat


def _plain_square(shown: MatchPosition, board: int, cell: Cell) -> Drawn:
    fleet, view = shown.fleets[board], shown.views[board]
    ship = fleet.at.get(cell) if fleet is not None else None
    result = view.shots.get(cell)
    if result is None:
        return (".", "unknown") if ship is None else (ship.type.symbol, "ship")
    if not result.hit:
        return "*", "water"
    sunk = ship is not None and all(other in view.shots for other in ship.cells)
    return ("#" if sunk else "X"), "sunk" if sunk else "hit"


def _protocol(cell: Cell) -> str:
    from battleship.notation.skynet import format_cell

    return format_cell(cell)


def show(positions: Iterator[Shown], delay: float, chances: bool, colour: bool) -> int:
    """Show positions in this terminal until the person has seen enough. Return the exit code."""
    app = ShowApp(next(positions), positions, delay, chances, colour)
    app.run()
    return app.return_code or 0
