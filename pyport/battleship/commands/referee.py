"""`battleship referee`: a tournament of SKYNET bots."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battleship.commands.options import bot_limits, results_options
from battleship.commands.progress import bars
from battleship.errors import BotError
from msxkit.cli import FOLDER
from msxkit.commands.outputs import claim, force_option, is_standard_output, lock, write
from msxkit.files import read_bytes, require_writable
from msxkit.written import require_replaceable, save

if TYPE_CHECKING:
    from battleship.arena.round_robin import Pairing, Settings
    from battleship.arena.seats import BotSpec


@click.command()
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=100, help="Games that each pair of bots plays.")
@bot_limits
@click.option("--seed", type=int, default=0, help="Seed of our players; the same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="How many pairs play at the same time.")
@click.option(
    "--record",
    metavar="DIR",
    type=FOLDER,
    help="Write a transcript of every game, and the bots' standard error, into this folder.",
)
@results_options
@click.option(
    "--folder",
    metavar="DIR",
    type=FOLDER,
    help="Keep the bots' own folders here between tournaments [default: a temporary folder].",
)
@force_option
def referee(
    bots: tuple[str, ...],
    games: int,
    timeout: float,
    seed: int,
    jobs: int,
    memory: int,
    record: Path | None,
    json_file: Path | None,
    folder: Path | None,
    force: bool,
) -> int:
    """Let bots play Battleship against each other, everyone against everyone.

    A BOT is a command line in quotes, or builtin:PLAYER for one of our players; NAME= in front gives it a name. The
    protocol is the SKYNET challenge's. Bots play in pairs, each going first in half of the games.
    """
    from battleship.arena import confine
    from battleship.arena.round_robin import Settings, play_tournament
    from battleship.arena.seats import STDERR, parse_bots
    from battleship.arena.standings import to_json

    specs = parse_bots(bots)
    if len(specs) < 2:
        raise BotError("a tournament needs at least two bots; add builtin:random as the second")
    for place in (record, folder, json_file.parent if json_file else None):
        if place is not None:
            make_place(place)
    for place in (record, folder):
        lock(place)
    claim(json_file, force=force, pipes=True)
    require_writable(json_file)
    if confine.missing() and any(spec.command for spec in specs):
        click.echo(f"note: {confine.missing()}", err=True)
    with _folder(folder) as own:
        settings = Settings(own, games, timeout, seed, confine.Limits(memory), record)
        _require_record(settings, specs)
        with bars() as bar:
            advance = bar("games", games * len(specs) * (len(specs) - 1) // 2)
            tournament = play_tournament(specs, settings, jobs, lambda pair, game: advance(1))
        if record is not None:
            for errors in sorted((own / STDERR).glob("*")):
                if errors.stat().st_size:
                    save(record / errors.name, read_bytes(errors))
    if not tournament.games:
        raise tournament.interruption or click.Abort
    played = tournament.pairings
    if json_file is not None:
        text = json.dumps(to_json(specs, settings, played), indent=1)
        write({json_file: f"{text}\n".encode()})
    if not is_standard_output(json_file):
        _show(specs, played)
    if tournament.interruption is not None:
        click.echo(
            f"interrupted: the results are of the {tournament.games} games that were finished", err=True
        )
        return getattr(tournament.interruption, "status", 130)
    return 0


def _show(specs: Sequence[BotSpec], played: Sequence[Pairing]) -> None:
    from battleship import terminal
    from battleship.arena.standings import LEGEND, standings, to_table

    # A table in a file or pipe is as wide as it needs to be.
    console = terminal.console() if sys.stdout.isatty() else terminal.console(width=200)
    console.print(to_table(standings(specs, played), console.width))
    # Not the table's own caption, which would be as narrow as the table.
    console.print(f"\n{LEGEND}", style="italic")
    for line in _remarks([spec.name for spec in specs], played):
        click.echo(line)


def make_place(folder: Path) -> None:
    """Make a folder for output. Raise `BotError` before the games begin."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BotError(f"{folder}: is not a writable directory: {error.strerror}") from error


def _remarks(names: list[str], pairings: Sequence[Pairing]) -> Iterator[str]:
    """Yield for each bot the first fault of each reason."""
    seen = set()
    for pairing in pairings:
        for seat, number in enumerate(pairing.bots):
            against = names[pairing.bots[1 - seat]]
            for count, game in enumerate(pairing.games, start=1):
                fault = game.faults[seat]
                if fault is not None and (number, fault.reason) not in seen:
                    seen.add((number, fault.reason))
                    yield f"{names[number]} {fault.detail} (game {count} against {against})"
            if pairing.remarks[seat]:
                yield f"{names[number]} {pairing.remarks[seat]} (after the games against {against})"


@contextlib.contextmanager
def _folder(folder: Path | None) -> Iterator[Path]:
    from battleship.arena import confine

    if folder is not None:
        yield folder.absolute()
        return
    with confine.temporary_folder() as own:
        yield own


def _require_record(settings: Settings, specs: Sequence[BotSpec]) -> None:
    """Raise `FileError` when a file would be lost in the place of a game or of a bot's messages."""
    from battleship.arena.round_robin import recorded_games
    from battleship.arena.seats import stderr_name

    if settings.record is not None:
        for path in (
            *recorded_games(settings, specs),
            *(settings.record / stderr_name(spec.name) for spec in specs),
        ):
            require_replaceable(path)
