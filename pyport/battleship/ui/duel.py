"""A full game of a person against a computer player, under any rules: whose turn, what happened, who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

from battleship.errors import BotFaultError
from battleship.players import BasePlayer
from battleship.rules import Cell, Rules
from battleship.rules.board import Board, Fleet, Ship
from battleship.rules.draws import Draws
from battleship.rules.game import Game, Move


class Ending(Enum):
    """How a game ended, from the person's side."""

    WON = "You win"
    LOST = "The computer wins"
    DRAWN = "A draw"


class Viewed:
    """A game of two as one of them sees it.

    Attributes:
        viewer: Whose side it is seen from, 0 or 1.
        fault: What the other, if it is a bot, did wrong, so that it lost the game.
    """

    def __init__(self, game: Game, viewer: int) -> None:
        self.rules = game.rules
        self.game = game
        self.viewer = viewer
        self.fault = ""

    @property
    def mine(self) -> Board:
        """The viewer's board."""
        return self.game.boards[self.viewer]

    @property
    def theirs(self) -> Board:
        """The other's board."""
        return self.game.boards[1 - self.viewer]

    @property
    def moves(self) -> list[Move]:
        """All shots so far."""
        return self.game.moves

    @property
    def ending(self) -> Ending | None:
        """How the game ended for the viewer; None while it runs."""
        if not self.game.over:
            return None
        if self.game.winner is None:
            return Ending.DRAWN
        return Ending.WON if self.game.winner == self.viewer else Ending.LOST

    def sunk(self, mine: bool) -> list[Ship]:
        """Return the ships announced as sunk on the viewer's board or on the other's, in order."""
        return self.game.sunk(self.viewer if mine else 1 - self.viewer)


class Duel(Viewed):
    """The person shoots first, then both in turn. `mine` is the person's board, `theirs` the computer's."""

    def __init__(self, rules: Rules, computer: BasePlayer, fleet: Fleet, random: Draws) -> None:
        """Raise `IllegalFleetError` when a fleet breaks the rules, `BotFaultError` when a bot places none."""
        super().__init__(Game(rules, (fleet, computer.place(rules, random))), 0)
        self.computer = computer

    def shoot(self, cell: Cell) -> list[Move]:
        """Shoot for the person. Return the shot, and the computer's answer to it unless the game is over.

        Raise `IllegalShotError` for a square outside or already shot. A bot that fails loses the game.
        """
        assert self.ending is None
        made = [self.game.shoot(cell)]
        try:
            self.computer.shot_at(cell)
            if not self.game.over:
                made.append(self.answer())
            if self.game.over:
                self.computer.ended(self.game.winner == 1)
        except BotFaultError as error:
            if not self.game.over:  # sunk is sunk
                self.game.forfeited = 1
                self.fault = str(error)
        return made

    def answer(self) -> Move:
        """Let the computer shoot."""
        move = self.game.shoot(self.computer.shoot(self.mine.view), again=self.computer.repeats)
        self.computer.observe(move.result)
        return move

    def follow(
        self, shots: Sequence[Cell], placed: Fleet, patient: Callable[[], bool] = lambda: True
    ) -> bool | None:
        """Play the shots of a saved game. Return False when the computer places or shoots otherwise now.

        The last shot may be the person's, without the answer. Return None as soon as `patient` returns False.
        """
        if self.theirs.fleet != placed:
            return False
        for start in range(0, len(shots), 2):
            if not patient():
                return None
            wanted = list(shots[start : start + 2])
            shot = [move.result.cell for move in self.shoot(wanted[0])]
            if shot[: len(wanted)] != wanted:
                return False
        return True

    def summary(self) -> str:
        """Return who won, in how many moves, and how far the other was."""
        assert self.ending is not None
        if self.fault:
            return f"{self.ending.value}: {self.fault}."
        shots = len(self.theirs.view.results)
        text = f"{self.ending.value} in {counted(shots, 'move')}."
        if self.ending is Ending.WON:
            return f"{text} The computer had {counted(self.mine.remaining, 'square')} left to hit."
        if self.ending is Ending.LOST:
            return f"{text} You had {counted(self.theirs.remaining, 'square')} left to hit."
        return f"{text} Both fleets are sunk."


class Pair(Viewed):
    """A game of two people at one terminal, as the one sees it whose turn it was last."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, game.turn)

    def shoot(self, cell: Cell) -> list[Move]:
        """Shoot for the viewer. Return the shot as the viewer's own. Raise `IllegalShotError`."""
        return [replace(self.game.shoot(cell), seat=0)]

    def hand_over(self) -> None:
        """Let the other person sit down."""
        self.viewer = self.game.turn

    def told(self) -> str:
        """Return what the other did last, as the viewer hears it."""
        return (
            describe(self.rules, self.game.moves[-1], f"Player {2 - self.viewer} shoots")
            if self.game.moves
            else ""
        )

    def summary(self) -> str:
        """Return who has won, and in how many moves."""
        return summary(self.game)


def summary(game: Game) -> str:
    """Return who of two people has won, and in how many moves."""
    if game.winner is None:
        return "A draw: both fleets are sunk."
    shots = sum(move.seat == game.winner for move in game.moves)
    return f"Player {game.winner + 1} wins in {counted(shots, 'move')}."


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 move`, `2 moves`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def describe(rules: Rules, move: Move, who: str = "") -> str:
    """Return a move as a sentence. who: such as `Player 1 shoots`; else the person is meant by you."""
    who = who or ("The computer shoots" if move.seat else "You shoot")
    result = move.result
    if move.sank is not None:
        what = f"sunk: {move.sank.type.name}!"
    elif result.hit:
        article = "an" if result.type and result.type.name[0] in "AEIOU" else "a"
        what = f"hit {article} {result.type.name}!" if result.type else "hit!"
    else:
        what = "water."
    return f"{who} at {rules.cell_name(result.cell)}: {what}"
