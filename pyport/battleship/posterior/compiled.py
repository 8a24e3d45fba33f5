"""Functions compiled with numba, which is an extra: `pip install 'marmsx-battleship[fast]'`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: Why nothing can be compiled here, or None.
MISSING = None if find_spec("numba") else "it needs the package numba: pip install 'marmsx-battleship[fast]'"


def compiled(function: Function) -> Function:
    """Return the function in machine code, kept on disk between processes; as it is where numba is missing.

    It may not make arrays: without numba's reference counts calls between such functions cost little.
    """
    if MISSING is not None:
        return function
    njit: Any = import_module("numba").njit
    found: Function = njit(cache=True, nogil=True, _nrt=False)(function)
    return found
