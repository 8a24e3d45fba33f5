"""`battleship verify`: replay recordings of the original on one backend, or on all, and compare every step."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from battleship.commands.options import results_options
from battleship.commands.progress import Advance, bars
from battleship.errors import BattleshipError
from battleship.verification.comparing import (
    BACKENDS,
    SECONDS,
    Comparison,
    available,
    compare,
    compare_fresh,
)
from battleship.verification.fresh import fresh_games
from battleship.verification.recordings import load
from battleship.verification.sources import own_recordings
from battleship.workers import workers
from msxkit.cli import FILE, ONE_FILE, verdict
from msxkit.commands.outputs import claim, force_option, is_standard_output, keep_distinct, tell, write
from msxkit.errors import MsxError
from msxkit.files import require_writable
from msxkit.recording import Recording
from msxkit.verify import Backend, Result, describe, to_json

#: Seconds from which on it is said how long it takes; what the page takes.
_WHILE, _PAGE = 5.0, 10.0
#: Games of a backend whose first difference is drawn: a hundred of one fault hide the table behind them.
_SHOWN = 3


@click.command()
@click.argument("recordings", nargs=-1, type=FILE)
@click.option(
    "--on",
    "backend_name",
    type=click.Choice([*BACKENDS, "all"]),
    default="port",
    help="What to compare with the recordings; all means every one that can run here.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Compare with N new games that the interpreter plays; with --on all, with the recordings too.",
)
@click.option("--seed", type=int, help="Seed of the games that --games plays.  [default: 0]")
@click.option(
    "--explain",
    is_flag=True,
    help="Describe each first difference in words, with the line of BASIC that caused it.",
)
@click.option(
    "--verbose",
    is_flag=True,
    help="Print a line for each equal game on a terminal too, not only in a pipe or a file.",
)
@results_options
@click.option(
    "--report",
    "report_file",
    type=ONE_FILE,
    help="Write a page that steps through all games, for the browser.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    help="Number of processes.  [default: one for each core with all, --games or an emulator]",
)
@force_option
def verify(
    recordings: tuple[Path, ...],
    backend_name: str,
    games: int | None,
    seed: int | None,
    explain: bool,
    verbose: bool,
    json_file: Path | None,
    report_file: Path | None,
    jobs: int | None,
    force: bool,
) -> int:
    """Replay RECORDINGS (files, or folders of them) step by step: screen, cursor, event, BASIC line.

    Without any, the project's own recordings of genuine MSX BASIC are replayed; with --games, games that the
    original listing plays now on the interpreter, with keys of all styles. Exit code 0: all equal, 1: a
    difference, which is shown, 2: bad input.
    """
    if seed is not None and games is None:
        raise click.UsageError("--seed is that of the games that --games plays; add --games N")
    seed = seed or 0
    everything = backend_name == "all"
    loaded: list[tuple[Path, Recording]] = []
    if games is None or recordings or everything:
        paths = [path for named in recordings for path in _files(named)] or own_recordings()
        # All are read before the first is replayed: bad input is told at once.
        loaded = [(path, load(path)) for path in paths]
    keep_distinct({"-o": json_file, "--report": report_file})
    for output in (json_file, report_file):
        claim(output, force=force, inputs=[path for path, _ in loaded], pipes=output is json_file)
        require_writable(output)
    replayed = [recording for _, recording in loaded]
    # Of all the backends: why one cannot run here, and why one that should is broken.
    missing: dict[str, str] = {}
    broken: dict[str, str] = {}
    if everything:
        found = available()
        chosen = found.backends
        missing |= found.missing
        broken |= found.broken
    else:
        chosen = {backend_name: BACKENDS[backend_name]()}
    if jobs is None:
        heavy = everything or games is not None or (chosen[backend_name].is_emulator and len(replayed) > 1)
        jobs = os.cpu_count() or 1 if heavy else 1
    with workers(jobs) as executor:
        with ExitStack() as stack:
            for backend in chosen.values():
                stack.callback(backend.close)
            page_seconds = 0.0 if report_file is None else _PAGE
            long = _tell_estimate(chosen, len(replayed) + (games or 0), jobs, page_seconds)
            bar = stack.enter_context(bars(lines=long))
            work = [(name, False) for name in chosen if replayed]
            if games is not None:
                # Under `all` the interpreter made them: replaying them on itself would prove nothing.
                work += [(name, True) for name in chosen if not everything or name != "interpreter"]
            played: list[Recording] = []
            comparisons: list[Comparison] = []
            for name, fresh in work:
                if name in broken:
                    continue
                backend = chosen[name]
                try:
                    if not fresh:
                        advance = bar(name, len(replayed))
                        comparisons.append(compare(backend, replayed, executor, advance))
                    elif backend.is_emulator:
                        played = played or _played(games or 0, seed, executor, bar("fresh games", games or 0))
                        advance = bar(f"{name}, fresh games", len(played))
                        comparisons.append(compare(backend, played, executor, advance, fresh=True))
                    else:
                        advance = bar(f"{name}, fresh games", games or 0)
                        comparisons.append(compare_fresh(name, games or 0, seed, executor, advance))
                except MsxError as error:
                    if not everything:
                        raise
                    # An emulator that does not start costs nothing of what the others found.
                    broken[name] = str(error)
        missing |= broken
        code = _code(comparisons, broken)
        try:
            if not is_standard_output(json_file):
                lines = verbose or not sys.stdout.isatty()
                with verdict(code):
                    _tell_all(comparisons, missing if everything else None, explain, lines)
        finally:  # also when nobody reads the verdicts to their end
            if json_file is not None:
                data = _as_json(comparisons, missing, [str(path) for path, _ in loaded])
                write({json_file: (json.dumps(data, indent=1) + "\n").encode("ascii")})
            if report_file is not None:
                from battleship.verification.report import report, rows
                from msxkit.report import page

                made = report(comparisons, rows(comparisons, missing), executor)
                write({report_file: page(made).encode("utf-8")})
        if report_file is not None:
            many = "1 game" if len(made.games) == 1 else f"{len(made.games)} games"
            tell(f"{report_file}: {many} step by step, for the browser", json_file)
    return code


def _code(comparisons: Sequence[Comparison], broken: Mapping[str, str]) -> int:
    """Return the exit code: 1 for a difference, 2 where a backend is broken."""
    if any(comparison.equal < len(comparison.results) for comparison in comparisons):
        return 1
    return 2 if broken else 0


def _tell_estimate(chosen: Mapping[str, Backend], games: int, jobs: int, more: float) -> bool:
    """Say on standard error how long it will take, where an emulator is at work and it takes a while.

    Args:
        more: Seconds besides the games.
    """
    emulated = [name for name, backend in chosen.items() if backend.is_emulator]
    seconds = sum(SECONDS[name] for name in chosen) * games / jobs + more
    long = bool(emulated) and seconds >= _WHILE
    if long:
        processes = "1 process" if jobs == 1 else f"{jobs} processes"
        about = f"about {max(10.0, round(seconds, -1)):.0f} s with {processes}"
        click.echo(f"{games} games, in openMSX too ({', '.join(emulated)}): {about}", err=True)
    return long


def _files(named: Path) -> list[Path]:
    if not named.is_dir():
        return [named]
    found = sorted(named.glob("*.json"))
    if not found:
        raise BattleshipError(f"{named}: no recordings (*.json) in this folder")
    return found


def _played(count: int, seed: int, executor: Executor, advance: Advance) -> list[Recording]:
    played = []
    for game in fresh_games(count, seed, executor):
        played.append(game)
        advance(1)
    return played


def _tell(comparison: Comparison, explain: bool, lines: bool) -> None:
    name = comparison.backend
    told: Counter[str] = Counter()
    for result in comparison.results:
        if lines or not result.equal:
            click.echo(f"{_about(result)}  {_verdict(result)}")
        _tell_difference(result, name, explain, told)
    _tell_rest(told, explain)
    click.echo(
        f"{name}: {comparison.equal} of {len(comparison.results)} "
        f"{'games' if comparison.fresh else 'recordings'} equal; {comparison.steps:,} steps, "
        f"{comparison.cells:,} cells compared in {comparison.seconds:.1f} s"
    )


def _tell_all(
    comparisons: Sequence[Comparison], missing: Mapping[str, str] | None, explain: bool, lines: bool
) -> None:
    """Print the differences, with `lines` a line for each recording, and for all backends a table."""
    if missing is None:
        for comparison in comparisons:
            _tell(comparison, explain, lines)
        return
    from battleship.terminal import console as make_console
    from battleship.verification.report import rows, table

    told: Counter[str] = Counter()
    for fresh in (False, True):
        shown = [comparison for comparison in comparisons if comparison.fresh == fresh]
        for results in zip(*(comparison.results for comparison in shown), strict=True):
            verdicts = (
                f"  {comparison.backend} {_verdict(result)}"
                for comparison, result in zip(shown, results, strict=True)
            )
            if lines or not all(result.equal for result in results):
                click.echo(_about(results[0]) + "".join(verdicts))
            for comparison, result in zip(shown, results, strict=True):
                _tell_difference(result, comparison.backend, explain, told)
    _tell_rest(told, explain)
    console = make_console(highlight=False)
    if not console.is_terminal:
        console.width = 100  # a pipe has no width of its own
    console.print()
    console.print(table(rows(comparisons, missing)))
    for name, reason in missing.items():
        click.echo(f"{name}: {reason}")


def _about(result: Result) -> str:
    recording = result.recording
    return f"{recording.name:<14} {recording.program.file:<13} {result.steps:5} of {result.total:5} steps"


def _verdict(result: Result) -> str:
    return "equal" if result.equal else "DIFFERENT"


def _tell_difference(result: Result, backend: str, explain: bool, told: Counter[str]) -> None:
    """Print both screens of a difference, and count it; of the many of one fault only the first ones."""
    if result.difference is None:
        return
    told[backend] += 1
    if told[backend] > _SHOWN and not explain:
        return
    if explain:
        from battleship.verification.explain import explain as explained

        click.echo(explained(result, backend)[0])
    click.echo(describe(result.difference, result.recording.name, backend))


def _tell_rest(told: Counter[str], explain: bool) -> None:
    for backend, count in told.items():
        if count > _SHOWN and not explain:
            click.echo(
                f"{backend}: {count - _SHOWN} more games differ; --explain shows all, --report on a page"
            )


def _as_json(
    comparisons: Sequence[Comparison], missing: Mapping[str, str], files: Sequence[str]
) -> dict[str, Any]:
    summaries, entries = [], []
    for comparison in comparisons:
        summaries.append(
            {
                "backend": comparison.backend,
                "compared_with": "fresh games" if comparison.fresh else "recordings",
                "equal": comparison.equal,
                "total": len(comparison.results),
                "steps": comparison.steps,
                "cells": comparison.cells,
                "seconds": round(comparison.seconds, 3),
            }
        )
        for index, result in enumerate(comparison.results):
            file = result.recording.name if comparison.fresh else files[index]
            entries.append({"backend": comparison.backend, "file": file} | to_json(result))
    totals = {key: sum(one[key] for one in summaries) for key in ("equal", "total", "steps", "cells")}  # type: ignore[misc]
    names = {comparison.backend for comparison in comparisons}
    return {
        "backend": names.pop() if len(names) == 1 else "all",
        **totals,
        "comparisons": summaries,
        "unavailable": dict(missing),
        "recordings": entries,
    }
