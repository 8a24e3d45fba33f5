"""What the collection of garbage in the string space costs.

The machine looks through all strings for the one that lies highest, moves it up, and begins again, until none is left:
so a collection of n strings looks at n strings n times. Source: The MSX Red Book, 66B6h; figures (T-states) fitted to
two programs of tests/graphics that time themselves.
"""

from __future__ import annotations

#: A pass over the strings; each one that it looks at; each that it moves.
_PASS, _LOOK, _MOVED = 2390, 278, 300


def collection(strings: int, alive: int) -> int:
    """Return the cost of a collection.

    Args:
        strings: The number of strings of variables, elements and temporaries.
        alive: Those that lie in the string space.
    """
    return (alive + 1) * (_PASS + _LOOK * strings) + alive * _MOVED
