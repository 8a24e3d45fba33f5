"""Statements of control flow, and the line itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import (
    Parts,
    line,
    missing,
    named,
    nodes,
    terminal,
)
from msxkit.language.lexer import Terminal


def _line(parts: Parts) -> tuple[tree.Statement, ...]:
    if len(parts) == 1:
        block: tuple[tree.Statement, ...] = parts[0]
        return block
    statements: list[tree.Statement] = [*parts[0]]
    for word, branch in zip(parts[1::2], parts[2::2], strict=True):
        statements.append(tree.Else(word.start, _placed(branch, word).end, branch))
    return tuple(statements)


def _block(parts: Parts) -> tuple[tree.Statement, ...]:
    return tuple(nodes(parts))


def _branch(parts: Parts) -> tree.Branch:
    return _made_branch(line(parts[0]) if len(parts) > 1 else None, parts[-1])


def _made_branch(target: tree.LineReference | None, statements: tuple[tree.Statement, ...]) -> tree.Branch:
    start = target.start if target else statements[0].start if statements else -1
    end = statements[-1].end if statements else target.end if target else -1
    return tree.Branch(start, end, target, statements)


def _placed(branch: tree.Branch, word: Terminal) -> tree.Branch:
    """Return a branch after its word, where it is if there is nothing in it."""
    if branch.start < 0:
        branch.start = branch.end = word.end
    return branch


def _if_then(parts: Parts) -> tree.If:
    word = terminal(parts, "THEN")
    assert word is not None
    place = parts.index(word) + 1
    return _made_if(parts, word, parts[place], parts[place + 1 :])


def _if_goto(parts: Parts) -> tree.If:
    word = terminal(parts, "GOTO")
    assert word is not None
    place = parts.index(word) + 1
    reference = line(parts[place]) or tree.LineReference(word.end, word.end, 0)
    return _made_if(parts, word, _made_branch(reference, parts[place + 1]), parts[place + 2 :])


def _made_if(parts: Parts, word: Terminal, then: tree.Branch, rest: Parts) -> tree.If:
    """rest: ELSE and its branch, or nothing."""
    condition = missing(word, parts[1]) if word.missing else parts[1]
    _placed(then, word)
    otherwise = _placed(rest[1], rest[0]) if rest else None
    end = then.end if otherwise is None else otherwise.end
    return tree.If(parts[0].start, end, condition, then, otherwise, word.type == "GOTO")


def _for(parts: Parts) -> tree.Statement:
    if parts[1].missing:
        return tree.Broken(parts[0].start, parts[1].start)
    name, suffix = named(parts[1])
    variable = tree.Variable(parts[1].start, parts[1].end, name, suffix)
    first, last, *step = nodes(parts[2:])
    return tree.For(parts[0].start, parts[-1].end, variable, first, last, step[0] if step else None)


def _broken(part: Terminal) -> tree.Broken:
    return tree.Broken(part.start, part.end)


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "line": _line,
    "block": _block,
    "branch": _branch,
    "if": _if_then,
    "if_goto": _if_goto,
    "for": _for,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {"broken": _broken}
