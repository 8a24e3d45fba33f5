"""`battleship play`: the original game, in the terminal app, line by line, or in the browser."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlencode

import click
from click.core import ParameterSource

from battleship.commands.options import chosen_rules, rules_options
from battleship.commands.outputs import GAME
from battleship.original.match import Match
from battleship.rules import Rules
from msxkit.cli import Ended
from msxkit.commands.outputs import claim, force_option
from msxkit.files import require_writable
from msxkit.recording import save


@click.command()
@click.option(
    "--program",
    type=click.Choice(["battle", "shotdark"]),
    default="battle",
    show_default=True,
    help="battle is the whole game; in shotdark the computer shoots in the dark.",
)
@click.option(
    "--pace",
    type=click.Choice(["msx", "fast"]),
    default="fast",
    show_default=True,
    help="msx keeps the machine's pace (half a minute to place the ships); fast does not.",
)
@click.option(
    "--seed", type=int, help="Make the game reproducible: the same seed and keys give the same game."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what was played, for `battleship verify FILE`. A second game overwrites the first.",
)
@click.option("--plain", is_flag=True, help="Play line by line: type coordinates, read sentences.")
@click.option(
    "--web",
    is_flag=True,
    help="Play in the browser; only this machine can open the page, and CTRL-C ends it.",
)
@rules_options("original")
@click.option(
    "--player",
    default="nxn-brute",
    show_default=True,
    help="Your opponent under --rules; see `battleship players`.",
)
@force_option
def play(
    program: str,
    pace: str,
    seed: int | None,
    record: Path | None,
    plain: bool,
    web: bool,
    rules_name: str,
    size: str | None,
    fleet: str | None,
    player: str,
    force: bool,
) -> int:
    """Play the MarMSX Battleship as on the MSX.

    Arrow keys move, space shoots, a mouse click shoots at a cell, ? shows help, q quits. With --rules you
    place your own fleet and play against any computer player, with --plain line by line.
    """
    if web:
        return _play_web(program, pace, seed, rules_name)
    if rules_name == "original":
        _refuse(("size", "fleet", "player"), "is for a game under --rules; say which, such as --rules hasbro")
    else:
        _refuse(("program", "pace", "record"), "is for the original game; leave out --rules")
        rules = chosen_rules(rules_name, size, fleet)
        if plain:
            return _play_console(rules, player, random.Random(seed))
        _need_terminal()
        from battleship.ui.fleet_app import play as play_app

        return play_app(rules, player, random.Random(seed), not os.environ.get("NO_COLOR"))
    replaces = claim(record, GAME, force=force)
    require_writable(record)
    source = random.Random(seed)

    def new_match() -> Match:
        return Match.drawn(program, source)

    def finished(match: Match) -> None:
        if record is not None:
            save(match.recording(), record, replaces)

    if plain:
        from battleship.ui.original_plain import play as play_plain

        match = new_match()
        try:
            play_plain(match, iter(sys.stdin.readline, ""), click.echo)
        finally:
            try:
                finished(match)
            except (KeyboardInterrupt, Ended):
                # A terminal that is closed ends the input and sends a signal: that comes here.
                finished(match)
                raise
        return 0
    _need_terminal()
    from battleship.ui.original_app import BattleshipApp

    app = BattleshipApp(new_match, pace == "msx", not os.environ.get("NO_COLOR"), finished)
    app.run()
    return app.return_code or 0


def _play_web(program: str, pace: str, seed: int | None, rules_name: str) -> int:
    """Serve the site until CTRL-C, and open the browser at the game."""
    import webbrowser

    from battleship.web.serving import server
    from battleship.web.site import cache_folder, site

    _refuse(("record", "plain", "size", "fleet", "player"), "is for the terminal; leave out --web")
    wanted = {"program": program} if rules_name == "original" else {"full": "", "rules": rules_name}
    if pace == "msx" and rules_name == "original":
        wanted["pace"] = pace
    if seed is not None:
        wanted["seed"] = str(seed)
    with server(site(cache_folder())) as served:
        address = f"http://127.0.0.1:{served.server_port}/?{urlencode(wanted)}"
        click.echo(f"{address}\nCTRL-C ends it.")
        sys.stdout.flush()
        webbrowser.open(address)
        try:
            served.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
    return 0


def _refuse(names: Iterable[str], reason: str) -> None:
    """Refuse an option that would change nothing here."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} {reason}")


def _need_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("this is not a terminal; use --plain")
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        raise click.UsageError(
            f"a terminal of the type TERM={os.environ.get('TERM', '')} cannot show the screen; use --plain"
        )


def _play_console(rules: Rules, player: str, source: random.Random) -> int:
    from battleship.players import create
    from battleship.ui.full_plain import play as play_plain

    for text in play_plain(rules, create(player, rules, source), source, iter(sys.stdin.readline, "")):
        click.echo(text, nl=False)
    return 0
