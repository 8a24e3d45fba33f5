"""Loads of what HL holds already are left out: a statement often begins with the variable that the last one has set."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

_STORE = re.compile(r"ld \((\w+(?:\+1)?)\),hl")
#: The first byte of a number, beside the integer in it: HL stays.
_BESIDE = re.compile(r"xor a|ld \(\w+\),a")
_BLOCK = re.compile(r"(l_\d+):")
_NAME = re.compile(r"l_\d+")


def named(lines: Iterable[str]) -> set[str]:
    """Return the labels of blocks that any of the lines names: the run can come there from elsewhere."""
    return {name for line in lines if not line.endswith(":") for name in _NAME.findall(line)}


def without_reloads(code: Iterable[str], entries: Collection[str]) -> Iterator[str]:
    """Yield the lines of a program's code without such loads.

    Args:
        entries: Labels of blocks that are reached from elsewhere.
    """
    place = None
    skips = 0
    for line in code:
        text = line.strip()
        block = _BLOCK.fullmatch(text)
        if "$+" in text:
            # A short jump counts the bytes that it passes over.
            skips, place = 4, None
        elif block is not None:
            if block[1] in entries:
                place = None
        elif place is not None and text == f"ld hl,({place})":
            continue
        elif place is not None and text == f"ld a,({place})":
            yield line.replace(text, "ld a,l")
            continue
        elif (store := _STORE.fullmatch(text)) is not None and not skips:
            place = store[1]
        elif not _BESIDE.fullmatch(text):
            place = None
        skips = max(skips - 1, 0)
        yield line
