"""What lines refer to: variables, functions and other lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from msxkit.language import tree
from msxkit.language.macro_strings import MacroStrings
from msxkit.language.once import once
from msxkit.language.program import Line
from msxkit.language.references import Reference, line_references
from msxkit.language.scanner import TokenKind
from msxkit.language.tokens import CODES, LINE_NUMBER
from msxkit.language.uses import Use, holding, uses
from msxkit.lsp.document import Document, Range


@once
def _types(line: Line) -> tuple[tree.DefType, ...]:
    """Return the types that DEFINT and similar statements set."""
    nodes = (node for statement in line.statements for node in tree.walk(statement))
    return tuple(node for node in nodes if isinstance(node, tree.DefType))


_DEFTYPES = re.compile(
    b"(?:"
    + b"|".join(re.escape(CODES[word]) for word in ("DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"))
    + b") *[A-Z]",
    re.IGNORECASE,
)


def stored_reference(number: int) -> bytes:
    """Return how a line number in a statement is stored."""
    return bytes((LINE_NUMBER,)) + number.to_bytes(2, "little")


def referring(document: Document, number: int) -> Iterator[tuple[Line, Reference]]:
    """Yield every reference to the line with a number. Only lines that hold the number are parsed."""
    stored = stored_reference(number)
    for line in document.lines():
        if stored in line.stored:
            for reference in line_references(line):
                if reference.target.line == number:
                    yield line, reference


@dataclass(frozen=True, slots=True)
class NamePlace:
    """A use of a name, and where it stands in the text."""

    line: Line
    use: Use
    range: Range


class ProgramNames:
    """The names of one program as the machine tells them apart: by two characters and a type.

    Attributes:
        default: Letter -> the suffix of the type that names with that first letter have without a suffix.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self.default = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "#")
        for line in document.lines():
            # Without these bytes a line has no such statement, and need not be parsed.
            if _DEFTYPES.search(line.stored) is None:
                continue
            for statement in _types(line):
                self.default.update(dict.fromkeys(statement.letters, statement.suffix))

    def key(self, use: Use) -> str:
        """Return the key of a name: `SC#`, `N$`, `PX#(` for an array, `FN A#` for a function."""
        suffix = use.suffix or self.default.get(use.name[0], "#")
        head = "FN " if use.function else ""
        return head + use.name[:2] + suffix + ("(" if use.array else "")

    @cached_property
    def macros(self) -> MacroStrings:
        """The strings that DRAW and PLAY read."""
        return MacroStrings(self._document.program.lines, self.key)

    def uses(self, line: Line) -> Iterator[Use]:
        """Yield the uses of names in a line, in its statements and in the strings that DRAW and PLAY read."""
        yield from uses(line)
        yield from self.macros.uses(line)

    def found(self, key: str) -> Iterator[tuple[Line, Use]]:
        """Yield every use of the name with this key, in the order of the lines."""
        for line in holding(self._document.lines(), key.removeprefix("FN ").rstrip("(")[:-1]):
            for use in self.uses(line):
                if use.name[:2] in key and self.key(use) == key:
                    yield line, use

    def places(self, key: str) -> Iterator[NamePlace]:
        """Yield the same with the places."""
        for line, use in self.found(key):
            yield NamePlace(line, use, self._document.range(line, use.start, use.end))

    def all(self) -> dict[str, list[str]]:
        """Return every key with the names as written, in the order of the program."""
        found: dict[str, list[str]] = {}
        for line in self._document.lines():
            for use in uses(line):
                names = found.setdefault(self.key(use), [])
                if use.name + use.suffix not in names:
                    names.append(use.name + use.suffix)
        return found


def use_at(document: Document, row: int, column: int) -> NamePlace | None:
    """Return the variable, array or function that a caret touches; None if it touches none."""
    line = document.line_at(row)
    if line is None:
        return None
    for use in ProgramNames(document).uses(line):
        place = document.range(line, use.start, use.end)
        if place.holds(column) and not (column == place.end and _begins(document, row, column)):
            return NamePlace(line, use, place)
    return None


def _begins(document: Document, row: int, column: int) -> bool:
    """Return whether a word begins right at a caret. The caret then touches that word, not the one before."""
    wordy = (TokenKind.NAME, TokenKind.KEYWORD, TokenKind.FUNCTION, TokenKind.OPERATOR)
    return any(
        piece.start == column and piece.token.kind in wordy and piece.token.text[0].isalpha()
        for piece in document.rows[row].pieces
    )


def reference_at(document: Document, row: int, column: int) -> tuple[Reference, Range] | None:
    """Return the line number in a statement that a caret touches, and its place; None if it touches none."""
    line = document.line_at(row)
    if line is None:
        return None
    for reference in line_references(line):
        place = document.range(line, reference.target.start, reference.target.end)
        if place.holds(column):
            return reference, place
    return None
