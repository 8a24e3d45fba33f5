"""The names that a line uses: variables, arrays and functions of DEF FN, those within strings of DRAW and PLAY too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from msxkit.language import tree
from msxkit.language.program import Line
from msxkit.language.references import assigned
from msxkit.language.scanner import Kind

_SUFFIXES = "$%!#"
#: A variable in a macro: `XA$;`, `L=N;`, `M=X(I+1);,=Y;`.
_IN_MACRO = re.compile(r"([Xx]|=) *([A-Za-z][A-Za-z0-9 ]*)([$%!#]?) *(\(?)[^;\"]*;")


@dataclass(frozen=True, slots=True)
class Use:
    """A variable, array or function of DEF FN where it stands.

    Attributes:
        name, suffix: As written.
        array, function: Which of them it is.
        start, end: In the stored line.
        sets: Whether it is given a value, or defined.
        quoted: Whether it stands in a string of DRAW or PLAY.
    """

    name: str
    suffix: str
    array: bool
    function: bool
    start: int
    end: int
    sets: bool
    quoted: bool = False

    @property
    def short(self) -> str:
        """What the machine tells it by: two characters, the suffix, and a bracket for an array."""
        return self.name[:2] + self.suffix + ("(" if self.array else "")


def uses(line: Line) -> list[Use]:
    """Return the uses of names in a line, in the order of the text."""
    return [use for statement in line.statements for use in _of_statement(line, statement)]


def _of_statement(line: Line, statement: tree.Statement) -> Iterator[Use]:
    sets: set[tree.Node] = set()
    arrays: set[tree.Node] = set()
    functions: set[tree.Node] = set()
    for node in tree.walk(statement):
        if isinstance(node, tree.Statement):
            sets.update(assigned(node))
            arrays.update(_bare_arrays(node))
        match node:
            case tree.DefFn():
                functions.add(node.name)
            case tree.Draw(commands=macro):
                yield from _in_macro(macro)
            case tree.Play(voices=voices):
                for macro in voices:
                    if macro is not None:
                        yield from _in_macro(macro)
            case tree.Variable():
                end = _name_end(line, node.start, node.end)
                names = node in arrays, node in functions
                yield Use(node.name, node.suffix, *names, node.start, end, node in sets or node in functions)
            case tree.Element():
                end = _name_end(line, node.start, node.end)
                yield Use(node.name, node.suffix, True, False, node.start, end, node in sets)
            case tree.UserFunction():
                start = _behind_fn(line, node.start)
                end = _name_end(line, start, node.end)
                yield Use(node.name, node.suffix, False, True, start, end, False)


def _bare_arrays(node: tree.Statement) -> Iterator[tree.Node]:
    """Yield the names without brackets that are arrays: those of ERASE, and of COPY from or to a number's array."""
    if isinstance(node, tree.Erase):
        yield from node.arrays
    elif isinstance(node, tree.CopyPicture):
        for part in (node.source, node.target):
            if isinstance(part, tree.Variable) and part.suffix != "$":
                yield part


def _in_macro(macro: tree.Node) -> Iterator[Use]:
    for node in tree.walk(macro):
        if isinstance(node, tree.String):
            for found in _IN_MACRO.finditer(node.text):
                start = node.start + 1 + found.start(2)
                name = found.group(2).replace(" ", "").upper()
                end = (
                    node.start
                    + 1
                    + (found.end(3) if found.group(3) else found.start(2) + len(found.group(2).rstrip()))
                )
                yield Use(name, found.group(3), bool(found.group(4)), False, start, end, False, True)


def _name_end(line: Line, start: int, limit: int) -> int:
    """Return the offset after the name, and its suffix, that begin at an offset."""
    end = start
    for token in line.tokens:
        if token.start < start or token.start >= limit:
            continue
        if token.kind in (Kind.NAME, Kind.DIGITS) or (
            token.kind is Kind.PUNCTUATION and token.text in _SUFFIXES and token.start == end
        ):
            end = token.end
        else:
            break
    return end if end > start else limit


def _behind_fn(line: Line, start: int) -> int:
    for token in line.tokens:
        if token.start > start and token.kind is Kind.NAME:
            return token.start
    return start
