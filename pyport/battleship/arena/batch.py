"""Battle of Ships, the file-driven game for two: fleets and shots in, the whole report out.

Source: the BBM103 document. Its rules: both shoot once a round; the second player may answer in the round in
which the first has sunk everything, so that a game can be drawn; a bad shot is reported and the same player's
next shot follows. The report ends with the final information when somebody has won, or when a round would begin
and a player has no shot left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from battleship.rules import BBM103, Cell, column_name
from battleship.rules.board import Fleet

_EMPTY = "-"
_HIT = "X"
_MISS = "O"
_EXAMPLE = "the correct format would be such as '3,A'."


@dataclass
class _Side:
    fleet: Fleet
    shots: Iterator[str]
    left: int
    struck: set[Cell] = field(default_factory=set)  # squares of this side that were shot at

    def sunk(self, symbol: str) -> int:
        return sum(
            self.struck.issuperset(ship.cells) for ship in self.fleet.ships if ship.type.symbol == symbol
        )

    @property
    def lost(self) -> bool:
        return self.struck.issuperset(self.fleet.at)

    def square(self, cell: Cell, revealed: bool) -> str:
        ship = self.fleet.at.get(cell)
        if cell in self.struck:
            return _MISS if ship is None else _HIT
        return ship.type.symbol if ship is not None and revealed else _EMPTY


def play(fleets: tuple[Fleet, Fleet], shots: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """Return the report of a game, exactly as it stands in `Battleship.out`: player 1 is index 0, player 2 index 1."""
    sides = tuple(_Side(fleet, iter(own), len(own)) for fleet, own in zip(fleets, shots, strict=True))
    return "Battle of Ships Game\n\n" + "".join(_report(*sides))


def _report(first: _Side, second: _Side) -> Iterator[str]:
    number = 0
    verdict = ""
    while not verdict and first.left and second.left:
        number += 1
        for name, shooter, target in (("Player1", first, second), ("Player2", second, first)):
            yield f"{name}'s Move\n\nRound : {number}\t\t\t\t\tGrid Size: 10x10\n\n"
            yield "Player1's Hidden Board\t\tPlayer2's Hidden Board\n"
            yield _boards(first, second, revealed=False)
            yield from _move(shooter, target)
        verdict = _verdict(first.lost, second.lost)
    yield verdict
    yield "Final Information\n\nPlayer1's Board\t\t\t\tPlayer2's Board\n"
    yield _boards(first, second, revealed=True)


def _verdict(first_lost: bool, second_lost: bool) -> str:
    if first_lost and second_lost:
        return "It is a Draw!\n\n"
    if second_lost:
        return "Player1 Wins!\n\n"
    return "Player2 Wins!\n\n" if first_lost else ""


def _move(shooter: _Side, target: _Side) -> Iterator[str]:
    for shot in shooter.shots:
        shooter.left -= 1
        yield f"Enter your move: {shot}\n\n"
        aim = _aim(shot)
        if isinstance(aim, Cell):
            target.struck.add(aim)
            return
        yield f"{aim}\n\n"


def _aim(shot: str) -> Cell | str:
    """Return the square of a shot `row,column`, or the message why it is not a shot."""
    arguments = shot.split(",")
    if len(arguments) < 2 or "" in arguments:
        return f"IndexError: Missing argument. You entered '{shot}' ,{_EXAMPLE}"
    if len(arguments) > 2:
        return f"ValueError: Too many arguments. You entered '{shot}' ,{_EXAMPLE}"
    row, column = arguments
    # More than one letter, and digits of other scripts, ended the document's program with an exception.
    if not (row.isascii() and row.isdigit() and column.isalpha() and len(column) == 1):
        return f"ValueError: Bad arguments. You entered '{shot}' ,{_EXAMPLE}"
    # Three digits are enough to tell a row from none; Python refuses to convert thousands of them.
    cell = Cell(int(row.lstrip("0")[:3] or "0") - 1, ord(column) - ord("A"))
    return cell if BBM103.contains(cell) else "AssertionError: Invalid Operation."


def _boards(first: _Side, second: _Side, revealed: bool) -> str:
    columns = " ".join(column_name(column) for column in range(BBM103.width))
    lines = [f"  {columns}\t\t  {columns}"]
    for row in range(BBM103.height):
        lines.append("\t\t".join(f"{row + 1:<2}{_row(side, row, revealed)}" for side in (first, second)))
    lines.append("")
    for ship_type in BBM103.ships:
        label = ship_type.name + "\t" * (2 - len(ship_type.name) // 8)  # the counters start in column 16
        counters = (_counter(side, ship_type.symbol, ship_type.count) for side in (first, second))
        lines.append("\t\t\t".join(f"{label}{counter}" for counter in counters))
    return "\n".join(lines) + "\n\n"


def _row(side: _Side, row: int, revealed: bool) -> str:
    return " ".join(side.square(Cell(row, column), revealed) for column in range(BBM103.width))


def _counter(side: _Side, symbol: str, count: int) -> str:
    sunk = side.sunk(symbol)
    return " ".join([_HIT] * sunk + [_EMPTY] * (count - sunk))
