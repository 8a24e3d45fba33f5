"""Pictures of a transcript's game: both boards side by side after each shot."""

from __future__ import annotations

from collections.abc import Iterator

from battleship.arena.transcript import Shot, Transcript
from battleship.notation import skynet
from battleship.rules import SKYNET, Cell, column_name
from battleship.rules.board import Fleet

_ANSWERS = {"H": "hit", "M": "miss"}


def sentence(game: Transcript, shot: Shot) -> str:
    """`killer B7: sank the Destroyer`."""
    ship_type = SKYNET.ship_type(shot.answer[-1]) if shot.answer.startswith("S") else None
    answer = f"sank the {ship_type.name}" if ship_type is not None else _ANSWERS.get(shot.answer, shot.answer)
    return f"{game.names[shot.seat]} {skynet.format_cell(shot.cell)}: {answer}"


def frames(game: Transcript) -> Iterator[str]:
    """Yield the empty boards, the boards after each shot, and at the end once more with the transcript's last line.

    Each board is its owner's: ships are shown, and the opponent's shots on it.
    """
    fleets = game.fleets()
    struck: tuple[set[Cell], set[Cell]] = (set(), set())
    fired = [0, 0]
    last = "the game begins"
    for shot in game.shots():
        yield _frame(game, fleets, struck, fired, last)
        struck[1 - shot.seat].add(shot.cell)
        fired[shot.seat] += 1
        last = sentence(game, shot)
    yield _frame(game, fleets, struck, fired, last)
    yield _frame(game, fleets, struck, fired, game.end or "the transcript ends here")


def _frame(
    game: Transcript,
    fleets: tuple[Fleet | None, Fleet | None],
    struck: tuple[set[Cell], set[Cell]],
    fired: list[int],
    last: str,
) -> str:
    columns = " ".join(column_name(column) for column in range(SKYNET.width))
    width = len(columns) + 2
    titles = [f"{name} ({shots} shots)" for name, shots in zip(game.names, fired, strict=True)]
    lines = [_side_by_side(titles, width), _side_by_side([f"  {columns}"] * 2, width)]
    for row in range(SKYNET.height):
        rows = [
            f"{row} " + " ".join(_mark(Cell(row, column), fleet, shots) for column in range(SKYNET.width))
            for fleet, shots in zip(fleets, struck, strict=True)
        ]
        lines.append(_side_by_side(rows, width))
    return "\n".join([*lines, "", last])


def _side_by_side(texts: list[str], width: int) -> str:
    left, right = texts
    return f"{left[:width]:<{width}}      {right}".rstrip()


def _mark(cell: Cell, fleet: Fleet | None, shots: set[Cell]) -> str:
    ship = fleet.at.get(cell) if fleet is not None else None
    if cell not in shots:
        return "#" if ship is None else "S"
    if ship is None:
        # A board that was never given legally may have had a ship here.
        return "*"
    return "O" if shots.issuperset(ship.cells) else "X"
