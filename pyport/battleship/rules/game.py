"""A game of two fleets under any rules: whose turn it is, what each shot met, who has won."""

from __future__ import annotations

from dataclasses import dataclass

from battleship.rules.board import Board, Fleet, Outcome, Result, Ship
from battleship.rules.model import Cell, Rules


@dataclass(frozen=True)
class Move:
    """One shot: of which seat (0 begins), its answer, and the ship that it sank, if the rules announce that."""

    seat: int
    result: Result
    sank: Ship | None


class Game:
    """Two seats that shoot in turn. `boards[0]` is that of seat 0, at which seat 1 shoots.

    Attributes:
        turn: The seat that shoots next.
        forfeited: The seat that gave the game up, if one did.
    """

    def __init__(self, rules: Rules, fleets: tuple[Fleet, Fleet]) -> None:
        """Raise `IllegalFleetError` when a fleet breaks the rules."""
        self.rules = rules
        self.boards = [Board.new(rules, fleet) for fleet in fleets]
        self.moves: list[Move] = []
        self.turn = 0
        self.forfeited: int | None = None

    @property
    def over(self) -> bool:
        """Whether somebody's fleet is sunk, and the other has had the answer that the rules allow."""
        if self.forfeited is not None:
            return True
        lost = [board.lost for board in self.boards]
        return any(lost) and not (self.rules.last_shot and lost == [False, True] and self.turn == 1)

    @property
    def winner(self) -> int | None:
        """The seat that has won a game that is over; None for a draw."""
        if self.forfeited is not None:
            return 1 - self.forfeited
        lost = [board.lost for board in self.boards]
        return None if all(lost) else 1 - lost.index(True)

    def shoot(self, cell: Cell, again: bool = False) -> Move:
        """Shoot for the seat whose turn it is. Raise `IllegalShotError`.

        Args:
            again: A second shot at a square is legal and wastes the turn, as in the SKYNET protocol.
        """
        target = 1 - self.turn
        self.boards[target], result = self.boards[target].fire(cell, again)
        sank = self.boards[target].fleet.at[cell] if result.outcome is Outcome.SUNK else None
        move = Move(self.turn, result, sank)
        self.moves.append(move)
        self.turn = target
        return move

    def sunk(self, seat: int) -> list[Ship]:
        """Return the ships of a seat that were announced as sunk, in order."""
        return [move.sank for move in self.moves if move.sank and move.seat != seat]
