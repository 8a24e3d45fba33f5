"""One player against one board."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from battleship.arena.bot_player import begin
from battleship.arena.confine import temporary_folder
from battleship.arena.referee import SHOT_LIMIT
from battleship.arena.seats import BotSpec
from battleship.errors import BotFaultError, PlayerError
from battleship.layouts.placing import STYLES
from battleship.players import BasePlayer, create
from battleship.rules import Rules
from battleship.rules.board import Board, Fleet
from battleship.rules.draws import Draws


def fleet_of(rules: Rules, style: str, seed: int, number: int) -> Fleet:
    """Return board `number` of a seed: the same for every player."""
    return STYLES[style](rules, Random(f"{seed}:board:{number}"))


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """One player against one board.

    Attributes:
        shots: Shots until the whole fleet was sunk.
        saved: Shots that its choices save, compared with those of its `baseline` player, on average over all layouts
            that it could not tell apart; None when it does not know.
    """

    shots: int
    saved: float | None = None


def play_alone(
    rules: Rules, name: str, fleet: Fleet, seed: int, number: int, bot: BotSpec | None = None
) -> MatchOutcome:
    """Let the player called `name`, or a bot, play against a fleet, board `number` of a seed."""
    draws = Random(f"{seed}:{name}:{number}")
    if bot is not None:
        return MatchOutcome(bot_shots(bot, Board.new(rules, fleet), draws, f"board {number}"))
    player = create(name, rules, draws)
    shots = shots_to_sink(player, Board.new(rules, fleet), name)
    return MatchOutcome(shots, player.saved)


def bot_shots(bot: BotSpec, board: Board, draws: Draws, what: str) -> int:
    """Return the shots, also those at squares already shot, until a bot of its own process has sunk the fleet.

    Raise `BotFaultError` for what it does wrong.

    Args:
        what: What the message calls the game.
    """
    with temporary_folder() as folder:
        player = begin(bot, board.rules, draws, folder, "nobody")
        try:
            player.place(board.rules, draws)
            for count in range(1, SHOT_LIMIT + 1):
                board, result = board.fire(player.shoot(board.view), again=True)
                player.observe(result)
                if board.lost:
                    player.ended(True)
                    return count
            raise BotFaultError(f"{bot.name} has not sunk the fleet in {SHOT_LIMIT} shots")
        except BotFaultError as error:
            raise BotFaultError(f"{error} ({what})") from error
        finally:
            player.close()


def shots_to_sink(player: BasePlayer, board: Board, name: str) -> int:
    """Return the shots until the fleet is sunk. Raise `PlayerError` when the player shoots outside or twice."""
    while not board.lost:
        cell = player.shoot(board.view)
        if not board.rules.contains(cell) or cell in board.view.shots:
            raise PlayerError(
                f"player {name!r} shot at row {cell.row}, column {cell.column} (from 0), "
                "which is outside the board or already shot"
            )
        board, result = board.fire(cell)
        player.observe(result)
    return len(board.view.results)


def points(first: int, second: int, last_shot: bool) -> float:
    """Return what the first player scores when the sides need so many shots: 1 win, 1/2 draw, 0 loss.

    No player sees the other's shots, so the two numbers decide the game. With the last-shot rule the second player
    may answer the winning shot, which can make a draw.
    """
    if last_shot and first == second:
        return 0.5
    return 1.0 if first <= second else 0.0
