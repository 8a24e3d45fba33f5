"""What a listing covers: which of its statements ran, and where each IF went."""

from __future__ import annotations

from functools import cache

from battleship.verification.sources import listing
from msxkit.basic_type import DEFAULT_TYPES
from msxkit.interpreter import Session
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line
from msxkit.program.model import Block, Branch
from msxkit.recording import Recording
from msxkit.timing.stopwatch import Stopwatch


class _Ways(Stopwatch):
    """Notes each block that has run, and where the run went from a condition."""

    def __init__(self, file: str, seen: set[str]) -> None:
        self._file = file
        self._seen = seen

    def spent(self, layout: Layout, block: Block, target: int | None, t_states: int) -> None:
        self._seen.add(f"{self._file}:{block.offset}")
        if isinstance(block.end, Branch):
            self._seen.add(f"{self._file}:{block.offset}:{target}")

    def add(self, t_states: int) -> None:
        pass


@cache
def places(file: str) -> dict[str, int]:
    """Return every statement of a listing and both ways of every IF, with the line each is in."""
    layout = Layout(listing(file))
    found = {}
    for line in layout.lines:
        for block in lower_line(layout, line, DEFAULT_TYPES).blocks:
            if block.first and not block.idle:
                found[f"{file}:{block.offset}"] = line.number
            if isinstance(block.end, Branch):
                for target in (block.end.then, block.end.otherwise):
                    found[f"{file}:{block.offset}:{target}"] = line.number
    return found


def watched(game: Recording) -> set[str]:
    """Play a game again, and return what it covers of its listing."""
    seen: set[str] = set()
    file = game.program.file
    session = Session(listing(file), machine="msx1", clock=game.times, keys=bytes(game.keys))
    session._machine.loop._stopwatch = _Ways(file, seen)
    session.run()
    return seen & places(file).keys()
