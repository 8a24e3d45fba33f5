"""Small breakages of the port, to prove that verify can fail.

Each `Mutation` replaces one piece of the port's source in a copy; the recordings are replayed on the copy, and the
ones that differ, crash or hang have caught it. `python -m tests.mutations` prints the table that the docs hold.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

PORT = "pyport/battleship/original"


@dataclass(frozen=True, slots=True)
class Mutation:
    """A breakage: what is wrong, in words, the file of the port, the text that is replaced, and its replacement."""

    what: str
    file: str
    old: str
    new: str


def _in(file: str, *changes: tuple[str, str, str]) -> list[Mutation]:
    return [Mutation(what, f"{PORT}/{file}", old, new) for what, old, new in changes]


MUTATIONS = [
    Mutation(
        "RND: multiplier off in its last digit", "tools/msxkit/rnd.py", "21132486540519", "21132486540518"
    ),
    Mutation(
        "RND: increment off in its first digit", "tools/msxkit/rnd.py", "14389820420821", "24389820420821"
    ),
    Mutation("RND: seed aligned to 15 digits", "tools/msxkit/rnd.py", "ljust(14", "ljust(15"),
    Mutation("RND: seed not stepped", "tools/msxkit/rnd.py", "return step(seed(time))", "return seed(time)"),
    *_in(
        "state.py",
        ("INT(n*RND) without +1", "self.rndx) + 1", "self.rndx)"),
        ("VPEEK one column off", "(x + 1) + y * 32) == MARK", "x + y * 32) == MARK"),
        ("cruisers of length 4", '("C", 3, 2)', '("C", 4, 2)'),
        ("three submarines", '("S", 1, 4)', '("S", 1, 3)'),
    ),
    *_in(
        "placing.py",
        ("X drawn from one column too few", "BT - length + 1, 430", "BT - length, 430"),
        ("Y drawn before X", "x = yield from state.draw(BT - length + 1, 430)\n", "x = 1\n"),
        ("computer's ship first", "(PLAYER, COMPUTER):", "(COMPUTER, PLAYER):"),
        ("overlap box as high as the ship", "range(y - 1, y + length + 1)", "range(y - 1, y + 2)"),
        ("overlap box without its left column", "range(x - 1, x + length + 1)", "range(x, x + length + 1)"),
        ("overlap box without its last column", "range(x - 1, x + length + 1)", "range(x - 1, x + length)"),
        ("next pivot to the left", "    x += 1\n", "    x -= 1\n"),
        ("pivot wraps one column late", "x + length - 1 > width", "x + length - 2 > width"),
        ("pivot wraps to column 2", "        x = 1\n", "        x = 2\n"),
        ("pivot below the board goes to row 2", "return x, 1 if", "return x, 2 if"),
        ("progress in other steps", "100 * (kind - 1) // 4", "100 * kind // 4"),
    ),
    *_in(
        "drawing.py",
        ("row 10 with a blank before it", "{y:2}..........", "{y:3}........."),
        ("no blank row under the legend's head", "if index == 0:", "if index == 9:"),
        ("You and Me swapped", 'console.print("You")', 'console.print("Me")'),
        ("ships shown one column off", "locate(x + 1, y)\n        ", "locate(x + 2, y)\n        "),
        ("water shown as dot", 'if kind else " ")', 'if kind else ".")'),
    ),
    *_in(
        "player.py",
        ("cursor not stopped on the left", "max(state.cx - 1, FIRST_COLUMN)", "state.cx - 1"),
        ("cursor not stopped on the right", "min(state.cx + 1, LAST_COLUMN)", "state.cx + 1"),
        ("cursor wraps at the top", "max(state.cy - 1, 1)", "state.cy - 1 or 10"),
        ("cursor stops in row 9", "min(state.cy + 1, 10)", "min(state.cy + 1, 9)"),
        ("up and down swapped", "UP, DOWN, SPACE = 28, 29, 30, 31", "DOWN, UP, SPACE = 28, 29, 30, 31"),
        ("a cell can be shot twice", "!= UNSEEN:\n        return False", "!= UNSEEN:\n        return True"),
        ("the player's water shown as X", 'if kind else " ")', 'if kind else "X")'),
        ("player needs 19 hits", "state.pj == SHIP_CELLS", "state.pj == SHIP_CELLS - 1"),
    ),
    *_in(
        "computer.py",
        ("scan stops at row 9", "if state.y < 10 else 1", "if state.y < 9 else 1"),
        ("scan goes left", "state.x += 1\n", "state.x -= 1\n"),
        ("scan keeps the column when it wraps", "            state.x = 1\n", "            state.x = 2\n"),
        (
            "scan ignores marks",
            "while state.marked(state.x, state.y):\n        state.work.scans += 1\n        state.x += 1",
            "while False:\n        state.x += 1",
        ),
        (
            "computer scores every shot",
            "    if kind:\n        state.pc += 1",
            "    if True:\n        state.pc += 1",
        ),
        ("search starts to the left", "state.dx = 1\n", "state.dx = -1\n"),
        ("direction not reversed", "state.dx = -state.dx", "state.dx = state.dx"),
        ("no turn at the edge", "state.x < 1 or state.x > 10 or state.marked", "state.marked"),
        ("no turn at a mark", " or state.marked(state.x, state.y):\n        _turn", ":\n        _turn"),
        ("search one shot too short", "state.cr -= 1", "state.cr -= 2"),
        ("search never ends", "        state.oe = 0\n        mark", "        mark"),
        ("no surround", "        mark_surround(state)\n", "        pass\n"),
        ("surround one row short", "range(state.y, state.y + 3)", "range(state.y, state.y + 2)"),
        ("surround one column short", "state.x + state.c + 2", "state.x + state.c + 1"),
        ("surround not from the ship's left end", "while state.x > 0 and _ship(state):", "while False:"),
        (
            "surround always of a submarine",
            "state.cr = state.c = state.length(kind)",
            "state.c, state.cr = 1, state.length(kind)",
        ),
        ("computer needs 21 hits", "state.pc == SHIP_CELLS", "state.pc == SHIP_CELLS + 1"),
    ),
    *_in(
        "game.py",
        (
            "the computer never moves",
            "or not player.shoot(state)",
            "or (player.shoot(state) and not player.has_won(state))",
        ),
        ("message one row higher", "console.locate(0, 14)", "console.locate(0, 13)"),
        ("no Ok at the end", "    console.prompt()\n", ""),
        ("cursor not put back before a key", "        console.locate(state.cx, state.cy)\n", ""),
    ),
]

_REPLAY = """
import json, signal, sys
from pathlib import Path
from battleship.original.backend import PortBackend
from msxkit.recording import load
from msxkit.verify import replay

def hang(*_):
    raise TimeoutError

signal.signal(signal.SIGALRM, hang)
caught = []
for path in map(Path, sys.argv[1:]):
    recording = load(path)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        equal = replay(recording, PortBackend()).equal
    except Exception:
        equal = False
    signal.setitimer(signal.ITIMER_REAL, 0)
    if not equal:
        caught.append(path.stem)
print(json.dumps(caught))
"""


def caught(mutation: Mutation | None, recordings: list[Path]) -> list[str]:
    """Return the names of the recordings that differ on a copy of the port with this mutation (None: unchanged).

    Raises ValueError when the text to replace does not stand exactly once in its file.
    """
    with tempfile.TemporaryDirectory() as folder:
        for package in ("pyport/battleship", "tools/msxkit"):
            shutil.copytree(
                ROOT / package, Path(folder) / package, ignore=shutil.ignore_patterns("__pycache__")
            )
        if mutation is not None:
            file = Path(folder) / mutation.file
            source = file.read_text("utf-8")
            if source.count(mutation.old) != 1:
                raise ValueError(
                    f"{mutation.what}: {mutation.old!r} stands {source.count(mutation.old)} times in {file}"
                )
            file.write_text(source.replace(mutation.old, mutation.new), "utf-8")
        paths = os.pathsep.join(str(Path(folder) / root) for root in ("pyport", "tools"))
        done = subprocess.run(
            [sys.executable, "-c", _REPLAY, *map(str, recordings)],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            timeout=300,
        )
        if done.returncode != 0:
            # The mutated port cannot even be imported: no recording is needed to see that.
            raise ValueError(f"{mutation}: {done.stderr}")
        names: list[str] = json.loads(done.stdout)
        return names
