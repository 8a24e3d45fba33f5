"""The `battleship` command; see `msxkit.cli` for the exit codes."""

from __future__ import annotations

from collections.abc import Sequence

from battleship import __version__
from battleship.errors import BattleshipError
from msxkit.cli import LazyGroup, run

COMMANDS = {
    "play": ("battleship.commands.play:play", "Play the original game in the terminal."),
    "verify": (
        "battleship.commands.verify:verify",
        "Replay recordings of the original and compare every step.",
    ),
}

GROUP = LazyGroup("battleship", COMMANDS, "The MarMSX Battleship: play it, prove it, go past it.")


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of `battleship`."""
    return run(GROUP, argv, __version__, BattleshipError)
