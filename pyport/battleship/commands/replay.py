"""`battleship replay`: a recorded game on screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battleship.commands.options import delay_option
from battleship.commands.watch import look, shows_apps
from battleship.errors import TranscriptError
from battleship.notation.games import is_game, loads
from msxkit.files import decode_json, read_bytes

if TYPE_CHECKING:
    from battleship.arena.positions import MatchPosition
    from battleship.ui.show_app import ScreenPosition


@click.command()
@click.argument("game", type=click.Path(path_type=Path, allow_dash=True))
@delay_option(0.3)
@click.option(
    "--chances", is_flag=True, help="Begin with the chances of the squares; h shows and hides them."
)
@click.option("--final", is_flag=True, help="Show only the last picture.")
def replay(game: Path, delay: float, chances: bool, final: bool) -> int:
    """Show a recorded GAME: of `play --record`, `watch --record`, or a transcript of `referee --record`.

    On a terminal the boards fill shot by shot: space pauses, the arrow keys step, + and - change the pace, h shows
    chances. A file or pipe gets one line for each shot and the last picture. S # X O and * are ship, not yet shot,
    hit, sunk and miss.
    """
    data = read_bytes(game)
    if is_game(data):
        from battleship.arena.positions import of_record

        return look(of_record(loads(data, str(game))), delay, chances, final)
    if data.lstrip()[:1] == b"{":
        if chances:
            raise click.UsageError(f"--chances is for games under --rules; {game} is of the original")
        return _look_at_screens(data, game, delay, final)
    return look(_transcript(data, game), delay, chances, final)


def _transcript(data: bytes, path: Path) -> Iterator[MatchPosition]:
    from battleship.arena import transcript
    from battleship.arena.positions import of_transcript

    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise TranscriptError(f"{path}: is not a text file") from error
    return of_transcript(transcript.read(text, str(path)))


def _look_at_screens(data: bytes, path: Path, delay: float, final: bool) -> int:
    positions = _screens(data, path)
    if not final and shows_apps():
        from battleship.ui.show_app import show

        return show(positions, delay, False, not os.environ.get("NO_COLOR"))
    *_, position = positions
    click.echo(f"{position.last}\n")
    click.echo("\n".join(row.rstrip() for row in position.screen).rstrip())
    return 0


def _screens(data: bytes, path: Path) -> Iterator[ScreenPosition]:
    from battleship.ui.show_app import ScreenPosition
    from msxkit.errors import MsxError
    from msxkit.recording import END, KEY, parse

    try:
        recording = parse(decode_json(data))
    except ValueError as error:
        raise TranscriptError(f"{path}: is damaged: {error}") from error
    except MsxError as error:
        raise TranscriptError(f"{path}: {error}") from error
    keys = 0
    for step, value in recording.inputs():
        over = step is recording.steps[-1]
        if step.at == KEY or over:
            told = f"{keys} keys"
            if over:
                told += f", the {recording.outcome} won" if recording.outcome else ", the game was left"
            yield ScreenPosition(step.screen, step.at in (KEY, END), told, over)
            keys += value is not None
