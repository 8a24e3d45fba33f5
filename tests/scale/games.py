"""Fresh games compared by the hundred, and what they covered: the work of one process."""

from __future__ import annotations

from dataclasses import dataclass, field

from battleship.original.backend import PortBackend
from battleship.verification.fresh import fresh_game
from msxkit.recording import DRAW
from msxkit.verify import replay
from tests.scale import covered
from tests.scale.listing import watched

#: Lines of the listing that draw the place of a ship.
PLACING = (430, 435)
#: Of so many games, one is played again under a watch, which takes longer than the game. Styles and programs come in
#: turns of 5 and 7: all of them are watched.
WATCHED = 37
#: Values of TIME.
TIMES = 65536


@dataclass(slots=True)
class Totals:
    """Some games: how many by program and by style, what was compared, what differs, and what was seen."""

    games: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    cells: int = 0
    differing: list[str] = field(default_factory=list)
    port: set[covered.Arc] = field(default_factory=set)
    listings: set[str] = field(default_factory=set)
    watched: int = 0
    #: A bit for each value of TIME that placed a ship.
    times: int = 0

    def add(self, other: Totals) -> None:
        """Put the totals of other games to these."""
        for name, count in other.games.items():
            self.games[name] = self.games.get(name, 0) + count
        self.steps += other.steps
        self.cells += other.cells
        self.differing += other.differing
        self.port |= other.port
        self.listings |= other.listings
        self.watched += other.watched
        self.times |= other.times

    @property
    def count(self) -> int:
        """How many games."""
        return sum(self.games.values())


def compare(numbers: range, seed: int) -> Totals:
    """Play games of a seed on the interpreter and the port."""
    totals = Totals()
    drawn = bytearray(TIMES // 8)
    for number in numbers:
        game = fresh_game(number, seed)
        result = replay(game, PortBackend())
        name = f"{game.program.file}, {game.style}"
        totals.games[name] = totals.games.get(name, 0) + 1
        totals.steps += result.steps
        totals.cells += result.cells
        if not result.equal or result.steps < len(game.steps):
            totals.differing.append(game.name)
        draws = [step for step in game.steps if step.at == DRAW]
        for step, time in zip(draws, game.times, strict=True):
            if step.line in PLACING:
                drawn[time >> 3] |= 1 << (time & 7)
        if number % WATCHED == 0:
            totals.listings |= watched(game)
            totals.watched += 1
    totals.times = int.from_bytes(drawn, "little")
    totals.port = covered.arcs()
    return totals
