"""The result of a tournament as tables in the terminal and as JSON."""

from __future__ import annotations

import json
import math
from itertools import combinations

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from battleship import terminal
from battleship.arena.journal import boards
from battleship.arena.statistics import Difference, Elo
from battleship.arena.tournament import Table


def show(table: Table, seconds: float, console: Console | None = None) -> None:
    """Print shots, paired differences and games; `seconds` is the time that all took."""
    console = console or terminal.console()
    plan = table.plan
    speed = f"{1000 * seconds / table.shot_now:.2f} ms per shot" if table.shot_now else "nothing played"
    console.print(
        f"rules {plan.rules.name} {plan.rules.width}x{plan.rules.height}, {plan.placement} boards, "
        f"seed {plan.seed}; {seconds:.1f} s, {speed}"
    )
    console.print(_alone(table))
    if len(plan.players) > 1:
        for grid in (_paired(table), games := _games(table), _ratings(table)):
            if grid.row_count:
                console.print(grid)
        if not games.row_count:
            console.print(
                "There are no ratings because there are no games. "
                "Two players have two games once both have finished two boards."
            )
    if table.test is not None:
        console.print(verdict_text(table))


def _grid(title: str, first: str, *others: str) -> RichTable:
    """Return a table narrow enough for a terminal of 80 columns."""
    # A title is wrapped at the width of its table.
    least = len(title) + 2
    grid = RichTable(
        title=title, title_justify="left", min_width=least, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    grid.add_column(first, no_wrap=True)
    for heading in others:
        grid.add_column(heading, justify="right")
    return grid


def _known(value: float, digits: int) -> str:
    """Return a number, or a dash where it is not known: a single board has no standard error."""
    return "-" if math.isnan(value) else f"{value:.{digits}f}"


def _alone(table: Table) -> RichTable:
    grid = _grid("Shots to finish", "player", "boards", "mean", "SE", "median", "5-95 %", "least", "most")
    for name in table.plan.players:
        summary = table.summary(name)
        if summary is None:
            grid.add_row(name, "0")
            continue
        grid.add_row(
            name,
            str(summary.n),
            f"{summary.mean:.2f}",
            _known(summary.se, 2),
            f"{summary.median:g}",
            f"{summary.percentiles[5]:.0f}-{summary.percentiles[95]:.0f}",
            f"{summary.least:g}",
            f"{summary.most:g}",
        )
    return grid


def _paired(table: Table) -> RichTable:
    grid = _grid("On the same boards", "difference in shots", "boards", "mean", "SE", "|mean|/SE")
    for one, other in combinations(table.plan.players, 2):
        difference = table.difference(one, other)
        if difference is not None:
            grid.add_row(
                f"{one} - {other}",
                str(difference.n),
                f"{difference.mean:+.2f}",
                _known(difference.se, 2),
                _known(difference.sigmas, 1),
            )
        expected = table.expected(one, other)
        if expected is not None:
            grid.add_row(
                "  expected exactly",
                str(expected.n),
                f"{expected.mean:+.3f}",
                _known(expected.se, 3),
                _known(expected.sigmas, 1),
            )
    return grid


def verdict_text(table: Table) -> str:
    """Return the result of the sequential test in a sentence; empty without one."""
    test, verdict = table.test, table.verdict
    if test is None or verdict is None:
        return ""
    saving = f"{test.saving:g} {'shot' if test.saving == 1 else 'shots'}"
    if verdict.better is None:
        question = f"does {test.one} save {saving} compared with {test.other}?"
        return f"not decided after {verdict.boards} boards: {question}"
    saved = saving if verdict.better else "nothing"
    return (
        f"decided after {verdict.boards} boards: {test.one} saves {saved} compared with {test.other} "
        f"(sequential test, {test.error:.0%} error)"
    )


def _games(table: Table) -> RichTable:
    grid = _grid(
        "Games, seats swapped on the same boards", "players", "games", "won", "drawn", "lost", "Elo", "95 %"
    )
    for one, other in combinations(table.plan.players, 2):
        duel = table.duel(one, other)
        if duel is not None:
            elo = duel.elo
            grid.add_row(
                f"{one} - {other}",
                str(duel.games),
                str(duel.count(1.0)),
                str(duel.count(0.5)),
                str(duel.count(0.0)),
                f"{elo.difference:+z.0f}",
                f"{elo.low:+z.0f} to {elo.high:+z.0f}",
            )
    return grid


def _ratings(table: Table) -> RichTable:
    grid = _grid("Elo from all games, 0 on average", "player", "Elo", "95 %")
    for name, rating in sorted(table.ratings().items(), key=lambda item: -item[1].elo):
        grid.add_row(name, f"{rating.elo:+z.0f}", f"{rating.low:+z.0f} to {rating.high:+z.0f}")
    return grid


def as_json(table: Table) -> bytes:
    """Return everything that was played and what follows from it; the same bytes for any number of workers."""
    plan = table.plan
    data = {
        "format": 1,
        "rules": plan.rules.name,
        "width": plan.rules.width,
        "height": plan.rules.height,
        "fleet": [[ship.name, ship.length, ship.count] for ship in plan.rules.ships],
        "placement": plan.placement,
        "seed": plan.seed,
        "games": plan.games,
        "complete": table.complete,
        "boards": boards(plan.rules, plan.placement, plan.seed),
        "test": _test(table),
        "players": {name: _player(table, name) for name in plan.players},
        "ratings": {
            name: {key: _finite(round(getattr(rating, key), 1)) for key in ("elo", "low", "high")}
            for name, rating in table.ratings().items()
        },
        "pairs": [_pair(table, one, other) for one, other in combinations(plan.players, 2)],
    }
    return (json.dumps(data, indent=1) + "\n").encode()


def _player(table: Table, name: str) -> dict[str, object]:
    summary = table.summary(name)
    if summary is None:
        return {"boards": 0, "shots": {}}
    return {
        "boards": summary.n,
        "mean": summary.mean,
        "se": _finite(summary.se),
        "median": summary.median,
        "percentiles": {str(percent): value for percent, value in summary.percentiles.items()},
        "least": summary.least,
        "most": summary.most,
        "shots": {str(board): shots for board, shots in table.shots(name).items()},
        "saved": {str(board): saved for board, saved in table.saved(name).items()},
    }


def _test(table: Table) -> dict[str, object] | None:
    test, verdict = table.test, table.verdict
    if test is None or verdict is None:
        return None
    return {
        "players": [test.one, test.other],
        "saving": test.saving,
        "error": test.error,
        "boards": verdict.boards,
        "better": verdict.better,
        "log_likelihood_ratio": verdict.ratio,
    }


def _pair(table: Table, one: str, other: str) -> dict[str, object]:
    data: dict[str, object] = {"players": [one, other]}
    difference = table.difference(one, other)
    if difference is not None:
        data["difference"] = _difference(difference)
    expected = table.expected(one, other)
    if expected is not None:
        data["expected"] = _difference(expected)
    duel = table.duel(one, other)
    if duel is not None:
        data |= {
            "games": duel.games,
            "won": duel.count(1.0),
            "drawn": duel.count(0.5),
            "lost": duel.count(0.0),
            "elo": _elo(duel.elo),
        }
    return data


def _difference(found: Difference) -> dict[str, float | None]:
    return {"boards": found.n, "mean": found.mean, "se": _finite(found.se)}


def _elo(elo: Elo) -> dict[str, float | None]:
    return {key: _finite(round(getattr(elo, key), 1)) for key in ("difference", "low", "high")}


def _finite(value: float) -> float | None:
    """Return null for infinity, which JSON lacks: a side has won or lost everything, or nothing is known."""
    return value if math.isfinite(value) else None
