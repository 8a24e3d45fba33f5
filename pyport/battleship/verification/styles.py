"""Ways to play the original: keys that move its cursor over the 10 x 10 board, and the space bar that fires.

Each style is an endless or finite stream of MSX key codes, a pure function of its random source and, for those
that know where to shoot, of the cells to hit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from battleship.original.player import DOWN, LEFT, RIGHT, SPACE, UP, way
from battleship.original.state import BT

Cell = tuple[int, int]  #: column and row, 0-9
#: Keys that the game has no use for: RETURN, ESC, letters, control codes, codes above 127.
_IDLE = (1, 3, 8, 9, 13, 27, 48, 65, 97, 127, 200, 255)


def sweep(random: Random, targets: Iterable[Cell]) -> Iterator[int]:
    """Yield the keys of a sweep row by row, to and fro."""
    cells = [(x if y % 2 == 0 else BT - 1 - x, y) for y in range(BT) for x in range(BT)]
    return _visit(cells, random, straight=True)


def shuffle(random: Random, targets: Iterable[Cell]) -> Iterator[int]:
    """Yield the keys that shoot at all cells in random order."""
    cells = [(x, y) for y in range(BT) for x in range(BT)]
    random.shuffle(cells)
    return _visit(cells, random)


def perfect(random: Random, targets: Iterable[Cell]) -> Iterator[int]:
    """Yield the keys of hits only, always the nearest one next."""
    return _visit(_nearest_first(targets), random, straight=True)


def sharp(random: Random, targets: Iterable[Cell]) -> Iterator[int]:
    """Yield the keys of hits with some misses between them."""
    hits = _nearest_first(targets)
    water = [(x, y) for y in range(BT) for x in range(BT) if (x, y) not in set(hits)]
    random.shuffle(water)
    cells = []
    for cell in hits:
        while water and random.random() < 0.4:
            cells.append(water.pop())
        cells.append(cell)
    return _visit(cells, random)


def noisy(random: Random, targets: Iterable[Cell]) -> Iterator[int]:
    """Yield long walks into the edges, shots anywhere and again, and keys that mean nothing; without end."""
    while True:
        key = random.choices((RIGHT, LEFT, UP, DOWN, SPACE, 0), (5, 5, 5, 5, 6, 1))[0]
        if key == SPACE:
            yield SPACE
        elif key == 0:
            yield random.choice(_IDLE)
        else:
            yield from [key] * random.choice((1, 1, 2, 3, BT))


Style = Callable[[Random, Iterable[Cell]], Iterator[int]]
STYLES: dict[str, Style] = {
    "sweep": sweep,
    "shuffle": shuffle,
    "sharp": sharp,
    "perfect": perfect,
    "noisy": noisy,
}


def _visit(cells: Iterable[Cell], random: Random, straight: bool = False) -> Iterator[int]:
    here = (0, 0)
    for cell in cells:
        steps = way(here, cell)
        if not straight:
            random.shuffle(steps)
        yield from steps
        yield SPACE
        here = cell


def _nearest_first(targets: Iterable[Cell]) -> list[Cell]:
    left = set(targets)
    here, order = (0, 0), []
    while left:
        here = min(left, key=lambda cell: (abs(cell[0] - here[0]) + abs(cell[1] - here[1]), cell[1], cell[0]))
        order.append(here)
        left.remove(here)
    return order
