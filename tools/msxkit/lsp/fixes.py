"""Repairs of findings. Each is tried: it must keep what stands before it, and remove findings without adding one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from msxkit.language.program import Deletion, Problem
from msxkit.language.suppressions import silenced
from msxkit.lsp.diagnostics import DEFAULT, Asked, Diagnostic, diagnostics, quick
from msxkit.lsp.document import Document, Range
from msxkit.lsp.edits import written

#: In listings with more rows a repair is tried on its row alone.
_LARGE = 1000
#: The checks that find what cannot be read.
_READING = frozenset(("syntax", "arguments"))
#: Rule, message and severity of a finding.
_Key = tuple[str, str, str]
#: What comes before a remark that silences a check: after DATA and CALL a colon, in an open string a quote.
_BEFORE_REMARK = (" ' ", ":' ", "\":' ")


@dataclass(frozen=True, slots=True)
class Fix:
    """A repair.

    Attributes:
        title: What it does, for the user.
        edits: The places that it replaces, with the new texts. All are in one row.
        certain: Whether the author certainly wants it.
    """

    title: str
    edits: tuple[tuple[Range, str], ...]
    certain: bool = True


class Repairs:
    """The repairs of the findings in a listing."""

    def __init__(self, document: Document, asked: Asked = DEFAULT) -> None:
        self._document = document
        self._asked = asked
        self._whole = len(document.rows) <= _LARGE

    def of(self, found: Diagnostic) -> list[Fix]:
        """Return the repairs of a finding that do what they say, each with its own title."""
        kept: dict[str, Fix] = {}
        for fix in _candidates(self._document, found):
            if fix.title not in kept and self._holds(fix, found):
                kept[fix.title] = fix
        return [*kept.values()]

    @cached_property
    def _before(self) -> Counter[_Key]:
        return _counted(diagnostics(self._document, self._asked))

    def _holds(self, fix: Fix, found: Diagnostic) -> bool:
        """Return whether a repair keeps the tokens before it, and removes its finding without adding one."""
        row = fix.edits[0][0].row
        old = self._document.rows[row]
        # What a row alone shows is the same in the whole listing.
        alone = Document(written(old.text, fix.edits))
        first = min(place.start for place, _ in fix.edits)
        if any(
            (one.token.kind, one.token.text) != (other.token.kind, other.token.text)
            for one, other in zip(old.pieces, alone.rows[0].pieces, strict=False)
            if one.end <= first
        ):
            return False
        left = _counted(quick(alone))
        if isinstance(old.content, Problem):
            # The row is now a line and has warnings of its own, such as that nothing leads to it.
            return not any(severity == "error" for _, _, severity in left)
        if not fix.certain:
            line = alone.line_at(0)
            return line is not None and silenced(line, found.rule) and not left - self._alone(row)
        if found.rule in _READING:
            # What is read now has findings of its own, such as a variable that is never set.
            return left.total() < self._alone(row).total() and not left - self._alone(row)
        if not self._whole:
            return not left - self._alone(row)
        after = _counted(diagnostics(self._document.with_row(row, alone.rows[0].text), self._asked))
        return after.total() < self._before.total() and not after - self._before

    def _alone(self, row: int) -> Counter[_Key]:
        return _counted(quick(Document(self._document.rows[row].text)))


def _counted(found: Iterable[Diagnostic]) -> Counter[_Key]:
    return Counter((item.rule, item.message, item.severity) for item in found)


def _candidates(document: Document, found: Diagnostic) -> Iterator[Fix]:
    """Yield what may repair a finding."""
    row = found.range.row
    if row >= len(document.rows):
        return
    text, content = document.rows[row].text, document.rows[row].content
    if isinstance(content, Deletion | Problem):
        if found.rule == "load":
            yield from _of_a_refused_row(document, row, content)
        return
    if found.instead:
        old = text[found.range.start : found.range.end]
        yield Fix(f"Replace {old} by {found.instead}", ((found.range, found.instead),))
    if found.rule == "syntax" and "THEN" in found.expected:
        yield Fix("Insert THEN", ((Range(row, found.range.start, found.range.start), "THEN "),))
    end = Range(row, len(text), len(text))
    if found.rule == "syntax" and found.range.end >= len(text) and "')'" in found.expected:
        yield Fix("Close the bracket", ((end, ")"),))
    if document.line_at(row) is not None:
        for before in _BEFORE_REMARK:
            remark = f"{before}noqa: {found.rule}"
            yield Fix(f"Switch off {found.rule} here", ((end, remark),), certain=False)


def _of_a_refused_row(document: Document, row: int, content: Deletion | Problem) -> Iterator[Fix]:
    text = document.rows[row].text
    if isinstance(content, Deletion):
        yield Fix("Remove the row", ((Range(row, 0, len(text)), ""),))
    elif content.message == "Direct statement in file" and not text[:1].isdigit():
        number = _free_number(document, row)
        if number is not None:
            yield Fix(f"Give it the number {number}", ((Range(row, 0, 0), f"{number} "),))


def _free_number(document: Document, row: int) -> int | None:
    """Return a line number between those of the rows around a row; None if there is no room."""
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


def repaired(text: str, target: str, off: Collection[str]) -> tuple[str, list[str]]:
    """Return a listing with its findings repaired, one after the other, where there is one safe repair; and row and
    title of each.
    """
    document, asked, told = Document(text), Asked(target, tuple(off)), []
    while (repair := _repair(document, asked)) is not None:
        told.append(repair)
    return document.text, told


def _repair(document: Document, asked: Asked) -> str | None:
    repairs = Repairs(document, asked)
    for found in diagnostics(document, asked):
        fixes = [fix for fix in repairs.of(found) if fix.certain]
        if len(fixes) == 1:
            for place, new in fixes[0].edits:
                document.replace(place.row, place.start, place.row, place.end, new)
            return f"{found.range.row + 1}: {fixes[0].title}"
    return None
