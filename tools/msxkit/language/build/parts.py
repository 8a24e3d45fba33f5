"""Helpers that take the parts of a rule one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msxkit.language import tree
from msxkit.language.lexer import Terminal

Parts = list[Any]


def missing(
    terminal: Terminal, before: tree.Expression | None = None, *, whole: bool = False
) -> tree.Expression:
    """Return a node for what is not there.

    Args:
        before: What was computed by then; it is the node if it breaks off itself.
        whole: Whether that is a whole operand.
    """
    if before is None:
        return tree.Missing(terminal.start, terminal.start)
    return before if tree.is_cut(before) else tree.Missing(before.start, terminal.start, (before,), whole)


def nodes(parts: Sequence[Any]) -> list[Any]:
    """Return the nodes among the parts, all of which are nodes or terminals."""
    return [part for part in parts if type(part) is not Terminal]


def listed(parts: Sequence[Any]) -> list[Any]:
    """Return the nodes among the parts as one field."""
    return [tuple(nodes(parts))]


def headed(parts: Sequence[Any]) -> list[Any]:
    """Return the first of the nodes, and the others as one field."""
    first, *others = nodes(parts)
    return [first, tuple(others)]


def made(kind: type[Any], fields: Callable[[Parts], Iterable[Any]] = nodes) -> Callable[[Parts], Any]:
    """Return what makes a node of a rule's parts.

    Args:
        fields: Returns its fields besides start and end.
    """
    return lambda parts: kind(parts[0].start, parts[-1].end, *fields(parts))


def worded(kind: type[Any], fields: Callable[[Parts], Iterable[Any]] = nodes) -> Callable[[Parts], Any]:
    """Return what makes a node like `made`, of a statement that does nothing unless its words are all there."""

    def build(parts: Parts) -> Any:
        wrong = next((part for part in parts if type(part) is Terminal and part.missing), None)
        if wrong is not None:
            return tree.Broken(parts[0].start, wrong.start)
        return kind(parts[0].start, parts[-1].end, *fields(parts))

    return build


def cut(fields: Callable[[Parts], Iterable[Any]] = nodes) -> Callable[[Parts], Iterable[Any]]:
    """Return fields of which the one before the first word or sign that is not there breaks off."""

    def read(parts: Parts) -> Iterable[Any]:
        for place, part in enumerate(parts):
            if type(part) is Terminal and part.missing:
                if type(before := parts[place - 1]) is not Terminal:
                    parts = [*parts[: place - 1], missing(part, before, whole=True), *parts[place:]]
                break
        return fields(parts)

    return read


def slots(parts: Sequence[Any], count: int) -> list[Any]:
    """Return `count` arguments between commas, None for each that is left out."""
    found: list[Any] = []
    here: Any = None
    for part in parts:
        if isinstance(part, Terminal) and part.type == "COMMA":
            found.append(here)
            here = None
        else:
            here = part
    found.append(here)
    return found + [None] * (count - len(found))


def terminal(parts: Sequence[Any], *types: str) -> Terminal | None:
    """Return the first terminal of one of the types."""
    for part in parts:
        if isinstance(part, Terminal) and part.type in types:
            return part
    return None


def line(part: Terminal | None) -> tree.LineReference | None:
    """Return the line number in a terminal."""
    if part is None or part.missing:
        return None
    return tree.LineReference(part.start, part.end, part.token.line, bool(part.token.text))


def named(part: Terminal) -> tuple[str, str]:
    """Return the name and suffix of a variable."""
    text = part.text
    return (text[:-1], text[-1]) if text[-1] in "$%!#" else (text, "")


def flag(parts: Sequence[Any]) -> str:
    """Return the option letter, or nothing."""
    found = terminal(parts, "FLAG")
    return "" if found is None or found.missing else found.text


def raster(parts: Sequence[Any]) -> tree.Raster | None:
    """Return the operation of a drawing statement."""
    found = terminal(parts, "RASTER")
    return None if found is None or found.missing else tree.Raster(found.text)
