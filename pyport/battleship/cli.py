"""The `battleship` command; see `msxkit.cli` for the exit codes."""

from __future__ import annotations

from collections.abc import Sequence

from battleship import __version__
from battleship.errors import BattleshipError
from msxkit.cli import LazyGroup, run

#: Name -> a line of help. The command is in the module of that name.
COMMANDS = {
    "play": "Play the original game in the terminal.",
    "arena": "Let computer players meet, and compare them.",
    "hint": "Show where the ships of a half-played board may be.",
    "players": "List the computer players.",
    "verify": "Replay recordings of the original and compare every step.",
    "record": "Play the original on openMSX and write a recording.",
    "batch": "Play Battle of Ships from files.",
    "referee": "Let SKYNET bots play each other.",
    "bot": "Be a SKYNET bot on standard input and output.",
    "compliance": "Check that a bot follows the SKYNET protocol.",
    "watch": "Watch two players or bots play each other.",
    "replay": "Show a recorded game, shot by shot.",
    "man": "Write man pages of all commands.",
}

#: Spellings of 0.1, which are still taken.
RENAMED = {
    ("verify", "--backend"): "--on",
    ("verify", "--json NEW"): "-o FILE",
    ("arena", "--json FILE"): "-o FILE",
    ("referee", "--json FILE"): "-o FILE",
    **{(command, "--json -"): "--json" for command in ("arena", "referee", "verify")},
}

GROUP = LazyGroup("battleship", COMMANDS, "The MarMSX Battleship: play it, prove it, go past it.", RENAMED)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the `battleship` command: its entry point."""
    return run(GROUP, argv, __version__, BattleshipError)
