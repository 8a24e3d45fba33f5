"""The full game in the terminal: any rules, any computer player, ships placed by hand or at random."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Region, Spacing
from textual.message import Message
from textual.widgets import Static

from battleship.errors import BattleshipError
from battleship.layouts.placing import automatic
from battleship.rules import Cell
from battleship.rules.board import Fleet, Ship, check_ships, ship_list
from battleship.rules.game import Game, Move
from battleship.ui.board_view import BOARDS_CSS, BoardView, Drawn, chance_square
from battleship.ui.duel import Duel, Pair, describe
from battleship.ui.game_app import GameApp, folded
from battleship.ui.hints import Hint, hint
from battleship.ui.notice import Notice
from battleship.ui.sitting import Sitting
from msxkit.errors import MsxError

T = TypeVar("T")

PLACING = "arrows move  r turns  enter places  a random  u undo  ? help  q quit"
SHOOTING = "arrows move  space shoots  h hint  n new game  ? help  q quit"
OVER = "n new game  ? help  q quit"
WAITING = "? help  q quit"

# Paragraphs are wrapped by the notice: it must fit a terminal of 32 x 24.
HELP = """\
[b]Battleship, full game[/b]

Place your ships on the left board, then sink the enemy's before yours are sunk.

arrows  move
enter   place a ship
r       turn it
u       take one back
a       place all at random
space   shoot
click   place or shoot
h       hint: the chances;
        h again closes it
n       new game
q       quit

* water  X hit  A-Z ships

Press any key to go on."""

#: A terminal with fewer rows shows a notice instead of boards.
LEAST_ROWS = 10


class Answered(Message):
    """The message that the opponent has done what the game waited for; `done` goes on with it."""

    def __init__(self, done: Callable[[], None]) -> None:
        super().__init__()
        self.done = done


class FleetApp(GameApp):
    """Games of a person against a player or a bot, or of two people who take turns at the terminal."""

    HELP = HELP
    CSS = BOARDS_CSS

    def __init__(self, sitting: Sitting, colour: bool = True) -> None:
        super().__init__(colour)
        self._sitting = sitting
        self.rules = sitting.rules
        self._types = ship_list(self.rules)
        self.duel: Duel | Pair | None = None
        self.placed: list[Ship] = []
        self.cursor = Cell(0, 0)
        self.vertical = False
        self.hint: Hint | None = None
        #: The fleet of the first of two people, while the second places.
        self._first: Fleet | None = None
        #: Boards are hidden while the terminal goes from one person to the other.
        self._hidden = False
        #: The first of two has shot, and is still to see what it met.
        self._shot = False
        #: The game waits for a bot, for any length of time.
        self._waiting = False
        #: One thread for all that a bot is asked: it ends with the thread that started it.
        self._worker = ThreadPoolExecutor(1)
        self._news = ""

    def compose(self) -> ComposeResult:
        # Not to be focused: the arrow keys move the cursor.
        with VerticalScroll(can_focus=False), Horizontal(id="boards"):
            yield BoardView(self.rules, "Your fleet", self.colour, "mine")
            enemy = "The enemy" if self._sitting.two else f"The enemy ({self._sitting.name})"
            yield BoardView(self.rules, enemy, self.colour, "theirs")
        with Vertical(id="texts"):
            yield Static(id="news", markup=False)
            yield Static(id="keys", markup=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Begin the first game, or go on with a saved one."""
        self._new_game()
        if self._sitting.saved is not None:
            self._wait_for(self._sitting.resumed, self._resumed)
        elif self._sitting.two:
            self._hand_over()

    def _resumed(self, duel: Duel | Pair | None) -> None:
        if duel is None:
            self.exit(return_code=2, message=f"battleship: {self._news}")
            return
        self.duel = duel
        self.placed = list(duel.mine.fleet.ships)
        self._news = "The game goes on. It is your turn."
        if self._sitting.two:
            self._hand_over()

    def on_resize(self, resize: events.Resize) -> None:
        """Put the boards side by side, or one over the other in a narrow terminal; tall boards scroll."""
        base = self.screen_stack[0]
        columns, rows = resize.size
        boards = [base.query_one(f"#{name}", BoardView) for name in ("mine", "theirs")]
        for board in boards:
            board.fit(columns)
        width = boards[0].get_content_width(self.size, self.size)
        self.too_small = columns < width or rows < LEAST_ROWS
        base.set_class(columns < 2 * (width + 4), "narrow")
        base.set_class(self.too_small, "small")
        base.query_one("#small", Static).update(
            f"A board needs {width} x {LEAST_ROWS} characters;\n"
            f"this terminal has {columns} x {rows}.\n"
            "Make it larger, or use --plain.\n(? helps, q quits)"
        )
        self.call_next(self._draw)  # when `self.size` is the new one

    def _follow(self) -> None:
        """Scroll to the board that the person is using, and there to the cursor."""
        base = self.screen_stack[0]
        board = base.query_one("#mine" if self.duel is None else "#theirs", BoardView)
        boards = base.query_one("#boards")
        area = board.virtual_region.translate(boards.virtual_region.offset)
        view = base.query_one(VerticalScroll)
        if area.height > view.size.height:
            # The row of the cursor, with two above it: the columns' names while they can be seen.
            area = Region(area.x, area.y + self.cursor.row, area.width, 4)
        view.scroll_to_region(area, spacing=Spacing(0, 0, 0, 0), animate=False)

    # --- input ---

    def play_key(self, pressed: events.Key) -> None:
        """Handle the keys of the phase that the game is in."""
        if self._shot:
            self._shot = False
            self._hand_over()
            return
        moves = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
        if pressed.key in moves:
            down, right = moves[pressed.key]
            row = min(max(self.cursor.row + down, 0), self.rules.height - 1)
            column = min(max(self.cursor.column + right, 0), self.rules.width - 1)
            self.cursor = Cell(row, column)
        elif self._waiting:
            return
        elif pressed.key in ("enter", "space"):
            self._act()
        elif pressed.key == "n" and self.running:
            self.ask("A game is running. Begin a new one? (y/n)", self._new_game)
        elif pressed.key == "n" and self.duel is not None:
            self._new_game()
        elif self.duel is None:
            commands = {"r": self._turn, "a": self._place_rest, "u": self._undo, "backspace": self._undo}
            commands.get(pressed.key, lambda: None)()
        elif pressed.key == "h":
            self._toggle_hint()
        elif pressed.key == "escape" and self.hint is not None:
            self._close_hint()
        self._draw()

    def on_board_view_pointed(self, message: BoardView.Pointed) -> None:
        wanted = "mine" if self.duel is None else "theirs"
        if self._shot or self._hidden or self._waiting:
            return
        if message.board.id != wanted:
            return
        self.cursor = message.cell
        if message.button == 1:
            self._act()
        elif message.button == 3 and self.duel is None:
            self._turn()
        self._draw()

    @property
    def running(self) -> bool:
        """From the first shot to the last."""
        return self.duel is not None and self.duel.ending is None

    def left(self) -> bool:
        """Keep the game. If that fails, end the app with the reason: nothing else could be shown."""
        try:
            if self.duel is not None and self.duel.game.moves:
                self._sitting.save(self.duel)
        except MsxError as error:
            self.exit(return_code=2, message=f"battleship: {error}")
            return False
        return True

    # --- two people ---

    def _hand_over(self) -> None:
        if isinstance(self.duel, Pair):
            self.duel.hand_over()
            self._news = self.duel.told()
            player = self.duel.viewer + 1
        else:
            player = 1 if self._first is None else 2
            self._news = f"Player {player}: place your ships."
        self._hidden = True
        self._draw()
        self.push_screen(
            Notice(
                f"Player {player}, it is your turn.\n\nEnter shows your board, q quits.",
                patient=True,
                leave=self.leave,
            ),
            self._show,
        )

    def _show(self, _: bool | None) -> None:
        self._hidden = False
        self._draw()

    # --- placing ---

    def _new_game(self) -> None:
        again = self.duel is not None
        self.duel, self.placed, self.hint, self._first = None, [], None, None
        self._news = "Place your ships."
        self._find_room()
        self._draw()
        if again and self._sitting.two:
            self._hand_over()

    def _turn(self) -> None:
        if self.rules.vertical:
            self.vertical = not self.vertical
        else:
            self._news = "Under these rules ships lie horizontally."

    def _undo(self) -> None:
        if self.placed:
            self.placed.pop()

    def _held(self) -> Ship:
        return Ship(self._types[len(self.placed)], self.cursor, self.vertical)

    def _wrong(self, ship: Ship) -> str:
        """Return the rule that a further ship would break, or nothing."""
        try:
            check_ships(self.rules, [*self.placed, ship])
        except BattleshipError as error:
            return str(error)
        return ""

    def _find_room(self) -> None:
        """Move the cursor to the nearest square at which the held ship may lie, if there is one."""
        row, column = self.cursor.row, self.cursor.column
        near = sorted(self.rules.cells, key=lambda cell: abs(cell.row - row) + abs(cell.column - column))
        held = self._held()
        free = (cell for cell in near if not self._wrong(replace(held, cell=cell)))
        self.cursor = next(free, self.cursor)

    def _place_held(self) -> None:
        ship = self._held()
        self._news = self._wrong(ship)
        if self._news:
            return
        self.placed.append(ship)
        if len(self.placed) == len(self._types):
            self._begin(Fleet.of(self.rules, self.placed))
        else:
            self._find_room()

    def _place_rest(self) -> None:
        """Place a whole fleet at random: ships already placed are taken back, so that all layouts are
        equally likely.
        """
        self._begin(automatic(self.rules, self._sitting.random))

    def _begin(self, fleet: Fleet) -> None:
        if self._sitting.two:
            first, self._first, self.placed = self._first, fleet, []
            if first is not None:
                self.duel = Pair(Game(self.rules, (first, fleet)))
            self._hand_over()
            return
        self.placed = []
        self._wait_for(partial(self._sitting.duel, fleet), self._begun)

    def _begun(self, duel: Duel | None) -> None:
        self.duel = duel
        if duel is not None:
            self.placed = list(duel.mine.fleet.ships)
            self._news = "The fleets are at sea. You shoot first."

    def _wait_for(self, work: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Go on with what the opponent does, or with None when it fails. Keys work while the game waits for a bot."""
        if not self._sitting.is_bot:
            self._done(*self._result(work), done)
            return

        def wait() -> None:
            self.post_message(Answered(partial(self._done, *self._result(work), done)))

        self._waiting = True
        self._news = f"Waiting for {self._sitting.name} ..."
        self._worker.submit(wait)

    @staticmethod
    def _result(work: Callable[[], T]) -> tuple[T | None, str]:
        try:
            return work(), ""
        except (BattleshipError, OSError, ValueError) as error:  # of a pipe that closes as the app ends
            return None, str(error)

    def _done(self, found: T | None, wrong: str, done: Callable[[T | None], None]) -> None:
        self._waiting = False
        self._news = wrong
        done(found)

    def on_answered(self, message: Answered) -> None:
        """Go on with what a bot has done."""
        message.done()
        self._draw()

    # --- shooting ---

    def _act(self) -> None:
        if self.duel is None:
            self._place_held()
        elif self.duel.ending is None:
            self._wait_for(partial(self.duel.shoot, self.cursor), self._met)

    def _met(self, moves: list[Move] | None) -> None:
        if moves is None or self.duel is None:
            return
        self.hint = None
        self._news = "  ".join(describe(self.rules, move) for move in moves)
        if self.duel.ending is not None:
            self._news += f"\n{self.duel.summary()}"
            self.left()
        elif self._sitting.two:
            self._news += "\nA key hands over to the other player."
            self._shot = True

    def _toggle_hint(self) -> None:
        if self.hint is not None:
            self._close_hint()
            return
        if self.duel is None or self.duel.ending is not None:
            return
        try:
            self.hint = hint(self.duel.theirs.view)
        except BattleshipError as error:
            self._news = str(error)
            return
        cell, chance = self.hint.best[0]
        best = f"{self.rules.cell_name(cell)} with {100 * chance:.0f} %"
        unit = "per cent" if self._pitch == 3 else "tenths"
        self._news = f"HINT: {self.hint.layouts} layouts left; best {best}\n(chances in {unit}; h closes it)"

    def _close_hint(self) -> None:
        self.hint = None
        self._news = ""

    @property
    def _pitch(self) -> int:
        return self.screen_stack[0].query_one("#mine", BoardView).pitch

    # --- drawing ---

    def _draw(self) -> None:
        base = self.screen_stack[0]
        mine, theirs = base.query_one("#mine", BoardView), base.query_one("#theirs", BoardView)
        duel = self.duel
        if self._hidden:
            for board in (mine, theirs):
                board.show(lambda cell: (".", "unknown"), None)
        elif duel is None:
            mine.show(self._placing_square(), self.cursor)
            theirs.show(lambda cell: (".", "unknown"), None)
        else:
            over = duel.ending is not None
            mine.show(partial(self._own_square, duel), None)
            theirs.show(partial(self._enemy_square, duel, over), None if over else self.cursor)
        base.query_one("#news", Static).update(self._news)
        self.show_keys()
        self.leave_room(f"{self._news}\n{self._keys_text()}")
        self.call_after_refresh(self._follow)

    def show_keys(self) -> None:
        """Show the ships to place or those sunk, and the keys below them."""
        self.screen_stack[0].query_one("#keys", Static).update(self._keys_text())

    def _keys_text(self) -> str:
        duel = self.duel
        if self._waiting:
            lines, keys = [], WAITING
        elif duel is None:
            if len(self.placed) == len(self._types):
                return ""
            held = self._types[len(self.placed)]
            lines = [f"{held.name}, {held.length} long ({len(self.placed) + 1} of {len(self._types)})"]
            keys = PLACING
        else:
            lines = [] if self._hidden else self._sunk_lines(duel)
            keys = OVER if duel.ending is not None else SHOOTING
        return "\n".join([*lines, self.remark or folded(keys, self.size.width)])

    def _placing_square(self) -> Callable[[Cell], Drawn]:
        ship = self._held()
        look = "blocked" if self._wrong(ship) else "preview"
        taken = {cell: other for other in self.placed for cell in other.cells}

        def square(cell: Cell) -> Drawn:
            if cell in ship.cells:
                return (ship.type.symbol if self.colour or look == "preview" else "!"), look
            return (taken[cell].type.symbol, "ship") if cell in taken else (".", "unknown")

        return square

    def _own_square(self, duel: Duel | Pair, cell: Cell) -> Drawn:
        ship = duel.mine.fleet.at.get(cell)
        shot = cell in duel.mine.view.shots
        if ship is None:
            return ("*", "water") if shot else (".", "unknown")
        if not shot:
            return ship.type.symbol, "ship"
        # Without colours a letter would not tell whether the square was hit.
        return (ship.type.symbol if self.colour else "X"), "sunk" if duel.mine.is_sunk(ship) else "hit"

    def _enemy_square(self, duel: Duel | Pair, over: bool, cell: Cell) -> Drawn:
        result = duel.theirs.view.shots.get(cell)
        ship = duel.theirs.fleet.at.get(cell)
        if result is None:
            if over:
                return (ship.type.symbol, "missed") if ship else (".", "unknown")
            if self.hint is not None:
                return chance_square(self.hint, cell, self._pitch)
            return ".", "unknown"
        if ship is None:
            return "*", "water"
        if over or (ship in duel.sunk(mine=False) and duel.theirs.is_sunk(ship)):
            return ship.type.symbol, "sunk"
        return (result.type.symbol if result.type else "X"), "hit"

    @property
    def _other(self) -> str:
        return "the other" if self._sitting.two else "the computer"

    def _sunk_lines(self, duel: Duel | Pair) -> list[str]:
        lines = []
        for who, mine in (("Sunk by you", False), (f"Sunk by {self._other}", True)):
            names = ", ".join(ship.type.name for ship in duel.sunk(mine=mine))
            if names:
                lines.append(f"{who}: {names}")
        return lines


def play(sitting: Sitting, colour: bool) -> int:
    """Run the games of a sitting in this terminal. Return the exit code."""
    app = FleetApp(sitting, colour)
    app.run()
    return app.return_code or 0
