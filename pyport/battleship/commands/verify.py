"""`battleship verify`: replay recordings of the original on a backend and compare every step."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click

from battleship.errors import BattleshipError
from battleship.fresh import fresh_games
from battleship.verification import BACKENDS, backend, own_recordings
from msxkit.files import write_atomic
from msxkit.recording import Recording, load
from msxkit.verify import describe, replay, to_json


@click.command()
@click.argument("recordings", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--backend",
    "backend_name",
    type=click.Choice(list(BACKENDS)),
    default="port",
    show_default=True,
    help="What is compared with the recordings.",
)
@click.option(
    "--games", type=click.IntRange(min=1), help="Compare with N games played now by the interpreter."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which games --games plays.")
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the results as JSON."
)
def verify(
    recordings: tuple[Path, ...], backend_name: str, games: int | None, seed: int, json_file: Path | None
) -> int:
    """Replay RECORDINGS (files, or folders of them) step by step: screen, cursor, event, BASIC line.

    Without any, the project's own recordings of genuine MSX BASIC are replayed; with --games, games that the
    original listing plays now on the interpreter, with keys of all styles. Exit code 0: all equal, 1: a
    difference, which is shown, 2: bad input.
    """
    loaded: list[tuple[Path, Recording]] = []
    if games is None or recordings:
        paths = [path for named in recordings for path in _files(named)] or own_recordings()
        # All are read before the first is replayed: bad input is told at once.
        loaded = [(path, load(path)) for path in paths]
    if games is not None:
        loaded += [(Path(game.name), game) for game in fresh_games(games, seed)]
    chosen = backend(backend_name)
    entries: list[dict[str, Any]] = []
    start = time.perf_counter()
    steps = cells = equal = 0
    for path, recording in loaded:
        result = replay(recording, chosen)
        steps += result.steps
        cells += result.cells
        equal += result.equal
        entries.append({"file": str(path)} | to_json(result))
        click.echo(
            f"{recording.name:<14} {recording.program.file:<13} {result.steps:5} of "
            f"{len(recording.steps):5} steps  "
            f"{'equal' if result.equal else 'DIFFERENT'}"
        )
        if result.difference is not None:
            click.echo(describe(result.difference, recording.name, chosen.name))
    elapsed = time.perf_counter() - start
    click.echo(
        f"{chosen.name}: {equal} of {len(loaded)} {'recordings' if games is None else 'games'} equal; "
        f"{steps:,} steps, {cells:,} cells compared in {elapsed:.1f} s"
    )
    if json_file is not None:
        summary = {
            "backend": chosen.name,
            "equal": equal,
            "total": len(loaded),
            "steps": steps,
            "cells": cells,
        }
        write_atomic(
            json_file, (json.dumps(summary | {"recordings": entries}, indent=1) + "\n").encode("ascii")
        )
    return 0 if equal == len(loaded) else 1


def _files(named: Path) -> list[Path]:
    if not named.is_dir():
        return [named]
    found = sorted(named.glob("*.json"))
    if not found:
        raise BattleshipError(f"{named}: no recordings (*.json) in this folder")
    return found
