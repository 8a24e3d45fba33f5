"""The findings of `check` as an editor shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from msxkit.language import tree
from msxkit.language.check import Finding, check
from msxkit.language.faults import wording
from msxkit.language.program import Line, Program
from msxkit.language.suppressions import silenced
from msxkit.lsp.document import Document, Range, Text

#: How many findings are sent at once: server and editor take a second for ten thousand of them.
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
        instead: What was probably meant in its place; empty if that is not known.
        other: The row of another place that belongs to it, from 0; -1 if there is none.
    """

    range: Range
    severity: str
    rule: str
    message: str
    expected: tuple[str, ...] = ()
    instead: str = ""
    other: int = -1


def nearest(found: list[Diagnostic], row: int) -> list[Diagnostic]:
    """Return the findings; of more than `SHOWN`, those nearest to a row, such as the row of the last change."""
    if len(found) <= SHOWN:
        return found
    return sorted(found, key=lambda item: abs(item.range.row - row))[:SHOWN]


@dataclass(frozen=True, slots=True)
class WantedChecks:
    """The checks that are wanted.

    Attributes:
        target: The target machine.
        off: Checks that are switched off.
        extensions: What the machine also has, such as TURBO.
    """

    target: str = "disk"
    off: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()


DEFAULT = WantedChecks()


def diagnostics(document: Document, asked: WantedChecks = DEFAULT) -> list[Diagnostic]:
    """Return everything that is wrong with a listing, in the order of the rows."""
    findings = check(document.program, target=asked.target, off=asked.off, extensions=asked.extensions)
    found = [placed(document, finding) for finding in findings]
    return sorted(found, key=lambda item: (item.range.row, item.range.start))


#: The faults of each line, and the row in which it stood when they were found.
_FAULTS: WeakKeyDictionary[Line, tuple[int, list[Diagnostic]]] = WeakKeyDictionary()


def quick(document: Document) -> list[Diagnostic]:
    """Return the findings that need one row only: rows that LOAD refuses, and syntax. Each line is checked once."""
    found = [
        placed(document, finding)
        for finding in check(Program([], [], document.program.problems))
        if finding.check == "load"
    ]
    for line in document.lines():
        found += faults_of(document, line)
    return sorted(found, key=lambda item: (item.range.row, item.range.start))


def faults_of(document: Document, line: Line) -> list[Diagnostic]:
    """Return the syntax errors of a line."""
    row = document.row_of(line)
    known = _FAULTS.get(line)
    if known is None or (known[1] and known[0] != row):
        known = _FAULTS[line] = row, [*_faults(document, line)]
    return known[1]


def _faults(document: Document, line: Line) -> Iterator[Diagnostic]:
    for statement in line.statements:
        for node in tree.walk(statement):
            if isinstance(node, tree.Statement) and node.fault is not None:
                name, message, start, end, instead = wording(line, node, node.fault)
                if not silenced(line, name):
                    told = f"{message} ({node.fault.message} in {line.number})"
                    place = document.range(line, start, end)
                    yield Diagnostic(place, "error", name, told, node.fault.expected, instead)


def placed(document: Text, finding: Finding) -> Diagnostic:
    """Return a finding with its place in a text."""
    row = max(finding.row - 1, 0)
    text = document.rows[row].text if row < len(document.rows) else ""
    start = min(max(finding.column - 1, 0), len(text))
    if not finding.row:
        place = Range(0, 0, len(text))
    elif finding.check == "load" and not finding.file:
        place = Range(row, start, max(len(text), start))
    else:
        end = min(start + finding.width, len(text))
        while end > start + 1 and text[end - 1] in " \t":
            end -= 1
        if end <= start:  # after the last character: mark the one before it
            start, end = max(0, len(text) - 1), len(text)
        place = Range(row, start, end)
    return Diagnostic(
        place,
        finding.severity,
        finding.check,
        finding.told,
        finding.expected,
        finding.instead,
        finding.other - 1,
    )
