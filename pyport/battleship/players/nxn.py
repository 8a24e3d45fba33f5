"""The N x N document's computer: an evaluation of squares, and near the end the enumeration of all layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from battleship.players import BasePlayer
from battleship.rules import Cell, Sunk
from battleship.rules.board import Outcome, Result, View, neighbours
from battleship.rules.draws import Draws
from battleship.rules.sunk import Afloat, afloat

#: The document's limit: "If the number we get is above 10M steps, the algorithm will be deemed too slow".
MOST_STEPS = 10_000_000
#: Counts for each square the layouts that have a ship there.
Count: TypeAlias = Callable[[View, Afloat], Mapping[Cell, int]]
_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class NxnSimple(BasePlayer):
    """The "simple human logic": room around a square, the neighbours of a hit, the ends of a line of hits."""

    about = "the N x N game's evaluation of squares"

    def shoot(self, view: View) -> Cell:
        return best(view, evaluate(view, afloat(view)), self.random)


class NxnBrute(BasePlayer):
    """The evaluation until few ships are left, then the number of layouts that have a ship on each square."""

    about = "the N x N game's computer: its evaluation, then all layouts of the last ships"

    def shoot(self, view: View) -> Cell:
        return shoot(view, self.random, matrix)


def shoot(view: View, random: Draws, count: Count) -> Cell:
    """Return the square that `NxnBrute` shoots.

    Args:
        count: Counts the layouts, as `matrix` does.
    """
    state = afloat(view)
    values: Mapping[Cell, int] = {}
    if steps(view, state) <= MOST_STEPS:
        values = {cell: number for cell, number in count(view, state).items() if cell not in view.shots}
    if not any(values.values()):  # also if the announced ships were taken for other squares than they have
        values = evaluate(view, state)
    return best(view, values, random)


def best(view: View, values: Mapping[Cell, int], random: Draws) -> Cell:
    """Return one of the squares not yet shot that have the highest value, each with equal chance."""
    highest = max(values.values())
    squares = [cell for cell in view.unshot if values.get(cell) == highest]
    return squares[random.randrange(len(squares))]


def steps(view: View, state: Afloat) -> int:
    """Return the document's estimate: (N x N x 2) to the power of the ships left."""
    return int((view.rules.width * view.rules.height * 2) ** sum(state.ships.values()))


def evaluate(view: View, state: Afloat) -> dict[Cell, int]:
    """Return the value of each square by cases 1 to 3 of the document; squares that are not candidates have none."""
    free = set(view.unshot)
    if not state.open:
        return {cell: room(free, cell) for cell in free}
    ends = _line_ends(free, state.open)
    if ends:
        return ends
    return {
        Cell(cell.row + down, cell.column + right): room(free, Cell(cell.row + down, cell.column + right))
        for cell in state.open
        for down, right in _DIRECTIONS
        if Cell(cell.row + down, cell.column + right) in free
    } or {cell: room(free, cell) for cell in free}


def room(free: set[Cell], cell: Cell) -> int:
    """Return the room of case 1: unknown squares in the four directions together, and the fewest of them once more."""
    distances = [_reach(free, cell, down, right) for down, right in _DIRECTIONS]
    return sum(distances) + min(distances)


def _reach(free: set[Cell], cell: Cell, down: int, right: int) -> int:
    count = 0
    while Cell(cell.row + down * (count + 1), cell.column + right * (count + 1)) in free:
        count += 1
    return count


def _line_ends(free: set[Cell], hits: frozenset[Cell]) -> dict[Cell, int]:
    """Return the unknown squares beyond the ends of two or more hits in line, in that direction (case 3)."""
    found: dict[Cell, int] = {}
    for cell in hits:
        for down, right in _DIRECTIONS:
            behind, ahead = (
                Cell(cell.row - down, cell.column - right),
                Cell(cell.row + down, cell.column + right),
            )
            if behind in hits and ahead in free:
                found[ahead] = max(found.get(ahead, 0), _reach(free, cell, down, right))
    return found


def matrix(view: View, state: Afloat) -> dict[Cell, int]:
    """Return for every square the number of layouts that agree with all answers and have a ship there.

    Ships sunk on announced squares are left out, as in the document. Where only their names are announced, they may
    lie in several ways, which are all counted; fleets too large for that are taken to lie as `afloat` reads them.
    """
    # Pages in a browser, where there is no numpy, count in another way.
    from battleship.posterior import layouts

    rules = view.rules
    whole = rules.sunk is Sunk.NAME and not rules.hit_names_type and layouts.refuses(rules) is None
    weights = layouts.posterior(view if whole else ships_left(view, state)).weights
    return {cell: round(float(weights[rules.index(cell)])) for cell in rules.cells}


def ships_left(view: View, state: Afloat) -> View:
    """Return the board as a game with only the ships still afloat: what is sunk is water."""
    rules = view.rules
    types = {
        ship_type: replace(ship_type, count=number) for ship_type, number in state.ships.items() if number
    }
    closed = set(state.sunk)
    if not rules.touching:
        closed.update(near for cell in state.sunk for near in neighbours(cell) if rules.contains(near))
    results = [Result(cell, Outcome.MISS) for cell in closed]
    for cell, result in view.shots.items():
        if cell in state.open:
            results.append(Result(cell, Outcome.HIT, types.get(result.type) if result.type else None))
        elif cell not in closed:
            results.append(Result(cell, Outcome.MISS))
    return View(replace(rules, ships=tuple(types.values()), sunk=Sunk.CELLS), tuple(results))
