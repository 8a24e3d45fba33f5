"""Findings of `check` as an editor shows them, and the repairs that are certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from msxkit.language import tree
from msxkit.language.check import Finding, check
from msxkit.language.faults import wording
from msxkit.language.program import Deletion, Line, Problem, Program
from msxkit.language.suppressions import silenced
from msxkit.lsp.document import Document, Range

#: Findings that are sent at once: server and editor take a second for ten thousand of them.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding as the editor shows it.

    Attributes:
        range: The place.
        severity: `error` or `warning`.
        rule: The name of the check.
        message: The sentence.
        expected: What the parser expected there.
    """

    range: Range
    severity: str
    rule: str
    message: str
    expected: tuple[str, ...] = ()


def nearest(found: list[Diagnostic], row: int) -> list[Diagnostic]:
    """Return the findings themselves, or the `SHOWN` that are nearest to a row, such as that of the last change."""
    if len(found) <= SHOWN:
        return found
    return sorted(found, key=lambda item: abs(item.range.row - row))[:SHOWN]


def diagnostics(document: Document, *, target: str = "disk", off: tuple[str, ...] = ()) -> list[Diagnostic]:
    """Return everything that is wrong with a listing, by rows."""
    found = [_placed(document, finding) for finding in check(document.program, target=target, off=off)]
    return sorted(found, key=lambda item: (item.range.row, item.range.start))


#: Faults of each line, and the row in which it stood when they were looked for.
_FAULTS: WeakKeyDictionary[Line, tuple[int, list[Diagnostic]]] = WeakKeyDictionary()


def quick(document: Document) -> list[Diagnostic]:
    """Return what each row shows by itself: rows that LOAD refuses, and syntax. Found once for each line."""
    found = [
        _placed(document, finding)
        for finding in check(Program([], [], document.program.problems))
        if finding.check == "load"
    ]
    for line in document.lines():
        row = document.row_of(line)
        known = _FAULTS.get(line)
        if known is None or (known[1] and known[0] != row):
            known = _FAULTS[line] = row, [*_faults(document, line)]
        found += known[1]
    return sorted(found, key=lambda item: (item.range.row, item.range.start))


def _faults(document: Document, line: Line) -> Iterator[Diagnostic]:
    for statement in line.statements:
        for node in tree.walk(statement):
            if isinstance(node, tree.Statement) and node.fault is not None:
                name, message = wording(line, node, node.fault)
                if not silenced(line, name):
                    told = f"{message} ({node.fault.message} in {line.number})"
                    place = document.range(line, node.fault.start, node.fault.end)
                    yield Diagnostic(place, "error", name, told, node.fault.expected)


def _placed(document: Document, finding: Finding) -> Diagnostic:
    row = max(finding.row - 1, 0)
    text = document.rows[row].text if row < len(document.rows) else ""
    start = min(max(finding.column - 1, 0), len(text))
    if not finding.row:
        place = Range(0, 0, len(text))
    elif finding.check == "load":
        place = Range(row, start, max(len(text), start))
    else:
        end = min(start + finding.width, len(text))
        while end > start + 1 and text[end - 1] in " \t":
            end -= 1
        if end <= start:  # after the last character: the one before it shows that
            start, end = max(0, len(text) - 1), len(text)
        place = Range(row, start, end)
    message = finding.message + (f" ({finding.machine})" if finding.machine else "")
    return Diagnostic(place, finding.severity, finding.check, message, finding.expected)


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair: what it does, and what it writes where.

    Attributes:
        certain: Whether the author certainly wants it.
    """

    title: str
    edits: tuple[tuple[Range, str], ...]
    certain: bool = True


def fixes(document: Document, found: Diagnostic) -> list[Fix]:
    """Return the repairs of one finding."""
    text = document.rows[found.range.row].text if found.range.row < len(document.rows) else ""
    content = document.rows[found.range.row].content if found.range.row < len(document.rows) else None
    repairs: list[Fix] = []
    whole = Range(found.range.row, 0, len(text))
    if isinstance(content, Deletion | Problem) and found.rule == "load":
        if isinstance(content, Deletion):
            repairs.append(Fix("Remove the row", ((whole, ""),)))
        elif content.message == "Direct statement in file" and not text[:1].isdigit():
            number = _free_number(document, found.range.row)
            if number is not None:
                repairs.append(Fix(f"Give it the number {number}", ((Range(whole.row, 0, 0), f"{number} "),)))
        return repairs
    place = Range(found.range.row, found.range.start, found.range.start)
    if found.rule == "syntax" and "THEN" in found.expected:
        repairs.append(Fix("Insert THEN", ((place, "THEN "),)))
    missing = "'('", "')'"
    if found.rule == "syntax" and found.range.end >= len(text) and missing[1] in found.expected:
        repairs.append(Fix("Close the bracket", ((Range(whole.row, len(text), len(text)), ")"),)))
    line = document.line_at(found.range.row)
    if line is not None:
        end = Range(whole.row, len(text), len(text))
        silent = f" ' noqa: {found.rule}" if ":REM" not in text.upper() and "'" not in text else None
        if silent is not None:
            repairs.append(Fix(f"Switch off {found.rule} here", ((end, silent),), certain=False))
    return repairs


def _free_number(document: Document, row: int) -> int | None:
    """Return a line number between those of the rows around."""
    before = next(
        (line.number for place in range(row - 1, -1, -1) if (line := document.line_at(place)) is not None), 0
    )
    after = next(
        (
            line.number
            for place in range(row + 1, len(document.rows))
            if (line := document.line_at(place)) is not None
        ),
        None,
    )
    if after is None:
        return before + 10 if before + 10 <= 65529 else None
    return (before + after) // 2 if after - before > 1 else None
