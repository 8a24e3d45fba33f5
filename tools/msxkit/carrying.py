"""Methods that carry out operations of the program model: each is marked with the operation's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

_Method = TypeVar("_Method", bound=Callable[..., object])
_MARK = "_carries"


def carries(*operations: str) -> Callable[[_Method], _Method]:
    """Return what marks a method: it carries out these operations."""

    def mark(method: _Method) -> _Method:
        vars(method)[_MARK] = operations
        return method

    return mark


class _Marked(dict[type, tuple[tuple[str, str], ...]]):
    """Class -> each operation that its methods carry out, with the name of the method."""

    def __missing__(self, kind: type) -> tuple[tuple[str, str], ...]:
        found = self[kind] = tuple(
            (operation, name)
            for name, member in vars(kind).items()
            for operation in getattr(member, _MARK, ())
        )
        return found


_MARKED = _Marked()


def carried(services: Iterable[object]) -> dict[str, Callable[..., Any]]:
    """Return the methods of services by the operations that they carry out."""
    return {
        operation: getattr(service, name)
        for service in services
        for operation, name in _MARKED[type(service)]
    }
