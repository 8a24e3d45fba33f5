"""A bot's process as a player: against a person, alone against boards, or against one of our players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from battleship.arena.confine import Limits
from battleship.arena.faults import ProtocolError
from battleship.arena.seats import BUILTIN, BotSpec, ProcessSeat, parse_bots
from battleship.errors import BotFaultError, IllegalFleetError, NotationError, PlayerError
from battleship.notation import skynet
from battleship.players import TABLE, BasePlayer, create, player_class
from battleship.rules import SKYNET, Cell, Rules
from battleship.rules.board import Fleet, Result, View
from battleship.rules.draws import Draws

Answer = TypeVar("Answer")

#: Seconds that a bot has for each answer, unless its user says otherwise.
TIMEOUT = 10.0


class BotPlayer(BasePlayer):
    """A bot in one game; its process runs from the first message to `close`.

    All methods raise `BotFaultError` for what the bot does wrong.
    """

    about = "a bot"
    repeats = True

    def __init__(self, spec: BotSpec, rules: Rules, random: Draws, folder: Path, enemy: str = "you") -> None:
        super().__init__(rules, random)
        self._name = spec.name
        self._enemy = enemy
        seed = random.randrange(2**31)
        self._seat = ProcessSeat(spec, folder / spec.name, TIMEOUT, Limits(), seed)

    @classmethod
    def refuses(cls, rules: Rules) -> str | None:
        if replace(rules, name=SKYNET.name) == SKYNET:
            return None
        return "bots speak the SKYNET protocol, which is for the rules skynet and hasbro"

    def place(self, rules: Rules, random: Draws) -> Fleet:
        return self._read("gave an illegal board", skynet.new_game(self._enemy), self._fleet)

    def shoot(self, view: View) -> Cell:
        return self._read("shot badly", skynet.FIRE, skynet.parse_cell)

    def observe(self, result: Result) -> None:
        self._tell(skynet.result(result))

    def shot_at(self, cell: Cell) -> None:
        self._tell(skynet.opponent_shot(cell))

    def ended(self, won: bool) -> None:
        self._tell(skynet.WIN if won else skynet.LOSS)

    def close(self) -> None:
        """End the process."""
        self._seat.kill()

    def _fleet(self, text: str) -> Fleet:
        return skynet.parse_fleet(text, self.rules)

    def _read(self, wrong: str, message: str, parse: Callable[[str], Answer]) -> Answer:
        try:
            return parse(self._seat.ask(message))
        except (NotationError, IllegalFleetError) as error:
            raise BotFaultError(f"{self._name} {wrong}: {error}") from error
        except ProtocolError as error:
            raise BotFaultError(f"{self._name} {error.fault.detail}") from error

    def _tell(self, message: str) -> None:
        try:
            self._seat.tell(message)
        except ProtocolError as error:
            raise BotFaultError(f"{self._name} {error.fault.detail}") from error


def contestants(texts: list[str] | tuple[str, ...]) -> list[BotSpec]:
    """Return who is named: players of ours by name, and bots by their command lines. Names are made distinct from
    those of our players.

    Raise `PlayerError` for a word that is neither, `BotError` for a command that cannot be run.
    """
    found: list[BotSpec] = []
    bots = iter(parse_bots([text for text in texts if not is_player(text)]))
    for text in texts:
        if is_player(text):
            found.append(BotSpec(text, player=text.removeprefix(BUILTIN)))
            continue
        spec = next(bots)
        found.append(replace(spec, name=f"{spec.name}-bot") if spec.name in TABLE else spec)
    return found


def is_player(text: str) -> bool:
    """Return whether a text names a player of ours, rather than a command. Raise `PlayerError` for neither."""
    if text.startswith(BUILTIN) or text in TABLE:
        player_class(text.removeprefix(BUILTIN))
        return True
    if "=" not in text and " " not in text and "/" not in text and not _runs(text):
        raise PlayerError(
            f"there is no player {text!r}; choose one of {', '.join(TABLE)}, or write the command line of a bot"
        )
    return False


def _runs(word: str) -> bool:
    import shutil

    return shutil.which(word) is not None or Path(word).is_file()


def refusal(spec: BotSpec, rules: Rules) -> str | None:
    """Return why a contestant does not play the rules, or None."""
    return (BotPlayer if spec.command else player_class(spec.player)).refuses(rules)


def begin(spec: BotSpec, rules: Rules, random: Draws, folder: Path, enemy: str = "you") -> BasePlayer:
    """Return a contestant for one game. Raise `PlayerError` when it does not play the rules.

    Args:
        folder: Where bots have their folders.
        enemy: What a bot is told of its opponent's name.
    """
    if not spec.command:
        return create(spec.player, rules, random)
    reason = refusal(spec, rules)
    if reason is not None:
        raise PlayerError(f"the bot {spec.name!r} does not play the rules {rules.name!r}: {reason}")
    return BotPlayer(spec, rules, random, folder, enemy)
