"""Fresh games of the original on the interpreter: the listing itself plays, nothing of the port takes part.

The recordings prove the games that were recorded; these are as many others as one likes. A game is a pure function
of its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path
from random import Random

from battleship.errors import BattleshipError
from msxkit.interpreter.backend import InterpreterMachine
from msxkit.language.program import Program
from msxkit.recording import DRAW, END, KEY, ProgramId, Recorder, Recording, Step
from msxkit.verify import Seen

#: How keys are chosen: row by row; random cells; ships only; mostly ships; anything at all.
STYLES = ("sweep", "shuffle", "perfect", "sharp", "noisy")
RIGHT, LEFT, UP, DOWN, SPACE = 28, 29, 30, 31, 32
#: A game that lasts longer than this never ends.
_MOST_KEYS = 20_000
#: The computer's board on the screen: columns 20-29, rows 1-10.
_FIRST_COLUMN = 20


def listings() -> list[Path]:
    """The original's two listings in the source tree that this package runs from."""
    folder = Path(__file__).parents[2] / "basic"
    found = [folder / "battle.bas", folder / "shotdark.bas"]
    if missing := [path for path in found if not path.is_file()]:
        raise BattleshipError(f"{missing[0]} is not there: the original is run from the source tree only")
    return found


def fresh_games(count: int, seed: int) -> Iterator[Recording]:
    """`count` games; style and program change from one to the next."""
    programs = [(path.name, Program.from_file(path.read_bytes(), path.name)) for path in listings()]
    for number in range(count):
        name, program = programs[number % 7 == 6]  # most are of the whole game
        style = STYLES[number % len(STYLES)]
        yield play(name, program, style, Random(f"{seed}/{number}"), f"fresh-{seed}-{number}")


def play(file: str, program: Program, style: str, random: Random, name: str) -> Recording:
    """One game, recorded as the machine would show it."""
    machine = InterpreterMachine(program)
    recorder = Recorder(name, ProgramId(file, sha1(program.memory()).hexdigest()))
    time = random.randrange(65536)
    seen = machine.seen()
    keys: Iterator[int] = iter(())
    pressed = 0
    while True:
        recorder.see(Step(seen.at, seen.line, seen.screen))
        if seen.at == END:
            break
        if seen.at == DRAW:
            time = (time + random.choice((1, 1, 2, 9, 14, 63))) & 0xFFFF
            value = time
        elif seen.at == KEY and pressed < _MOST_KEYS:
            pressed += 1
            if pressed == 1:
                keys = _Player(machine, style, random).keys()
            value = next(keys)
        else:
            raise BattleshipError(f"{name}: the original stopped with {seen.at} {seen.message}".rstrip())
        recorder.give(value)
        seen = machine.send(value)
    won = any("You win" in seen.screen[row] for row in range(24))
    return recorder.finish(
        "player" if won else "computer",
        recorded_on={"emulator": "none", "machine": "msxkit interpreter"},
        style=style,
    )


class _Player:
    """Chooses keys. The styles that hit on purpose look at the array that holds the fleets."""

    def __init__(self, machine: InterpreterMachine, style: str, random: Random) -> None:
        self._machine = machine
        self._style = style
        self._random = random
        board = [(column, row) for row in range(1, 11) for column in range(1, 11)]
        self._ships = [
            (column, row) for column, row in board if machine.session.variable(f"TJ({column},{row},2)")
        ]
        self._water = [cell for cell in board if cell not in self._ships]
        self._board = board

    def _order(self) -> list[tuple[int, int]]:
        random = self._random
        if self._style == "sweep":
            return self._board
        if self._style in ("shuffle", "noisy"):
            return random.sample(self._board, 100)
        ships, water = random.sample(self._ships, 20), random.sample(self._water, 80)
        if self._style == "perfect":
            return ships
        order = []
        while ships:
            order.append(ships.pop() if random.random() < 0.8 or not water else water.pop())
        return order

    def keys(self) -> Iterator[int]:
        """Keys for ever: the game ends before they do, or it has a fault."""
        random = self._random
        while True:
            for column, row in self._order():
                yield from self._move(column, row)
                yield SPACE
                while self._style == "noisy" and random.random() < 0.6:
                    yield random.choice((LEFT, RIGHT, UP, DOWN, SPACE, SPACE, random.randrange(256)))

    def _move(self, column: int, row: int) -> Iterator[int]:
        while True:
            seen: Seen = self._machine.seen()
            x, y = seen.screen.cursor[0] - _FIRST_COLUMN + 1, seen.screen.cursor[1]
            if (x, y) == (column, row):
                return
            if x != column:
                yield RIGHT if x < column else LEFT
            else:
                yield DOWN if y < row else UP
