"""`battleship bot`: one of our players as a SKYNET bot on standard input and output."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from random import Random

import click

from battleship.commands.options import offer_players


@click.command()
@click.argument("player", required=False, shell_complete=offer_players())
@click.option(
    "--seed",
    type=int,
    envvar="BATTLESHIP_SEED",
    help="The same seed and messages give the same answers [default: BATTLESHIP_SEED from the referee, else random].",
)
@click.option(
    "--sample",
    type=click.Choice(["python", "c"]),
    help="Print a small bot to begin with, in Python or C, instead of playing.",
)
def bot(player: str | None, seed: int | None, sample: str | None) -> int:
    """Play as a SKYNET bot: messages on standard input, answers on standard output, `>` when ready.

    It ends at K or at the end of its input. PLAYER is a name that `battleship players` lists.
    """
    if sample is not None:
        file = files("battleship.arena").joinpath({"python": "sample_bot.py", "c": "sample_bot.c"}[sample])
        click.echo(file.read_text("utf-8"), nl=False)
        return 0
    if player is None:
        raise click.UsageError("name a player, such as random, or use --sample python")
    from battleship.arena.player_bot import PlayerBot
    from battleship.errors import NotationError

    brain = PlayerBot(player, Random(seed))
    # The referee may have any encoding in mind; the protocol is ASCII, and other bytes are to be refused.
    source = os.fdopen(sys.stdin.fileno(), encoding="ascii", errors="backslashreplace", closefd=False)
    print(">", end="", flush=True)
    for line in source:
        message = line.strip()
        if message == "K":
            break
        if message:
            try:
                answer = brain.answer(message)
            except NotationError as error:
                click.echo(f"battleship bot: {error}", err=True)
                answer = None
            if answer is not None:
                print(answer)
        print(">", end="", flush=True)
    return 0
