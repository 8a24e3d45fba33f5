"""What the games cover of the port, as coverage.py sees it: its statements, and the ways out of its branches."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module

from coverage import Coverage

from tests.conftest import ROOT

_FOLDER = ROOT / "pyport" / "battleship" / "original"
#: What a game is made of; of `game` and `state` these alone, for the rest tells others where a game stands.
PARTS: dict[str, tuple[str, ...]] = {
    "placing": (),
    "drawing": (),
    "player": ("move_cursor", "shoot", "has_won"),
    "computer": (),
    "console": (),
    "state": ("State.symbol", "State.length", "State.marked", "State.draw"),
    "game": ("_run",),
}
#: A way from one line of a module to another; to leave a function is to come to a negative line.
Arc = tuple[str, int, int]


def _coverage() -> Coverage:
    return Coverage(data_file=None, branch=True, config_file=False, include=[f"{_FOLDER}/*"])


@cache
def _watching() -> Coverage:
    return _coverage()


def start() -> None:
    """Watch the port from now on, in this process."""
    _watching().start()


def arcs() -> set[Arc]:
    """Return the ways that have been gone since `start`."""
    data = _watching().get_data()
    return {
        (module, *arc) for module in PARTS for arc in data.arcs(str(_FOLDER / f"{module}.py")) or () if arc
    }


@cache
def _lines(module: str) -> frozenset[int] | None:
    """Return the lines that count, None for all."""
    names = PARTS[module]
    if not names:
        return None
    found: set[int] = set()
    for name in names:
        item: object = import_module(f"battleship.original.{module}")
        for part in name.split("."):
            item = getattr(item, part)
        rows, first = inspect.getsourcelines(item)  # type: ignore[arg-type]
        found |= {*range(first, first + len(rows))}
    return frozenset(found)


def summary(seen: set[Arc]) -> tuple[dict[str, str], list[str]]:
    """Return how much of the port some ways cover, and what is missing."""
    coverage = _coverage()
    coverage.get_data().add_arcs(
        {str(_FOLDER / f"{module}.py"): [arc[1:] for arc in seen if arc[0] == module] for module in PARTS}
    )
    statements = ways = ways_gone = 0
    missing: list[str] = []
    for module in PARTS:
        file, counted = str(_FOLDER / f"{module}.py"), _lines(module)
        for line in coverage.analysis2(file)[1]:
            statements += counted is None or line in counted
        missing += [
            f"{module}:{line}" for line in coverage.analysis2(file)[3] if counted is None or line in counted
        ]
        for line, (total, gone) in coverage.branch_stats(file).items():
            if counted is None or line in counted:
                ways, ways_gone = ways + total, ways_gone + gone
                if gone < total:
                    missing.append(f"{module}:{line}, {gone} of {total} ways")
    lines_missing = sum("," not in place for place in missing)
    told = {
        "statements": f"{statements - lines_missing} of {statements}",
        "ways out of branches": f"{ways_gone} of {ways}",
    }
    return told, missing
