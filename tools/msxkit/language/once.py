"""What is found out about a line is found out once, and kept as long as the line is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from msxkit.language.program import Line

_Found = TypeVar("_Found")


def once(find: Callable[[Line], _Found]) -> Callable[[Line], _Found]:
    """Return the function with a memory. What it returns must not hold the line."""
    known: WeakKeyDictionary[Line, _Found] = WeakKeyDictionary()

    @wraps(find)
    def found(line: Line) -> _Found:
        result = known.get(line)
        if result is None:
            result = known[line] = find(line)
        return result

    return found
