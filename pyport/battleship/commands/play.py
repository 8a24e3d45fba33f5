"""`battleship play`: the original game, in the terminal app, line by line, or in the browser."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click
from click.core import ParameterSource

from battleship.commands.options import chosen_rules, offer_players, program_option, rules_options
from battleship.original.match import Match
from msxkit.cli import ONE_FILE, Ended
from msxkit.commands.outputs import claim, force_option, lock
from msxkit.files import require_writable
from msxkit.recording import save

if TYPE_CHECKING:
    from battleship.ui.sitting import Sitting

#: The value of --resume without a file.
LAST = ""


@click.command()
@program_option
@click.option(
    "--pace",
    type=click.Choice(["msx", "fast"]),
    default="fast",
    help="msx keeps the machine's pace (half a minute to place the ships); fast does not.",
)
@click.option(
    "--seed", type=int, help="Make the game reproducible: the same seed and keys give the same game."
)
@click.option(
    "--record",
    type=ONE_FILE,
    help="Write what was played, for `battleship replay FILE` and, without --rules, `battleship verify FILE`. "
    "Each game needs a file of its own, or --force.",
)
@click.option(
    "--resume",
    metavar="[FILE]",
    is_flag=False,
    flag_value=LAST,
    help="Go on with a game under --rules: the one that was left last, or that of a file.",
)
@click.option("--saved", is_flag=True, help="List the games that --resume can go on with.")
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
    shell_complete=offer_players(),
    help="Your opponent under --rules: a name that `battleship players` lists, or the command line of a bot.",
)
@click.option("--two", is_flag=True, help="Two people at this terminal, under --rules (hasbro by default).")
@force_option
def play(**given: Any) -> int:
    """Play the MarMSX Battleship as on the MSX.

    Arrow keys move, space shoots, a mouse click shoots at a cell, ? shows help, q quits. With --rules you
    place your own fleet and play against any computer player, with --plain line by line. A game under --rules that
    you leave is saved, and --resume goes on with it.
    """
    return _play(PlayOptions(**given))


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of `battleship play`."""

    program: str
    pace: str
    seed: int | None
    record: Path | None
    resume: str | None
    saved: bool
    plain: bool
    web: bool
    rules_name: str
    size: str | None
    fleet: str | None
    player: str
    two: bool
    force: bool

    @property
    def full(self) -> str:
        """The rules of a full game; empty for the original."""
        if self.rules_name != "original":
            return self.rules_name
        return "hasbro" if self.two else "skynet" if is_command(self.player) else ""


def is_command(player: str) -> bool:
    """Return whether an opponent is a bot rather than a player's name."""
    from battleship.players import TABLE

    return player not in TABLE and bool(re.search(r"[\s/=]", player) or shutil.which(player))


def _play(options: PlayOptions) -> int:
    if options.saved:
        from battleship.commands.saved_games import listed

        for line in listed():
            click.echo(line)
        return 0
    if options.web:
        return _play_web(options)
    if options.resume is not None:
        _refuse(
            ("rules_name", "size", "fleet", "player", "two", "seed"),
            "is kept with the game; leave out --resume",
        )
    if options.resume is not None or options.full:
        _refuse(("program", "pace"), "is for the original game; leave out --rules")
        if options.two:
            _refuse(("player",), "is an opponent for one person; leave out --two")
        return _play_full(options)
    _refuse(("size", "fleet"), "is for a game under --rules; say which, such as --rules nxn")
    _refuse(("player",), "is for a game under --rules; say which, such as --rules hasbro")
    return _play_original(options)


def _play_full(options: PlayOptions) -> int:
    from battleship.arena import confine
    from battleship.commands.saved_games import SavedGames, newest, resumed
    from battleship.ui.sitting import PERSON, Sitting

    if not options.plain:
        _need_terminal()
    saved, where = None, Path(options.resume or "")
    if options.resume is not None:
        where = Path(options.resume) if options.resume else newest()
        lock(where)
        saved = resumed(where)
        rules, opponent = saved.rules, saved.opponent
    else:
        rules = chosen_rules(options.full, options.size, options.fleet)
        opponent = PERSON if options.two else options.player
    # The game that goes on may go on in its file.
    claim(options.record, force=options.force or (saved is not None and options.record == where))
    games = SavedGames(options.record, options.resume)
    require_writable(options.record)
    with (
        confine.temporary_folder()
        if opponent != PERSON and is_command(opponent)
        else nullcontext(Path()) as folder
    ):
        sitting = Sitting.against(rules, opponent, random.Random(options.seed), folder)
        sitting.keep, sitting.saved, sitting.where = games.keep, saved, str(where)
        try:
            code = _sit(sitting, options.plain)
            games.judge(sitting)
        finally:
            sitting.close()
            if games.told:
                click.echo(games.told)
    return code


def _sit(sitting: Sitting, plain: bool) -> int:
    if not plain:
        from battleship.ui.fleet_app import play as play_app

        return play_app(sitting, not os.environ.get("NO_COLOR"))
    from battleship.ui.full_plain import play as play_plain

    hide = (
        "\x1b[2J\x1b[3J\x1b[H"
        if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        else "\n" * 60
    )
    for text in play_plain(sitting, iter(sys.stdin.readline, ""), hide=hide):
        click.echo(text, nl=False)
    return 0


def _play_original(options: PlayOptions) -> int:
    program, pace, record = options.program, options.pace, options.record
    claim(record, force=options.force)
    require_writable(record)
    source = random.Random(options.seed)

    def new_match() -> Match:
        return Match.drawn(program, source)

    def finished(match: Match) -> None:
        if record is not None:
            save(match.recording(), record)

    if options.plain:
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
        _tell_record(record)
        return 0
    _need_terminal()
    from battleship.ui.original_app import BattleshipApp

    app = BattleshipApp(new_match, pace == "msx", not os.environ.get("NO_COLOR"), finished)
    app.run()
    if not app.return_code:  # else the terminal may be gone
        _tell_record(record)
    return app.return_code or 0


def _tell_record(record: Path | None) -> None:
    if record is not None and record.is_file():
        click.echo(f"The game is in {record}; `battleship replay {record}` shows it.", err=True)


def _play_web(options: PlayOptions) -> int:
    """Serve the site until CTRL-C, and open the browser at the game."""
    import webbrowser

    from battleship.web.serving import server
    from battleship.web.site import cache_folder, site

    _refuse(
        ("record", "plain", "size", "fleet", "player", "two", "resume"),
        "is for the terminal; leave out --web",
    )
    original = options.rules_name == "original"
    wanted = {"program": options.program} if original else {"full": "", "rules": options.rules_name}
    if options.pace == "msx" and original:
        wanted["pace"] = options.pace
    if options.seed is not None:
        wanted["seed"] = str(options.seed)
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
            raise click.UsageError(f"--{name.removesuffix('_name')} {reason}")


def _need_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("this is not a terminal; use --plain")
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        raise click.UsageError(
            f"a terminal of the type TERM={os.environ.get('TERM', '')} cannot show the screen; use --plain"
        )
