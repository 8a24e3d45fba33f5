"""Functions compiled with numba, which is an extra: `pip install 'marmsx-battleship[fast]'`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

#: Why nothing can be compiled here, or None.
MISSING = None if find_spec("numba") else "it needs the package numba: pip install 'marmsx-battleship[fast]'"


def compiled(function: Function) -> Function:
    """Return the function in machine code, kept on disk between processes; as it is where numba is missing.

    It may not make arrays: without numba's reference counts calls between such functions cost little.
    """
    if MISSING is not None:
        return function

    @wraps(function)
    def first(*arguments: Any) -> Any:
        if first not in _MADE:
            _make()
        return _MADE[first](*arguments)

    _WAITING[first] = function
    return cast(Function, first)


#: Functions that no call has asked for, by what stands for them until then; and those that were made.
_WAITING: dict[Callable[..., Any], Callable[..., Any]] = {}
_MADE: dict[Callable[..., Any], Callable[..., Any]] = {}


def _make() -> None:
    """Make all functions that wait, at the first call of one: to import numba takes most of a second.

    They call each other by the names of their modules, where they take the place of what stood for them.
    """
    njit: Any = import_module("numba").njit
    waiting = dict(_WAITING)
    for first, function in waiting.items():
        _MADE[first] = njit(cache=True, nogil=True, _nrt=False)(function)
    for function in waiting.values():
        names = function.__globals__
        for name, value in list(names.items()):
            if callable(value) and getattr(value, "__hash__", None) and value in _MADE:
                names[name] = _MADE[value]
    _WAITING.clear()
