"""Which lines a program refers to, and which variables a statement sets: one list for RENUM, editor and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.once import once
from msxkit.language.program import Line
from msxkit.language.scanner import ADDRESS, TokenKind
from msxkit.language.tree.entry import DECLARED, LineNumber, Operand
from msxkit.language.vocabulary import entry_of
from msxkit.node_type import taken_by


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
            if isinstance(node, tree.Statement | tree.Binary):
                no_line.update(
                    part.start for part in tree.parts(node) if isinstance(part, tree.LineReference)
                )
    for token in places:
        if token.start not in found and token.start not in no_line:
            target = tree.LineReference(token.start, token.end, token.line)
            found[token.start] = Reference("unread", target, False, False)
    return tuple(found[token.start] for token in places if token.start in found)


def _placed(node: tree.Node) -> Iterator[Reference]:
    entry, places = entry_of(node), _PLACES[type(node)]
    assert entry is not None
    for name, part in tree.named_parts(node):
        if (place := places.get(name)) is not None:
            for target in tree.walk(part):
                if isinstance(target, tree.LineReference) and (place.zero or target.line or target.address):
                    yield Reference(entry.name, target, place.jumps, place.needed)


def _compared(node: tree.Binary) -> Iterator[Reference]:
    """Yield the line that ERL is compared with."""
    for place in (node.left, node.right):
        if isinstance(place, tree.LineReference) and (place.line or place.address):
            yield Reference("ERL", place, False, False)


def _if(node: tree.If) -> Iterator[Reference]:
    if node.then.line is not None and node.then.line.start < node.then.line.end:
        yield Reference("GOTO" if node.goto else "THEN", node.then.line)
    if node.otherwise is not None and node.otherwise.line is not None:
        yield Reference("ELSE", node.otherwise.line)


def _else(node: tree.Else) -> Iterator[Reference]:
    if node.branch.line is not None:
        yield Reference("ELSE", node.branch.line)


#: Field -> what a line number in it stands for, by the statements that take any.
_PLACES: dict[type[tree.Node], dict[str, LineNumber]] = {
    kind: {name: what for name, (what, *_) in taken_by(kind).items() if isinstance(what, LineNumber)}
    for kind in DECLARED
}
#: The statements that call a subroutine.
CALLS = frozenset(kind for kind, places in _PLACES.items() if any(place.calls for place in places.values()))
_REFERENCES: dict[type[tree.Node], Callable[[Any], Iterator[Reference]]] = {
    **{kind: _placed for kind, places in _PLACES.items() if places},
    tree.If: _if,
    tree.Else: _else,
    tree.Binary: _compared,
}
#: The fields whose variables a statement or a part of one sets.
_SET = {
    kind: {name for name, (what, *_) in taken_by(kind).items() if isinstance(what, Operand) and what.is_set}
    for (entry, *_) in DECLARED.values()
    for kind in entry.nodes
}


def assigned(node: tree.Node) -> tuple[tree.Node, ...]:
    """Return the variables and array elements that a statement sets."""
    if not (names := _SET.get(type(node))):
        return ()
    found = [part for name, part in tree.named_parts(node) if name in names]
    return tuple(chain(*((part,) if isinstance(part, tree.Expression) else assigned(part) for part in found)))
