"""The SKYNET referee: one game between two seats, and the games of a pairing.

Source: the SKYNET challenge document. A bot that breaks the protocol loses the game and is sent E, the other is
sent W, and the match goes on. Shooting at a square again is legal and wastes the turn: the answer is H or M, as
the square is, and no ship sinks twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battleship.arena.faults import Fault, ProtocolError, Reason
from battleship.arena.seats import Seat
from battleship.errors import IllegalFleetError, NotationError
from battleship.notation import skynet
from battleship.rules import SKYNET
from battleship.rules.board import Board, Fleet

#: Shots of one bot after which a game is drawn: two bots that always shoot at the same square must end too.
SHOT_LIMIT = 2000

#: Called for each line of a game: seat (0 or 1), whether the bot said it, and the line.
Log = Callable[[int, bool, str], None]


@dataclass(frozen=True, slots=True)
class RefereedGame:
    """One game of a pairing: seats are 0 and 1. No winner: a draw, or neither gave a legal board."""

    first: int
    winner: int | None
    shots: tuple[int, int]
    faults: tuple[Fault | None, Fault | None]

    @property
    def reason(self) -> Reason:
        """Why it ended."""
        for fault in self.faults:
            if fault is not None:
                return fault.reason
        return Reason.SUNK if self.winner is not None else Reason.SHOT_LIMIT


def play_game(seats: tuple[Seat, Seat], names: tuple[str, str], first: int, log: Log) -> RefereedGame:
    """Play one game; whatever the bots do, it ends."""
    return _Table(seats, names, log).play(first)


class _Table:
    def __init__(self, seats: tuple[Seat, Seat], names: tuple[str, str], log: Log) -> None:
        self._seats = seats
        self._names = names
        self._log = log
        self._boards: list[Board] = []
        self._shots = [0, 0]
        self._faults: list[Fault | None] = [None, None]

    def play(self, first: int) -> RefereedGame:
        fleets = [self._fleet(seat) for seat in (first, 1 - first)]
        if first == 1:
            fleets.reverse()
        winner = None
        if fleets[0] is not None and fleets[1] is not None:
            self._boards = [Board.new(SKYNET, fleets[0]), Board.new(SKYNET, fleets[1])]
            winner = self._shoot_out(first)
        failed = [seat for seat in (0, 1) if self._faults[seat] is not None]
        if len(failed) == 1:
            winner = 1 - failed[0]
        self._announce(winner)
        return RefereedGame(
            first, winner, (self._shots[0], self._shots[1]), (self._faults[0], self._faults[1])
        )

    def _fleet(self, seat: int) -> Fleet | None:
        answer = self._ask(seat, skynet.new_game(self._names[1 - seat]))
        if answer is None:
            return None
        try:
            return skynet.parse_fleet(answer)
        except (NotationError, IllegalFleetError) as error:
            self._faults[seat] = Fault(Reason.BOARD, f"gave an illegal board: {error}")
            return None

    def _shoot_out(self, first: int) -> int | None:
        """Return the seat that sank everything, or None after a fault or at the limit of shots."""
        shooter = first
        for _ in range(2 * SHOT_LIMIT):
            answer = self._ask(shooter, skynet.FIRE)
            if answer is None:
                return None
            try:
                cell = skynet.parse_cell(answer)
            except NotationError as error:
                self._faults[shooter] = Fault(Reason.SHOT, f"shot badly: {error}")
                return None
            self._shots[shooter] += 1
            self._boards[1 - shooter], result = self._boards[1 - shooter].fire(cell, again=True)
            told = self._tell(shooter, skynet.result(result)) and self._tell(
                1 - shooter, skynet.opponent_shot(cell)
            )
            if self._boards[1 - shooter].lost:
                # Sunk is sunk: a bot that fails at the last messages does not change it.
                self._faults = [None, None]
                return shooter
            if not told:
                return None
            shooter = 1 - shooter
        return None

    def _announce(self, winner: int | None) -> None:
        """Send W, L and E; a bot that dies of them has lost nothing more."""
        for seat in (0, 1):
            fault = self._faults[seat]
            message = skynet.ERROR if fault is not None else skynet.WIN if winner == seat else skynet.LOSS
            self._log(seat, False, message)
            try:
                self._seats[seat].tell(message)
            except ProtocolError as error:
                fault = fault or error.fault
            if fault is not None:
                self._seats[seat].recover(late=fault.reason is Reason.TIMEOUT)

    def _ask(self, seat: int, message: str) -> str | None:
        self._log(seat, False, message)
        try:
            answer = self._seats[seat].ask(message)
        except ProtocolError as error:
            self._faults[seat] = error.fault
            return None
        self._log(seat, True, answer)
        return answer

    def _tell(self, seat: int, message: str) -> bool:
        self._log(seat, False, message)
        try:
            self._seats[seat].tell(message)
        except ProtocolError as error:
            self._faults[seat] = error.fault
            return False
        return True
