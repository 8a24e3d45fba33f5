"""`python -m tests.bench.listings FOLDER`: the listings of a folder, interpreted and as cartridges on C-BIOS.

The two computations share the program model and nothing below it. Both get the same keys, and the same TIME for each
RND(-TIME); compared is where they come to rest: at `Ok`, an error, a wait for a key, or a loop that changes video
memory no more. What does not rest within the time (most games: their pace differs) is not compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msxkit.backends.cartridge import MACHINES, running
from msxkit.backends.cartridge_states import states as cartridge_states
from msxkit.errors import EmulatorError, MsxError
from msxkit.interpreter.recorded_states import state, states
from msxkit.interpreter.session import Session
from msxkit.language.program import Program
from msxkit.language.source import read_program
from msxkit.machine.clock import SECOND
from msxkit.machine.model import MODELS
from msxkit.native.compiler import compile_program

#: Seconds of the machine after which a loop is looked at again, to see whether it has changed anything.
_LOOKS = (0.7, 1.9, 5.3)
#: Seconds on this computer for one listing.
_PATIENCE = 120.0
_COMPARED = ("at", "error", "error_line", "screen_mode", "vram")
_SUFFIXES = (".bas", ".asc", ".txt", ".ldr")


def main(arguments: list[str] | None = None) -> int:
    """Compare the listings. Exit codes: 0 all that rest are equal, 1 a difference, 2 no listings or no openMSX."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--machine", choices=list(MODELS), default="msx1")
    parser.add_argument("--seconds", type=float, default=60.0, help="of the machine, for each listing")
    parser.add_argument("--keys", default=" 1\r2\rS\rN\r  ", help="what is typed, a character for each wait")
    options = parser.parse_args(arguments)
    found = sorted(path for path in options.folder.rglob("*") if path.suffix.lower() in _SUFFIXES)
    if not found:
        print(f"{options.folder}: no listings", file=sys.stderr)
        return 2
    counts: Counter[str] = Counter()
    for path in found:
        try:
            what, detail = one(path, options.machine, options.seconds, options.keys.encode("latin-1"))
        except EmulatorError as missing:
            print(f"openMSX with C-BIOS is needed: {missing}", file=sys.stderr)
            return 2
        counts[what] += 1
        print(f"{path.name:<24}{what:<14}{detail}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.most_common()))
    return 1 if counts["different"] else 0


def one(path: Path, model: str, seconds: float, keys: bytes) -> tuple[str, str]:
    """Return what became of a listing, in a word, and more. Raise `EmulatorError`."""
    try:
        program = read_program(path, cut_numbers=True)
        seen, rests = interpreted(program, model, seconds, keys)
    except MsxError as error:
        return "not loaded", str(error)
    last = seen[-1]
    place = f"{last['at']} {last.get('error', '')} in {last['line']}".replace("  ", " ")
    if not rests:
        return "not at rest", place
    try:
        with running(compile_program(program), MACHINES[MODELS[model].chip.name]) as run:
            _, others = cartridge_states(run, keys, times(), seconds)
    except EmulatorError:
        raise
    except MsxError as error:
        return "not compiled", f"{place}; {str(error).splitlines()[0]}"
    for number, (ours, other) in enumerate(zip(seen, others, strict=False), 1):
        wrong = [key for key in _COMPARED if ours.get(key) != other.get(key)]
        if wrong:
            return "different", f"{place}; state {number}: {', '.join(wrong)}"
    if len(seen) != len(others):
        return "different", f"{place}; {len(seen)} and {len(others)} states"
    return "equal", place


def times() -> Iterator[int]:
    """TIME of each RND(-TIME)."""
    value = 1
    while True:
        yield value
        value = value * 75 % 65537 or 1


def interpreted(
    program: Program, model: str, seconds: float, keys: bytes
) -> tuple[list[dict[str, Any]], bool]:
    """Return the states of a run, and whether it comes to rest."""
    session = Session(program, clock=times(), machine=model)
    end = time.monotonic() + _PATIENCE

    def over() -> bool:
        return time.monotonic() > end

    until = int(seconds * SECOND)
    seen = states(session, keys, over, until)
    rests = seen[-1]["at"] != "running"
    if not rests and not over():
        rests = all(_still(session, over, until + int(look * SECOND), seen[-1]) for look in _LOOKS)
    session.close()
    return seen, rests and not over()


def _still(session: Session, over: Callable[[], bool], until: int, before: dict[str, Any]) -> bool:
    session.run(None, over, until)
    return bool(state(session)["vram"] == before["vram"])


if __name__ == "__main__":
    sys.exit(main())
