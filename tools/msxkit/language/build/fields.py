"""What makes a node by the fields of its class alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from inspect import get_annotations
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import Parts, digit, line, missing
from msxkit.language.lexer import Terminal
from msxkit.language.tree.entry import Operand
from msxkit.node_type import taken_by


def place(part: Terminal | None) -> tree.LinePlace | None:
    """Return the line that a terminal names."""
    if part is not None and part.type == "DOT":
        return tree.CurrentLine(part.start, part.end)
    return line(part)


#: Terminals that fill a field in order.
_FILLING: dict[str, Callable[[Terminal], Any]] = {
    "LINE": place,
    "DOT": place,
    "RASTER": lambda part: tree.Raster(part.text),
    "FLAG": lambda part: part.text,
}
#: Signs behind which something stands in any case.
_SIGNS = frozenset(("HASH", "EQ"))
#: Behind these stands what cannot be left out, though what can stand before them may be.
_DIVIDING = frozenset(("MINUS", "RPAR", "TO", "GOTO", "GOSUB"))
_ENUMS: dict[str, type[Enum]] = {kind.__name__: kind for kind in (tree.Device, tree.Switch, tree.OpenMode)}


def _prompt(part: Terminal) -> str | None:
    return part.text if part.type == "STRING" else None


def _told(annotation: str, taken: tuple[Any, ...]) -> Callable[[Terminal], Any] | None:
    """Return what finds the value of a field in a terminal, wherever it stands; None: the field is filled in order."""
    if annotation == "int":
        return lambda part: digit(part) if part.type == "DIGIT" else None
    if annotation == "str | None" and not (taken and isinstance(taken[0], str)):
        return _prompt
    if words := _ENUMS.get(annotation.removesuffix(" | None")):
        values: dict[str, Any] = {word.name: word for word in words}
    elif annotation.startswith("bool"):
        values = {word: word == taken[0] for word in taken}
    elif annotation == "str":
        values = {word: word for word in taken}
    else:
        return None
    return lambda part: values.get(part.text)


class Builder:
    """What makes the nodes of a class.

    A field that takes words is told by the one that is there. The others are filled in order, the last one with all
    that is left if it is a tuple; a comma with nothing before it leaves one out, and so does what divides. Where only a
    word or sign is not there, what stands before it breaks off.
    """

    def __init__(self, kind: type[Any]) -> None:
        fields, taken = get_annotations(kind), taken_by(kind)
        finds = [_told(annotation, taken.get(name, ())) for name, annotation in fields.items()]
        order = [index for index, find in enumerate(finds) if not find]
        kinds = [list(fields.values())[index] for index in order]
        self.kind = kind
        self.told = [(index, find) for index, find in enumerate(finds) if find]
        self.order = order
        self.empty = [{"bool": False, "int": 0}.get(annotation) for annotation in fields.values()]
        self.needed = [not annotation.endswith(" | None") for annotation in kinds]
        self.flags = [annotation == "str | None" for annotation in kinds]
        self.prompts = any(find is _prompt for find in finds)
        self.channels = [index for index, name in enumerate(fields) if _is_channel(*taken.get(name, ()))]
        self.gathers = bool(kinds) and kinds[-1].startswith("tuple")
        #: Whether its first field may be left out before a list: it stands behind a sign.
        self.listed = self.gathers and not self.needed[0]
        self.holes = self.gathers and "None" in kinds[-1]
        self.last = len(order) - 1 if self.gathers else len(fields)

    def __call__(self, parts: Parts) -> Any:
        values, wrong = self._filled(parts)
        if wrong is not None:
            part, at = wrong
            if self.prompts:  # none is shown
                return tree.Broken(parts[0].start, part.start)
            self._cut(values, part, at)
        words = parts
        for index, find in self.told:
            for here, part in enumerate(words):
                if type(part) is Terminal and (value := find(part)) is not None:
                    values[index] = value
                    words = words[here + 1 :]
                    break
        return self.kind(parts[0].start, parts[-1].end, *values)

    def _cut(self, values: list[Any], part: Terminal, at: int) -> None:
        """Break off what stands before a word or sign that is not there, if it has been looked at by then."""
        while at >= 0 and self.flags[at]:
            at -= 1
        if at < 0 or not isinstance(values[self.order[at]], tree.Expression | None):
            return
        index = self.order[at]
        tells = any(part.type in kind.__members__ for kind in _ENUMS.values())
        if tells or index in self.channels or not any(type(value) is tree.Missing for value in values):
            values[index] = missing(part, values[index], whole=not tells)

    def _filled(self, parts: Parts) -> tuple[list[Any], tuple[Terminal, int] | None]:
        """Return the values of the fields that are filled in order; the first word or sign that is not there, and how
        many of these fields stand before the one before it.
        """
        order, last = self.order, self.last
        values: list[Any] = self.empty.copy()
        gathered: list[Any] = []
        first = at = int(
            self.listed and not any(type(part) is Terminal and part.type in _SIGNS for part in parts)
        )
        given = False
        wrong: tuple[Terminal, int] | None = None
        for part in parts:
            if type(part) is Terminal:
                type_, _, _, _, _, absent = part
                absent = absent and type_ != "LINE"
                if type_ == "COMMA":
                    if at != last:
                        at += not given
                    elif self.holes and not given:
                        gathered.append(None)
                    given = False
                if absent and wrong is None:
                    wrong = part, at - 1 if at > first else -1
                if type_ in _DIVIDING:
                    at = next((later for later in range(at, len(order)) if self.needed[later]), at)
                    given = False
                if absent or type_ not in _FILLING:
                    continue
                if type_ == "FLAG" and not any(self.flags[at : at + 1]):
                    given = True
                    continue
                part = _FILLING[type_](part)
            if at == last:
                gathered.append(part)
            else:
                values[order[at]] = part
                at += 1
            given = True
        if self.holes and not given:
            gathered.append(None)
        if self.gathers:
            values[order[last]] = tuple(gathered)
        return values, wrong


def _is_channel(what: object = None, *_: object) -> bool:
    return isinstance(what, Operand) and what.opened is not None
