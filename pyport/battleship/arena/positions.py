"""A game as a series of positions to look at: from a transcript, a recorded game, or one that is being played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from battleship.arena.referee import SHOT_LIMIT
from battleship.arena.transcript import Shot, Transcript
from battleship.errors import BotFaultError
from battleship.notation import skynet
from battleship.notation.games import GameRecord
from battleship.players import BasePlayer
from battleship.rules import SKYNET, Cell, Rules, column_name
from battleship.rules.board import Fleet, Outcome, Result, View
from battleship.rules.game import Game, Move

#: A number for seat 0, which begins, and one for seat 1.
Two = tuple[int, int]


@dataclass(frozen=True)
class MatchPosition:
    """Both boards after a shot.

    Attributes:
        fleets: What lies on each board, as far as it is known.
        views: What has been shot at on each board, as the other seat knows it.
        fired: Shots of each seat, also those that were wasted.
        last: A sentence about the last shot, or the end.
        row: The number of the first row: 0 in the SKYNET protocol.
        shot: The square of the last shot, and whose board it is on.
        over: Whether nothing comes after it.
    """

    rules: Rules
    names: tuple[str, str]
    fleets: tuple[Fleet | None, Fleet | None]
    views: tuple[View, View]
    fired: Two = (0, 0)
    last: str = "the game begins"
    row: int = 1
    shot: tuple[int, Cell] | None = None
    over: bool = False


def of_transcript(game: Transcript) -> Iterator[MatchPosition]:
    """Yield the empty boards, the boards after each shot, and at the end once more with the transcript's last line."""
    views = (View(SKYNET), View(SKYNET))
    position = MatchPosition(SKYNET, game.names, game.fleets(), views, row=0)
    yield position
    for shot in game.shots():
        position = _after(position, shot.seat, _result(shot), sentence(game, shot))
        yield position
    yield replace(position, last=game.end or "the transcript ends here", over=True)


def of_record(record: GameRecord) -> Iterator[MatchPosition]:
    """Yield the positions of a recorded game, at the end once more with who has won."""
    game = record.game(0)
    position = MatchPosition(
        record.rules, record.names, record.fleets, (game.boards[0].view, game.boards[1].view)
    )
    yield position
    for cell in record.shots:
        move = game.shoot(cell, again=True)
        position = _after(position, move.seat, move.result, told(record.rules, record.names, move))
        yield position
    yield replace(position, last=record.end or _ending(game, record.names, position.fired), over=True)


def _result(shot: Shot) -> Result:
    ship_type = SKYNET.ship_type(shot.answer[-1]) if shot.answer.startswith("S") else None
    return Result(shot.cell, skynet.OUTCOMES[shot.answer[0]], ship_type)


def _after(position: MatchPosition, seat: int, result: Result, last: str) -> MatchPosition:
    views, fired = list(position.views), list(position.fired)
    target = 1 - seat
    if result.cell not in views[target].shots:
        views[target] = views[target].after(result)
    fired[seat] += 1
    return replace(
        position,
        views=(views[0], views[1]),
        fired=(fired[0], fired[1]),
        last=last,
        shot=(target, result.cell),
    )


def sentence(game: Transcript, shot: Shot) -> str:
    """Return a sentence such as `killer B7: sank the Destroyer`, in the squares of the protocol."""
    return f"{game.names[shot.seat]} {skynet.format_cell(shot.cell)}: {_answer(_result(shot))}"


def told(rules: Rules, names: tuple[str, str], move: Move) -> str:
    """Return what happened, such as `density B8: sank the Destroyer`, in the squares of the board."""
    return f"{names[move.seat]} {rules.cell_name(move.result.cell)}: {_answer(move.result)}"


def _answer(result: Result) -> str:
    if result.outcome is Outcome.SUNK and result.type is not None:
        return f"sank the {result.type.name}"
    if result.hit and result.type is not None:
        return f"hit the {result.type.name}"
    return "hit" if result.hit else "miss"


def _ending(game: Game, names: tuple[str, str], fired: Two) -> str:
    if not game.over:
        return f"the game was left after {sum(fired)} shots"
    if game.winner is None:
        return f"a draw: both fleets are sunk, with {fired[0]} shots each"
    won, lost = game.winner, 1 - game.winner
    return f"{names[won]} won with {fired[won]} shots ({names[lost]} had shot {fired[lost]})"


class LiveGame:
    """A game of two players or bots, played as far as its positions are asked for.

    Attributes:
        end: What a bot did wrong, if that ended the game.
    """

    def __init__(self, rules: Rules, names: tuple[str, str], players: tuple[BasePlayer, BasePlayer]) -> None:
        """Let both place their fleets. Raise `BotFaultError` for a bot that does not."""
        self._names = names
        self._players = players
        one, other = (player.place(rules, player.random) for player in players)
        self._game = Game(rules, (one, other))
        self.end = ""

    def positions(self) -> Iterator[MatchPosition]:
        """Yield the positions; the game goes on whenever the next one is asked for."""
        game, names = self._game, self._names
        boards = game.boards
        fleets = (boards[0].fleet, boards[1].fleet)
        position = MatchPosition(game.rules, names, fleets, (boards[0].view, boards[1].view))
        yield position
        while not game.over and sum(position.fired) < 2 * SHOT_LIMIT:
            move = self._shoot()
            if move is None:
                break
            position = _after(position, move.seat, move.result, told(game.rules, names, move))
            yield position
        if not game.over:
            self.end = f"nobody won with {SHOT_LIMIT} shots each"
        self._tell_end()
        yield replace(position, last=self.end or _ending(game, names, position.fired), over=True)

    def record(self) -> GameRecord:
        """Return what has been played."""
        return GameRecord.of(self._game, self._names, end=self.end)

    def _shoot(self) -> Move | None:
        """Let the seat whose turn it is shoot; None when it fails."""
        game, turn = self._game, self._game.turn
        player, other = self._players[turn], self._players[1 - turn]
        cell = None
        with self._forfeiting(turn):
            cell = player.shoot(game.boards[1 - turn].view)
        if cell is None:
            return None
        move = game.shoot(cell, again=player.repeats)
        with self._forfeiting(turn):
            player.observe(move.result)
        with self._forfeiting(1 - turn):
            other.shot_at(cell)
        return move

    @contextlib.contextmanager
    def _forfeiting(self, seat: int) -> Iterator[None]:
        """Let a bot that fails lose the game, unless it is over: sunk is sunk."""
        try:
            yield
        except BotFaultError as error:
            if not self._game.over:
                self._game.forfeited = seat
                self.end = f"{self._names[1 - seat]} won: {error}"

    def _tell_end(self) -> None:
        for seat, player in enumerate(self._players):
            if self._game.forfeited != seat:
                with contextlib.suppress(BotFaultError):
                    player.ended(self._game.over and self._game.winner == seat)


def frame(position: MatchPosition) -> str:
    """Return both boards as text, side by side: ships are shown, and the other's shots.

    S # X O and * are ship, not yet shot, hit, sunk and miss.
    """
    rules = position.rules
    wide = 1 + (rules.width > len("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    margin = len(str(rules.height - 1 + position.row))
    columns = " ".join(f"{column_name(column):>{wide}}" for column in range(rules.width))
    width = len(columns) + margin + 1
    titles = [f"{name} ({shots} shots)" for name, shots in zip(position.names, position.fired, strict=True)]
    lines = [_side_by_side(titles, width), _side_by_side([f"{'':{margin}} {columns}"] * 2, width)]
    for row in range(rules.height):
        rows = [
            f"{row + position.row:>{margin}} "
            + " ".join(f"{mark(Cell(row, column), fleet, view):>{wide}}" for column in range(rules.width))
            for fleet, view in zip(position.fleets, position.views, strict=True)
        ]
        lines.append(_side_by_side(rows, width))
    return "\n".join([*lines, "", position.last])


def _side_by_side(texts: list[str], width: int) -> str:
    left, right = texts
    return f"{left[:width]:<{width}}      {right}".rstrip()


def mark(cell: Cell, fleet: Fleet | None, view: View) -> str:
    """Return the mark of a square in a text picture."""
    ship = fleet.at.get(cell) if fleet is not None else None
    if cell not in view.shots:
        return "#" if ship is None else "S"
    if ship is None:
        # A board that was never given legally may have had a ship here.
        return "*"
    return "O" if all(other in view.shots for other in ship.cells) else "X"
