"""The fields of a request, checked for the types that the protocol gives them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from msxkit.errors import MsxError


class RequestFields:
    """The fields of an object that a client sent. Each method raises `MsxError` for a field of another type.

    Attributes:
        data: All fields, as they came.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text. Without a default the field must exist."""
        found = self.data.get(name)
        if found is None and default is not None:
            return default
        if not isinstance(found, str):
            raise MsxError(f"{name}: must be a text")
        return found

    def number(self, name: str, default: int | None = None) -> int:
        """Return a whole number. Without a default the field must exist."""
        found = self.data.get(name)
        if found is None and default is not None:
            return default
        if isinstance(found, bool) or not isinstance(found, int) or abs(found) > sys.maxsize:
            raise MsxError(f"{name}: must be a whole number")
        return found

    def items(self, name: str) -> list[Any]:
        """Return a list; an empty one if there is none."""
        found = self.data.get(name)
        if found is None:
            return []
        if not isinstance(found, list):
            raise MsxError(f"{name}: must be a list")
        return found

    def objects(self, name: str) -> list[RequestFields]:
        """Return a list of objects; an empty one if there is none."""
        found = self.items(name)
        if not all(isinstance(item, dict) for item in found):
            raise MsxError(f"{name}: must be a list of objects")
        return [RequestFields(item) for item in found]
