"""The game as a state machine: TIME values and keys go in, events with the 32x24 screen come out."""

from __future__ import annotations

from battleship.original import computer, drawing, placing, player
from battleship.original.state import BT, COMPUTER, PLAYER, Routine, State, Work
from msxkit.recording import END, KEY, Step

BATTLE, SHOTDARK = "battle", "shotdark"
#: The computer's move of each program.
MOVES = {BATTLE: computer.search, SHOTDARK: computer.shot_in_the_dark}


class OriginalGame:
    """One game of `program` ("battle" or "shotdark"), always stopped at an event.

    Attributes:
        event: Where it is: at a draw (`send` a TIME, 0-65535), at a key wait (`send` a character code, 0-255), or
            at the end.
        outcome: "player" or "computer" at the end, None before.
    """

    def __init__(self, program: str = BATTLE) -> None:
        self._state = State()
        self._routine = _run(self._state, program)
        self.event: Step = next(self._routine)

    def send(self, value: int) -> Step:
        """Answer the event and go on to the next one. Raise `ValueError` at the end or for a value out of range."""
        if self.event.at == END:
            raise ValueError("the game has ended")
        if self.event.at == KEY and not 0 <= value <= 255:
            raise ValueError(f"a key must be a character code from 0 to 255, not {value}")
        self.event = self._routine.send(value)
        return self.event

    @property
    def outcome(self) -> str | None:
        """`player` or `computer` at the end, None before."""
        if self.event.at != END:
            return None
        return "player" if player.has_won(self._state) else "computer"

    @property
    def work(self) -> Work:
        """What the machine's time went into so far."""
        return self._state.work

    @property
    def target(self) -> tuple[int, int]:
        """The player's cursor on the computer's board: column and row, 1-10."""
        return self._state.cx - 19, self._state.cy

    @property
    def hits(self) -> tuple[int, int]:
        """PJ and PC: how many ship cells the player and the computer have hit."""
        return self._state.pj, self._state.pc

    @property
    def shot(self) -> tuple[int, int, str] | None:
        """The computer's last shot: column and row, 1-10, and the symbol of the ship hit or "" for water."""
        if self._state.shot is None:
            return None
        x, y, kind = self._state.shot
        return x, y, self._state.symbol(kind) if kind else ""

    @property
    def shot_count(self) -> int:
        """How often the computer has shot."""
        return self._state.shots

    def fleet(self, owner: int) -> tuple[str, ...]:
        """Return ten rows of one board (PLAYER or COMPUTER) with the symbol of each ship cell, dots elsewhere."""
        state = self._state
        return tuple(
            "".join(
                state.symbol(state.tj[x][y][owner]) if state.tj[x][y][owner] else "."
                for x in range(1, BT + 1)
            )
            for y in range(1, BT + 1)
        )

    def fleets(self) -> dict[str, tuple[str, ...]]:
        """Return both boards, as recordings give them."""
        return {"player": self.fleet(PLAYER), "computer": self.fleet(COMPUTER)}


def _run(state: State, program: str) -> Routine:
    """Run the game: lines 10-170 and the two endings."""
    console = state.console
    console.print("Battleship - MarMSX 2018")  # line 30
    yield from placing.place_ships(state)
    console.cls()
    drawing.draw_game(state)
    drawing.show_player(state)
    move = MOVES[program]
    while True:
        console.locate(state.cx, state.cy)
        key = yield Step(KEY, 110, console.screen())
        player.move_cursor(state, key)
        if key != player.SPACE or not player.shoot(state):
            continue
        if player.has_won(state):
            message = "** You win the game !! **"  # line 630
            break
        yield from move(state)
        if computer.has_won(state):
            message = "** I win the game !! **"  # line 695
            break
    console.locate(0, 14)
    console.print(message)
    console.prompt()
    yield Step(END, None, console.screen())
