"""Options that several commands share: the rules, their board and ships; the limits of bots."""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from battleship.errors import RulesError
from battleship.rules import NAMED, Rules
from msxkit.cli import ONE_FILE, Command, FiniteRange, together
from msxkit.commands.completion import Offer, offer
from msxkit.commands.outputs import STANDARD_OUTPUT

#: Which of the original's two programs.
program_option = click.option(
    "--program",
    type=click.Choice(["battle", "shotdark"]),
    default="battle",
    help="battle is the whole game; in shotdark the computer shoots in the dark.",
)


def offer_players(*, several: bool = False) -> Offer:
    """Return what completes a player's name."""

    def names() -> Iterable[str]:
        from battleship.players import TABLE

        return TABLE

    return offer(names, several=several)


def rules_options(default: str) -> Callable[[Command], Command]:
    """Add --rules, --size and --fleet to a command; `chosen_rules` makes a rule set of them."""
    return together(
        click.option(
            "--rules",
            "rules_name",
            default=default,
            metavar="NAME|FILE.toml",
            shell_complete=offer(lambda: dict.fromkeys((default, *NAMED)), files=True),
            help="marmsx, hasbro, skynet, bbm103, react, nxn, or a rule set of your own.",
        ),
        click.option("--size", metavar="N|WxH", help="Side of the board, or width x height (nxn and react)."),
        click.option(
            "--fleet", metavar="L,L,...", help="Lengths of the ships, such as 5,4,3,3,2 (nxn and react)."
        ),
    )


def chosen_rules(name: str, size: str | None, fleet: str | None) -> Rules:
    """Return the rule set that the options ask for; it has at least one legal layout."""
    from battleship.notation.rules_file import resolve

    return resolve(name, _size(size), _lengths(fleet))


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.lower().replace(" ", ""))
    if match is None:
        raise RulesError(f"--size must be a number such as 8, or width x height such as 12x8, not {text!r}")
    return int(match[1]), int(match[2] or match[1])


def _lengths(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,3}", part) for part in parts):
        raise RulesError(f"--fleet must be a list of lengths such as 5,4,3,3,2, not {text!r}")
    return tuple(int(part) for part in parts)


#: What a bot's process is allowed: seconds, and MB.
bot_limits = together(
    click.option(
        "--timeout",
        type=FiniteRange(0.01, 3600),
        default=10.0,
        help="Seconds that a bot has for each answer.",
    ),
    click.option(
        "--memory",
        metavar="MB",
        type=click.IntRange(0),
        default=1024,
        help="Address space of a bot's process; 0 for no limit (a Java bot needs several thousand).",
    ),
)


def results_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --json and -o to a command, which takes the `json_file` that they choose: `-` for --json."""

    @functools.wraps(command)
    def choosing(as_json: bool, json_file: Path | None, **given: Any) -> Any:
        if as_json and json_file is not None:
            raise click.UsageError(
                "use either --json, which prints the results, or -o FILE, which writes them"
            )
        return command(json_file=STANDARD_OUTPUT if as_json else json_file, **given)

    printed = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the table.")
    written = click.option(
        "-o",
        "--output",
        "json_file",
        type=ONE_FILE,
        help="Write all results to this file as JSON; - is standard output.",
    )
    return printed(written(choosing))


def delay_option(seconds: float) -> Callable[[Command], Command]:
    """Add --delay, the pace of a game to look at."""
    return click.option(
        "--delay", type=FiniteRange(0, 60), default=seconds, help="Seconds between shots, on a terminal."
    )


def names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list; what has commas in it stands between double quotes."""
    parts = next(csv.reader([text], skipinitialspace=True), [])
    return tuple(part.strip() for part in parts if part.strip())
