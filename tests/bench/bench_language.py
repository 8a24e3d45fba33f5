"""The language tools: lines per second on all reference programs, and start-up of `msxkit tokenise`."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from msxkit.language.check import check
from msxkit.language.program import Line, Program
from tests.bench import Figure, best_of

ROOT = Path(__file__).parents[2]
LINES = 20_000
CHECKED_LINES = 2_000


def reference_listing(count: int) -> bytes:
    """Return the lines of every reference program, renumbered, over and over until there are `count`."""
    rows = []
    for name in ("tokens", "statements", "edges", "more", "input"):
        for entry in json.loads((ROOT / "tests" / "conformance" / f"{name}.json").read_text("utf-8")):
            rows += entry["program"].encode("latin-1").splitlines()
    texts = [re.sub(rb"^ *\d+ ?", b"", row) for row in rows]
    numbered = enumerate(itertools.islice(itertools.cycle(texts), count), 1)
    return b"\r\n".join(b"%d %s" % row for row in numbered)


def measure() -> Iterable[Figure]:
    listing = reference_listing(LINES)
    seconds = best_of(lambda: Program.from_ascii(listing))
    yield Figure("tokenise", f"{LINES / seconds:,.0f} lines/s", "goal 40,000")

    program = Program.from_ascii(listing)
    stored = [(line.number, line.stored) for line in program.lines]
    seconds = best_of(lambda: Program([Line(number, body) for number, body in stored]).listed())
    yield Figure("list", f"{LINES / seconds:,.0f} lines/s", "goal 40,000")

    short = [
        (line.number, line.stored) for line in Program.from_ascii(reference_listing(CHECKED_LINES)).lines
    ]
    check(Program.from_ascii(b"10 END"))  # the grammar is read once for all
    seconds = best_of(lambda: check(Program([Line(number, body) for number, body in short])))
    yield Figure("check, from the stored lines", f"{CHECKED_LINES / seconds:,.0f} lines/s", "goal 10,000")

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from msxkit.cli import main; raise SystemExit(main())", "tokenise"]
        command += [str(ROOT / "basic" / "battle.bas"), "-o", str(Path(folder) / "battle.bas")]
        seconds = best_of(lambda: subprocess.run(command, check=True, capture_output=True), 5)
    yield Figure("msxkit tokenise, whole process", f"{seconds:.3f} s", "goal 0.25 s")
