"""Rows and columns as the client counts them: from 1, or from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_ROWS = frozenset(("line", "endLine", "lines"))
_COLUMNS = frozenset(("column", "endColumn"))


@dataclass(frozen=True, slots=True)
class Positions:
    """The numbers of the client's first row and first column, 0 or 1. The debugger counts both from 1."""

    row: int = 1
    column: int = 1

    def read(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a request with rows and columns from 1."""
        found: dict[str, Any] = self._moved(arguments, 1 - self.row, 1 - self.column)
        return found

    def written(self, body: Any) -> Any:
        """Return the body of an answer with rows and columns as the client counts them."""
        return self._moved(body, self.row - 1, self.column - 1)

    def _moved(self, data: Any, rows: int, columns: int) -> Any:
        if not rows and not columns:
            return data
        if isinstance(data, list):
            return [self._moved(item, rows, columns) for item in data]
        if not isinstance(data, dict):
            return data
        found = {}
        for name, value in data.items():
            more = rows if name in _ROWS else columns if name in _COLUMNS else 0
            found[name] = _added(value, more) if more else self._moved(value, rows, columns)
        return found


def _added(value: Any, more: int) -> Any:
    if isinstance(value, list):
        return [_added(item, more) for item in value]
    return max(0, value + more) if type(value) is int else value
