"""`python -m tests.scale --games 100000`: compare that many games, and tell what they have covered.

Play and comparison are those of `battleship verify --games`: game N of a seed is the same in both.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from tests.scale import covered
from tests.scale.pool import begin, pieces

if TYPE_CHECKING:
    from tests.scale.games import Totals


def summary(totals: Totals, seconds: float) -> dict[str, Any]:
    """Return the counts and what is not covered."""
    from battleship.verification.sources import FILES
    from tests.scale.games import TIMES
    from tests.scale.listing import places

    port, port_missing = covered.summary(totals.port)
    listings = {place: line for file in FILES for place, line in places(file).items()}
    return {
        "games": totals.count,
        "by_program_and_style": dict(sorted(totals.games.items())),
        "steps": totals.steps,
        "cells": totals.cells,
        "different": sorted(totals.differing),
        "times_drawn_in_placing": totals.times.bit_count(),
        "times_in_all": TIMES,
        "port": port,
        "port_missing": port_missing,
        "listings": _covered(frozenset(listings), totals.listings),
        "listings_missing": sorted(
            f"{place} (line {listings[place]})" for place in listings.keys() - totals.listings
        ),
        "games_watched": totals.watched,
        "seconds": round(seconds),
    }


def _covered(places: frozenset[str], seen: set[str]) -> dict[str, str]:
    outcomes = frozenset(place for place in places if place.count(":") > 1)
    return {
        name: f"{len(some & seen)} of {len(some)}"
        for name, some in (("statements", places - outcomes), ("outcomes of conditions", outcomes))
    }


@click.command()
@click.option("--games", type=click.IntRange(1), default=100_000, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first game.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, help="[default: one a core]"
)
@click.option(
    "--json", "file", type=click.Path(path_type=Path, dir_okay=False), help="Keep the totals here as well."
)
def main(games: int, first: int, seed: int, jobs: int, file: Path | None) -> None:
    """Compare fresh games of the listings with the port; 1 when one differs. Ctrl-C shows what was done so far."""
    from battleship.workers import processes
    from tests.scale.games import Totals

    totals, start, told = Totals(), monotonic(), 0
    try:
        with processes(jobs, begin) as executor:
            for piece in pieces(executor, first, games, seed, jobs):
                totals.add(piece)
                if totals.count - told >= 1000:
                    told = totals.count
                    click.echo(
                        f"{told:,} games, {len(totals.differing)} differ, {monotonic() - start:,.0f} s",
                        err=True,
                    )
                    if file is not None:
                        _write(file, totals, monotonic() - start, seed)
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
    found = summary(totals, monotonic() - start) | {"seed": seed, "first": first}
    if file is not None:
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="ascii")
    click.echo(json.dumps(found, indent=1))
    raise SystemExit(bool(totals.differing) or totals.count < games)


def _write(file: Path, totals: Totals, seconds: float, seed: int) -> None:
    file.write_text(json.dumps(summary(totals, seconds) | {"seed": seed}, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
