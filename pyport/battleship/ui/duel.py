"""A full game of a person against a computer player, under any rules: whose turn, what happened, who won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from battleship.players import BasePlayer
from battleship.rules import Cell, Rules
from battleship.rules.board import Board, Fleet, Outcome, Result, Ship
from battleship.rules.draws import Draws


class Ending(Enum):
    """How a game ended, from the person's side."""

    WON = "You win"
    LOST = "The computer wins"
    DRAWN = "A draw"


@dataclass(frozen=True)
class Move:
    """One shot: whose, its answer, and the ship that it sank, if it did and the rules announce that."""

    mine: bool
    result: Result
    sank: Ship | None


class Duel:
    """The person shoots first, then both in turn. `mine` is the person's board, `theirs` the computer's."""

    def __init__(self, rules: Rules, computer: BasePlayer, fleet: Fleet, random: Draws) -> None:
        """Raise `IllegalFleetError` when a fleet breaks the rules."""
        self.rules = rules
        self.computer = computer
        self.mine = Board.new(rules, fleet)
        self.theirs = Board.new(rules, computer.place(rules, random))
        self.moves: list[Move] = []
        self.ending: Ending | None = None

    def shoot(self, cell: Cell) -> list[Move]:
        """Shoot for the person. Return the shot, and the computer's answer to it unless the game is over.

        Raise `IllegalShotError` for a square outside or already shot.
        """
        assert self.ending is None
        self.theirs, result = self.theirs.fire(cell)
        made = [Move(True, result, _sunk(self.theirs, result))]
        # Under the last-shot rule who shoots second may still answer the winning shot.
        if not self.theirs.lost or self.rules.last_shot:
            aim = self.computer.shoot(self.mine.view)
            self.mine, answer = self.mine.fire(aim)
            self.computer.observe(answer)
            made.append(Move(False, answer, _sunk(self.mine, answer)))
        if self.theirs.lost or self.mine.lost:
            self.ending = (
                Ending.DRAWN
                if self.theirs.lost and self.mine.lost
                else Ending.WON
                if self.theirs.lost
                else Ending.LOST
            )
        self.moves += made
        return made

    def sunk(self, mine: bool) -> list[Ship]:
        """Return the ships announced as sunk on the person's board or on the computer's, in order."""
        return [move.sank for move in self.moves if move.sank and move.mine is not mine]

    def summary(self) -> str:
        """Return who won, in how many moves, and how far the other was."""
        assert self.ending is not None
        shots = len(self.theirs.view.results)
        text = f"{self.ending.value} in {counted(shots, 'move')}."
        if self.ending is Ending.WON:
            return f"{text} The computer had {counted(self.mine.remaining, 'square')} left to hit."
        if self.ending is Ending.LOST:
            return f"{text} You had {counted(self.theirs.remaining, 'square')} left to hit."
        return f"{text} Both fleets are sunk."


def counted(number: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _sunk(board: Board, result: Result) -> Ship | None:
    return board.fleet.at[result.cell] if result.outcome is Outcome.SUNK else None


def describe(rules: Rules, move: Move) -> str:
    """Return a move as a sentence."""
    who = "You shoot" if move.mine else "The computer shoots"
    result = move.result
    if move.sank is not None:
        what = f"sunk: {move.sank.type.name}!"
    elif result.hit:
        article = "an" if result.type and result.type.name[0] in "AEIOU" else "a"
        what = f"hit {article} {result.type.name}!" if result.type else "hit!"
    else:
        what = "water."
    return f"{who} at {rules.cell_name(result.cell)}: {what}"
