"""The shortest program that still differs: lines, statements and pieces of expressions are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

_STATEMENT = re.compile(r'(?:"[^"]*"?|[^":])*:?')
_PIECE = re.compile(r'"[^"]*"?|[A-Z]+[$%!#]?|[0-9.]+|<=|>=|<>|.')


def minimised(parts: Sequence[T], differs: Callable[[list[T]], bool]) -> list[T]:
    """Return the parts without those that the difference does not need: none of them can be left out."""
    left = list(parts)
    size = len(left)
    while size:
        size = min(size, len(left))
        at = 0
        while at < len(left):
            shorter = left[:at] + left[at + size :]
            if shorter and differs(shorter):
                left = shorter
            else:
                at += size
        size //= 2
    return left


def shrunk(lines: Sequence[str], differs: Callable[[list[str]], bool]) -> list[str]:
    """Return the shortest lines that differ: first fewer lines, then fewer statements, then fewer words in them."""
    left = list(lines)
    while True:
        before = left
        left = minimised(left, differs)
        for split in (_STATEMENT, _PIECE):
            for at in range(len(left)):
                left = _line(left, at, split, differs)
        if left == before:
            return left


def _line(
    lines: list[str], at: int, split: re.Pattern[str], differs: Callable[[list[str]], bool]
) -> list[str]:
    number, _, body = lines[at].partition(" ")

    def with_body(parts: list[str]) -> list[str]:
        text = "".join(parts)
        if split is _STATEMENT:
            text = text.rstrip(":")
        return [*lines[:at], f"{number} {text}", *lines[at + 1 :]]

    parts = [part for part in split.findall(body) if part]
    found = minimised(parts, lambda shorter: differs(with_body(shorter)))
    return with_body(found) if len(found) < len(parts) else lines
