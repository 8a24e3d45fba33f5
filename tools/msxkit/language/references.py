"""Which lines a statement refers to, and which variables it sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msxkit.language import tree


class Reference(NamedTuple):
    """A line number that stands for a line of the program.

    Attributes:
        how: The statement in words: `GOTO`, `ON KEY GOSUB`.
        jumps: The run can go on there (not so for RESTORE).
    """

    how: str
    target: tree.LineReference
    jumps: bool = True


def references(node: tree.Node) -> Iterator[Reference]:
    """Yield the lines that a statement or branch itself refers to. A 0 that means no line (ON ERROR GOTO 0) is left
    out.
    """
    find = _REFERENCES.get(type(node))
    return iter(()) if find is None else find(node)


def _one(how: str, *, jumps: bool = True, zero: bool = True) -> Callable[[Any], Iterator[Reference]]:
    """zero: line 0 is a line like others."""

    def find(node: Any) -> Iterator[Reference]:
        target = node.target
        if target is not None and (zero or target.line or target.address):
            yield Reference(how, target, jumps)

    return find


def _several(how: str) -> Callable[[Any], Iterator[Reference]]:
    def find(node: tree.OnGoto | tree.OnGosub) -> Iterator[Reference]:
        for target in node.targets:
            if target is not None:
                yield Reference(how, target)

    return find


def _device(node: tree.OnDevice) -> Iterator[Reference]:
    for target in node.targets:
        if target is not None and (target.line or target.address):
            yield Reference(f"ON {node.device.value} GOSUB", target)


def _if(node: tree.If) -> Iterator[Reference]:
    if node.then.line is not None and node.then.line.start < node.then.line.end:
        yield Reference("GOTO" if node.goto else "THEN", node.then.line)
    if node.otherwise is not None and node.otherwise.line is not None:
        yield Reference("ELSE", node.otherwise.line)


def _else(node: tree.Else) -> Iterator[Reference]:
    if node.branch.line is not None:
        yield Reference("ELSE", node.branch.line)


_REFERENCES: dict[type[tree.Node], Callable[[Any], Iterator[Reference]]] = {
    tree.Goto: _one("GOTO"),
    tree.Gosub: _one("GOSUB"),
    tree.Return: _one("RETURN"),
    tree.Run: _one("RUN"),
    tree.Restore: _one("RESTORE", jumps=False),
    tree.Resume: _one("RESUME", zero=False),
    tree.OnError: _one("ON ERROR GOTO", zero=False),
    tree.OnGoto: _several("ON GOTO"),
    tree.OnGosub: _several("ON GOSUB"),
    tree.OnDevice: _device,
    tree.If: _if,
    tree.Else: _else,
}


def assigned(statement: tree.Statement) -> tuple[tree.Expression, ...]:
    """Return the variables and array elements that a statement sets."""
    match statement:
        case (
            tree.Let(target=target)
            | tree.MidLet(target=target)
            | tree.SetField(target=target)
            | tree.GetClock(target=target)
            | tree.LineInput(target=target)
            | tree.LineInputFile(target=target)
        ):
            return (target,)
        case (
            tree.Read(targets=targets)
            | tree.Input(targets=targets)
            | tree.InputFile(targets=targets)
            | tree.Dim(targets=targets)
        ):
            return targets
        case tree.For(variable=variable):
            return (variable,)
        case tree.Swap(first=first, second=second):
            return (first, second)
        case tree.Field(parts=parts):
            return tuple(part.target for part in parts)
    return ()
