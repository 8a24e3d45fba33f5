"""Navigation: where a line is, what refers to it, where a variable is used, and renaming."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator

from msxkit.errors import MsxError
from msxkit.language.scanner import TokenKind, crunch, scan
from msxkit.language.uses import Use
from msxkit.lsp.document import Document, Range
from msxkit.lsp.facts import ProgramNames, reference_at, referring, use_at

_NAME = re.compile(r"([A-Za-z][A-Za-z0-9]*)([$%!#]?)")

#: How many lines a warning names.
_NAMED = 5


class RenameError(MsxError):
    """A new name that cannot be used."""


def definition(document: Document, row: int, column: int) -> list[Range]:
    """Return the definition of what a caret touches: for a line number its line, for a variable where it is first set,
    for FN its DEF. Nothing if there is none.
    """
    found = reference_at(document, row, column)
    if found is not None:
        line = document.line(found[0].target.line)
        return [] if line is None else [document.number_range(line)]
    place = use_at(document, row, column)
    if place is None:
        return []
    names = ProgramNames(document)
    first = next((other for other in names.places(names.key(place.use)) if other.use.sets), None)
    return [] if first is None else [first.range]


def references(document: Document, row: int, column: int, *, declaration: bool = True) -> list[Range]:
    """Return all references to what a caret touches: a line, a variable or a function.

    Args:
        declaration: Whether the line's own number is one of them, and so are places where a variable is set.
    """
    number = number_at(document, row, column)
    if number is not None:
        return [*_line_references(document, number, declaration)]
    place = use_at(document, row, column)
    if place is None:
        return []
    names = ProgramNames(document)
    return [other.range for other in names.places(names.key(place.use)) if declaration or not other.use.sets]


def number_at(document: Document, row: int, column: int) -> int | None:
    """Return the line number that a caret touches, in front of a line or in a statement; None if it touches none."""
    found = reference_at(document, row, column)
    if found is not None:
        return found[0].target.line
    line = document.line_at(row)
    return line.number if line is not None and document.number_range(line).holds(column) else None


def _line_references(document: Document, number: int, declaration: bool) -> Iterator[Range]:
    line = document.line(number)
    if declaration and line is not None:
        yield document.number_range(line)
    for other, reference in referring(document, number):
        yield document.range(other, reference.target.start, reference.target.end)


def renameable(document: Document, row: int, column: int) -> Range | None:
    """Return the place of the name or line number that a rename would change; None if there is none."""
    found = reference_at(document, row, column)
    if found is not None:
        return found[1]
    place = use_at(document, row, column)
    if place is not None:
        return place.range
    line = document.line_at(row)
    if line is not None and (number := document.number_range(line)).holds(column):
        return number
    return None


def rename(document: Document, row: int, column: int, name: str) -> list[tuple[Range, str]]:
    """Return the edits that give a variable, function or line another name.

    Raise `RenameError` for what is not a name, holds a keyword, or is in use already, and where there is nothing to
    rename.
    """
    number = number_at(document, row, column)
    if number is not None:
        return _rename_line(document, number, name)
    place = use_at(document, row, column)
    if place is None:
        raise RenameError("there is no name here; put the caret on a variable or a line number")
    return _rename_use(document, place.use, name)


def not_reached(document: Document, row: int, column: int) -> str:
    """Return a warning if strings that DRAW or PLAY read may name what a caret touches, unseen; else nothing."""
    place = use_at(document, row, column)
    if number_at(document, row, column) is not None or place is None or place.use.function:
        return ""
    numbers = [line.number for line in ProgramNames(document).macros.unknown()]
    if not numbers:
        return ""
    more = ", ..." if len(numbers) > _NAMED else ""
    lines = f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, numbers[:_NAMED]))}{more}"
    return (
        f"{place.use.name}{place.use.suffix}: what DRAW and PLAY read from {lines} is known only as the program runs; "
        "if it has this name, change it there"
    )


def _rename_line(document: Document, number: int, name: str) -> list[tuple[Range, str]]:
    if not name.isascii() or not name.isdigit() or int(name) > 65529:
        raise RenameError(f"{name!r} is not a line number; they go from 0 to 65529")
    new = int(name)
    if new != number and document.line(new) is not None:
        raise RenameError(f"there is a line {new} already")
    numbers = sorted(line.number for line in document.lines())
    between = bisect(numbers, number), bisect(numbers, new)
    if document.line(number) is not None and new != number and between[1] not in (between[0], between[0] - 1):
        raise RenameError(
            f"{new} would move the line to another place in the program; move it with its text instead"
        )
    return [(place, str(new)) for place in _line_references(document, number, True)]


def _rename_use(document: Document, use: Use, name: str) -> list[tuple[Range, str]]:
    match = _NAME.fullmatch(name)
    if match is None:
        raise RenameError(
            f"{name!r} is not a name: a letter, then letters and digits, and one of $ % ! # at the end"
        )
    base, suffix = match.group(1).upper(), match.group(2)
    hidden = _keyword_in(base)
    if hidden:
        raise RenameError(f"MSX finds the keyword {hidden} in {base}; choose a name without it")
    names = ProgramNames(document)
    old_key = names.key(use)
    if suffix and suffix != old_key.rstrip("(")[-1]:
        raise RenameError(f"{name} has another type than {use.name}{use.suffix}")
    wanted = old_key.rstrip("(")[-1]
    explicit = suffix or (wanted if names.default[base[0]] != wanted else "")
    new_key = names.key(Use(base, wanted, use.array, use.function, 0, 0, False))
    others = dict.fromkeys(other.name + other.suffix for _, other in names.found(new_key))
    if new_key != old_key and others:
        raise RenameError(
            f"{base} would be the same variable as {', '.join(others)}: MSX only looks at the first two characters"
        )
    edits = []
    for place in names.places(old_key):
        ending = explicit or place.use.suffix
        edits.append((place.range, base + ending))
    _check_meaning(document, edits, base)
    return edits


def _keyword_in(name: str) -> str | None:
    tokens = scan(crunch(name.encode("ascii")))
    return next((token.text for token in tokens if token.kind not in (TokenKind.NAME,)), None)


def _check_meaning(document: Document, edits: list[tuple[Range, str]], name: str) -> None:
    """Raise `RenameError` for a name that is read differently with the letters around it: `FORI=ATOB` with A as AT."""
    by_row: dict[int, list[tuple[Range, str]]] = {}
    for place, text in edits:
        by_row.setdefault(place.row, []).append((place, text))
    for row, changes in by_row.items():
        text = document.rows[row].text
        for place, new in sorted(changes, key=lambda change: -change[0].start):
            text = text[: place.start] + new + text[place.end :]
        before = document.rows[row]
        after = document.alone(text)
        kinds = [piece.token.kind for piece in before.pieces]
        if [piece.token.kind for piece in after.rows[0].pieces] != kinds:
            raise RenameError(f"{name} would not be read as a name in row {row + 1}: {text}")
