"""`battleship replay`: a recorded SKYNET game on screen."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battleship.errors import TranscriptError
from msxkit.cli import FiniteRange
from msxkit.files import read_bytes

if TYPE_CHECKING:
    from battleship.arena.transcript import Transcript


@click.command()
@click.argument("transcript", type=click.Path(path_type=Path))
@click.option(
    "--delay",
    type=FiniteRange(0, 60),
    default=0.15,
    show_default=True,
    help="Seconds between shots, on a terminal.",
)
@click.option("--final", is_flag=True, help="Show only the last picture.")
def replay(transcript: Path, delay: float, final: bool) -> int:
    """Show the game of a transcript that `battleship referee --record` wrote.

    On a terminal the boards fill shot by shot; a file or pipe gets one line for each shot and the last
    picture. S # X O and * are ship, not yet shot, hit, sunk and miss.
    """
    from battleship.arena import transcript as transcripts
    from battleship.arena.replay import frames, sentence

    try:
        text = read_bytes(transcript).decode()
    except UnicodeDecodeError as error:
        raise TranscriptError(f"{transcript}: is not a text file") from error
    game = transcripts.read(text, str(transcript))
    if final or not sys.stdout.isatty():
        if not final:
            for shot in game.shots():
                click.echo(sentence(game, shot))
            click.echo()
        *_, last = frames(game)
        click.echo(last)
        return 0
    _animate(game, delay)
    return 0


def _animate(game: Transcript, delay: float) -> None:
    from rich.live import Live
    from rich.text import Text

    from battleship.arena.replay import frames

    with Live(auto_refresh=False) as live:
        for frame in frames(game):
            live.update(Text(frame), refresh=True)
            time.sleep(delay)
