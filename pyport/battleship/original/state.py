"""The variables of the BASIC program, under the names that the listing gives them.

Boards are indexed as in BASIC: TJ(X,Y,P) with X and Y from 1 to 10 and P = 1 for the player, 2 for the computer;
index 0 exists and stays 0.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, fields

from battleship.original.console import Console
from msxkit.recording import DRAW, Step
from msxkit.rnd import INITIAL, rnd_minus_time, scaled

#: Line 20: the size of the board.
BT = 10
PLAYER, COMPUTER = 1, 2
#: Line 2010: symbol, length and number of ships of types 1-4.
FLEET = (("A", 4, 1), ("C", 3, 2), ("B", 2, 3), ("S", 1, 4))
#: Lines 630 and 690: so many hits win.
SHIP_CELLS = sum(length * total for _, length, total in FLEET)
#: The codes of `X` and `.`, as lines 610 and 670 compare them.
MARK, UNSEEN = 88, 46

#: A routine of the game: yields events, is sent the TIME or key that each asks for.
Routine = Generator[Step, int, None]


@dataclass(slots=True)
class Work:
    """How often the slow loops of the listing ran since the start: what the machine's time goes into.

    Attributes:
        rows, inside, outside, overlaps: Rows of the overlap check (line 520), its cells on the board and beyond it
            (line 530), and those with a ship (line 540).
        scans: Marked cells passed over (lines 675 and 760).
        marks: Cells of the mark-surround (line 840).
    """

    rows: int = 0
    inside: int = 0
    outside: int = 0
    overlaps: int = 0
    scans: int = 0
    marks: int = 0

    def since(self, before: Work) -> Work:
        """Return what has been done since `before`."""
        return Work(*(getattr(self, name) - getattr(before, name) for name in _LOOPS))


_LOOPS = tuple(loop.name for loop in fields(Work))


@dataclass(slots=True)
class State:
    """All variables of a running game."""

    console: Console = field(default_factory=Console)
    tj: list[list[list[int]]] = field(
        default_factory=lambda: [[[0] * 3 for _ in range(BT + 1)] for _ in range(BT + 1)]
    )
    rndx: int = INITIAL
    #: The computer's cell (X, Y), its search flag OE, remaining length CR, ship length C and direction DX.
    x: int = 0
    y: int = 0
    oe: int = 0
    cr: int = 0
    c: int = 0
    dx: int = 0
    #: The player's cursor, and the hits of player (PJ) and computer (PC).
    cx: int = 20
    cy: int = 1
    pj: int = 0
    pc: int = 0
    #: How often the computer has shot, where last, and the type that it hit (0: water). Not in the listing.
    shots: int = 0
    shot: tuple[int, int, int] | None = None
    work: Work = field(default_factory=Work)

    def symbol(self, kind: int) -> str:
        """Return N$(kind)."""
        return FLEET[kind - 1][0]

    def length(self, kind: int) -> int:
        """Return N(kind)."""
        return FLEET[kind - 1][1]

    def marked(self, x: int, y: int) -> bool:
        """Return whether the screen shows an X at (x, y) of the player's board (lines 670, 750, 760)."""
        return self.console.vpeek(6144 + (x + 1) + y * 32) == MARK

    def draw(self, factor: int, line: int) -> Generator[Step, int, int]:
        """Draw INT(factor*RND(-TIME))+1 in the given BASIC line: one draw event, which is sent a TIME of 0-65535."""
        time = yield Step(DRAW, line, self.console.screen())
        # What RND returns is also its new state, RNDX.
        self.rndx = rnd_minus_time(time, self.rndx)
        return scaled(factor, self.rndx) + 1
