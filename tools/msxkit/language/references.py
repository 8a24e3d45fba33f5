"""Which lines a program refers to, and which variables a statement sets: one list for RENUM, editor and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.once import once
from msxkit.language.program import Line
from msxkit.language.scanner import ADDRESS, TokenKind


class Reference(NamedTuple):
    """A line number that stands for a line of the program.

    Attributes:
        how: The statement in words: `GOTO`, `ON KEY GOSUB`.
        jumps: Whether the run can go on there (not so for RESTORE).
        needed: Whether the machine stops when the line is missing (not so for LIST).
    """

    how: str
    target: tree.LineReference
    jumps: bool = True
    needed: bool = True


def references(node: tree.Node) -> Iterator[Reference]:
    """Yield the lines that a statement or comparison itself refers to. A 0 that means no line (ON ERROR GOTO 0) is
    left out.
    """
    find = _REFERENCES.get(type(node))
    return iter(()) if find is None else find(node)


@once
def line_references(line: Line) -> tuple[Reference, ...]:
    """Return every line number in a line that stands for a line of the program, in the order of the text.

    Those that the machine never looks at (`GOTO 10,20`) are among them as `unread`; the numbers that RENUM is given and
    the step of AUTO are not.
    """
    places = [token for token in line.tokens if token.kind is TokenKind.LINE and token.text != ADDRESS]
    if not places:
        return ()
    found: dict[int, Reference] = {}
    no_line: set[int] = set()
    for statement in line.statements:
        for node in tree.walk(statement):
            found.update((reference.target.start, reference) for reference in references(node))
            no_line.update(part.start for part in _no_lines(node) if isinstance(part, tree.LineReference))
    for token in places:
        if token.start not in found and token.start not in no_line:
            target = tree.LineReference(token.start, token.end, token.line)
            found[token.start] = Reference("unread", target, False, False)
    return tuple(found[token.start] for token in places if token.start in found)


def _no_lines(node: tree.Node) -> tuple[tree.Node | None, ...]:
    """Return the numbers that a user chooses freely, and those of which 0 means no line where they are 0."""
    match node:
        case tree.Auto():
            return (node.step,)
        case tree.Renum():
            return node.new, node.old, node.step
        case tree.OnError() | tree.Resume():
            return _zeros(node.target)
        case tree.OnDevice():
            return _zeros(*node.targets)
        case tree.Binary():
            return _zeros(node.left, node.right)
    return ()


def _zeros(*nodes: tree.Node | None) -> tuple[tree.Node, ...]:
    return tuple(node for node in nodes if isinstance(node, tree.LineReference) and not node.line)


def _range(node: tree.List | tree.Delete) -> Iterator[Reference]:
    how = "DELETE" if isinstance(node, tree.Delete) else "LLIST" if node.printer else "LIST"
    if node.lines is not None:
        for place in (node.lines.first, node.lines.last):
            if isinstance(place, tree.LineReference):
                yield Reference(how, place, False, False)


def _auto(node: tree.Auto) -> Iterator[Reference]:
    if isinstance(node.first, tree.LineReference):
        yield Reference("AUTO", node.first, False, False)


def _compared(node: tree.Binary) -> Iterator[Reference]:
    """Yield the line that ERL is compared with."""
    for place in (node.left, node.right):
        if isinstance(place, tree.LineReference) and (place.line or place.address):
            yield Reference("ERL", place, False, False)


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
    tree.List: _range,
    tree.Delete: _range,
    tree.Auto: _auto,
    tree.Binary: _compared,
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
        case tree.Erase(arrays=arrays):
            return arrays
        case tree.CopyPicture(target=tree.Variable() as target):
            return (target,)
        case tree.For(variable=variable):
            return (variable,)
        case tree.Swap(first=first, second=second):
            return (first, second)
        case tree.Field(parts=parts):
            return tuple(part.target for part in parts)
    return ()
