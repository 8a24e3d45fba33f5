"""What makes a node by the fields of its class alone."""

from __future__ import annotations

from collections.abc import Callable
from inspect import get_annotations
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import Parts, line, missing
from msxkit.language.lexer import Terminal
from msxkit.node_type import taken_by


def place(part: Terminal | None) -> tree.LinePlace | None:
    """Return the line that a terminal names."""
    if part is not None and part.type == "DOT":
        return tree.CurrentLine(part.start, part.end)
    return line(part)


#: Terminals that fill a field.
_FILLING: dict[str, Callable[[Terminal], Any]] = {
    "LINE": place,
    "DOT": place,
    "RASTER": lambda part: tree.Raster(part.text),
}


def built(kind: type[Any]) -> Callable[[Parts], Any]:
    """Return what makes a node of a rule's parts.

    A field that takes words is told by the one that is there. The others are filled in order, the last one with all
    that is left if it is a tuple; a comma with nothing before it leaves one out. Where only a word
    or sign is not there, what stands before it breaks off.
    """
    words: list[tuple[int, bool, tuple[str, ...]]] = []
    order: list[int] = []
    gathers = False
    for index, (name, annotation) in enumerate(get_annotations(kind).items()):
        taken = taken_by(kind).get(name, ())
        if taken and isinstance(taken[0], str):
            words.append((index, annotation == "str", taken))
        else:
            order.append(index)
            gathers = annotation.startswith("tuple")
    size = len(order) + len(words)
    last = len(order) - 1 if gathers else size

    def build(parts: Parts) -> Any:
        values: list[Any] = [None] * size
        gathered: list[Any] = []
        at = 0
        given = False
        wrong: tuple[Terminal, int] | None = None
        for part in parts:
            if type(part) is Terminal:
                type_ = part.type
                if type_ == "COMMA":
                    at += not given and at != last
                    given = False
                elif type_ == "FLAG":
                    given = True
                if part.missing and type_ != "LINE":
                    wrong = wrong or (part, at - 1)
                    continue
                if type_ not in _FILLING:
                    continue
                part = _FILLING[type_](part)
            if at == last:
                gathered.append(part)
            else:
                values[order[at]] = part
                at += 1
            given = True
        if wrong is not None and wrong[1] >= 0 and not any(type(value) is tree.Missing for value in values):
            part, at = wrong
            values[order[at]] = missing(part, values[order[at]], whole=True)
        if gathers:
            values[order[last]] = tuple(gathered)
        for index, is_text, taken in words:
            said = next((part.text for part in parts if type(part) is Terminal and part.text in taken), None)
            if is_text:
                values[index] = said
            elif said is not None or len(taken) == 1:
                values[index] = said == taken[0]
        return kind(parts[0].start, parts[-1].end, *values)

    return build
