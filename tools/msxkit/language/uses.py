"""The names that a line uses: variables, arrays and functions of DEF FN, those within strings of DRAW and PLAY too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.once import once
from msxkit.language.program import Line
from msxkit.language.references import assigned
from msxkit.language.scanner import TokenKind
from msxkit.language.tree.entry import DRAWING, MUSIC, Operand

_SUFFIXES = "$%!#"
#: A variable in a macro: `XA$;`, `L=N;`, `M=X(I+1);,=Y;`.
_IN_MACRO = re.compile(r"([Xx]|=) *([A-Za-z][A-Za-z0-9 ]*)([$%!#]?) *(\(?)[^;\"]*;")
#: The end of a constant in which a name has begun whose rest comes from elsewhere.
_OPEN_NAME = re.compile(r"(?:[Xx]|=)[^;]*$")


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


@once
def uses(line: Line) -> tuple[Use, ...]:
    """Return the uses of names in a line, in the order of the text."""
    return tuple(use for statement in line.statements for use in _of_statement(line, statement))


def holding(lines: Iterable[Line], name: str) -> Iterator[Line]:
    """Yield the lines in which a name may stand, as far as two characters tell: the others need not be parsed."""
    first, second = name[0], name[1:2]
    pattern = f"{first} *{second}" if second else f"{first}(?![A-Z0-9])"
    found = re.compile(pattern.encode("ascii"), re.IGNORECASE)
    return (line for line in lines if found.search(line.stored))


def _of_statement(line: Line, statement: tree.Statement) -> Iterator[Use]:
    sets: set[tree.Node] = set()
    arrays: set[tree.Node] = set()
    functions: set[tree.Node] = set()
    for node in tree.walk(statement):
        if isinstance(node, tree.Statement):
            sets.update(assigned(node))
            arrays.update(bare_arrays(node))
            for _, macro in macros(node):
                yield from uses_in_macro(macro)
        match node:
            case tree.DefFn():
                functions.add(node.name)
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


def macros(node: tree.Statement) -> Iterator[tuple[Operand, tree.Expression]]:
    """Yield the strings that DRAW or PLAY reads, each with `DRAWING` or `MUSIC`."""
    for what in (DRAWING, MUSIC):
        for taken in tree.taking(node, what):
            yield from ((what, text) for text in (taken if isinstance(taken, tuple) else (taken,)))


def bare_arrays(node: tree.Statement) -> Iterator[tree.Variable]:
    """Yield the names without brackets that are arrays: those of ERASE, and of COPY from or to a number's array."""
    for arrays in tree.taking(node, tree.Part.ERASED):
        yield from (part for part in arrays if isinstance(part, tree.Variable))
    if isinstance(node, tree.CopyPicture):
        for part in (node.source, node.target):
            if isinstance(part, tree.Variable) and part.suffix != "$":
                yield part


def uses_in_macro(macro: tree.Node) -> Iterator[Use]:
    """Yield the names in the constants of a string that DRAW or PLAY reads. Constants joined with + are one."""
    for run in constants(macro):
        for found in _IN_MACRO.finditer(run.text):
            last = found.end(3) if found.group(3) else found.start(2) + len(found.group(2).rstrip())
            first = found.start(2)
            if run.is_whole(first, last):
                name = found.group(2).replace(" ", "").upper()
                start, end = run.places[first], run.places[last - 1] + 1
                yield Use(name, found.group(3), bool(found.group(4)), False, start, end, False, True)


class ConstantText(NamedTuple):
    """A text that the constants of a sum make together.

    Attributes:
        places: Where each character stands in the stored line.
        following: Whether the sum goes on after it.
    """

    text: str
    places: list[int]
    following: bool

    def is_whole(self, start: int, end: int) -> bool:
        """Return whether a part of the text stands in one constant."""
        return self.places[end - 1] - self.places[start] == end - 1 - start

    @property
    def is_known(self) -> bool:
        """Whether all names that begin in it stand in one of its constants."""
        whole = all(self.is_whole(*found.span(2)) for found in _IN_MACRO.finditer(self.text))
        return whole and not (self.following and _OPEN_NAME.search(self.text))


def constants(text: tree.Node) -> Iterator[ConstantText]:
    """Yield the constants of a string expression, those joined with + as one."""
    run: list[tree.String] = []
    for leaf in (*leaves(text), None):
        if isinstance(leaf, tree.String):
            run.append(leaf)
            continue
        if run:
            places = [each.start + 1 + at for each in run for at in range(len(each.text))]
            yield ConstantText("".join(each.text for each in run), places, leaf is not None)
            run = []
        if leaf is not None:
            for node in tree.walk(leaf):
                if isinstance(node, tree.String):
                    yield ConstantText(node.text, [node.start + 1 + at for at in range(len(node.text))], True)


def leaves(text: tree.Node) -> Iterator[tree.Node]:
    """Yield the strings of which a sum is made."""
    match text:
        case tree.Binary(operator="+", left=left, right=right):
            yield from leaves(left)
            yield from leaves(right)
        case tree.Parenthesis(inside=inside):
            yield from leaves(inside)
        case _:
            yield text


def _name_end(line: Line, start: int, limit: int) -> int:
    """Return the offset after the name, and its suffix, that begin at an offset."""
    end = start
    for token in line.tokens:
        if token.start < start or token.start >= limit:
            continue
        if token.kind in (TokenKind.NAME, TokenKind.DIGITS) or (
            token.kind is TokenKind.PUNCTUATION and token.text in _SUFFIXES and token.start == end
        ):
            end = token.end
        else:
            break
    return end if end > start else limit


def _behind_fn(line: Line, start: int) -> int:
    for token in line.tokens:
        if token.start > start and token.kind is TokenKind.NAME:
            return token.start
    return start
