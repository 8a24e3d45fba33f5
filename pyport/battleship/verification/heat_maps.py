"""Where the original's computers place and shoot, counted over recorded games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battleship.original.backend import PROGRAMS
from battleship.original.game import OriginalGame
from battleship.original.state import BT
from msxkit.recording import Recording
from msxkit.report import HeatMap

_TITLES = {"battle": "with the search", "shotdark": "in the dark"}


def heat_maps(games: Sequence[Recording]) -> Mapping[str, Sequence[HeatMap]]:
    """Return the sections of a report: the placing of both fleets, and the shots of each computer.

    Games of other programs are left out.
    """
    programs = {known.tokens_sha1: name for name, known in PROGRAMS.items()}
    placed, shots, counts = _zeros(), {name: _zeros() for name in PROGRAMS}, dict.fromkeys(PROGRAMS, 0)
    for recording in games:
        name = programs.get(recording.program.tokens_sha1)
        if name is None:
            continue
        counts[name] += 1
        game = OriginalGame(name)
        for _, value in recording.inputs():
            if value is None:
                break
            before = game.shot_count
            game.send(value)
            if game.shot_count > before and game.shot is not None:
                x, y, _ = game.shot
                shots[name][y - 1][x - 1] += 1
        for rows in game.fleets().values():
            for y, row in enumerate(rows):
                for x, symbol in enumerate(row):
                    placed[y][x] += symbol != "."
    total = sum(counts.values())
    shown = [name for name in PROGRAMS if counts[name]]
    if not shown:
        return {}
    return {
        "Where ships are placed": [HeatMap(f"ship cells in {2 * total} fleets", placed)],
        "Where the computers shoot": [
            HeatMap(f"{_TITLES[name]}: shots in {counts[name]} games", shots[name], certain=counts[name])
            for name in shown
        ],
    }


def _zeros() -> list[list[int]]:
    return [[0] * BT for _ in range(BT)]
