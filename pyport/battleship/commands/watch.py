"""`battleship watch`: two players or bots play, and the user looks."""

from __future__ import annotations

import contextlib
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battleship.commands.options import chosen_rules, delay_option, offer_players, rules_options
from battleship.notation.games import dumps
from msxkit.cli import ONE_FILE
from msxkit.commands.outputs import claim, force_option, write
from msxkit.files import require_writable

if TYPE_CHECKING:
    from battleship.arena.positions import MatchPosition


@click.command()
@click.argument("players", metavar="PLAYER PLAYER", nargs=-1, shell_complete=offer_players())
@rules_options("hasbro")
@click.option("--seed", type=int, help="Make the game reproducible.")
@delay_option(0.5)
@click.option(
    "--chances/--no-chances",
    default=None,
    help="Show how likely each square has a ship, as its shooter knows; by default on a terminal.",
)
@click.option(
    "--record", type=ONE_FILE, help="Write the game, as far as it was played, for `battleship replay FILE`."
)
@force_option
def watch(
    players: tuple[str, ...],
    rules_name: str,
    size: str | None,
    fleet: str | None,
    seed: int | None,
    delay: float,
    chances: bool | None,
    record: Path | None,
    force: bool,
) -> int:
    """Watch two players play each other; the first begins.

    A PLAYER is a name that `battleship players` lists, or the command line of a bot in quotes. On a terminal space
    pauses, the arrow keys step, h shows the chances. A file or pipe gets a line for each shot and the last picture.
    """
    from battleship.arena import confine
    from battleship.arena.bot_player import begin, contestants
    from battleship.arena.positions import LiveGame

    if len(players) != 2:
        raise click.UsageError("name the two players, such as `battleship watch density random`")
    rules = chosen_rules(rules_name, size, fleet)
    one, other = contestants(players)
    claim(record, force=force)
    require_writable(record)
    if confine.missing() and (one.command or other.command):
        click.echo(f"note: {confine.missing()}", err=True)
    start = random.Random(seed).randrange(2**32)
    draws = [random.Random(f"{start}:{seat}") for seat in (0, 1)]
    names = (one.name, other.name) if one.name != other.name else (one.name, f"{other.name}-2")
    with confine.temporary_folder() as folder, contextlib.ExitStack() as stack:
        seated = []
        for seat, spec in enumerate((one, other)):
            player = begin(spec, rules, draws[seat], folder / str(seat), names[1 - seat])
            stack.callback(player.close)
            seated.append(player)
        game = LiveGame(rules, names, (seated[0], seated[1]))
        try:
            return look(game.positions(), delay, chances)
        finally:
            if record is not None:
                write({record: dumps(game.record()).encode()})


def look(positions: Iterator[MatchPosition], delay: float, chances: bool | None, final: bool = False) -> int:
    """Show positions on the terminal, or as text where there is none. Return the exit code."""
    if not final and shows_apps():
        from battleship.ui.show_app import show

        return show(positions, delay, chances is not False, not os.environ.get("NO_COLOR"))
    from battleship.arena.positions import frame

    before, position = None, None
    for position in positions:
        if before is not None and not position.over and not final:
            click.echo(position.last + (_chance(before, position) if chances else ""))
        before = position
    assert position is not None
    if not final:
        click.echo()
    click.echo(frame(position))
    return 0


def shows_apps() -> bool:
    """Return whether a person sits at a terminal that can show the full screen."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _chance(before: MatchPosition, after: MatchPosition) -> str:
    """Return how likely the square of the last shot had a ship, as its shooter knew."""
    from battleship.errors import PosteriorError
    from battleship.ui.hints import hint

    assert after.shot is not None
    board, cell = after.shot
    if cell in before.views[board].shots:
        return " (shot at before)"
    try:
        found = hint(before.views[board], 1)
    except PosteriorError:
        return ""
    chance = float(found.posterior.chances[after.rules.index(cell)])
    best = found.best[0][1]
    return f" ({100 * chance:.0f} %, the best square had {100 * best:.0f} %)"
