"""Repairs of findings. Each is tried: it must keep what stands before it, and remove findings without adding one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from msxkit.language.faults import is_slip
from msxkit.language.program import Deletion, Problem
from msxkit.language.suppressions import silenced
from msxkit.language.tokens import CODES
from msxkit.language.vocabulary import ENTRIES
from msxkit.lsp.diagnostics import DEFAULT, Diagnostic, WantedChecks, diagnostics, quick
from msxkit.lsp.document import Document, FileRange, Range
from msxkit.lsp.edits import FileEdit, edited, written
from msxkit.lsp.sources import Reading, Sources

Repair = TypeVar("Repair")
#: In listings with more rows a repair is tried on its row alone.
_LARGE = 1000
#: The checks that find what cannot be read.
_READING = frozenset(("syntax", "arguments"))
#: Those that tell what a name may be misspelt for.
_GUESSED = frozenset(("misspelt", "never-set"))
#: Rule, message and severity of a finding.
_Key = tuple[str, str, str]
#: What comes before a remark that silences a check: after DATA and CALL a colon, in an open string a quote.
_BEFORE_REMARK = (" ' ", ":' ", "\":' ")
#: What may be a misspelt word, and the words that may be meant.
_LETTERS, _KNOWN = re.compile("[A-Z]+"), {*CODES, *(word for entry in ENTRIES for word in entry.name.split())}


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
    """The repairs of the findings in a listing.

    Args:
        whole: Whether each is tried on the whole listing, not on its row alone.
    """

    def __init__(self, document: Document, asked: WantedChecks = DEFAULT, *, whole: bool = True) -> None:
        self._document = document
        self._asked = asked
        self._whole = whole and len(document.rows) <= _LARGE

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
        alone = self._document.alone(written(old.text, fix.edits))
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
        return _counted(quick(self._document.alone(self._document.rows[row].text)))


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
    yield from _obvious(text, found)
    if document.line_at(row) is not None:
        end = Range(row, len(text), len(text))
        for before in _BEFORE_REMARK:
            remark = f"{before}noqa: {found.rule}"
            yield Fix(f"Switch off {found.rule} here", ((end, remark),), certain=False)


def _obvious(text: str, found: Diagnostic) -> Iterator[Fix]:
    """Yield what may repair a finding in a row with this text, in a source of any kind."""
    row, start = found.range.row, found.range.start
    if found.instead:
        yield _replacing(text, found.range, found.instead, certain=found.rule not in _GUESSED)
    elif found.rule == "syntax":
        known = _KNOWN.union(found.expected)
        for word in _LETTERS.finditer(text.upper()):
            if word[0] not in known:
                for meant in sorted(meant for meant in known if is_slip(word[0], meant)):
                    yield _replacing(text, Range(row, *word.span()), meant)
    if found.rule == "syntax" and "THEN" in found.expected:
        yield Fix("Insert THEN", ((Range(row, start, start), "THEN "),))
    if found.rule == "syntax" and found.range.end >= len(text) and "')'" in found.expected:
        yield Fix("Close the bracket", ((Range(row, len(text), len(text)), ")"),))


def _replacing(text: str, place: Range, instead: str, *, certain: bool = True) -> Fix:
    """Return the repair that puts a word in place of another one, in small letters if that has them."""
    word = text[place.start : place.end]
    instead = instead.lower() if word.islower() else instead
    return Fix(f"Replace {word} by {instead}", ((place, instead),), certain)


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


class Done(NamedTuple):
    """A repair of a file: where, and what it does."""

    file: str
    fix: Fix

    @property
    def edits(self) -> list[FileEdit]:
        """What it changes."""
        return [(FileRange(self.file, place), text) for place, text in self.fix.edits]

    def __str__(self) -> str:
        at = self.fix.edits[0][0]
        return f"{self.file}:{at.row + 1}:{at.start + 1}: {self.fix.title}"


def repaired(text: str, characters: str, asked: WantedChecks) -> tuple[str, list[Fix]]:
    """Return a listing with its findings repaired where there is one safe repair, and what was done.

    In each round every row gets at most one repair, and the listing is checked once, unless a repair does not hold.

    Args:
        characters: The character of each code, index 0-255.
    """
    document, done = Document(text, characters=characters), list[Fix]()
    while True:
        found = diagnostics(document, asked)
        repairs = Repairs(document, asked, whole=False)
        chosen: dict[int, tuple[str, Fix]] = {}
        for each in found:
            if each.range.row not in chosen:
                fixes = [fix for fix in repairs.of(each) if fix.certain]
                if len(fixes) == 1:
                    chosen[each.range.row] = each.rule, fixes[0]

        def tried(fixes: Sequence[Fix], before: Document = document) -> list[Diagnostic]:
            return diagnostics(_with(before, fixes), asked)

        held = [*_holding([*chosen.values()], found, tried)]
        if not held:
            return document.text, done
        document = _with(document, held)
        done += held


def modern_repaired(path: Path, encoding: str, asked: WantedChecks) -> tuple[dict[Path, str], list[Done]]:
    """Return the new texts of the files of a modern source, and what was done. Raise `MsxError`.

    Args:
        encoding: Of `ENCODINGS`, for text in UTF-8.
    """
    sources, done = Sources(encoding), list[Done]()
    while True:
        reading = sources.reading(path)
        findings = reading.findings(asked)
        chosen: dict[tuple[str, int], tuple[str, Done]] = {}
        for file, each in findings:
            row = each.range.row
            fixes = [fix for fix in _obvious(reading.files[file].rows[row].text, each) if fix.certain]
            if len(fixes) == 1:
                chosen.setdefault((file, row), (each.rule, Done(file, fixes[0])))
        tried = partial(_found_after, sources, reading, asked)
        held = [*_holding([*chosen.values()], [each for _, each in findings], tried)]
        if not held:
            return sources.texts, done
        edits = (edit for each in held for edit in each.edits)
        sources.texts |= {Path(name): text for name, text in edited(edits, reading.files.__getitem__).items()}
        done += held


def modern_fixes(
    sources: Sources, reading: Reading, asked: WantedChecks, file: str, found: Diagnostic
) -> list[Fix]:
    """Return the repairs of a finding in a file of a modern source that do what they say."""
    fixes = [*_obvious(reading.files[file].rows[found.range.row].text, found)]
    if not fixes:
        return []
    before = [each for _, each in reading.findings(asked)]
    tried = partial(_found_after, sources, reading, asked)
    return [fix for fix in fixes if any(_holding([(found.rule, Done(file, fix))], before, tried))]


def _found_after(
    sources: Sources, reading: Reading, asked: WantedChecks, fixes: Sequence[Done]
) -> list[Diagnostic]:
    """Return what is found in a modern source after repairs."""
    edits = (edit for each in fixes for edit in each.edits)
    changed = sources.changed(reading.path, edited(edits, reading.files.__getitem__))
    return [each for _, each in changed.findings(asked)]


def _holding(
    chosen: Sequence[tuple[str, Repair]],
    before: Iterable[Diagnostic],
    tried: Callable[[Sequence[Repair]], Iterable[Diagnostic]],
) -> Iterator[Repair]:
    """Yield the repairs that remove findings: all, if they do so together, else those of either half that do.

    Args:
        chosen: The rules of the findings, and their repairs.
        tried: Returns what is found after repairs.
    """
    if not chosen:
        return
    fixes = [fix for _, fix in chosen]
    old, new = _counted(before), _counted(tried(fixes))
    if any(rule in _READING or rule == "load" for rule, _ in chosen):
        # What is read now has warnings of its own.
        old, new = (
            Counter({key: count for key, count in each.items() if key[2] == "error"}) for each in (old, new)
        )
    if new.total() < old.total() and not new - old:
        yield from fixes
    elif len(chosen) > 1:
        half = len(chosen) // 2
        yield from _holding(chosen[:half], before, tried)
        yield from _holding(chosen[half:], before, tried)


def _with(document: Document, fixes: Iterable[Fix]) -> Document:
    """Return a listing with repairs, each in a row of its own."""
    rows = [row.text for row in document.rows]
    for fix in fixes:
        row = fix.edits[0][0].row
        rows[row] = written(rows[row], fix.edits)
    return document.alone("\n".join(rows))
