"""Fresh games of the original on the interpreter: the listing itself plays, nothing of the port takes part.

The recordings prove the games that were recorded; this makes any number of other games. A game is a pure function
of its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from random import Random

from battleship.errors import BattleshipError
from battleship.verification.recordings import boards, outcome, ships
from battleship.verification.sources import FILES, listing
from battleship.verification.styles import STYLES, Cell
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetRun
from msxkit.language.program import Program
from msxkit.recording import DRAW, END, KEY, ProgramId, Recorder, Recording, Step

#: A game that lasts longer than this never ends.
_MOST_KEYS = 100_000


def fresh_games(count: int, seed: int, executor: Executor | None = None) -> Iterator[Recording]:
    """Yield games 0 to count-1 of a seed, played in the executor's workers if there is one."""
    numbers = range(count)
    if executor is None:
        return (fresh_game(number, seed) for number in numbers)
    return executor.map(fresh_game, numbers, [seed] * count, chunksize=4)


def fresh_game(number: int, seed: int) -> Recording:
    """Play game `number` of a seed; style and program change from one to the next."""
    file = FILES[number % 7 == 6]  # most are of the whole game
    style = list(STYLES)[number % len(STYLES)]
    return play(file, listing(file), style, Random(f"{seed}/{number}"), f"fresh-{seed}-{number}")


def play(file: str, program: Program, style: str, random: Random, name: str) -> Recording:
    """Play one game, recorded as the machine would show it."""
    run = TargetRun(InterpreterTarget(), program)
    recorder = Recorder(name, ProgramId.of(file, program))
    time = random.randrange(65536)
    seen = run.seen()
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
                keys = STYLES[style](random, _ships(run))
            value = next(keys)
        else:
            raise BattleshipError(f"{name}: the original stopped with {seen.at} {seen.message}".rstrip())
        recorder.give(value)
        seen = run.send(value)
    return recorder.finish(
        outcome(seen.screen), recorded_on={"emulator": "none", "machine": "msxkit interpreter"}, style=style
    )


def _ships(run: TargetRun[InterpreterTarget]) -> list[Cell]:
    """Return where the computer's ships are, because some styles hit on purpose."""
    variables = run.target.session.variables
    types, letters = variables["TJ#()"], variables["N$()"]
    assert isinstance(types, dict)
    assert isinstance(letters, dict)
    return ships(boards(lambda place: int(types[place]), lambda kind: str(letters[kind]))["computer"])
