"""The two sides of a pairing as the referee sees them: a bot's process, or one of our players."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Protocol

from battleship.arena.confine import Limits
from battleship.arena.faults import ProtocolError, Reason
from battleship.arena.player_bot import PlayerBot
from battleship.arena.process import BotProcess
from battleship.errors import BotError
from battleship.notation import skynet
from battleship.players import TABLE
from msxkit.errors import quoted

BUILTIN = "builtin:"
#: The folder beside those of the bots that keeps what they write to standard error.
STDERR = ".stderr"
#: Endings of files that an interpreter runs.
_SCRIPTS = {".py", ".js", ".mjs", ".rb", ".pl", ".php", ".lua", ".sh", ".jar"}
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """Who plays: `command` is a program with its arguments, or empty for our player called `player`."""

    name: str
    command: tuple[str, ...] = ()
    player: str = ""


def parse_bots(texts: Sequence[str]) -> list[BotSpec]:
    """Read bots from `builtin:PLAYER` or a command line, either behind `NAME=` or not; equal names are numbered.

    Files in a command line are made absolute, because a bot runs in its own folder. Raise `BotError` for a program and
    `PlayerError` for a player that does not exist.
    """
    specs: list[BotSpec] = []
    for text in texts:
        spec = _parse_bot(text)
        names = {other.name for other in specs}
        free = (f"{spec.name}-{number}" if number > 1 else spec.name for number in itertools.count(1))
        specs.append(replace(spec, name=next(name for name in free if name not in names)))
    return specs


def _parse_bot(text: str) -> BotSpec:
    named = re.fullmatch(r"([^\s/=]+)=(.+)", text)
    if named and not _NAME.fullmatch(named[1]):
        raise BotError(
            f"bot {text!r}: {quoted(named[1])} is not a name: use at most 64 letters, digits, _ . -, and begin with a "
            "letter, a digit or _"
        )
    line = named[2] if named else text
    if line.startswith(BUILTIN):
        player = line.removeprefix(BUILTIN)
        PlayerBot(player, Random(0))  # refuses unknown ones before anything starts
        return BotSpec(named[1] if named else player, player=player)
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BotError(f"bot {text!r}: {error}; close the quotes") from error
    if not words:
        raise BotError(
            f"bot {text!r}: it names no program; write a command line, or {BUILTIN}NAME for one of our players"
        )
    program = Path(words[0])
    found = shutil.which(words[0])
    if found is None and program.is_file():
        raise BotError(
            f"bot {text!r}: {program} is not executable: chmod +x it, or name its interpreter before it"
        )
    if found is None:
        ours = f"; write {BUILTIN}{line} for our player" if line in TABLE else ""
        named_program = str(program.absolute()) if "/" in words[0] else words[0]
        raise BotError(f"bot {text!r}: there is no program {named_program!r}{ours}")
    script = Path(next((word for word in words[1:] if not word.startswith("-")), ""))
    if script.suffix in _SCRIPTS and not script.is_file():
        raise BotError(f"bot {text!r}: there is no file '{script.absolute()}'")
    files = [word for word in words[1:] if Path(word).is_file()]
    command = [str(Path(found).absolute())]
    command += [str(Path(word).absolute()) if word in files else word for word in words[1:]]
    # `python3 killer.py` is called killer.
    name = named[1] if named else re.sub(r"[^A-Za-z0-9_.-]", "_", Path(files[0] if files else words[0]).stem)
    # The name is that of the bot's folder: none that leads elsewhere, or that a shell would hide.
    return BotSpec(name.lstrip(".-")[:64] or "bot", tuple(command))


class Seat(Protocol):
    """One side of a pairing. `ask` and `tell` raise `ProtocolError` for what the bot does wrong."""

    def ask(self, message: str) -> str:
        """Send a message and return the bot's answer."""

    def tell(self, message: str) -> None:
        """Send a message that has no answer."""

    def recover(self, late: bool) -> None:
        """Get ready for the next game after a fault.

        Args:
            late: The fault was a timeout.
        """

    def close(self) -> str:
        """End the pairing with K. Return what was wrong with the way the bot quit, or nothing."""


class PlayerSeat:
    """One of our players, in this process."""

    def __init__(self, player: str, random: Random) -> None:
        self._bot = PlayerBot(player, random)

    def ask(self, message: str) -> str:
        answer = self._bot.answer(message)
        assert answer is not None
        return answer

    def tell(self, message: str) -> None:
        self._bot.answer(message)

    def recover(self, late: bool) -> None:
        """Do nothing: our players do not break the protocol."""

    def close(self) -> str:
        return ""


@dataclass
class ProcessSeat:
    """A bot's process, started when the first game begins and again when it has died.

    Attributes:
        folder: The bot's own folder, kept through the tournament.
        seed: Handed to the bot as `BATTLESHIP_SEED`.
    """

    spec: BotSpec
    folder: Path
    timeout: float
    limits: Limits
    seed: int
    starts: int = 0
    _process: BotProcess | None = field(default=None, init=False)

    @property
    def stderr(self) -> Path:
        """Where standard error is kept: out of the bot's reach, and where no other bot has its folder."""
        return stderr_file(self.folder)

    def ask(self, message: str) -> str:
        return self._running().ask(message, self.timeout, skynet.stale(message))

    def tell(self, message: str) -> None:
        self._running().tell(message, self.timeout)

    def recover(self, late: bool) -> None:
        if self._process is not None and not self._process.recover(late):
            self._process.kill()
            self._process = None

    def close(self) -> str:
        if self._process is None:
            return ""
        process, self._process = self._process, None
        return process.quit(self.timeout)

    def kill(self) -> None:
        """End the process without a word, if there is one."""
        if self._process is not None:
            self._process.kill()

    def _running(self) -> BotProcess:
        if self._process is None:
            self.starts += 1
            make_folder(self.folder, self.spec.name)
            excess = self.limits.excess(self.folder)
            if excess:
                raise ProtocolError(Reason.CRASH, f"was not started: it had written {excess}")
            environment = bot_environment(self.folder, self.seed)
            self._process = BotProcess(self.spec.command, self.folder, self.stderr, self.limits, environment)
        return self._process


def stderr_file(folder: Path) -> Path:
    """Return the file for the standard error of the bot with this folder. No name of a bot begins with a dot."""
    place = folder.parent / STDERR
    place.mkdir(parents=True, exist_ok=True)
    return place / stderr_name(folder.name)


def stderr_name(bot: str) -> str:
    """Return the name of the file with a bot's standard error."""
    return f"{bot}.stderr"


def bot_environment(folder: Path, seed: int) -> dict[str, str]:
    """Return our environment, with the bot's folder as its home and for temporary files, and a seed if it wants one."""
    own = {"HOME": str(folder), "TMPDIR": str(folder), "BATTLESHIP_SEED": str(seed), "PYTHONHASHSEED": "0"}
    return {**os.environ, **own}


def make_folder(folder: Path, name: str) -> None:
    """Make the bot's folder with the places that the document names for its file, in both spellings."""
    for place in (folder / f"{name}files", folder / name):
        place.mkdir(parents=True, exist_ok=True)
