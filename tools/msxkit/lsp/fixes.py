"""Repairs of findings. Each is tried: it must keep what stands before it, and remove findings without adding one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from msxkit.language.program import Deletion, Problem
from msxkit.lsp.diagnostics import DEFAULT, Asked, Diagnostic, diagnostics, quick
from msxkit.lsp.document import Document, Range
from msxkit.lsp.edits import written

#: In listings with more rows a repair is tried on its row alone.
_LARGE = 1000
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
            if fix.title not in kept and self._holds(fix):
                kept[fix.title] = fix
        return [*kept.values()]

    @cached_property
    def _texts(self) -> list[str]:
        return [row.text for row in self._document.rows]

    @cached_property
    def _before(self) -> Counter[tuple[str, str, str]]:
        return self._found(self._document)

    def _holds(self, fix: Fix) -> bool:
        """Return whether a repair keeps the tokens before it, and removes findings without adding one."""
        row = fix.edits[0][0].row
        old = self._document.rows[row].pieces
        texts = self._texts if self._whole else [self._texts[row]]
        before = self._before if self._whole else self._found(Document(texts[0]))
        at = row if self._whole else 0
        after = Document("\n".join([*texts[:at], written(texts[at], fix.edits), *texts[at + 1 :]]))
        first = min(place.start for place, _ in fix.edits)
        same = all(
            (one.token.kind, one.token.text) == (other.token.kind, other.token.text)
            for one, other in zip(old, after.rows[at].pieces, strict=False)
            if one.end <= first
        )
        left = self._found(after)
        new = left - before
        if isinstance(self._document.rows[row].content, Problem):
            # The row is now a line and has warnings of its own, such as that nothing leads to it.
            new = Counter({key: count for key, count in new.items() if key[2] == "error"})
            return same and not new
        return same and (left.total() < before.total() or not self._whole) and not new

    def _found(self, document: Document) -> Counter[tuple[str, str, str]]:
        found = diagnostics(document, self._asked) if self._whole else quick(document)
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
        yield Fix(f"Write {found.instead} instead of {old}", ((found.range, found.instead),))
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
