"""Statements of files, of the program text, and extensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.fields import place
from msxkit.language.build.parts import Parts, terminal


def _range(parts: Parts) -> tree.LineRange:
    dash = terminal(parts, "MINUS")
    middle = len(parts) if dash is None else parts.index(dash)
    first = terminal(parts[:middle], "LINE", "DOT")
    last = terminal(parts[middle:], "LINE", "DOT")
    return tree.LineRange(parts[0].start, parts[-1].end, place(first), place(last), dash is not None)


def _call(parts: Parts) -> tree.Call:
    name = parts[1].text.strip() if len(parts) > 1 else ""
    return tree.Call(parts[0].start, parts[-1].end, name, parts[0].text == "_")


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "range": _range,
    "call": _call,
}
