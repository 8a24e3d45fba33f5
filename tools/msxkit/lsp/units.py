"""Columns as editors count them, in UTF-16 units, and as Python does, in characters."""

from __future__ import annotations


def units(text: str, column: int) -> int:
    """Return the number of UTF-16 units in the first `column` characters of a row."""
    head = text[:column]
    return len(head) if head.isascii() else len(head.encode("utf-16-le")) // 2


def characters(text: str, unit: int) -> int:
    """Return the number of whole characters in the first `unit` UTF-16 units of a row."""
    if text.isascii():
        return min(unit, len(text))
    return len(text.encode("utf-16-le")[: 2 * unit].decode("utf-16-le", "ignore"))
