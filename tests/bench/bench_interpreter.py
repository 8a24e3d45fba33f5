"""The embedded MSX BASIC: statements per second, and whole games of the original."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetBackend, among
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.recording import load
from msxkit.verify import replay
from tests.bench import Figure, best_of

ROOT = Path(__file__).parents[2]
#: Lines 510-550 of the original, called over and over on an empty board.
LOOP = """10 BT=10:DIM TJ(BT,BT,2):C=4:P=1
20 FOR K=1 TO 300:X=3:Y=4:GOSUB 510:NEXT:END
""" + "".join(
    line
    for line in (ROOT / "basic" / "battle.bas").read_text("ascii").splitlines(keepends=True)
    if 510 <= int(line.split(" ", 1)[0]) <= 560
)
#: Seconds of a real MSX for the moves of a game, beside what a recording says about placing.
MOVES = 25.0


def measure() -> Iterable[Figure]:
    counted = Session(LOOP, coverage=True)
    counted.run()
    statements = sum(counted.noted.counts.values())
    seconds = best_of(lambda: Session(LOOP).run())
    yield Figure("lines 510-550", f"{statements / seconds:,.0f} statements/s", "goal 300,000")

    recording = load(ROOT / "tests" / "recordings" / "game-000.json")
    backend = TargetBackend(
        InterpreterTarget(), among([Program.from_file((ROOT / "basic" / "battle.bas").read_bytes())])
    )
    seconds = best_of(lambda: replay(recording, backend))
    machine = float(recording.recorded_on["placing_seconds"]) + MOVES
    yield Figure(
        "a whole game", f"{seconds * 1000:.0f} ms", f"{machine / seconds:,.0f} times a real MSX, goal 500"
    )
