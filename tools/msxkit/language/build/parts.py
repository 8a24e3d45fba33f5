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


def digit(part: Terminal) -> int:
    """Return the digit of USR, 0 if there is none."""
    number = part.token.number
    return 0 if part.type != "DIGIT" or part.missing or number is None else number.mantissa


def named(part: Terminal) -> tuple[str, str]:
    """Return the name and suffix of a variable."""
    text = part.text
    return (text[:-1], text[-1]) if text[-1] in "$%!#" else (text, "")
