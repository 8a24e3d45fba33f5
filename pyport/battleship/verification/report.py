"""The results of `battleship verify` as a table for the terminal and as the page of `msxkit.report`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from rich.markup import escape
from rich.table import Table

from battleship import __version__
from battleship.verification.comparing import EXAMPLES, Comparison, coverage
from battleship.verification.explain import explain
from battleship.verification.heat_maps import heat_maps
from battleship.verification.sources import FILES, FOLDER, files
from msxkit.recording import Recording
from msxkit.report import SummaryRow, VerifyReport
from msxkit.verify import Result


def rows(comparisons: Sequence[Comparison], unavailable: Mapping[str, str]) -> list[SummaryRow]:
    """Return the summary, backend by backend: what was compared, and why the others were not."""
    found = [
        SummaryRow(
            comparison.backend,
            comparison.programs,
            len(comparison.results),
            comparison.steps,
            comparison.cells,
            comparison.equal,
            comparison.seconds,
            "fresh games" if comparison.fresh else "recordings",
        )
        for comparison in comparisons
    ]
    return found + [SummaryRow(backend, reason=reason) for backend, reason in unavailable.items()]


def table(summary: Sequence[SummaryRow]) -> Table:
    """Return the summary for the terminal; what is not available stands below it."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("backend")
    shown.add_column("compared with")
    shown.add_column("programs")
    for heading in ("games", "steps", "cells", "equal", "time"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for row in summary:
        if row.available:
            style = "green" if row.equal == row.games else "bold red"
            shown.add_row(
                row.name,
                row.note,
                escape(" ".join(file.removesuffix(".bas") for file in row.programs)),
                f"{row.games}",
                f"{row.steps:,}",
                f"{row.cells:,}",
                f"[{style}]{row.equal} of {row.games}[/]",
                f"{row.seconds:.1f} s",
            )
        else:
            shown.add_row(row.name, "not available", *[""] * 6, style="dim")
    return shown


def report(
    comparisons: Sequence[Comparison], summary: Sequence[SummaryRow], executor: Executor
) -> VerifyReport:
    """Return all that the page shows: every recording; of the fresh games those that differ, or else the first few."""
    alone = all(
        comparison.fresh and comparison.equal == len(comparison.results) for comparison in comparisons
    )
    shown: dict[str, Recording] = {}
    results: dict[str, list[Result]] = {}
    for comparison in comparisons:
        found = results.setdefault(comparison.backend, [])
        for number, result in enumerate(comparison.results):
            if comparison.fresh and result.equal and not (alone and number < EXAMPLES):
                continue
            game = _titled(result.recording, shown)
            shown[game.name] = game
            found.append(replace(result, recording=game))
    games = list(shown.values())
    faulty = [(name, result) for name, all_ in results.items() for result in all_ if not result.equal]
    told = executor.map(explain, [result for _, result in faulty], [name for name, _ in faulty])
    # The maps are counted on the port, which follows only those games that it plays alike.
    differing = {result.recording.name for _, result in faulty}
    alike = [game for game in games if game.name not in differing]
    return VerifyReport(
        "Battleship: the original, replayed",
        summary,
        games,
        results,
        {
            file: (FOLDER / file).read_text("ascii")
            for file in FILES
            if any(file == g.program.file for g in games)
        },
        coverage(games, executor),
        heat_maps(alike),
        f"Made by battleship verify, version {__version__}. The font is that of C-BIOS.",
        {(name, result.recording.name): words for (name, result), words in zip(faulty, told, strict=True)},
    )


def _titled(recording: Recording, shown: Mapping[str, Recording]) -> Recording:
    """Return the recording under a name that no other one on the page has, its program under the name it has here.

    What a recording says is not trusted: its program is known by the tokens, and the file name may be any text.
    """
    file = files().get(recording.program.tokens_sha1, recording.program.file)
    game = replace(recording, program=replace(recording.program, file=file))
    number = 1
    while shown.get(game.name, game) != game:
        number += 1
        game = replace(game, name=f"{recording.name} ({number})")
    return game
